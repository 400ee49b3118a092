"""What calls do: one module for each kind of power; every function is a word for scripts."""

from narrator.games.ktulu.effects import bindings, checks, factions, fugitives, gods, kills, sleep, thefts
from narrator.games.ktulu.effects.register import EFFECTS, FOLLOW_UPS, Power

__all__ = ["EFFECTS", "FOLLOW_UPS", "Power"]
__all__ += ["bindings", "checks", "factions", "fugitives", "gods", "kills", "sleep", "thefts"]
