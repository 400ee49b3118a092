"""Eyes: whether all are closed, by what the room has heard, and what is said before they close or open again."""

from __future__ import annotations

from typing import Any

from narrator.games.ktulu.state import Outgoing, State

_OPENING = {"dawn.wake", "day.revive.end"}
"""The lines at which all open their eyes."""

_CLOSING = {"night.zero", "night.falls"}
"""The lines at which all close them for the night."""


def closed(state: State) -> bool:
    """Whether all eyes should be closed but those of a call's people: it follows from what has been said."""
    if state.gate or state.window:
        return not state.gate
    pending = {out.line for out in (*state.held, *state.queue)}
    if by_night(state):
        return not pending & _CLOSING
    asked = state.question.key if state.question else ""
    return state.phase == "day" and (asked == "day.revive" or bool(pending & _OPENING))


def by_night(state: State) -> bool:
    """Whether calls are made at this place of the game."""
    return state.phase in ("zero", "night", "dawn")


def lines(state: State, *ids: str, **data: Any) -> tuple[Outgoing, ...]:
    """Make the outgoing lines of those ids that the script has words for; at a quiet table none."""
    if state.quiet:
        return ()
    at = state.at
    return tuple(Outgoing("say", at, line, data=data) for line in ids if line in state.script.wordings)


def close(state: State) -> tuple[Outgoing, ...]:
    """The words before which the night does not go on; a script without its own has those of nightfall."""
    return lines(state, "night.again") or lines(state, "night.falls", night=state.night)


def reopen(state: State) -> tuple[Outgoing, ...]:
    """The words for a day that comes again."""
    return lines(state, "day.again") or lines(state, "dawn.wake")
