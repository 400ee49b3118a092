"""The simulator: many games through the very same rules, to judge a line-up and to try the rules."""

from __future__ import annotations

from pathlib import Path

from narrator.computer import paths
from narrator.errors import NarratorError
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.simulation.tournament import line_up, tournament
from narrator.play import loading

__all__ = ["game_of", "line_up", "tournament"]


def game_of(setup: Path | None, players: int | None, seed: int) -> Ktulu:
    """Give the rules at the setup's table, or at one of so many players with the suggested cards.

    Raises NarratorError unless one of the two is named, and BadData if it cannot be played.
    """
    if (setup is None) == (players is None):
        raise NarratorError("name either a setup or a line-up: narrator simulate --line-up 16")
    if setup is not None:
        return loading.load_table(setup).game()
    return Ktulu(line_up(players or 0, seed), loading.load_script(paths.shipped("scripts") / "ktulu.toml"))
