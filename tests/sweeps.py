"""Sweeps of which a sample runs each time, and the rest as trials."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def swept(values: Iterable[Any], each_time: Callable[[Any], bool]) -> list[Any]:
    """What a test is parametrized with: values of which those that are not for each time are marked as trials."""
    return [value if each_time(value) else pytest.param(value, marks=pytest.mark.trial) for value in values]
