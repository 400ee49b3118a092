"""Ktulu: a game of seven factions about one statue."""

from narrator.games.ktulu import effects, own_rules
from narrator.games.night.flow.own_rules import RULES
from narrator.games.night.game import NightGame

__all__ = ["Ktulu", "effects"]  # the import of its effects registers its powers

RULES["ktulu"] = own_rules


class Ktulu(NightGame):
    """The game of Ktulu at one table."""
