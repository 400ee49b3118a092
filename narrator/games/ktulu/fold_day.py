"""Write the day's events into the state: duels, ballots, searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.ktulu.state import State
from narrator.values import changed


def _today(state: State, **changes: Any) -> None:
    state.today = changed(state.today, **changes)


def _challenged(state: State, event: e.Challenged) -> None:
    _today(state, duel=(event.attacker, event.defender), votes=(), doomed=(), spared=())


def _duel_over(state: State, _: e.DuelRefused | e.DuelEnded) -> None:
    state.today = state.today.after_duel()


def _duel_began(state: State, _: e.DuelBegan) -> None:
    _today(state, duels=state.today.duels + 1)


def _voted(state: State, event: e.Voted) -> None:
    _today(state, votes=(*state.today.votes, (event.seat, event.votes)))


def _doomed(state: State, event: e.Doomed) -> None:
    _today(state, doomed=event.seats)


def _spared(state: State, event: e.Spared) -> None:
    doomed = tuple(seat for seat in state.today.doomed if seat != event.seat)
    _today(state, doomed=doomed, spared=(*state.today.spared, event.seat))


def _left(state: State, event: e.Left) -> None:
    state.dead |= {event.seat}


def _card_shown(state: State, event: e.CardShown) -> None:
    state.shown |= {event.seat}


def _poison_asked(state: State, _: e.PoisonAsked) -> None:
    _today(state, poison=True)


def _poison_struck(state: State, event: e.PoisonStruck) -> None:
    """End the poison; if its victim had died already, today's menu must not show that it struck (R103)."""
    state.marks = state.marks.without("poison", seat=event.seat)
    if state.alive(event.seat):
        _today(state, poison=True)


def _ballot_opened(state: State, event: e.BallotOpened) -> None:
    _today(state, ballot=event, counted=())


def _counted(state: State, event: e.Counted) -> None:
    _today(state, counted=(*state.today.counted, event.votes))


def _recounted(state: State, _: e.Recounted) -> None:
    _today(state, votes=(), counted=())


def _ballot_closed(state: State, _: e.BallotClosed) -> None:
    state.today = state.today.after_ballot()


def _searched(state: State, event: e.Searched) -> None:
    _today(state, voted=True, searched=event.seats)


def _condemned(state: State, _: e.Condemned) -> None:
    _today(state, hanged=True)


WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.Challenged: _challenged,
    e.DuelRefused: _duel_over,
    e.DuelBegan: _duel_began,
    e.Voted: _voted,
    e.Doomed: _doomed,
    e.Spared: _spared,
    e.DuelEnded: _duel_over,
    e.Left: _left,
    e.CardShown: _card_shown,
    e.PoisonAsked: _poison_asked,
    e.PoisonStruck: _poison_struck,
    e.BallotOpened: _ballot_opened,
    e.Counted: _counted,
    e.Recounted: _recounted,
    e.BallotClosed: _ballot_closed,
    e.Searched: _searched,
    e.Condemned: _condemned,
}
