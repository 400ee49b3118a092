"""Planetopia as the program meets it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from narrator.errors import Problem, fault, out_of_range
from narrator.games.counting.package import CountingPackage, unsayable
from narrator.games.counting.setup import Script
from narrator.games.planetopia import Planetopia
from narrator.games.planetopia.commands import LEVELS, MOST_PLAYERS
from narrator.games.planetopia.setup import Setup
from narrator.games.sheet import Section
from narrator.games.table import Table
from narrator.texts import Texts


class PlanetopiaPackage(CountingPackage[Setup]):
    """The game with the doors that it has (narrator.games.package)."""

    id, folders = "planetopia", (Path(__file__).parent,)
    seated, game, players = Setup, Planetopia, range(3, MOST_PLAYERS + 1)
    choices = MappingProxyType({"level": LEVELS})
    counters = ("morale", "population")
    numbers = range(101)

    def tables(self, _: Table[Setup, Script], texts: Texts) -> Iterator[Section]:
        """What cards are worth, and which one wins."""
        for of in ("themes", "strength", "ranking", "states"):
            rows = tuple(tuple(row.partition(": ")[::2]) for row in texts.group(f"reference.{of}.rows").values())
            yield Section(title=texts.word(f"reference.{of}.title"), rows=rows)  # type: ignore[arg-type]

    def odd(self, setup: Setup, place: str) -> Iterator[Problem]:
        """What its own keys cannot mean."""
        if setup.judge not in range(len(setup.player) + 1):
            yield fault(f"{place}: judge", "faults.nobody-sits-there", seat=setup.judge)
        bounds = {"hand_size": range(3, 11), "decks": range(1, 3), "queens_needed": range(2, 5)}
        for key, legal in bounds.items():
            if (number := getattr(setup, key)) not in legal:
                yield out_of_range(f"{place}: {key}", number, legal[0], legal[-1])
        named = [name for one in setup.player for name in (one.town, one.organisation) if name]
        yield from unsayable(named, f"{place}: player")
