"""Cases of a line: other words for what all have seen, by facts that everybody at the table knows.

A fact is judged by the public projection, and by the seat that the line itself names; no state comes in here, so that
what is said cannot depend on a secret (R103).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from narrator.games.ktulu.conditions import limit_of, parse, rule_holds
from narrator.games.ktulu.public import Public
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import HouseRules

Holds = Callable[[Public, int, tuple[str, ...]], bool]
"""Whether a fact holds: by the public projection, the seat that the line names (0: none), and its arguments."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A word of a case's `when`: the kinds of its arguments, how it is judged, and what it means.

    Of an `exact` one no two with other arguments are true at once.
    """

    arguments: tuple[str, ...]
    holds: Holds
    exact: bool
    doc: str


FACTS: dict[str, Fact] = {}


def _fact(name: str, *arguments: str, exact: bool = False) -> Callable[[Holds], Holds]:
    def register(holds: Holds) -> Holds:
        FACTS[name] = Fact(arguments, holds, exact, (holds.__doc__ or "").strip())
        return holds

    return register


@_fact("rule", "rule", "value")
def rule(public: Public, _seat: int, about: tuple[str, ...]) -> bool:
    """Hold if the house rule is on, or has the value named."""
    return rule_holds(public.rules, *about)


@_fact("night", "number", exact=True)
def night(public: Public, _seat: int, about: tuple[str, ...]) -> bool:
    """Hold in the night of that number (or house rule), and by the day after it."""
    return public.night == limit_of(public.rules, about[0])


@_fact("playing", "who")
def playing(public: Public, _seat: int, about: tuple[str, ...]) -> bool:
    """Hold while somebody of that role or faction may still be alive, for all that is known."""
    return any(about[0] in (card, public.factions[card]) for card in public.standing)


@_fact("left", "number", exact=True)
def left(public: Public, _seat: int, about: tuple[str, ...]) -> bool:
    """Hold while exactly so many are known to be in the game."""
    return len(public.alive) == int(about[0])


def said(script: Script, public: Public, line: str, values: Mapping[str, Any]) -> str:
    """The case of the line that is said where this is known: the first whose facts all hold, else the line."""
    for case in script.cases.get(line, ()):
        if all(_holds(public, clause, int(values.get("seat") or 0)) for clause in case.when):
            return case.id
    return line


def settled(script: Script, rules: HouseRules, line: str) -> str:
    """The case of the line that the house rules alone decide on, else the line: for what is read before the game."""
    for case in script.cases.get(line, ()):
        clauses = [parse(clause) for clause in case.when]
        if all(word == "rule" and rule_holds(rules, *about) is not negated for negated, word, about in clauses):
            return case.id
    return line


def _holds(public: Public, clause: str, seat: int) -> bool:
    negated, word, arguments = parse(clause)
    return FACTS[word].holds(public, seat, arguments) is not negated
