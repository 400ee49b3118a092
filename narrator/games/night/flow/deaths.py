"""Who dies, by night or by day, and what follows at once."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.games.night import events as e
from narrator.games.night.flow import own_rules
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Mark, declare
from narrator.games.night.state.state import State

declare(Mark("wounded", until="end", untold=True))  # by the card whose first life is gone


def kill(draft: Draft, seat: int, *, call: str = "", killer: int = 0) -> bool:
    """Kill the seat by night unless safe (R4) or dead, or its first life is taken (D94); return whether it died.

    The open call kills, or an earlier one of this night, with its `killer`.
    """
    state = draft.state
    if (
        not state.alive(seat)
        or state.safe(seat)
        or _wounds(draft, seat, state.script.calls_by_id[call or draft.call.id])
    ):
        return False
    draft.emit(e.Killed(seat, call or draft.call.id))
    own_rules.of(state.setup).killed(draft, seat, call, killer)
    return True


def _wounds(draft: Draft, seat: int, call: Call) -> bool:
    """Take the first of two lives, if a whole side kills somebody who has both; return whether that was it (D94)."""
    state = draft.state
    unhurt = state.cards_with("second-life").difference(one.by for one in state.marks.of("wounded"))
    if call.called() not in state.script.factions or not state.has_any(seat, unhurt):
        return False
    draft.emit(e.Marked("wounded", seat, state.card(seat), "end"))
    return True


def follow(draft: Draft) -> None:
    """As the night ends, those who are bound to somebody who died in it die too, safe or not (D86)."""
    state = draft.state
    for seat in sorted(_bound_to(state, state.killed_tonight)):
        draft.emit(e.Killed(seat, "bound"))
        own_rules.of(state.setup).killed(draft, seat, "bound", 0)


def _bound_to(state: State, seats: Iterable[int]) -> set[int]:
    """Those alive who are bound to these, and to those in turn."""
    first = [*seats]
    found, left = {*first}, first[:]
    while left:
        owners = state.marks.owners("bound", left.pop())
        more = {one.seat for one in state.marks.of("bound") if one.by in owners and state.alive(one.seat)} - found
        found |= more
        left += more
    return found.difference(first)


def die(draft: Draft, seats: Iterable[int], by: str) -> None:
    """These die by day, and those who are bound to them: all hear of it, before anything follows from it."""
    first = [*seats]
    doomed = sorted({*first} | _bound_to(draft.state, first))
    for seat in doomed:
        draft.emit(e.Killed(seat, by))
        draft.announce_out("day.died", seat)
    own_rules.of(draft.state.setup).died(draft, *doomed)


def strike_poison(draft: Draft) -> None:
    """Last night's poison kills, unless it has already (R37, R82); without a victim nothing is heard."""
    poisoned = sorted(draft.state.marks.on("poison"))
    for seat in poisoned:
        draft.emit(e.PoisonStruck(seat))
    dying = [seat for seat in poisoned if draft.state.alive(seat)]
    for seat in dying:
        draft.announce("day.poisoned", seat=seat)
    if dying:
        die(draft, dying, "poison")
