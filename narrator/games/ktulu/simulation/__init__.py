"""The simulator: many games through the very same rules, to judge a line-up and to try the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import paths, toml_reader
from narrator.errors import NarratorError
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.loading import read_setup, shipped_script
from narrator.games.ktulu.simulation.tally import Tally, as_data, factions_of
from narrator.games.ktulu.simulation.tournament import line_up, tournament

if TYPE_CHECKING:
    from rich.console import Console

    from narrator.games.package import Package
    from narrator.texts import Texts

__all__ = ["Simulation", "game_of", "line_up", "tournament"]


def game_of(package: Package, setup: Path | None, players: int | None, seed: int) -> Ktulu:
    """Prepare the game at the setup's table, or at one with this many players and the suggested cards.

    Raises NarratorError unless one of the two is named, and BadData if it cannot be played.
    """
    if (setup is None) == (players is None):
        raise NarratorError("name either a setup or a line-up: narrator simulate --line-up 16")
    if setup is not None:
        path = paths.setup_file(setup)
        table = read_setup(package, path, toml_reader.load(path)).table()
        return Ktulu(replace(table.setup, deal="engine"), table.script)  # nobody here has a deck to look into
    return Ktulu(line_up(players or 0, seed), shipped_script())


class Simulation:
    """Many games of one table, counted up as they are played."""

    def __init__(self, game: Ktulu) -> None:
        self._game, self._tally = game, Tally()

    def rounds(self, games: int, seed: int, jobs: int) -> Iterator[int]:
        """Play the games in `jobs` processes; yield how many are finished, from time to time."""
        for part in tournament(self._game, games, seed, jobs):
            self._tally.join(part)
            yield self._tally.games

    def data(self, seed: int) -> dict[str, Any]:
        """The results of the finished games, as plain JSON values."""
        return {"seed": seed, **as_data(self._tally, factions_of(self._game))}

    def show(self, data: dict[str, Any], console: Console, texts: Texts) -> None:
        """Print these data as tables."""
        from narrator.games.ktulu.simulation.report import show

        show(data, console, self._called, texts)

    @property
    def _called(self) -> dict[str, str]:
        """What the factions are called at this table."""
        names = self._game.script.vocabulary[self._game.setup.names]
        return {faction: names[faction].name for faction in self._game.script.factions}
