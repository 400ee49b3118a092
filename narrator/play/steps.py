"""What each input of a game led to, and a journal's inputs played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic

from narrator.cues import Refused, plain
from narrator.errors import BadData, OutOfTurn, Problem
from narrator.games import E, Game, S
from narrator.play.journal import Batch
from narrator.texts import message
from narrator.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What an input led to: the state before and after it, the events, and the facts not yet in the journal."""

    before: S
    said: str
    events: list[E]
    after: S
    missing: list[dict[str, Any]]


def step_of(game: Game[S, E], state: S, said: str, events: list[E]) -> Step[S, E]:
    """The step that an input with these events is, from this state."""
    after = state
    for event in events:
        after = game.fold(after, event)
    return Step(state, said, events, after, [])


def retrace(game: Game[S, E], seed: int, batches: list[Batch], path: Path) -> Iterator[Step[S, E]]:
    """Play a journal's inputs again; the first batch is the opening. Only the last may lack facts.

    Raises BadData, with `path` as its place, if the inputs lead to other facts than are written.
    """
    state = game.begin(seed)
    for number, batch in enumerate(batches):
        before, events = state, _events(game, state, batch.input) if number else game.opening(state)
        facts = [as_fact(event) for event in events]
        known = facts[: len(batch.facts)] if number == len(batches) - 1 else facts
        if batch.facts != known:
            raise BadData([Problem(str(path), message("faults.other-facts"), line=batch.line)])
        step = step_of(game, before, batch.input, events)
        state = step.after
        yield replace(step, missing=facts[len(batch.facts) :])


def _events(game: Game[S, E], state: S, said: str) -> list[E]:
    try:
        result = game.take(state, said) if said else game.delivered(state)
    except OutOfTurn:
        return []
    return [] if isinstance(result, Refused) else result


def as_fact(event: Any) -> dict[str, Any]:
    """The event as a JSON object of the journal: its name, then its fields that are not empty."""
    return {"event": type(event).__name__, **plain(event, sparse=True)}
