"""Proofread the cases of lines: what each is a case of, its facts, and whether it can ever be said."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, fault, suggest, warn
from narrator.games.night.flow.cases import FACTS, of_no_power
from narrator.games.night.flow.conditions import may_be_unheard, parse
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.own_rules import day_of, known, of_script
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.proofreading.clauses import clash, proofread_arguments
from narrator.games.night.proofreading.reach import LAST_NIGHT, number_of
from narrator.games.night.proofreading.setups import deciding_roles
from narrator.games.night.script.script import Call, Line, Script
from narrator.games.night.told.chronicle import OUT
from narrator.texts import Message, message

_UNSPOKEN = ("tell.", "ask.", "refused.", "page.", "game.cards")
_READ = ("does.", "aim.")
"""Lines that are read from the cards before the game, when nothing but the house rules is known."""

IDLE = ("fact-never-holds", "case-of-silence", "rule-without-part")
"""What is warned of a case that the house rules or the day of its script keep away, and of a house rule like that."""


def proofread_cases(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of all cases."""
    every = {line.id for line in script.line if line.when}
    for line in script.line:
        if line.when:
            where, plain = f"{place}: line[{line.id}]", script.plain(line.id)
            if plain not in script.wordings or plain in every:
                cure = message("faults.named-after-its-line", near=suggest(plain, script.wordings.keys() - every))
                yield fault(f"{where}: id", "faults.no-line-of-a-case", cure, line=plain)
            elif plain.startswith(_UNSPOKEN):
                yield warn(where, "faults.line-without-cases", line=plain)
            elif never_said(script, plain):
                yield warn(where, "faults.case-of-silence", line=plain)
            yield from _facts(script, line, plain, where)
    for cases in script.cases.values():
        yield from _never(cases, place)


def _facts(script: Script, line: Line, plain: str, place: str) -> Iterator[Problem]:
    facts = known(FACTS, script, lambda one: one.holds)
    for number, clause in enumerate(line.when, 1):
        where = f"{place}: when[{number}]"
        _, word, arguments = parse(clause)
        if word not in facts:
            yield fault(where, "faults.no-fact", suggest(word, facts), word=word)
        elif plain.startswith(_READ) and word != "rule":
            yield fault(where, "faults.not-known-on-cards", word=word)
        else:
            yield from proofread_arguments(script, clause, FACTS[word].arguments, where)
            if "0" in arguments and FACTS[word].arguments == ("number",):
                yield fault(where, "faults.never-0")
            elif why := _why_never(script, clause):
                yield warn(where, "faults.fact-never-holds", clause=clause, why=why)


def _never(cases: tuple[Line, ...], place: str) -> Iterator[Problem]:
    """Find cases that cannot come: their facts exclude each other, or an earlier case takes them all."""
    for number, case in enumerate(cases):
        where = f"{place}: line[{case.id}]: when"
        if pair := clash(case.when, FACTS):
            yield fault(where, "faults.never-together", one=pair[0], other=pair[1])
        if before := next((one.id for one in cases[:number] if {*one.when} <= {*case.when}), ""):
            yield warn(where, "faults.case-above", case=before)


# ---- What the house rules and the day of a script make impossible, whatever the cards ----


def never_said(script: Script, line: str) -> bool:
    """Whether the line is never said, though every script of the game must have it."""
    if line.startswith(of_script(script).taken):
        return not _announced(script)
    if line.endswith(".announce") and not script.rules.may_announce:
        call = script.find_call("", line.removesuffix(".announce"))
        return bool(call and may_be_unheard(call))
    out, _, shown = line.partition("-")
    dead = {*script.rules.values("dead")}
    if out not in OUT or "card" in dead:
        return False
    alive = out != "day.died"
    return shown not in dead if shown else not any(_may_lie_open(script, role, alive=alive) for role in script.roles)


def _why_never(script: Script, clause: str) -> Message | None:
    """Why the fact never holds; nothing if it can."""
    negated, word, about = parse(clause)
    if word == "playing":
        word, negated = "gone", not negated
    if negated:
        return None
    if word in ("gone", "lost-card") and _stays_covered(script, about[0], alive=word == "lost-card"):
        return message("faults.card-stays-covered")
    if word in ("believed", "takeovers") and not _announced(script):
        return message("faults.moves-unheard")
    if word == "again" and not any(_leaves(script, call, about[0]) for _, call in script.every_call):
        return message("faults.mark-unheard")
    if word == "night" and of_no_power(script, clause):
        return message("faults.rule-of-none", effect=script.rules.single()[about[0]]["effect"])
    return _too_many(script, word, number_of(about) or 0)


def _too_many(script: Script, word: str, number: int) -> Message | None:
    step, rule = next((one for one in script.rules.of_steps.items() if word.startswith(one[0])), ("", ""))
    if rule and not (_comes(script, step) and number <= max(map(int, script.rules.values(rule)))):
        return message("faults.rule-or-day-without", rule=rule)  # a fact of the day has its step's name
    if word == "night" and number > LAST_NIGHT:
        return message("faults.no-such-night", night=number)
    return None


def _stays_covered(script: Script, who: str, *, alive: bool) -> bool:
    dead = {*script.rules.values("dead")}
    if "card" in dead or ("faction" in dead and not alive):
        return False
    cards = [role.id for role in script.role if who in (role.id, role.faction)]
    return not any(_may_lie_open(script, card, alive=alive) for card in cards)


def _may_lie_open(script: Script, card: str, *, alive: bool) -> bool:
    """Whether all may see the card before its player is out, who lives on in spite of it if `alive` (D78)."""
    traits, reveals = {*script.roles[card].traits}, "reveal" in day_of(script).steps
    if not alive and (reveals or "last-shot" in traits):
        return True  # who shows a card that may not be shown dies of it (R6)
    used = any(traits & {*one.powers} and _comes(script, step) for step, one in DAY_STEPS.items())
    return (used and card in deciding_roles(script)) or (reveals and "show-card" in traits)


def _comes(script: Script, step: str) -> bool:
    """Whether the step of the day comes."""
    return script.rules.may_come(step) and step in day_of(script).steps


def _announced(script: Script) -> bool:
    """Whether all may hear who has what they fight for."""
    return bool(of_script(script).prize) and script.rules.may_announce


def _leaves(script: Script, call: Call, mark: str) -> bool:
    """Whether all may hear on whom the call leaves the mark."""
    heard = (call.public or call.open) and (script.rules.may_announce or not may_be_unheard(call))
    return heard and call.do in EFFECTS and any(one.id == mark for one in EFFECTS[call.do].marks)
