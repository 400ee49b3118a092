"""Ktulu: a game of seven factions about one statue."""

from narrator.games.ktulu import conditions, effects, fold, overrides, own_rules
from narrator.games.ktulu.finale import Quest
from narrator.games.night.game import NightGame

# The import of its modules registers its words and rules.
__all__ = ["Ktulu", "conditions", "effects", "fold", "overrides", "own_rules"]


class Ktulu(NightGame):
    """The game of Ktulu at one table."""

    outline = Quest
