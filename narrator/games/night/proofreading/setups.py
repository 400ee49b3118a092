"""Proofread a setup: who sits at the table, the cards, and how the narrator shall behave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from narrator.errors import Problem, fault, unknown, warn
from narrator.games.name_lists import not_alone
from narrator.games.naming import alike, sayable
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.effects import can_be_itself
from narrator.games.night.proofreading.cards import proofread_cards
from narrator.games.night.proofreading.clauses import MOST_COUNTED
from narrator.games.night.proofreading.reach import proofread_reach_tonight
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import FEWEST, MOST, NEVER_OPEN, HouseRules, Setup, in_force
from narrator.games.night.told.chronicle import OUT
from narrator.texts import Message, message

MANY, SPOKEN = 20, 30
"""Players: more than the older edition advises; the last seat that can be spoken."""


def proofread_setup(setup: Setup, script: Script, place: str) -> list[Problem]:
    """List the setup's faults and warnings."""
    found = [
        *_behaviour(setup, script, place),
        *_number(setup, place),
        *_names(setup, place),
        *proofread_cards(setup, script, place),
        *(proofread_rules(setup.rules, script, place) if setup.game == script.game else ()),
    ]
    sound = all(problem.warning for problem in found)
    return [*found, *(proofread_reach_tonight(setup, script, place) if sound else ())]


