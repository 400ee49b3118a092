"""Chance that can be played again: every draw is a function of the seed and of what it is drawn for."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def draw(seed: int, *purpose: object) -> float:
    """Draw a number in [0, 1) for this purpose. Other purposes, and other seeds, are independent of it."""
    key = "\0".join(map(str, (seed, *purpose))).encode()
    return int.from_bytes(blake2b(key, digest_size=7).digest(), "big") / (1 << 56)


def pick(seed: int, options: Sequence[T], *purpose: object) -> T:
    """Pick one of the options for this purpose."""
    return options[int(draw(seed, *purpose) * len(options))]


def shuffled(seed: int, cards: Sequence[T], *purpose: object) -> tuple[T, ...]:
    """Give the cards in a random order."""
    order = sorted(range(len(cards)), key=lambda place: draw(seed, *purpose, place))
    return tuple(cards[place] for place in order)
