"""What calls do in Ktulu alone: one module for each kind of power; every function is a word for scripts."""

from narrator.games.ktulu.effects import bindings, checks, factions, fugitives, gods, roulette, thefts
from narrator.games.night.flow.effects import EFFECTS

__all__ = ["EFFECTS", "bindings", "checks", "factions", "fugitives", "gods", "roulette", "thefts"]
