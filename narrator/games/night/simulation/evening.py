"""One simulated evening: a game played through its own questions, without a word said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from narrator.cues import Refused
from narrator.errors import OutOfTurn
from narrator.games.night import events as e
from narrator.games.night.game import NightGame
from narrator.games.night.simulation.people import People, sensible
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.values import dataclass

MOST_NIGHTS = 200
"""A longer game is broken off, and counted as unfinished."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """How a game went: the winner (empty if it was broken off), the number of nights, and where the prize went.

    `holders` are the factions of all who held it, in order; `takeovers` the factions announced as taking it
    over.
    """

    winner: str
    nights: int
    holders: tuple[str, ...]
    takeovers: tuple[str, ...]


def chance_of(seed: int, number: int) -> Random:
    """The random source of the game with this number, whatever was played before it."""
    return Random(f"{seed} {number}")


def begin(game: NightGame, chance: Random) -> State:
    """A quiet table (no cues but questions), before anything has happened."""
    return game.begin(chance.getrandbits(32), quiet=True)


def drafts(game: NightGame, state: State, chance: Random, people: People) -> Iterator[Draft]:
    """Play a game step by step: its opening, then what each answer leads to."""
    draft = game.draft_opening(state)
    yield draft
    while draft.state.question is not None and draft.state.night < MOST_NIGHTS:
        draft = answered(game, draft.state, people(chance, draft.state, draft.state.question))
        yield draft


def until_day(game: NightGame, seed: int) -> list[str]:
    """What sensible people answer in a game of this seed, until the day after its first night, or its only one.

    They go to the next night at once.
    """
    chance, said = chance_of(seed, 0), list[str]()
    draft = game.draft_opening(game.begin(seed, quiet=True))
    while (question := draft.state.question) is not None:
        goes_on = "night" in question.choices and question.key == "day"
        if question.key == "day" and (draft.state.night or not goes_on):
            break
        said.append("night" if goes_on else sensible(chance, draft.state, question))
        draft = answered(game, draft.state, said[-1])
    return said


def answered(game: NightGame, state: State, said: str) -> Draft:
    """What the answer leads to. Raises OutOfTurn if the rules refuse it: people give legal answers only."""
    result = game.draft_answer(state, said)
    if isinstance(result, Refused):
        raise OutOfTurn(f"{state.question} refuses {said!r}: {result.reason}")
    return result


def play(game: NightGame, chance: Random, people: People) -> SimulatedGame:
    """Play a game to its end."""
    return summary(drafts(game, begin(game, chance), chance, people))


def summary(steps: Iterable[Draft]) -> SimulatedGame:
    """Sum up a game from its steps."""
    moves: list[e.Event] = []
    for draft in steps:
        moves += [event for event in draft.events if event.to_seat or event.to_side]
    state = draft.state
    holders = tuple(state.faction(move.to_seat) for move in moves if move.to_seat)
    takeovers = tuple(move.to_side for move in moves if move.to_side)
    return SimulatedGame(state.winner, state.night, holders, takeovers)
