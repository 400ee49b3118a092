"""How many rare events were to be expected, after so few were seen."""

from __future__ import annotations

from math import exp, factorial


def most(events: int) -> float:
    """Give the 95 % upper bound of how many events were to be expected; for none it is 3, the rule of three."""
    low, high = 0.0, 10.0 + 3.0 * events
    for _ in range(50):
        middle = (low + high) / 2
        seldom = sum(exp(-middle) * middle**number / factorial(number) for number in range(events + 1)) < 0.05
        low, high = (low, middle) if seldom else (middle, high)
    return high
