"""What calls do: one module for each kind of power; every function is a word for scripts."""

from narrator.games.ktulu.effects import bindings, checks, factions, fugitives, gods, kills, sleep, thefts
from narrator.games.night.flow.effects import EFFECTS

__all__ = ["EFFECTS", "bindings", "checks", "factions", "fugitives", "gods", "kills", "sleep", "thefts"]
