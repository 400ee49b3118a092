"""A random game of any kind, from question to question; anything may be said at any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from narrator.cues import Ask, End, Refused
from narrator.errors import OutOfTurn
from narrator.games import Game
from narrator.games.table import Table

from tests.mishaps.happenings import PROMPT, Guests, Habits

S = TypeVar("S")
E = TypeVar("E")

AnyGame = Game[Any, Any]

RESTLESS = Habits(late=0.15, commands=0.08, nonsense=0.05, again=0.02, hurry=0.5)
"""People who often call for something else than they are asked."""

QUESTIONS = (10, 40, 100)
"""After how many questions people may go home."""

ENDLESS = 500
"""Cues between two questions after which something goes round in circles."""


def begun(game: AnyGame, seed: int) -> Any:
    """The game before its first cue."""
    state = game.begin(seed)
    return after(game, state, game.opening(state))


def after(game: Game[S, E], state: S, events: Iterable[E]) -> S:
    """The game after these events."""
    for event in events:
        state = game.fold(state, event)
    return state


def said(game: AnyGame, state: Any, word: str) -> Any:
    """The game after this was said; None if it was refused, in words."""
    result = game.take(state, word)
    if not isinstance(result, Refused):
        return after(game, state, result)
    assert result.text, f"{word!r} is refused without a word: {result}"
    return None


def settled(game: AnyGame, state: Any, at: Callable[[Any], Any] = lambda state: state) -> Any:
    """The game at the next question, or at its end; what goes out before it has gone out, and all are ready.

    `at` may change what it is at each cue.
    """
    for _ in range(ENDLESS):
        state = at(state)
        cue = game.cue(state)
        if cue is None or isinstance(cue, End):
            return state
        if not isinstance(cue, Ask):
            state = after(game, state, game.delivered(state))
        elif cue.kind == "ready":
            state = said(game, state, "ready")
        else:
            return state
    raise AssertionError(f"no question comes: {game.cue(state)}")


def undone(game: AnyGame, state: Any) -> Any:
    """The game after an undo, once what cannot be broken off has gone out; None if there is nothing to undo."""
    for _ in range(ENDLESS):
        try:
            return said(game, state, "undo")
        except OutOfTurn:
            state = after(game, state, game.delivered(state))
    raise AssertionError(f"undo is never taken: {game.cue(state)}")


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What whoever leads sees of the table, and the open question."""

    table: tuple[Any, ...]
    ask: Ask | None

    def __eq__(self, other: object) -> bool:
        """Whether it looks the same, but for the wording of the question."""
        if not isinstance(other, Seen) or self.table != other.table:
            return False
        mine, theirs = self.ask, other.ask
        if mine is None or theirs is None or mine.line == theirs.line:
            return mine == theirs
        return replace(mine, line=bare(mine), text="") == replace(theirs, line=bare(theirs), text="")


def bare(ask: Ask) -> str:
    """The id of the question's line without its wording's number."""
    return ask.line.rstrip("0123456789")


def seen(game: AnyGame, state: Any) -> Seen:
    """What whoever leads sees in this state."""
    view = game.view(state, "moderator")
    return Seen((view.at, view.seats, view.facts, view.counters, view.table, view.outcome), view.due)


def question(game: AnyGame, state: Any) -> Ask | None:
    """The open question, if there is one."""
    cue = game.cue(state)
    return cue if isinstance(cue, Ask) else None


def people_at(table: Table[Any, Any], chance: Random, habits: Habits = RESTLESS) -> Guests:
    """Those who sit at the table."""
    return Guests(chance, habits, len(table.setup.player))


def evening(table: Table[Any, Any], chance: Random) -> Iterator[tuple[AnyGame, Any]]:
    """The game as it stands before each of its cues, until people go home."""
    return played(table, chance, people_at(table, chance), chance.choice(QUESTIONS))


def whole_evening(table: Table[Any, Any], chance: Random) -> Iterator[tuple[AnyGame, Any]]:
    """The same, of people who want to see the end."""
    return played(table, chance, people_at(table, chance, PROMPT), ENDLESS)


def played(table: Table[Any, Any], chance: Random, people: Guests, questions: int) -> Iterator[tuple[AnyGame, Any]]:
    """The game as it stands before each of its cues, with these people, up to so many questions or its end."""
    game = table.game()
    state = begun(game, chance.getrandbits(32))
    while questions:
        yield game, state
        cue = game.cue(state)
        if cue is None or isinstance(cue, End):
            return
        word = people.answer(cue) if isinstance(cue, Ask) else people.call(cue)
        questions -= isinstance(cue, Ask)
        if word or isinstance(cue, Ask):
            new = said(game, state, word)
            state = state if new is None else new
        else:
            state = after(game, state, game.delivered(state))
