"""Write the day's events into the state: duels, ballots, searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.state.fold_night import Values, setting
from narrator.games.night.state.state import State, Today
from narrator.values import changed

_TODAY: dict[type[e.Event], Callable[[Today, Any], Today]] = {
    e.Challenged: lambda day, event: changed(
        day, duel=(event.attacker, event.defender), votes=(), doomed=(), spared=()
    ),
    e.DuelRefused: lambda day, _: day.after_duel(),
    e.DuelBegan: lambda day, _: changed(day, duels=day.duels + 1),
    e.Voted: lambda day, event: changed(day, votes=(*day.votes, (event.seat, event.votes))),
    e.Doomed: lambda day, event: changed(day, doomed=event.seats),
    e.Spared: lambda day, event: changed(
        day, doomed=tuple(seat for seat in day.doomed if seat != event.seat), spared=(*day.spared, event.seat)
    ),
    e.DuelEnded: lambda day, _: day.after_duel(),
    e.PoisonAsked: lambda day, _: changed(day, poison=True),
    e.BallotOpened: lambda day, event: changed(
        day, ballot=event, counted=(), undecided=day.undecided + 1 if event.runoff else 0
    ),
    e.Counted: lambda day, event: changed(day, counted=(*day.counted, event.votes)),
    e.Recounted: lambda day, event: changed(day, votes=(), counted=(), undecided=day.undecided + event.again),
    e.BallotClosed: lambda day, _: day.after_ballot(),
    e.Searched: lambda day, event: changed(day, voted=True, searched=event.seats),
    e.Condemned: lambda day, event: changed(day.after_ballot(), hanged=True, condemned=event.seats),
}
"""What the day is after each event that changes nothing else."""


_AFTER: dict[type[e.Event], Values] = {
    e.CardShown: lambda state, event: {"shown": state.shown | {event.seat}},
    e.ShotAsked: lambda state, event: {"shots": state.shots | {event.seat}},
    e.Declared: lambda state, _: {"chronicle": changed(state.chronicle, declared=True)},
    e.Silenced: lambda state, event: {
        "marks": state.marks.with_mark(e.Marked("silenced", event.seat, "", "night", known=True))
    },
}


def _writing(after: Callable[[Today, Any], Today]) -> Callable[[State, Any], None]:
    def write(state: State, event: e.Event) -> None:
        state.today = after(state.today, event)

    return write


def _left(state: State, event: e.Left) -> None:
    state.dead |= {event.seat}
    state.went_home |= {event.seat}
    state.shots |= {event.seat}  # who goes home has none (D83)


def _poison_struck(state: State, event: e.PoisonStruck) -> None:
    """End the poison; if its victim had died already, today's menu must not show that it struck (R103)."""
    state.marks = state.marks.without("poison", seat=event.seat)
    if state.alive(event.seat):
        state.today = changed(state.today, poison=True)


WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    **{event: _writing(after) for event, after in _TODAY.items()},
    **{event: setting(values) for event, values in _AFTER.items()},
    e.Left: _left,
    e.PoisonStruck: _poison_struck,
}
