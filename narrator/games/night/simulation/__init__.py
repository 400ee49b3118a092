"""The simulator: many games through the very same rules, to judge a line-up and to try the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import paths, toml_reader
from narrator.errors import BadData, NarratorError
from narrator.games.night.flow import own_rules
from narrator.games.night.game import NightGame
from narrator.games.night.layers import is_script
from narrator.games.night.loading import OfNights, language_here, read_setup, script_to_try, shipped_script
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup, in_force, with_own
from narrator.games.night.simulation.tally import Tally, add_up, as_data, differences, factions_of
from narrator.games.night.simulation.tournament import line_up, tournament
from narrator.texts import message

if TYPE_CHECKING:
    from rich.console import Console

    from narrator.texts import Texts

__all__ = ["Comparison", "Simulation", "game_beside", "game_of", "line_up", "tournament"]


LINE_UP = 12
"""Players at a script's table if no setup and no number of players is named."""


def game_of(package: OfNights, named: Path | None, players: int | None, seed: int) -> NightGame:
    """Prepare the game at the setup's table, or at one with this many players and the suggested cards.

    A script may be named in a setup's place, and is played at such a table too. Raises NarratorError unless there is
    one table, and BadData if it cannot be played.
    """
    found = None if named is None else _found(package, named)
    if isinstance(found, Script):
        return _at(line_up(players or LINE_UP, seed, found), found)
    if (found is None) == (players is None):
        raise NarratorError(message("refusals.setup-or-line-up"))
    if found is None:
        script = shipped_script(package.root, language_here(package.root))
        found = NightGame(line_up(players or 0, seed, script), script)
    return found


def game_beside(package: OfNights, game: NightGame, named: Path) -> NightGame:
    """Prepare the setup's table that is named, or this game's with the script that is. Raises BadData."""
    found = _found(package, named)
    if isinstance(found, NightGame):
        return found
    usual = asdict(in_force(game.script.rules, len(game.setup.player)))
    known = found.rules.single().keys()
    own = {key: value for key, value in asdict(game.setup.rules).items() if value != usual[key] and key in known}
    return _at(game.setup, found, own)


def _found(package: OfNights, named: Path) -> NightGame | Script:
    """The setup's table, or the script, of a file or a name."""
    path = paths.setup_or_script(named)
    data = toml_reader.load(path)
    if is_script(data):
        return script_to_try(path, language_here())
    table = read_setup(package, path, data).table()
    return NightGame(replace(table.setup, deal="engine"), table.script)  # nobody here has a deck to look into


def _at(setup: Setup, script: Script, own: Mapping[str, Any] | None = None) -> NightGame:
    """The game at the table, by the script's house rules but for its own. Raises BadData if a card is unknown."""
    names = setup.names if setup.names in script.vocabulary else next(iter(script.vocabulary))
    table = replace(setup, names=names, rules=with_own(script.rules, own or {}))
    faults = [problem for problem in proofread_setup(table, script, "table") if not problem.warning]
    if faults:
        raise BadData(faults)
    return NightGame(table, script)


class Simulation:
    """Many games of one table, counted up as they are played."""

    def __init__(self, game: NightGame, name: str = "") -> None:
        self._game, self._name, self._tally = game, name, Tally()
        self._prize = own_rules.of(game.setup).prize

    def rounds(self, games: int, seed: int, jobs: int) -> Iterator[int]:
        """Play the games in `jobs` processes; yield how many are finished, from time to time."""
        for part in tournament(self._game, games, seed, jobs):
            add_up(self._tally, part)
            yield self._tally.games

    def data(self, seed: int) -> dict[str, Any]:
        """The results of the finished games, as plain JSON values."""
        return {"seed": seed, **self.counted()}

    def counted(self) -> dict[str, Any]:
        """The results without the seed, with the table's name if it has one."""
        named = {"table": self._name} if self._name else {}
        return named | as_data(self._tally, factions_of(self._game), prize=self._prize)

    def show(self, data: dict[str, Any], console: Console, texts: Texts) -> None:
        """Print these data as tables."""
        from narrator.games.night.simulation.report import show

        show(data, data.get(self._prize, {}), console, self.called, texts)

    @property
    def called(self) -> dict[str, str]:
        """What the factions are called at this table."""
        names = self._game.script.vocabulary[self._game.setup.names]
        return {faction: names[faction].name for faction in self._game.script.factions}


class Comparison:
    """As many games of two tables, with the same seeds."""

    def __init__(self, one: Simulation, other: Simulation) -> None:
        self._one, self._other = one, other

    def rounds(self, games: int, seed: int, jobs: int) -> Iterator[int]:
        """Play the games of both; yield how many of the first, and then of the second, are finished, on average."""
        finished = 0
        for finished in self._one.rounds(games, seed, jobs):
            yield finished // 2
        for more in self._other.rounds(games, seed, jobs):
            yield (finished + more) // 2

    def data(self, seed: int) -> dict[str, Any]:
        """The results of both, and how much more often each faction won at the first table."""
        one, other = self._one.counted(), self._other.counted()
        return {"seed": seed, "tables": [one, other], "differences": differences(one, other)}

    def show(self, data: dict[str, Any], console: Console, texts: Texts) -> None:
        """Print these data as a table."""
        from narrator.games.night.simulation.report import show_beside

        show_beside(data, console, self._other.called | self._one.called, texts)
