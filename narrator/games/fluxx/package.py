"""Cthulhu FLUXX as the program meets it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from narrator.errors import Problem, fault
from narrator.games.counting.package import CountingPackage, unsayable
from narrator.games.counting.setup import Script
from narrator.games.fluxx import Fluxx
from narrator.games.fluxx.commands import ABOUT, LEVELS, MOST_PLAYERS
from narrator.games.fluxx.setup import Setup
from narrator.games.sheet import Section
from narrator.games.table import Table
from narrator.texts import Texts

MOST_GOALS = 30


class FluxxPackage(CountingPackage[Setup]):
    """The game with the doors that it has (narrator.games.package)."""

    id, folders = "cthulhu-fluxx", (Path(__file__).parent,)
    seated, game, players = Setup, Fluxx, range(2, MOST_PLAYERS + 1)
    choices = MappingProxyType({"level": LEVELS})
    counters = ("doom", "keepers")

    def tables(self, table: Table[Setup, Script], texts: Texts) -> Iterator[Section]:
        """What players quarrel about."""
        lines = self.game.lines_of(table.script)
        said = tuple(("", lines.text(lines.wordings[f"faq.{about}"][0], {})) for about in ABOUT)
        yield Section(title=texts.word("reference.quarrels"), rows=said)

    def odd(self, setup: Setup, place: str) -> Iterator[Problem]:
        """What its goals cannot be."""
        if len(setup.goals) > MOST_GOALS:
            yield fault(f"{place}: goals", "faults.too-many-goals", count=len(setup.goals), most=MOST_GOALS)
        yield from unsayable(setup.goals, f"{place}: goals")
