"""Eyes: whether the room believes all are closed, and the lines that close or open them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.games.night.flow import cases
from narrator.games.night.state.state import Outgoing, State
from narrator.games.night.told.public import project

_REVIVED = "day.revive.end"

_OPENING = {"dawn.wake", _REVIVED, "round.begins", "end.wake"}
"""The lines at which all open their eyes."""

_CLOSING = {"night.zero", "night.falls"}
"""The lines at which all close them for the night."""


def closed(state: State) -> bool:
    """Whether all eyes but those of a call's people should be closed, by what has been said so far."""
    state = state.outside
    if state.gate or state.window:
        return not state.gate
    to_come = _to_come(state)
    pending = {out.line for out in to_come}
    if state.winner:  # the room learns it line by line, and by day, too, eyes may still be closed for the doctor
        unsaid = "end.wake" not in state.script.wordings and any(out.at.dark for out in to_come)
        return unsaid or bool(pending & _OPENING)
    if by_night(state):
        return not pending & _CLOSING
    return state.phase != "start" and (state.reviving or bool(pending & _OPENING))


def _to_come(state: State) -> tuple[Outgoing, ...]:
    return (*state.held, *state.queue)


def open_by_day(state: State) -> bool:
    """Whether it is day in the room and all see; a win that nobody has heard of yet changes nothing (R103, D57)."""
    return (state.phase == "day" or bool(state.winner)) and not closed(state)


def by_night(state: State) -> bool:
    """Whether calls are made at this place of the game; in a round all eyes are open."""
    return state.phase in ("zero", "night", "dawn") and not state.up


def lines(state: State, *ids: str, **data: Any) -> tuple[Outgoing, ...]:
    """Make the outgoing lines of those ids that the script has words for; at a quiet table none."""
    if state.quiet:
        return ()
    at, known = state.at, state.script.wordings
    return tuple(Outgoing("say", at, one, data=data, case=case_of(state, one, data)) for one in ids if one in known)


def case_of(state: State, line: str, values: Mapping[str, Any]) -> str:
    """The case of the line that is said now, by public facts alone; empty if it is the line itself."""
    if line not in state.script.cases:
        return ""
    case = cases.said(state.script, project(state), line, values)
    return case if case != line else ""


def beginning(state: State) -> tuple[Outgoing, ...]:
    """How answers are given at this table, and the question whether all are ready."""
    return lines(state, f"game.how.{state.setup.answers}", "game.ready")


def close(state: State) -> tuple[Outgoing, ...]:
    """The words that close all eyes before the calls go on; nightfall's, if the script has none for it."""
    reviving = state.reviving or any(out.line == _REVIVED for out in _to_come(state))
    return (
        (lines(state, "day.closed") if reviving else ())
        or lines(state, "night.again")
        or lines(state, "night.falls", night=state.night)
    )


def reopen(state: State) -> tuple[Outgoing, ...]:
    """The words that open all eyes again; those of dawn, if the script has none for it."""
    return lines(state, "day.again") or lines(state, "dawn.wake")
