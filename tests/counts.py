"""Counts of what was seen in many runs: added up, and between which bounds their rates are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import exp, factorial, lgamma, log
from typing import Any


def add_up(counts: Any, others: Any) -> None:
    """Add the numbers, counters and lists of another dataclass of the same kind to these, field by field."""
    for part in fields(counts):
        setattr(counts, part.name, getattr(counts, part.name) + getattr(others, part.name))


def most(events: int) -> float:
    """The 95 % upper bound of how many events were to be expected; for none it is 3, the rule of three."""
    low, high = 0.0, 10.0 + 3.0 * events
    for _ in range(50):
        middle = (low + high) / 2
        seldom = sum(exp(-middle) * middle**number / factorial(number) for number in range(events + 1)) < 0.05
        low, high = (low, middle) if seldom else (middle, high)
    return high


def bounds(hits: int, count: int) -> tuple[float, float]:
    """The exact 95 % confidence bounds (Clopper and Pearson) of a rate."""
    low = 0.0 if hits == 0 else _rate(lambda rate: _at_most(hits - 1, count, rate) > 0.975)
    high = 1.0 if hits == count else _rate(lambda rate: _at_most(hits, count, rate) > 0.025)
    return low, high


def _rate(too_low: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if too_low(middle) else (low, middle)
    return low


def _at_most(hits: int, count: int, rate: float) -> float:
    """The chance of at most so many hits."""
    if rate in (0.0, 1.0):
        return 1.0 - rate
    ways = (lgamma(count + 1) - lgamma(hit + 1) - lgamma(count - hit + 1) for hit in range(hits + 1))
    return sum(exp(way + hit * log(rate) + (count - hit) * log(1 - rate)) for hit, way in enumerate(ways))
