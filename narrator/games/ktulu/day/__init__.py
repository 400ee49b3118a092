"""The day: formal steps in any order that the rules allow; what happens between them is the people's own."""

from narrator.games.ktulu.day import duels, hanging, menu, searches
from narrator.games.ktulu.day.duels import bury
from narrator.games.ktulu.day.menu import advance

__all__ = ["advance", "bury", "duels", "hanging", "menu", "searches"]
