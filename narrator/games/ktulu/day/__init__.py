"""What a day has in Ktulu alone: duels, and the search for the statue."""

from narrator.games.ktulu.day import duels, searches

__all__ = ["duels", "searches"]
