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
from narrator.games.night.loading import shipped_script
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.games.planetopia.setup import REMINDERS as PLANETOPIA_REMINDERS
from narrator.games.planetopia.setup import Leader
from narrator.games.planetopia.setup import Setup as PlanetopiaSetup
from narrator.games.scripted.package import ScriptedPackage
from narrator.games.table import Player, Table
from narrator.games.wars.package import WarsPackage
from narrator.games.wars.setup import FACTIONS, Remind
from narrator.games.wars.setup import Player as WarsPlayer
from narrator.games.wars.setup import Setup as WarsSetup
from narrator.values import replace

from tests import harvest
from tests.harvest import HarvestPackage
from tests.invariants.gathering import gather, with_own_deck
from tests.scenario import SCRIPT


def _ktulu(chance: Random) -> Table[Any, Any]:
    """Any cards, house rules and policy; one table in three has a deck of its own."""
    setup = gather(chance, SCRIPT)
    return Table(KtuluPackage(), with_own_deck(setup) if chance.random() < 1 / 3 else setup, SCRIPT, [])


def _night(chance: Random) -> Table[Any, Any]:
    """A line-up of Werewolf with any policy, whatever is shown of the dead; one in four has its own deck."""
    script, players = shipped_script("werewolf"), chance.randint(5, 14)
    extra = chance.sample(["loner"], chance.randint(0, 1))
    setup = setup_with(
        script.line_ups.suggest(players, chance.randrange(1000), extra, script.sides),
        language="pl",
        game="night",
        script="werewolf",
        policy=chance.choice(("masked", "private", "open")),
        rules=replace(script.rules, dead=chance.choice(("card", "card", "faction", "nothing"))),
    )
    return Table(ScriptedPackage(), with_own_deck(setup) if chance.random() < 1 / 4 else setup, script, [])


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


def _planetopia(chance: Random) -> Table[Any, Any]:
    """Three to seven players with any of the rules that a table may have otherwise."""
    people = tuple(Leader(name=f"Gracz {seat}") for seat in range(1, chance.randint(4, 8)))
    setup = PlanetopiaSetup(
        player=people,
        level=chance.choice(("auction", "full")),
        judge=chance.choice((0, 1, len(people))),
        founding=chance.random() < 0.3,
        reminders=tuple(one for one in PLANETOPIA_REMINDERS if chance.random() < 0.6),
        hand_size=chance.choice((3, 5, 5, 6, 10)),
        decks=chance.choice((1, 1, 2)),
        suit_breaks_ties=chance.random() < 0.5,
        lowest_led=chance.choice(("judge-card", "first-bid")),
        queens_needed=chance.choice((2, 3, 4)),
        strict_effect=chance.random() < 0.3,
    )
    return Table(PlanetopiaPackage(), setup, PlanetopiaPackage().script_of("pl", "")[0], [])


def _wars(chance: Random) -> Table[Any, Any]:
    """Three to five factions in either ledger; one table in two is reminded of something."""
    factions = chance.sample(FACTIONS, chance.randint(3, 5))
    people = tuple(
        WarsPlayer(name=f"Gracz {seat}", faction=one, power=chance.choice((8, 8, 4, 1)))
        for seat, one in enumerate(factions, 1)
    )
    reminders = (
        Remind(text="Po walce księga.", moment="battle"),
        Remind(text="Brama.", moment="turn", faction=factions[0]),
    )
    setup = WarsSetup(
        player=people,
        ledger=chance.choice(("phases", "actions")),
        battle=chance.choice(("table", "guided")),
        dice=chance.choice(("table", "engine")),
        may_pass=chance.random() < 0.7,
        handover=chance.choice(("action", "spoken")),
        remind=reminders if chance.random() < 0.5 else (),
        clock=chance.choice((0, 60)),
    )
    return Table(WarsPackage(), setup, WarsPackage().script_of("pl", "")[0], [])


TABLES: dict[str, Callable[[Random], Table[Any, Any]]] = {
    "ktulu": _ktulu,
    "night": _night,
    "harvest": _harvest,
    "cthulhu-fluxx": _fluxx,
    "planetopia": _planetopia,
    "cthulhu-wars": _wars,
}
"""Draws a table of the game of that name."""

PACKAGES = {**registry.GAMES, "ktulu": KtuluPackage, "harvest": HarvestPackage}
"""All games of the program, and the one of the tests."""
