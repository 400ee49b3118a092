"""Mafia by the book of probability: how likely the mafia wins, by every case there is, and people who play just so.

Without a detective it is Migdał's model (A mathematical model of the Mafia game, arXiv 1009.1031): the town hangs
anybody each day, the mafia kills any citizen each night. That paper has no detective; ours is in docs/simulator.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from narrator.games.night.events import Asked
from narrator.games.night.game import NightGame
from narrator.games.night.loading import load_script
from narrator.games.night.script.script import DaySteps
from narrator.games.night.simulation.evening import play
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.state import State
from narrator.values import replace

FILE = Path(__file__).parent / "wolves" / "wolves.toml"
WOLF, DETECTIVE = "wolf", "seer"


def cards_of(players: int, mafia: int, led: bool) -> tuple[str, ...]:
    """The cards of a table, with a detective or without."""
    return (*[DETECTIVE] * led, *["villager"] * (players - mafia - led), *[WOLF] * mafia)


def won_by_mafia(cards: tuple[str, ...], games: int) -> float:
    """The share of so many games that the mafia wins with these cards; a day is a hanging."""
    script = replace(load_script(FILE), day=DaySteps(steps=("hang",)))
    table = NightGame(setup_with(cards, language="en", game="night", script="wolves", policy="masked"), script)
    won = sum(play(table, Random(f"{cards} {one}"), Town()).winner == "wolves" for one in range(games))
    return won / games


def exact(players: int, mafia: int, *, led: bool) -> float:
    """How likely the mafia wins at such a table."""
    return with_detective(players - mafia - 1, 0, mafia) if led else mafia_wins(players, mafia)


@cache
def mafia_wins(players: int, mafia: int, *, day: bool = True) -> float:
    """How likely the mafia wins without a detective."""
    if not mafia or 2 * mafia >= players:
        return float(mafia > 0)
    if not day:
        return mafia_wins(players - 1, mafia)
    caught = mafia / players
    return caught * mafia_wins(players - 1, mafia - 1, day=False) + (1 - caught) * mafia_wins(
        players - 1, mafia, day=False
    )


@cache
def with_detective(citizens: int, cleared: int, mafia: int, *, day: bool = True) -> float:
    """The same while a detective lives whom nobody knows: `cleared` are citizens whom they have looked at.

    The detective looks at anybody not looked at, and comes forward once that was a mafioso, who is hanged.
    """
    living = citizens + cleared + 1 + mafia
    if not mafia or 2 * mafia >= living:
        return float(mafia > 0)
    if not day:
        return _night(citizens, cleared, mafia)
    rest = (
        citizens * with_detective(citizens - 1, cleared, mafia, day=False) if citizens else 0.0,
        cleared * with_detective(citizens, cleared - 1, mafia, day=False) if cleared else 0.0,
        mafia * with_detective(citizens, cleared, mafia - 1, day=False),
        mafia_wins(living - 1, mafia, day=False),
    )
    return sum(rest) / living


def _night(citizens: int, cleared: int, mafia: int) -> float:
    """The detective looks, then the mafia kills."""
    found = mafia / (citizens + mafia)
    killed, lucky = mafia_wins(citizens + cleared + mafia, mafia), 0.0
    town = citizens + cleared + 1
    if citizens:
        lucky += citizens * _forward(citizens - 1, cleared, mafia)
    if cleared:
        lucky += cleared * _forward(citizens, cleared - 1, mafia)
    total = found * (lucky + killed)
    if citizens:
        left, known = citizens - 1, cleared + 1
        unlucky = known * with_detective(left, known - 1, mafia) + killed
        unlucky += left * with_detective(left - 1, known, mafia) if left else 0.0
        total += (1 - found) * unlucky
    return total / town


def _forward(citizens: int, cleared: int, mafia: int) -> float:
    """The detective comes forward by day, unless it is over: a mafioso is hanged, and the detective dies by night."""
    if 2 * mafia >= citizens + cleared + 1 + mafia:
        return 1.0
    return _informed(citizens, cleared, mafia - 1)


@cache
def _informed(citizens: int, cleared: int, mafia: int, *, day: bool = True) -> float:
    """The detective is dead, and all know who was cleared: nobody hangs those."""
    living = citizens + cleared + mafia
    if not mafia or 2 * mafia >= living:
        return float(mafia > 0)
    if day:
        spared = citizens * _informed(citizens - 1, cleared, mafia, day=False) if citizens else 0.0
        return (spared + mafia * _informed(citizens, cleared, mafia - 1, day=False)) / (citizens + mafia)
    lost = citizens * _informed(citizens - 1, cleared, mafia) if citizens else 0.0
    lost += cleared * _informed(citizens, cleared - 1, mafia) if cleared else 0.0
    return lost / (citizens + cleared)


class Town:
    """The people of one game, who play as the model says; a detective among them remembers."""

    def __init__(self) -> None:
        self._looked_at: dict[int, bool] = {}
        self._forward = False

    def __call__(self, chance: Random, state: State, question: Asked) -> str:
        """Answer a question."""
        if question.key == "day":
            return "hang" if "hang" in question.choices else "night"
        if question.key == "day.hang":
            return chance.choice(self._suspects(state, question))
        if question.key == "kill":
            return chance.choice(self._victims(state, question))
        if question.key == "confess":
            new = [seat for seat in question.choices if int(seat) not in self._looked_at]
            picked = chance.choice(new or question.choices)
            if not self._forward:  # what is seen in the night of one's death nobody hears
                self._looked_at[int(picked)] = state.card(int(picked)) == WOLF
            return picked
        return sensible(chance, state, question)

    def _suspects(self, state: State, question: Asked) -> list[str]:
        found = [str(seat) for seat, guilty in self._looked_at.items() if guilty and state.alive(seat)]
        self._forward = self._forward or bool(found and self._detectives(state, question))
        if not self._forward:
            return [*question.choices]
        cleared = {str(seat) for seat, guilty in self._looked_at.items() if not guilty}
        return found or [seat for seat in question.choices if seat not in cleared]

    def _victims(self, state: State, question: Asked) -> list[str]:
        known = self._detectives(state, question) if self._forward else []
        return known or [seat for seat in question.choices if state.card(int(seat)) != WOLF]

    @staticmethod
    def _detectives(state: State, question: Asked) -> list[str]:
        return [seat for seat in question.choices if state.card(int(seat)) == DETECTIVE]
