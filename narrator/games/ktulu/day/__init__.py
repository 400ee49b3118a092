"""What a day has in Ktulu alone: duels, and the search for the statue."""

from narrator.games.ktulu.day import duels, searches
from narrator.games.ktulu.day.duels import bury

__all__ = ["bury", "duels", "searches"]
