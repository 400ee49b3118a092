"""Sweeps of which a sample runs each time, and the rest as trials."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def trial(*values: Any) -> Any:
    """A case that is a trial."""
    return pytest.param(*values, marks=pytest.mark.trial)


def every(nth: int, values: Iterable[Any]) -> list[Any]:
    """What a test is parametrized with: the first value and every nth after it; those between are trials."""
    return [trial(value) if number % nth else value for number, value in enumerate(values)]
