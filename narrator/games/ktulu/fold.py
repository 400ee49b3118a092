"""Write what happens in Ktulu alone into the state: where the statue is, how a duel goes, and what is set (D41)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.night.state.fold import WRITERS
from narrator.games.night.state.fold_facts import Values, escaped, setting, writing
from narrator.games.night.state.fold_overrides import SET, marked
from narrator.games.night.state.state import State, Today
from narrator.values import changed


def _statue_moved(state: State, event: e.StatueMoved) -> dict[str, Any]:
    on, planter = (state.night, event.by) if event.planted else (0, "")
    return {"holder": event.to, "planted": event.planted, "planted_on": on, "planter": planter}


def _taken_over(state: State, event: e.TakenOver) -> dict[str, Any]:
    heard = state.rules.announced and not state.quiet
    chronicle = changed(state.chronicle, takeovers=state.chronicle.takeovers + heard)
    return {"believed": event.faction, "took_over": state.took_over | {event.faction}, "chronicle": chronicle}


_AFTER: dict[type[e.Event], Values] = {
    e.StatueMoved: _statue_moved,
    e.TakenOver: _taken_over,
    e.SailChosen: lambda *_: {"sailing": True},
    e.Scraped: lambda state, _: {"scrapes": state.scrapes + 1},
    e.Signalled: lambda state, _: {"signals": state.signals + 1},
    e.StatueHit: lambda state, _: {"hits": state.hits + 1},
}

_TODAY: dict[type[e.Event], Callable[[Today, Any], Today]] = {
    e.Challenged: lambda day, event: changed(day.after_vote(), pair=(event.attacker, event.defender), purpose="duel"),
    e.DuelRefused: lambda day, _: day.after_vote(),
    e.DuelBegan: lambda day, _: changed(day, bouts=day.bouts + 1),
    e.Voted: lambda day, event: changed(day, counted=(*day.counted, event.votes), raised=day.raised + 1),
    e.Doomed: lambda day, event: changed(day, doomed=event.seats),
    e.Spared: lambda day, event: changed(
        day, doomed=tuple(seat for seat in day.doomed if seat != event.seat), spared=(*day.spared, event.seat)
    ),
    e.DuelEnded: lambda day, _: day.after_vote(),
    e.Searched: lambda day, event: changed(day, voted=True, searched=event.seats),
}


def _escaped(state: State, event: e.Escaped) -> None:
    escaped(state, event)
    state.marks, state.scrapes = state.marks.without("runner", seat=event.seat), 0


WRITERS[e.Escaped] = _escaped
WRITERS.update({event: setting(values) for event, values in _AFTER.items()})
WRITERS.update({event: writing(after) for event, after in _TODAY.items()})

_SET: dict[str, Values] = {
    "statue": lambda _, event: {"holder": int(event.value), "planted": False, "planter": "", "planted_on": 0},
    "believed": lambda _, event: {"believed": event.value},
    "signals": lambda _, event: {"signals": int(event.value)},
    "hits": lambda _, event: {"hits": int(event.value)},
    "gold": lambda _, event: {"scrapes": int(event.value)},
}
SET.update({"jail": marked, **{what: setting(values) for what, values in _SET.items()}})
