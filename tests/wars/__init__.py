"""Cthulhu Wars beside what holds in any game (tests/any_game) and its scenarios."""
