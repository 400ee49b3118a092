"""Cthulhu Wars as the program meets it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from narrator.errors import Problem, fault
from narrator.games.counting import CountingGame
from narrator.games.counting.package import CountingPackage
from narrator.games.counting.setup import Script
from narrator.games.counting.state import State
from narrator.games.package import GameStatistics
from narrator.games.sheet import Section
from narrator.games.table import Table
from narrator.games.wars import CthulhuWars
from narrator.games.wars.commands import THINGS, UNITS
from narrator.games.wars.setup import FACTIONS, Setup
from narrator.texts import Texts


class WarsPackage(CountingPackage[Setup]):
    """The game with the doors that it has (narrator.games.package)."""

    id, folders = "cthulhu-wars", (Path(__file__).parent,)
    seated, game, players = Setup, CthulhuWars, range(3, 6)
    choices = MappingProxyType(
        {"ledger": ("phases", "actions"), "battle": ("table", "guided"), "clock": ("0", "60", "120", "300")}
    )
    apiece = MappingProxyType({"faction": FACTIONS})
    counters = ("power", "doom", "signs", "books")
    numbers = range(41)

    def seats(self, setup: Setup) -> range:
        """Two can play where the phases alone are kept (D7)."""
        return range(2, 6) if setup.two_players == "phases-only" else self.players

    def odd(self, setup: Setup, place: str) -> Iterator[Problem]:
        """What a faction cannot be, and what two players cannot have."""
        ids = [one.faction for one in setup.player]
        if twice := sorted({one for one in ids if ids.count(one) > 1}):
            yield fault(f"{place}: player", "faults.faction-twice", faction=twice[0])
        if odd := [one.power for one in setup.player if not 0 <= one.power <= 20]:
            yield fault(f"{place}: player", "faults.power-to-begin", power=odd[0])
        if len(ids) == 2 and (setup.paid or setup.battle == "guided"):
            yield fault(f"{place}: two_players", "faults.two-players")
        if setup.clock and not 10 <= setup.clock <= 3600:
            yield fault(f"{place}: clock", "faults.turns-of-no-length", seconds=setup.clock)
        if absent := {one.faction for one in setup.remind} - {"", *ids}:
            yield fault(f"{place}: remind", "faults.nobody-plays", faction=min(absent))
        if not all(one.text.strip() and len(one.text) <= 120 and one.text.isprintable() for one in setup.remind):
            yield fault(f"{place}: remind", "faults.unsayable-reminder")

    def summed_up(self, game: CountingGame[Any, Setup], state: State[Any]) -> GameStatistics | None:
        """People by their own names, each with their faction."""
        found = super().summed_up(game, state)
        if found is None:
            return None
        pairs = zip(game.setup.people.values(), found.participants, strict=True)
        return replace(found, participants=tuple(replace(one, name=name, role=one.name) for name, one in pairs))

    def tables(self, table: Table[Setup, Script], texts: Texts) -> Iterator[Section]:
        """Who may capture a cultist, and what things cost."""
        lines = self.game.lines_of(table.script)
        pairs = texts.group("capture").values()
        yield Section(title=texts.word("reference.capture"), rows=tuple(("", one) for one in pairs))
        costs = (lines.wordings[f"cost.{one}"][0] for one in (*THINGS, *UNITS) if one != "ritual")
        yield Section(title=texts.word("reference.costs"), rows=tuple(("", one) for one in costs))
