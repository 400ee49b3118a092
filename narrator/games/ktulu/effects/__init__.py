"""What calls do: one module for each kind of power; every function is a word for scripts."""

from narrator.games.ktulu.effects import bindings, checks, factions, fugitives, gods, kills, sleep, thefts
from narrator.games.ktulu.effects.words import EFFECTS, FOLLOW_UPS, Word

__all__ = [
    "EFFECTS",
    "FOLLOW_UPS",
    "Word",
    "bindings",
    "checks",
    "factions",
    "fugitives",
    "gods",
    "kills",
    "sleep",
    "thefts",
]
