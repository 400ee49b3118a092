"""The games there are: the only place of the program that names them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from narrator.errors import BadData, Problem, suggest
from narrator.texts import message

if TYPE_CHECKING:
    from pathlib import Path

    from narrator.games.package import Package

DEFAULT = "ktulu"
"""The game of a setup that names none."""


def _ktulu() -> Package:
    from narrator.games.ktulu.package import KtuluPackage

    return KtuluPackage()


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
    "cthulhu-fluxx": _fluxx,
    "planetopia": _planetopia,
    "cthulhu-wars": _wars,
}
"""By the name that setups give it; a game's code is loaded when it is played."""


def package(game: str = DEFAULT, place: str = "game") -> Package:
    """Load the game of this name. Raises BadData, with the names there are, if there is none."""
    if game not in GAMES:
        raise BadData([Problem(place, message("faults.no-game", name=game), suggest(game, GAMES))])
    return GAMES[game]()


def asking() -> list[str]:
    """The games that ask people their way to a setup."""
    from narrator.games.package import HasWizard

    return [game for game in GAMES if isinstance(package(game), HasWizard)]


def folders(game: str = "") -> list[Path]:
    """The folders with texts and lexicons of this game, or of all games; not every game has one."""
    from narrator.games.package import HasWords

    found = (GAMES[each]() for each in ((game,) if game else GAMES))
    return [each.folder for each in found if isinstance(each, HasWords)]
