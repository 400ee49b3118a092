"""Proofread the order of the calls: what must come before what, and whose eyes are open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from narrator.errors import Problem, fault, warn
from narrator.games.night.flow.conditions import parse
from narrator.games.night.flow.effects import EFFECTS, kills
from narrator.games.night.proofreading.reach import number_of
from narrator.games.night.script.script import PHASES, Call, Script
from narrator.texts import message


def proofread_order(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the order of calls."""
    yield from _pairs(script, place)
    yield from _in_vain(script, place)
    for phase in PHASES:
        yield from _sequence(script, phase, place)
        found = {str(one): one for night in _nights(script, phase) for one in _eyes(script, phase, night, place)}
        yield from found.values()


def _nights(script: Script, phase: str) -> Iterable[int]:
    """Nights of which one at least is like any other, by which calls come as far as all know beforehand."""
    if phase == "zero":
        return (0,)
    named = {
        night for _, call in script.every_call for night in (*call.nights, *(first for _, first in _begins(call)))
    }
    return sorted({1, *named, *(night + 1 for night in named)} - {0})


def _sequence(script: Script, phase: str, place: str) -> Iterator[Problem]:
    """An effect that needs a pick must come after it, made by the same people or their faction."""
    done: set[tuple[str, str]] = set()
    for call in script.calls(phase):
        first = EFFECTS[call.do].after if call.do in EFFECTS else ""
        of_a_side = call.do in EFFECTS and EFFECTS[call.do].side  # whose picks count for all of it
        owners = {who: _sides(script, who) if of_a_side else {who} for who in call.who}
        lost = [who for who in call.who if first and not any((first, one) in done for one in owners[who])]
        if lost:
            elsewhere = first in {effect for effect, _ in done}
            key = "faults.put-above-for" if elsewhere else "faults.put-above"
            cure = message(key, effect=first, who=lost[0])
            yield fault(f"{place}: {phase}[{call.id}]: do", "faults.nobody-chosen-before", cure, effect=call.do)
        done |= {(call.do, who) for who in call.who}


def _pairs(script: Script, place: str) -> Iterator[Problem]:
    """Whoever has one of two effects that belong together must have the other."""
    for phase, call in script.every_call:
        other = EFFECTS[call.do].besides if call.do in EFFECTS else ""
        for who in call.who if other else ():
            if who not in script.holders.get(other, ()):
                words = message("faults.does-nothing-without", who=who, other=other, effect=call.do)
                yield Problem(f"{place}: {phase}[{call.id}]: do", words)


def _in_vain(script: Script, place: str) -> Iterator[Problem]:
    """Warn of guards below whom nobody kills, and of those who save, or see, the killed above all who kill."""
    nights = [(phase, call) for phase, call in script.every_call if phase != "zero"]
    for phase, call in takewhile(lambda one: kills(script, one[1]) != "tonight", reversed(nights)):
        if call.do in EFFECTS and any(mark.id == "guard" for mark in EFFECTS[call.do].marks):
            yield warn(f"{place}: {phase}[{call.id}]: do", "faults.guards-too-late")
    for call in takewhile(lambda one: kills(script, one) != "tonight", script.night):
        if call.do in ("revive", "learn-victims"):
            yield warn(f"{place}: night[{call.id}]: do", "faults.saves-too-early")


def _comes(call: Call, night: int) -> bool:
    """Whether the call comes in that night, as far as it alone decides."""
    return (not call.nights or night in call.nights) and all(
        (night < first) is not_yet for not_yet, first in _begins(call)
    )


def _begins(call: Call) -> Iterator[tuple[bool, int]]:
    """The nights of its `from-night`, each with whether that is negated; without those that a setup may change."""
    for negated, word, arguments in map(parse, call.when):
        if word == "from-night" and (first := number_of(arguments)) is not None:
            yield negated, first


def _eyes(script: Script, phase: str, night: int, place: str) -> Iterator[Problem]:
    """Warn of people who are spoken to while asleep, see others who are not theirs, or never close their eyes."""
    awake: dict[str, str] = {}
    seen: dict[str, list[str]] = {}
    for call in [call for call in script.calls(phase) if _comes(call, night)]:
        where = f"{place}: {phase}[{call.id}]"
        if f"{call.id}.wake" in script.wordings:
            theirs = set[str]().union(*(_sides(script, who) for who in call.who))
            seen[where] = [who for who in awake if not _sides(script, who) & theirs]
            awake |= dict.fromkeys(call.who, where)
        elif f"{call.id}.line" in script.wordings and not all(_sides(script, who) & {*awake} for who in call.who):
            yield warn(where, "faults.eyes-closed")
        if f"{call.id}.sleep" in script.wordings:
            yield from _leaving(script, phase, call, awake, where)
            awake = {who: since for who, since in awake.items() if not _sides(script, who) & {*call.who}}
    for where, others in seen.items():
        if left := [who for who in others if who not in awake]:
            yield warn(where, "faults.still-sees", who=left[0])
    for who, since in awake.items():
        yield warn(since, "faults.eyes-never-closed", who=who)


def _leaving(script: Script, phase: str, call: Call, awake: Iterable[str], where: str) -> Iterator[Problem]:
    """Warn of a role that closes its eyes while its side, awake since before, goes on to be asked."""
    for side in {script.sides[who] for who in call.who if who in script.sides}.intersection(awake):
        order = script.calls(phase)
        later = order[order.index(call) + 1 :]
        end = next((n for n, one in enumerate(later) if side in one.who and f"{one.id}.sleep" in script.wordings), 0)
        if any(side in one.who and one.do for one in later[: end + 1]):
            yield warn(where, "faults.leaves-the-others", who=call.who[0], side=side)


def _sides(script: Script, who: str) -> set[str]:
    """The id, and the faction of a role."""
    return {who, script.sides.get(who, who)}
