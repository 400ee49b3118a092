"""Proofread what is in reach: that each faction's win can come, and that each role has something of its own to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.errors import Problem, warn, write
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.conditions import CONDITIONS, is_limited, parse, rule_holds
from narrator.games.night.flow.effects import kills
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.winning import WAYS, clauses, joins
from narrator.games.night.script.script import Call, Role, Script
from narrator.games.night.script.setup import HouseRules, Setup, in_force
from narrator.texts import Message, Words, message

LAST_NIGHT = 20
"""The last night that any call may wait for; a game has no more nights than players either."""

LAST_DAY = LAST_NIGHT + 1
"""The last day that a step may wait for: the first day follows the zero night."""


def proofread_wins(script: Script, place: str) -> Iterator[Problem]:
    """Warn of factions that can never win, whatever the cards and the house rules, or win in ways that they lack."""
    own = own_rules.of_script(script)
    for faction in script.faction:
        usual = own.usual_wins.get(faction.id, ())
        if faction.id in own.unmanned and faction.wins is not None and not {*usual} & {*faction.wins}:
            yield warn(f"{place}: faction[{faction.id}]: wins", "faults.finds-win")
        needed = (joins(one.word) for one in clauses(script) if one.faction == faction.id)
        if effect := next((effect for effect in needed if effect and effect not in script.holders), ""):  # D87
            words = message("faults.never-wins", why=message("faults.nobody-joins", effect=effect))
            cure = message("faults.give-anybody-a-call", effect=effect)
            yield Problem(f"{place}: faction[{faction.id}]", words, cure, warning=True)
        dealt = any(role.faction == faction.id for role in script.role)
        if dealt and not _can_win(script, faction.id, script.roles):
            key = "faults.hardly-wins" if _kills_at_times(script, faction.id) else "faults.never-wins"
            words = message(key, why=_lack(script, faction.id))
            yield Problem(f"{place}: faction[{faction.id}]", words, _cure(script, faction.id), warning=True)


def proofread_powers(script: Script, place: str) -> Iterator[Problem]:
    """Warn of roles that have nothing of their own to do."""
    for role in script.role:
        if not _busy(script, role):
            yield warn(f"{place}: role[{role.id}]", "faults.nothing-to-do")


def proofread_steps(script: Script, place: str) -> Iterator[Problem]:
    """Warn of steps of the day that never come."""
    for number, step in enumerate(script.day.steps, 1):
        if why := why_no_step(script, step):
            yield Problem(f"{place}: day: steps[{number}]", why, warning=True)
    for step, first in script.day.first.items():
        if first > LAST_DAY:
            yield warn(f"{place}: day: from: {step}", "faults.no-such-day", day=first)


def proofread_idle_rules(script: Script, place: str) -> Iterator[Problem]:
    """Warn of cards that speak of a house rule about an effect that no call has."""
    for where, text in script.on_cards:
        for rule in [rule for rule in script.rules.single() if f"{{{rule}}}" in text or f"{{{rule}:" in text]:
            if script.has_idle(rule):
                effect = script.rules.single()[rule]["effect"]
                yield warn(f"{place}: {where}", "faults.rule-of-no-call", rule=rule, effect=effect)


def why_no_step(script: Script, step: str) -> Message | None:
    """Why the step of the day never comes, whatever the cards; nothing if it can come."""
    if not script.rules.may_come(step):
        rule = script.rules.of_steps[step]
        return message("faults.step-of-no-rule", rule=rule, value=str(getattr(script.rules, rule)).lower())
    if step == "poison" and not script.holders.get("poison"):
        return message("faults.step-of-no-call", effect="poison")
    return None


def proofread_reach_tonight(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Warn of factions and roles that have nothing left because of tonight's cards or house rules."""
    cards = [card for card in dict.fromkeys(setup.in_play) if card in script.roles]
    rules, last = in_force(setup.rules, len(setup.player)), min(LAST_NIGHT, len(setup.player))
    for faction in dict.fromkeys(script.roles[card].faction for card in cards):
        if _can_win(script, faction, script.roles) and not _can_win(script, faction, cards, rules, last):
            words = message("faults.no-win", faction=faction, why=_lack(script, faction), night=last)
            yield Problem(f"{place}: cards", words, warning=True, about=(faction,))
    day = own_rules.day_of(script)
    for step in [step for step in day.steps if last + 1 < day.first.get(step, 1) <= LAST_DAY]:
        yield warn(f"{place}: player", "faults.step-of-no-day", step=step, day=day.first[step])
    for card in cards:
        role = script.roles[card]
        if _busy(script, role) and not _busy(script, role, rules, last):
            yield warn(f"{place}: cards", "faults.idle", about=(card,), role=card, night=last)


