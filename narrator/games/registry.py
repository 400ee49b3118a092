"""The games there are: the only place of the program that names them all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from narrator.errors import BadData, fault, unknown
from narrator.games import table

if TYPE_CHECKING:
    from pathlib import Path

    from narrator.games.package import Package
    from narrator.games.table import Setup

DEFAULT = table.DEFAULT


def _ktulu() -> Package:
    from narrator.games.ktulu.package import KtuluPackage

    return KtuluPackage()


def _night() -> Package:
    from narrator.games.scripted.package import ScriptedPackage

    return ScriptedPackage()


def _fluxx() -> Package:
    from narrator.games.fluxx.package import FluxxPackage

    return FluxxPackage()


def _planetopia() -> Package:
    from narrator.games.planetopia.package import PlanetopiaPackage

    return PlanetopiaPackage()


def _wars() -> Package:
    from narrator.games.wars.package import WarsPackage

    return WarsPackage()


GAMES: dict[str, Callable[[], Package]] = {
    "ktulu": _ktulu,
    "night": _night,
    "cthulhu-fluxx": _fluxx,
    "planetopia": _planetopia,
    "cthulhu-wars": _wars,
}
"""By the name that setups give it; a game's code is loaded when it is played."""

INSTALLED = "narrator.games"
"""The group of entry points by which other Python packages bring games: each names a class that is a Package."""


@cache
def _installed() -> dict[str, Callable[[], Package]]:
    from importlib.metadata import entry_points

    return {one.name: partial(_opened, one.name, one.load) for one in entry_points(group=INSTALLED)}


def _opened(game: str, load: Callable[[], Callable[[], Package]]) -> Package:
    """The package of an installed game. Raises BadData if its code cannot be had."""
    try:
        return load()()
    except Exception as error:
        raise BadData([fault(game, "faults.game-cannot-be-loaded", why=repr(error))]) from error


def games() -> dict[str, Callable[[], Package]]:
    """All games, those that came along first."""
    return {**GAMES, **{name: one for name, one in _installed().items() if name not in GAMES}}


def is_known(game: object) -> bool:
    """Whether there is a game of this name."""
    return isinstance(game, str) and (game in GAMES or game in _installed())


def package(game: str = DEFAULT, place: str = "game") -> Package:
    """Load the game of this name. Raises BadData, with the names there are, if there is none."""
    if not is_known(game):
        raise BadData([unknown(place, "faults.no-game", game, games())])
    return (GAMES if game in GAMES else _installed())[game]()


def offered() -> dict[str, str]:
    """What people can choose between: games by name, each with what it is called, if it says so itself.

    A game that is many has each of them here (HasGames).
    """
    from narrator.games.package import HasGames

    found = dict[str, str]()
    for game in games():
        try:
            one = package(game)
        except BadData:
            continue  # somebody else's, and broken: who plays it is told
        found |= one.games() if isinstance(one, HasGames) else {game: ""}
    return found


def chosen(name: str, place: str = "--game") -> Package:
    """The package of a game that is offered, or of a variant by the name of its script.

    Raises BadData, with the names there are, if none is called so.
    """
    from narrator.games.package import HasGames, HasVariants

    if is_known(name):
        return package(name)
    known = [GAMES[game]() for game in GAMES]
    for many in known:
        if isinstance(many, HasGames) and name in many.games():
            return many.of(name)
    for one in known:
        if isinstance(one, HasVariants) and (variant := one.playing(name)):
            return variant
    raise BadData([unknown(place, "faults.no-game", name, offered())])


def name_of(setup: Setup) -> str:
    """The name by which the game of this table is offered."""
    from narrator.games.package import HasGames

    one = package(setup.game)
    return one.name_of(setup) if isinstance(one, HasGames) else setup.game


def asking() -> dict[str, str]:
    """Those of them that ask people their way to a setup."""
    from narrator.games.package import HasWizard

    return {name: title for name, title in offered().items() if isinstance(chosen(name), HasWizard)}


def folders(game: str = "") -> list[Path]:
    """The folders with texts and lexicons of this game, or of all games; not every game has one."""
    from narrator.games.package import HasWords

    found = (package(each) for each in ((game,) if game else GAMES))
    return [*dict.fromkeys(folder for each in found if isinstance(each, HasWords) for folder in each.folders)]
