"""A random table of each game; a game to come has its line here, and then every law is tried on it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from narrator.games import registry
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


TABLES: dict[str, Callable[[Random], Table[Any, Any]]] = {"ktulu": _ktulu, "harvest": _harvest}
"""Draws a table of the game of that name."""

PACKAGES = {**registry.GAMES, "ktulu": KtuluPackage, "harvest": HarvestPackage}
"""All games of the program, and the one of the tests."""
