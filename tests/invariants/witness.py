"""The witness: watches a game at a random table event by event, and says which law was broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from narrator.games.night import events as e
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.evening import SimulatedGame, answered, begin, chance_of, drafts, summary
from narrator.games.night.simulation.people import People, sensible
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

from tests.invariants import promises
from tests.invariants.gathering import gather, voting, with_own_deck
from tests.invariants.laws import ALWAYS, LAWS
from tests.invariants.offers import QUESTION_LAWS
from tests.people import late, lawless, wild
from tests.sometimes.noting import Noting

_TRIED = 0.03
"""The share of the questions at which every legal answer is tried."""


class LawBroken(Exception):
    """A law did not hold: a fault of the rules as they are written here, or of the law."""


class Witness:
    """Follows one game by its events alone."""

    def __init__(self, game: NightGame, state: State) -> None:
        self.game, self.state = game, state
        self._bent = False
        self._steps: promises.Steps = []

    def see(self, draft: Draft) -> None:
        """Follow a step of the game. Raises LawBroken."""
        for event in draft.events:
            self._happened(event)
        if self.state != draft.state:
            raise LawBroken(f"events and table differ: {self.state}\n{draft.state}")
        question = self.state.question
        if question is not None and not self._bent:
            for law in QUESTION_LAWS:
                if not law(self.state, question):
                    raise LawBroken(f"{law.__name__}: {question}\n{self.state}")

    def _happened(self, event: e.Event) -> None:
        before, self.state = self.state, self.game.fold(self.state, event)
        self._bent = self._bent or isinstance(event, e.Overridden)
        laws = [*ALWAYS, *([] if self._bent else [law for kind, law in LAWS if isinstance(event, kind)])]
        for law in laws:
            if not law(before, event, self.state):
                raise LawBroken(f"{law.__name__}: {event}\n{before}")
        if isinstance(event, e.CallOpened | e.DayBegan):
            self._steps = []
        self._steps.append((before, event))
        for promise in () if self._bent else promises.broken(self._steps):
            raise LawBroken(f"{promise.__name__}: {self._steps}")

    def try_everything(self) -> None:
        """Every answer that the open question allows, and go back. Raises OutOfTurn if one is refused."""
        question = self.state.question
        if question is not None:
            none, time = question.optional * ("none",), self.state.windowed * ("time",)
            for said in (*question.choices, *none, *time):
                answered(self.game, self.state, said)


def attend(script: Script, seed: int, number: int) -> SimulatedGame:
    """Play the game of that number at a table of its own, and watch.

    Raises LawBroken, OutOfTurn if a listed answer is refused, or whatever else the rules raise, with the game noted.
    """
    chance, script = chance_of(seed, number), voting(script, number // 4)
    setup = replace(gather(chance, script), answers="moderator")
    game = Noting(with_own_deck(setup) if number % 4 == 0 else setup, script)
    people: People = chance.choices((sensible, late(sensible), wild, lawless), weights=(1, 1, 2, 1))[0]
    try:
        return summary(watched(game, chance, people))
    except Exception as fault:
        fault.add_note(f"game {number} of seed {seed}")
        raise


def watched(game: NightGame, chance: Random, people: People) -> Iterator[Draft]:
    """Play the game, and watch. Raises LawBroken."""
    state = begin(game, chance)
    witness = Witness(game, state)
    for draft in drafts(game, state, chance, people):
        witness.see(draft)
        if chance.random() < _TRIED:
            witness.try_everything()
        yield draft
