"""Going back a step: which table was left when, and what is said when it is there again (D42)."""

from __future__ import annotations

from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.ktulu.rehearsal import program
from narrator.games.ktulu.state import Outgoing, State


def can_be_undone(state: State, event: e.Event) -> bool:
    """Tell whether undoing goes back to before this event: an answer, or a call while nobody may know of answers."""
    if isinstance(event, e.CallOpened):
        return state.secret and bool(state.script.call(state.phase, event.call).do)
    return isinstance(event, e.Answered) and not state.windowed


def back(state: State) -> State | None:
    """Give the table that undoing goes back to, if any.

    As long as the game has not passed the place where undoing began, that is one step further than the last time: in
    the night nobody may know whether anybody has answered since.
    """
    tables = _tables(state)
    began, left = state.retreat
    steps = len(tables) if len(tables) > began else left
    return tables[max(steps - 1, 0)] if tables else None


def steps_taken(state: State) -> int:
    """Count how many times undoing can go back."""
    return len(_tables(state))


def _tables(state: State) -> list[State]:
    """List the tables that undoing knows, earliest first: while a call's time runs, none since it began (R103)."""
    before = state.began if state.window else state.before
    tables: list[State] = []
    while before is not None:
        tables.append(before)
        before = before.before
    return tables[::-1]


def undone(state: State) -> State:
    """Give the table gone back to, and what is said there."""
    left = back(state)
    if left is None:
        return state
    new = left.copy()
    new.retreat = max(state.retreat[0], steps_taken(state)), steps_taken(left)
    new.window = ()
    new.queue = (Outgoing("say", new.at, "undo.notice"), *_wake(state, new), *open_call(new))
    return new


def open_call(state: State) -> tuple[Outgoing, ...]:
    """Give the instruction of the open call, to be heard again."""
    if state.turn is None:
        return ()
    return lines(state, f"{state.turn.call}.line", who=state.turn.role)


def lines(state: State, *ids: str, **data: Any) -> tuple[Outgoing, ...]:
    """Make the outgoing lines of those ids that the script has words for; at a quiet table none."""
    if state.quiet:
        return ()
    at = state.at
    return tuple(Outgoing("say", at, line, data=data) for line in ids if line in state.script.wordings)


def _wake(left: State, again: State) -> tuple[Outgoing, ...]:
    """Give the words that wake the call gone back to, unless it will open with them, or is still open."""
    if again.turn is None:
        return _wake_next(again)
    if left.turn is not None and left.turn.call == again.turn.call:
        return ()
    call = again.script.waker(again.phase, again.turn.call)
    return lines(again, f"{call}.wake", at=again.at, who=again.turn.role)


def _wake_next(state: State) -> tuple[Outgoing, ...]:
    """Give the words that wake the block of the call that is about to open, if it has none of its own."""
    steps = program(state.script, state.cards, state.phase)
    if state.question is not None or state.place >= len(steps):
        return ()
    call, role = steps[state.place]
    waker = state.script.waker(state.phase, call.id)
    return () if waker == call.id else lines(state, f"{waker}.wake", who=role or call.who[0])
