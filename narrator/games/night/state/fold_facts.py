"""Write what happens by night and day into the state: marks, deaths, rounds, votes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.state.state import State, Today
from narrator.values import changed

Values = Callable[[State, Any], dict[str, Any]]
"""What the fields of a state are after an event, by name: only those that are others then."""

_AFTER: dict[type[e.Event], Values] = {
    e.Marked: lambda state, event: {"marks": state.marks.with_mark(event)},
    e.Unmarked: lambda state, event: {"marks": state.marks.without(event.mark, by=event.by)},
    e.CardsSwapped: lambda state, event: {"swaps": (*state.swaps, (event.seat, event.other))},
    e.UseSpent: lambda state, event: {
        "uses": state.uses | {(event.call, event.role): state.spent(event.call, event.role) + 1}
    },
    e.Kept: lambda state, event: {"letters": (*state.letters, event)},
    e.HandedOver: lambda state, event: {"letters": tuple(one for one in state.letters if one != event.letter)},
    e.RoundBegan: lambda _, event: {"readers": event.readers, "up": True},
    e.RoundDue: lambda state, event: {"dues": state.dues + 1, "dreaming": state.dreaming or event.asks},
    e.RoundOver: lambda *_: {"dues": 0, "dreaming": False, "readers": (), "replies": ()},
    e.CardShown: lambda state, event: {"shown": state.shown | {event.seat}},
    e.ShotAsked: lambda state, event: {"shots": state.shots | {event.seat}},
    e.Declared: lambda state, _: {"chronicle": changed(state.chronicle, declared=True)},
    e.Silenced: lambda state, event: {
        "marks": state.marks.with_mark(e.Marked("silenced", event.seat, "", "night", known=True))
    },
}

_TODAY: dict[type[e.Event], Callable[[Today, Any], Today]] = {
    e.PoisonAsked: lambda day, _: changed(day, poison=True),
    e.BallotOpened: lambda day, event: changed(
        day, ballot=event, counted=(), undecided=day.undecided + 1 if event.runoff else 0
    ),
    e.Counted: lambda day, event: changed(day, counted=(*day.counted, event.votes), raised=day.raised + 1),
    e.Recounted: lambda day, event: changed(day, counted=(), undecided=day.undecided + event.again),
    e.BallotClosed: lambda day, _: day.after_vote(),
    e.Condemned: lambda day, event: changed(day.after_vote(), hanged=True, condemned=event.seats),
}
"""What the day is after each event that changes nothing else."""


def setting(values: Values) -> Callable[[State, Any], None]:
    """Write these values into the state."""
    return lambda state, event: vars(state).update(values(state, event))


def writing(after: Callable[[Today, Any], Today]) -> Callable[[State, Any], None]:
    """Write what the day is after this event."""
    return setting(lambda state, event: {"today": after(state.today, event)})


def killed(state: State, event: e.Killed) -> None:
    """Write a death, by night or day."""
    state.dead |= {event.seat}
    if state.phase != "day":
        state.gone_tonight += (event.seat,)
    if event.seat not in state.unseen:
        state.killed_since |= {event.seat}


def escaped(state: State, event: e.Escaped) -> None:
    """Write that somebody left the game alive, by night."""
    state.escaped |= {event.seat}
    state.gone_tonight += (event.seat,)
    state.killed_since = frozenset()


def revived(state: State, event: e.Revived) -> None:
    """Write that somebody lives again."""
    state.dead -= {event.seat}
    state.shots -= {event.seat}
    state.killed_since -= {event.seat}
    state.gone_tonight = tuple(seat for seat in state.gone_tonight if seat != event.seat)


def _page_read(state: State, event: e.PageRead) -> None:
    theirs = tuple(one for one in state.letters if one.seat == event.seat)
    state.letters = tuple(one for one in state.letters if one not in theirs)
    state.replies += tuple((one, event.answer) for one in theirs if one.asks)
    state.readers = state.readers[1:]


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
    **{event: setting(values) for event, values in _AFTER.items()},
    **{event: writing(after) for event, after in _TODAY.items()},
    e.CardsChanged: lambda state, _: state.change_cards(),
    e.Killed: killed,
    e.Escaped: escaped,
    e.Revived: revived,
    e.PageRead: _page_read,
    e.Left: _left,
    e.PoisonStruck: _poison_struck,
}
