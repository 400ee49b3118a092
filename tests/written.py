"""Setups as people write them, from their names and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def players(names: Iterable[str], cards: Iterable[str]) -> str:
    """Those who play, each with the card that lies there."""
    return "".join(f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(names, cards, strict=True))


def own_deck(names: Iterable[str], cards: Sequence[str]) -> str:
    """A table whose people deal these cards themselves, unseen by the program."""
    seats = ", ".join(f'{{ name = "{name}" }}' for name in names)
    return f'format = 1\ndeal = "table"\ncards = {[*cards]}\nplayer = [{seats}]\n'
