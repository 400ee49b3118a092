"""Ktulu: a game of seven factions about one statue."""

from narrator.games.ktulu import conditions, effects, fold, own_rules
from narrator.games.ktulu.finale import Quest
from narrator.games.night.game import NightGame

__all__ = ["Ktulu", "conditions", "effects", "fold", "own_rules"]  # whose import registers its words and rules


class Ktulu(NightGame):
    """The game of Ktulu at one table."""

    evening = Quest
