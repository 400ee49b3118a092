"""Repeatable chance: every draw is a function of the seed and of its purpose."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import nextafter
from typing import TypeVar

T = TypeVar("T")

_BELOW_ONE = nextafter(1.0, 0.0)  # 56 bits do not fit a float: the highest of them would be rounded to 1.0


def draw(seed: int, *purpose: object) -> float:
    """A number in [0, 1), the same for the same seed and purpose; other seeds and purposes are independent of it."""
    key = "\0".join(map(str, (seed, *purpose))).encode()
    return min(int.from_bytes(blake2b(key, digest_size=7).digest(), "big") / (1 << 56), _BELOW_ONE)


def pick(seed: int, options: Sequence[T], *purpose: object) -> T:
    """Pick one of the options for this purpose."""
    return options[int(draw(seed, *purpose) * len(options))]


def shuffled(seed: int, cards: Sequence[T], *purpose: object) -> tuple[T, ...]:
    """The cards in a random order."""
    order = sorted(range(len(cards)), key=lambda place: draw(seed, *purpose, place))
    return tuple(cards[place] for place in order)