def _lack(script: Script, faction: str) -> Message:
    one, *others = _steps(script, faction)
    if not one:
        return message("faults.no-call-kills" if _kills(script, faction) else "faults.no-rule-to-win")
    way = message("faults.or", one=one, other=others[0]) if others else one
    return message("faults.no-call-again" if _again(script, faction) else "faults.no-call-comes", effect=way)


def _cure(script: Script, faction: str) -> Words:
    one = _steps(script, faction)[0]
    if not one and not _kills(script, faction):
        return write(f'wins = ["{"declared" if "declare" in own_rules.day_of(script).steps else "last-standing"}"]')
    key = "faults.give-a-call-again" if _again(script, faction) else "faults.give-a-call"
    return message(key, effect=one or "kill")


def _steps(script: Script, faction: str) -> tuple[str, ...]:
    """The effects that the faction needs to win by its calls; an empty one if it does not win by them."""
    return own_rules.of_script(script).steps.get(faction, ("",))


def _again(script: Script, faction: str) -> bool:
    return _kills(script, faction) or faction in own_rules.of_script(script).repeated


def _kills(script: Script, faction: str) -> bool:
    """Whether the faction wins only by killing, night after night."""
    found = [WAYS[one.word] for one in clauses(script) if one.faction == faction]
    return bool(found) and all(way.kills for way in found)


def _can_win(
    script: Script, faction: str, cards: Iterable[str], rules: HouseRules | None = None, last: int = LAST_NIGHT
) -> bool:
    """Whether the faction can win with these cards; of house rules that are not given any may be in force."""
    if faction in own_rules.of_script(script).unmanned:
        return True
    dealt = {script.roles[role].faction for role in cards}
    for one in clauses(script):
        if one.faction == faction and not WAYS[one.word].kills and (not one.named or dealt & {*one.named}):
            return True
    calls = _calls_of(script, faction, cards)
    if _again(script, faction):
        calls = [(phase, call) for phase, call in calls if not is_limited(call)]
    if _kills(script, faction):
        calls = [
            (phase, call)
            for phase, call in calls
            if len(call.nights) not in (1, 2) and {parse(clause)[1] for clause in call.when} <= _PLAIN
        ]
    coming = [call for phase, call in calls if not why_never(script, phase, call, rules, last)]
    if _kills(script, faction) and any(kills(script, call) for call in coming):
        return True
    steps = {*_steps(script, faction)}
    return "" not in steps and steps <= {call.do for call in coming}


def _calls_of(script: Script, faction: str, cards: Iterable[str]) -> list[tuple[str, Call]]:
    own = {faction, *(role for role in cards if script.roles[role].faction == faction)}
    return [(phase, call) for phase, call in script.every_call if own.intersection(call.who)]


def _kills_at_times(script: Script, faction: str) -> bool:
    """Whether the faction wins by killing, and may kill again and again, though not in every night."""
    calls = [call for _, call in _calls_of(script, faction, script.roles) if call.do and not is_limited(call)]
    return _kills(script, faction) and any(kills(script, call) for call in calls)


