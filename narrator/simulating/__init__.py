"""The simulator: many games through the very same rules, to judge a line-up and to try the rules."""

from __future__ import annotations

from pathlib import Path

from narrator import places, tables
from narrator.games.ktulu import Ktulu
from narrator.problems import NarratorError
from narrator.simulating.tournament import line_up, tournament

__all__ = ["game_of", "line_up", "tournament"]


def game_of(setup: Path | None, players: int | None, seed: int) -> Ktulu:
    """Give the rules at the setup's table, or at one of so many players with the suggested cards.

    Raises NarratorError unless one of the two is named, and BadData if it cannot be played.
    """
    if (setup is None) == (players is None):
        raise NarratorError("name either a setup or a line-up: narrator simulate --line-up 16")
    if setup is not None:
        return tables.load_table(setup).game()
    return Ktulu(line_up(players or 0, seed), tables.load_script(places.shipped("scripts") / "ktulu.toml"))
