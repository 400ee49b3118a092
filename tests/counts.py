"""Counts of what was seen in many runs: added up, and how many were to be expected at most."""

from __future__ import annotations

from dataclasses import fields
from math import exp, factorial
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
