"""Write the night's events into the state: marks, uses, the statue, deaths, counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.state.state import State


def _marked(state: State, event: e.Marked) -> None:
    state.marks = state.marks.with_mark(event)


def _unmarked(state: State, event: e.Unmarked) -> None:
    state.marks = state.marks.without(event.mark, by=event.by)


def _cards_swapped(state: State, event: e.CardsSwapped) -> None:
    state.swaps += ((event.seat, event.other),)


def _cards_changed(state: State, _: e.CardsChanged) -> None:
    state.change_cards()


def _use_spent(state: State, event: e.UseSpent) -> None:
    key = (event.call, event.role)
    state.uses = state.uses | {key: state.uses.get(key, 0) + 1}


def _statue_moved(state: State, event: e.StatueMoved) -> None:
    state.holder, state.planted = event.to, event.planted
    state.planted_on, state.planter = (state.night, event.by) if event.planted else (0, "")


def _taken_over(state: State, event: e.TakenOver) -> None:
    state.believed = event.faction
    state.took_over |= {event.faction}


def killed(state: State, event: e.Killed) -> None:
    """Write a death, by night or day."""
    state.dead |= {event.seat}
    if state.phase != "day":
        state.gone_tonight += (event.seat,)
        state.killed_tonight += (event.seat,)
    if event.seat not in state.unseen:
        state.killed_since |= {event.seat}


def _escaped(state: State, event: e.Escaped) -> None:
    state.escaped |= {event.seat}
    state.gone_tonight += (event.seat,)
    state.marks = state.marks.without("runner", seat=event.seat)
    state.scrapes, state.killed_since = 0, frozenset()


def revived(state: State, event: e.Revived) -> None:
    """Write that somebody lives again."""
    state.dead -= {event.seat}
    state.shots -= {event.seat}
    state.killed_since -= {event.seat}
    state.gone_tonight = tuple(seat for seat in state.gone_tonight if seat != event.seat)
    state.killed_tonight = tuple(seat for seat in state.killed_tonight if seat != event.seat)


def _one_more(field: str, state: State, _: e.Event) -> None:
    setattr(state, field, getattr(state, field) + 1)


WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.Marked: _marked,
    e.Unmarked: _unmarked,
    e.CardsSwapped: _cards_swapped,
    e.CardsChanged: _cards_changed,
    e.UseSpent: _use_spent,
    e.StatueMoved: _statue_moved,
    e.TakenOver: _taken_over,
    e.Killed: killed,
    e.Escaped: _escaped,
    e.Revived: revived,
    e.Scraped: partial(_one_more, "scrapes"),
    e.Signalled: partial(_one_more, "signals"),
    e.StatueHit: partial(_one_more, "hits"),
}