def _behaviour(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    if setup.game != script.game:
        yield fault(f"{place}: game", "faults.script-of-a-game", game=script.game)
    if (spoken := script.language) != setup.language:
        known = f'language = "{spoken}"'
        yield fault(f"{place}: language", "faults.script-speaks", spoken=spoken, language=setup.language, known=known)
    profiles = [profile.id for profile in script.profile]
    if setup.names not in profiles:
        yield unknown(f"{place}: names", "faults.no-profile", setup.names, profiles)
    if setup.answers == "open" and setup.policy != "open":
        yield warn(f"{place}: answers", "faults.spoken-answers", policy=setup.policy)
    yield from _openly(setup, script, place)
    ruled = setup.rules.values("dead") != script.rules.values("dead")
    yield from _silencing(setup.rules, script, setup.in_play, f"{place}: rules: dead" if ruled else f"{place}: cards")
    if setup.policy == "open" and setup.answers in NEVER_OPEN:
        counted = setup.answers == "counting"
        yield fault(f"{place}: answers", "faults.counting-openly" if counted else "faults.phones-openly")
    if setup.answers == "counting" and setup.dice == "table":
        yield fault(f"{place}: dice", "faults.dice-of-the-blind")
    if setup.deal == "table":
        yield from _own_deck(setup, f"{place}: deal")


def _openly(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Warn of nights that tell, by the calls that are left out or cut short, what the house rules keep from all."""
    if setup.policy != "open" or not all(least.isdecimal() for least in setup.rules.from_players):
        return  # another number of players is a fault of its own
    rules = in_force(setup.rules, len(setup.player))
    if rules.dead != "card":
        yield warn(f"{place}: policy", "faults.open-tells-dead")
    if own_rules.of_script(script).prize and not rules.announced:
        yield warn(f"{place}: policy", "faults.open-tells-holder")


def proofread_silencing(script: Script, place: str) -> Iterator[Problem]:
    """Warn of a card that silences in a script whose own rules leave cards covered."""
    cards = (*script.roles, *(role.id for role in script.role if role.many))
    yield from _silencing(script.rules, script, cards, f"{place}: rules: dead")


def _silencing(rules: HouseRules, script: Script, cards: tuple[str, ...], where: str) -> Iterator[Problem]:
    """Whenever one of these cards silences, all hear that it lives, though cards stay covered (D88)."""
    able = script.holders.get("silence", frozenset[str]())
    silencing = [card for card in dict.fromkeys(cards) if card in able]
    if "nothing" in rules.values("dead"):
        sides = Counter(script.sides[card] for card in cards if card in script.sides)
        alone = {side for side in able if sides[side] == 1}  # of more than one of a side a silence tells of none
        silencing += [card for card in cards if script.sides.get(card) in alone and card not in silencing]
    if silencing and {*rules.values("dead")} != {"card"}:
        yield warn(where, "faults.silence-tells-dead", about=(*silencing,), role=silencing[0])


def _own_deck(setup: Setup, where: str) -> Iterator[Problem]:
    if setup.answers != "moderator":
        yield fault(where, "faults.deck-without-moderator")
    if setup.player and not setup.cards and all(player.card for player in setup.player):
        yield fault(where, "faults.deck-dealt-already")


def _number(setup: Setup, place: str) -> Iterator[Problem]:
    players, where = len(setup.player), f"{place}: player"
    if players < FEWEST:
        yield fault(where, "faults.too-few-players", players=players, fewest=FEWEST)
    elif players > MOST:
        yield fault(where, "faults.too-many-players", players=players, most=MOST)
    elif players > SPOKEN:
        yield warn(where, "faults.too-many-to-say", spoken=SPOKEN)
    elif players > MANY:
        yield warn(where, "faults.many", many=MANY)


def _names(setup: Setup, place: str) -> Iterator[Problem]:
    for seat, player in enumerate(setup.player[:MOST], 1):
        name = " ".join(player.name.split())
        like = next((one for one, other in enumerate(setup.player[: seat - 1], 1) if alike(other.name, name)), 0)
        where = f"{place}: player[{name or seat}]: name"
        if not name:
            yield fault(where, "faults.nameless", seat=seat)
        elif not sayable(player.name):
            yield fault(where, "faults.unsayable-name", name=player.name)
        elif like:
            before = setup.player[like - 1].name
            same = " ".join(before.split()).casefold() == name.casefold()
            words = message("faults.same-name" if same else "faults.name-that-looks-alike", seat=like)
            yield Problem(where, words, message("faults.tell-apart", name=name))
        else:
            yield from not_alone(player.name, where)
        if player.say and not any(letter.isalpha() for letter in player.say):
            yield fault(f"{where.removesuffix('name')}say", "faults.no-letters", text=player.say)


def proofread_rules(rules: HouseRules, script: Script, place: str) -> Iterator[Problem]:
    """Check the house rules, and those that are otherwise from some number of players on."""
    yield from _single_rules(rules, script, f"{place}: rules")
    kind = type(rules)
    known = kind() if rules is script.rules else script.rules
    yield from _idle(rules, known, script, f"{place}: rules")
    for least, given in rules.from_players.items():
        where = f"{place}: rules: from_players[{least}]"
        if not (least.isdecimal() and FEWEST <= int(least) <= MOST):
            yield fault(where, "faults.no-number-of-players", found=least, fewest=FEWEST, most=MOST)
        if "from_players" in given:
            yield fault(where, "faults.from-players-once")
        yield from _single_rules(kind(**given), script, where)
        yield from _idle(kind(**given), known, script, where)


def _idle(rules: HouseRules, known: HouseRules, script: Script, place: str) -> Iterator[Problem]:
    """Warn of rules, but for those that are known already, that have no part in what is played."""
    for rule in rules.single():
        usual = (getattr(type(rules)(), rule), *known.values(rule))
        if getattr(rules, rule) not in usual and (why := _no_part(script, rule)):
            yield warn(f"{place}: {rule}", "faults.rule-without-part", why=why)


def _no_part(script: Script, rule: str) -> Message | None:
    """Why the rule changes nothing, whatever the cards; nothing if it may."""
    if script.has_idle(rule):
        return message("faults.rule-of-none", effect=script.rules.single()[rule]["effect"])
    steps = script.rules.single()[rule].get("steps", ())
    if steps and {*steps}.isdisjoint(own_rules.day_of(script).steps):
        return message("faults.rule-of-no-step", steps=", ".join(steps))
    clauses = (clause for _, call in script.every_call for clause in (*call.when, *call.must))
    named = rule not in script.rules.of_clauses or any(f"rule {rule}" in clause for clause in clauses)
    return None if named else message("faults.rule-of-no-condition", rule=rule)


def _single_rules(rules: HouseRules, script: Script, place: str) -> Iterator[Problem]:
    """Check the numbers of the house rules, who may act on themselves, and that all of them have their words."""
    yield from _numbers_of(rules, place)
    for role in rules.self_target:
        where = f"{place}: self_target"
        if role not in script.roles:
            yield unknown(where, "faults.no-role", role, script.roles)
        elif not can_be_itself(script, role):
            yield warn(where, "faults.never-oneself", about=(role,), role=role)
    yield from _barred(rules, script, f"{place}: no_self_target")
    yield from own_rules.of_script(script).faults_of_rules(rules, script, place)
    for line in (f"{out}-{rules.dead}" for out in OUT) if rules.dead != "card" else ():
        if line not in script.wordings:
            yield fault(f"{place}: dead", "faults.line-missing", line=line)


def _numbers_of(rules: HouseRules, place: str) -> Iterator[Problem]:
    """Check the numbers of the house rules."""
    for key in rules.of_kind(int):
        value, least = getattr(rules, key), rules.single()[key]["least"]
        if value is not None and value < least:
            yield fault(f"{place}: {key}", rules.single()[key]["few"], value=value, least=least)
        elif value is not None and value > MOST_COUNTED:
            yield fault(f"{place}: {key}", "faults.too-much", value=str(value), most=MOST_COUNTED)
    for key in rules.of_kind(float):
        value = getattr(rules, key)
        if not 0 <= value <= 1:
            yield fault(f"{place}: {key}", "faults.no-probability", value=str(value))


def _barred(rules: HouseRules, script: Script, where: str) -> Iterator[Problem]:
    """Check that those who may not decide about themselves decide about somebody."""
    deciding = deciding_roles(script)
    for role in rules.no_self_target:
        if role not in script.roles:
            yield unknown(where, "faults.no-role", role, script.roles)
        elif role not in deciding:
            yield fault(where, "faults.decides-nothing", role=role, deciding=", ".join(deciding))


def deciding_roles(script: Script) -> list[str]:
    """The roles that decide by day about somebody, who may be themselves (R88)."""
    return [role.id for role in script.role if {*role.traits} & {*own_rules.of_script(script).deciding}]
