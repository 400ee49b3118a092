"""The laws of one game whose every state is looked at: what is said and taken in random games, moment by moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from narrator.cues import Ask, End

from tests.any_game.evening import QUESTIONS, AnyGame, after, begun, people_at, said
from tests.any_game.tables import TABLES

G = TypeVar("G")
S = TypeVar("S")


class Moment(NamedTuple, Generic[G, S]):
    """Something was said at a question, in the game as it was `before`, and taken."""

    game: G
    before: S
    word: str
    after: S

    @property
    def goes_on(self) -> bool:
        """Whether it is no step back."""
        return self.word != "undo"


L = TypeVar("L", bound=Callable[[Any], bool])


class Laws(list[L]):
    """All laws of a game."""

    def law(self, law: L) -> L:
        """Say that this is one."""
        self.append(law)
        return law


Habit = Callable[[Ask, Any], str]
"""What is said at this question instead; empty for what anybody would say."""


def moments(
    kind: type[Any], game_id: str, chance: Random, habit: Habit = lambda _, __: ""
) -> Iterator[Moment[Any, Any]]:
    """All that is said and taken in a random game of this kind."""
    table = TABLES[game_id](chance)
    game: AnyGame = table.game()
    assert isinstance(game, kind)
    people, left = people_at(table, chance), chance.choice(QUESTIONS)
    state = begun(game, chance.getrandbits(32))
    while left and not isinstance(cue := game.cue(state), End | None):
        if not isinstance(cue, Ask):
            state = after(game, state, game.delivered(state))
            continue
        word, left = people.answer(cue), left - 1
        word = habit(cue, state) or word
        if (new := said(game, state, word)) is not None:
            yield Moment(game, state, word, new)
            state = new
