"""Ktulu: a game of seven factions about one statue."""

from narrator.games.ktulu import conditions, effects, own_rules
from narrator.games.night.game import NightGame

__all__ = ["Ktulu", "conditions", "effects", "own_rules"]  # whose import registers its words and rules


class Ktulu(NightGame):
    """The game of Ktulu at one table."""