_PLAIN = {"from-night", "rule"}
"""Conditions that keep nobody from killing night after night."""


def _busy(script: Script, role: Role, rules: HouseRules | None = None, last: int = LAST_NIGHT) -> bool:
    """Whether the role has a power, a trait, several others that it leads, or is a plain card."""
    calls = script.every_call
    own = [(phase, call) for phase, call in calls if role.id in call.who and call.do]
    traits = [one for one in role.traits if not (own and rules and one in own_rules.of_script(script).passive)]
    if role.many or any(_counts(script, trait, rules, last) for trait in traits):
        return True
    mates = [other for other in script.role if other.faction == role.faction]
    theirs = {role.faction, *(one.id for one in mates)}
    if any(not theirs.isdisjoint(call.shows) for _, call in calls):
        return True  # to be shown, or hidden where others are, is a power
    if mates[0] == role and len(mates) > 2 and any(role.faction in call.who for _, call in calls):
        return True
    return any(not why_never(script, phase, call, rules, last) for phase, call in own)


def _counts(script: Script, trait: str, rules: HouseRules | None, last: int) -> bool:
    if rules is None:
        return True
    day, step = own_rules.day_of(script), next((name for name, one in DAY_STEPS.items() if trait in one.powers), "")
    there = not step or (step in day.steps and day.first.get(step, 1) <= last + 1)
    return there and (not step or rules.may_come(step))


def why_never(
    script: Script, phase: str, call: Call, rules: HouseRules | None = None, last: int = LAST_NIGHT
) -> Message | None:
    """Why the call never comes, as far as its single conditions tell; nothing if it can come."""
    if call.nights and (why := _never_that_night(phase, min(call.nights), last, negated=False)):
        return why
    return next(filter(None, (never(script, phase, call, clause, rules, last) for clause in call.when)), None)


def never(
    script: Script, phase: str, call: Call, clause: str, rules: HouseRules | None = None, last: int = LAST_NIGHT
) -> Message | None:
    """Why the condition never holds, by house rules if they are given; nothing if it can hold, or is not known."""
    negated, word, arguments = parse(clause)
    number = number_of(arguments, rules)
    unheard, needs = (one.unheard, one.needs) if (one := CONDITIONS.get(word)) else (None, None)
    if unheard and not (call.who or script.rules.may_announce) and unheard(script.rules):
        return message("faults.moves-unheard")
    if word == "rule" and rules and arguments and arguments[0] in rules.single():
        return message("faults.rule-is-another") if rule_holds(rules, *arguments[:2]) is negated else None
    if word == "from-night" and number is not None:
        return _never_that_night(phase, number, last, negated=negated)
    if negated:
        return None
    if word == "uses-left" and number == 0:
        return message("faults.no-uses-left")
    if needs and not script.holders.get(needs[0]):
        return message(needs[1])
    if word == "victims" and not any(kills(script, one) == "tonight" for one in _above(script, phase, call)):
        return message("faults.no-call-above-kills")
    return None


def number_of(arguments: tuple[str, ...], rules: HouseRules | None = None) -> int | None:
    """The number that a condition names, by a house rule if these are given; None if it is not known."""
    named = arguments[0] if len(arguments) == 1 else ""
    if rules and named in rules.of_kind(int):
        named = str(getattr(rules, named))
    return int(named) if named.isdecimal() else None


def _never_that_night(phase: str, number: int, last: int, *, negated: bool) -> Message | None:
    first, last = (0, 0) if phase == "zero" else (1, last)
    if negated:
        return message("faults.no-night-before", night=number) if number <= first else None
    if number <= last:
        return None
    return message("faults.it-is-night-0") if phase == "zero" else message("faults.no-such-night", night=number)


def _above(script: Script, phase: str, call: Call) -> Iterator[Call]:
    """The calls of the same night that come before this one."""
    for one in (*script.night, *script.dawn) if phase != "zero" else script.zero:
        if one is call:
            return
        yield one
