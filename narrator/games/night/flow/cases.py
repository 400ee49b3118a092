"""Cases of a line: other words for what all have seen, by facts that everybody at the table knows.

A fact is judged by the public projection, and by what the line itself says aloud; no state comes in here, so that
what is said cannot depend on a secret (R103).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from narrator.games.night.flow.conditions import limit_of, parse, rule_holds
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.told.public import Public
from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class LineValues:
    """What the line says aloud: a seat, and a number; 0 if it has none; choices of the day new today."""

    seat: int
    number: int
    new: tuple[str, ...] = ()


Holds = Callable[[Public, LineValues, tuple[str, ...]], bool]
"""Whether a fact holds: by the public projection, what the line says aloud, and its arguments."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A word of a case's `when`: the kinds of its arguments, how it is judged, and what it means.

    Of an `exact` one no two with other arguments are true at once.
    """

    arguments: tuple[str, ...]
    holds: Holds
    exact: bool


_TRUE: dict[str, Callable[[Public, LineValues], bool]] = {
    "known": lambda public, _: public.known,
    "hanged": lambda public, _: public.chronicle.hanged,
    "declared": lambda public, _: public.chronicle.declared,
    "listed": lambda public, _: bool(public.chronicle.listed),
    "new": lambda _, named: bool(named.new),
}
"""What is so or not: the table knows how one answers; somebody was hanged, until next morning; a win was declared,
by no rule; the choices of the day were named today; the line can name some that were not."""

_EXACTLY: dict[str, Callable[[Public, LineValues], int]] = {
    "night": lambda public, _: public.night,
    "left": lambda public, _: len(public.alive),
    "quiet-dawns": lambda public, _: public.chronicle.quiet,
    "number": lambda _, named: named.number,
}
"""What must be just the number named: the night, by the day after it too; those known to be in the game; dawns in a
row, up to the last one, that have named nobody; the number that the line itself says."""

_AT_LEAST: dict[str, Callable[[Public, LineValues], int]] = {
    "lost": lambda public, _: len(public.chronicle.lost),
    "takeovers": lambda public, _: public.chronicle.takeovers,
}
"""What must be the number named, or more: the dead and escaped whom the dawn has named, up to this line; how often
the statue is known to have come to another faction tonight."""


def _is_true(found: Callable[[Public, LineValues], bool]) -> Holds:
    def holds(public: Public, named: LineValues, _about: tuple[str, ...]) -> bool:
        return found(public, named)

    return holds


def _compared(found: Callable[[Public, LineValues], int], *, exact: bool) -> Holds:
    """Compare with a number, or the house rule of that name."""

    def holds(public: Public, named: LineValues, about: tuple[str, ...]) -> bool:
        number, limit = found(public, named), limit_of(public.rules, about[0])
        return number == limit if exact else number >= limit

    return holds


FACTS: dict[str, Fact] = {
    **{name: Fact((), _is_true(found), exact=False) for name, found in _TRUE.items()},
    **{name: Fact(("number",), _compared(found, exact=True), exact=True) for name, found in _EXACTLY.items()},
    **{name: Fact(("number",), _compared(found, exact=False), exact=False) for name, found in _AT_LEAST.items()},
}


def fact(name: str, *arguments: str, exact: bool = False) -> Callable[[Holds], Holds]:
    """Register when a word holds that cases of lines may have, with its arguments."""

    def register(holds: Holds) -> Holds:
        FACTS[name] = Fact(arguments, holds, exact)
        return holds

    return register


@fact("rule", "rule", "value")
def rule(public: Public, _named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold if the house rule is on, or has the value named, or names that role."""
    return rule_holds(public.rules, *about)


@fact("playing", "who")
def playing(public: Public, _named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold while somebody of that role or faction may still be alive, for all that is known."""
    return any(about[0] in (card, public.factions[card]) for card in public.cards.standing)


@fact("gone", "who")
def gone(public: Public, named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold once all who had that card, or were of that faction, are known to be out of the game."""
    dealt = any(about[0] in (card, public.factions[card]) for card in public.roles)
    return dealt and not playing(public, named, about)


@fact("lost-card", "role")
def lost_card(public: Public, _named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold if the dawn has named somebody with that card as dead or escaped."""
    return about[0] in public.chronicle.lost


@fact("believed", "faction", exact=True)
def believed(public: Public, _named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold while everybody believes that the statue is with that faction."""
    return public.believed == about[0]


@fact("again", "mark")
def again(public: Public, named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold if all heard in the night before that the player whom the line names got this mark, such as jail."""
    return (about[0], named.seat) in public.chronicle.before


def said(script: Script, public: Public, line: str, values: Mapping[str, Any]) -> str:
    """The case of the line that is said where this is known: the first whose facts all hold, else the line."""
    number = int(values.get("number") or values.get("count") or 0)
    named = LineValues(int(values.get("seat") or 0), number, tuple(values.get("new") or ()))
    for case in script.cases.get(line, ()):
        if all(_holds(public, clause, named) and not of_no_power(script, clause) for clause in case.when):
            return case.id
    return line


def of_no_power(script: Script, clause: str) -> bool:
    """Whether the fact is a house rule, or the night of one, about an effect that no call has, such as the ship's."""
    negated, word, arguments = parse(clause)
    return not negated and word in ("night", "rule") and script.has_idle(arguments[0])


def settled(script: Script, rules: HouseRules, line: str) -> str:
    """The case of the line that the house rules alone decide on, else the line: for what is read before the game."""
    for case in script.cases.get(line, ()):
        if all(_is_settled(script, rules, clause) for clause in case.when):
            return case.id
    return line


def _is_settled(script: Script, rules: HouseRules, clause: str) -> bool:
    negated, word, about = parse(clause)
    return word == "rule" and rule_holds(rules, *about) is not negated and not of_no_power(script, clause)


def _holds(public: Public, clause: str, named: LineValues) -> bool:
    negated, word, arguments = parse(clause)
    return FACTS[word].holds(public, named, arguments) is not negated
