"""Who dies, by night or by day, and what follows at once."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.games.night import events as e
from narrator.games.night.flow import own_rules
from narrator.games.night.state.draft import Draft


def kill(draft: Draft, seat: int, *, call: str = "", killer: int = 0) -> bool:
    """Kill the seat by night unless safe (R4) or dead; return whether it died.

    The open call kills, or an earlier one of this night, with its `killer`.
    """
    state = draft.state
    if not state.alive(seat) or state.safe(seat):
        return False
    draft.emit(e.Killed(seat, call or draft.call.id))
    own_rules.of(state.setup).killed(draft, seat, call, killer)
    return True


def die(draft: Draft, seats: Iterable[int], by: str) -> None:
    """These die by day: all hear of it, before anything follows from it."""
    doomed = sorted(seats)
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
