"""A random table of each game; a game to come has its line here, and then every law is tried on it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from narrator.games import registry
from narrator.games.fluxx.commands import LEVELS
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.fluxx.setup import REMINDERS
from narrator.games.fluxx.setup import Setup as FluxxSetup
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.table import Player, Table

from tests import harvest
from tests.harvest import HarvestPackage
from tests.invariants.gathering import gather, with_own_deck
from tests.scenario import SCRIPT


def _ktulu(chance: Random) -> Table[Any, Any]:
    """Any cards, house rules and policy; one table in three has a deck of its own."""
    setup = gather(chance, SCRIPT)
    return Table(KtuluPackage(), with_own_deck(setup) if chance.random() < 1 / 3 else setup, SCRIPT, [])


def _harvest(chance: Random) -> Table[Any, Any]:
    """Two to six players, few sheaves or many."""
    people = tuple(Player(name=f"Gracz {seat}") for seat in range(1, chance.randint(3, 7)))
    setup = harvest.Setup(player=people, sheaves=chance.randint(0, 9))
    return Table(HarvestPackage(), setup, harvest.Script(chance.randint(1, 4)), [])


def _fluxx(chance: Random) -> Table[Any, Any]:
    """Two to six players at any level; one table in two is reminded of less."""
    people = tuple(Player(name=f"Gracz {seat}") for seat in range(1, chance.randint(3, 7)))
    reminders = tuple(one for one in REMINDERS if chance.random() < 0.8)
    setup = FluxxSetup(
        player=people,
        level=chance.choice(LEVELS),  # type: ignore[arg-type]
        reminders=reminders if chance.random() < 0.5 else REMINDERS,
        goals=("Sen", "Wyprawa", "Bal")[: chance.randint(0, 3)],
        doom=chance.choice(("table", "players")),
        meta=chance.random() < 0.5,
        join=chance.choice(("last", "next")),
    )
    return Table(FluxxPackage(), setup, FluxxPackage().script_of("pl", "")[0], [])


TABLES: dict[str, Callable[[Random], Table[Any, Any]]] = {
    "ktulu": _ktulu,
    "harvest": _harvest,
    "cthulhu-fluxx": _fluxx,
}
"""Draws a table of the game of that name."""

PACKAGES = {**registry.GAMES, "ktulu": KtuluPackage, "harvest": HarvestPackage}
"""All games of the program, and the one of the tests."""
