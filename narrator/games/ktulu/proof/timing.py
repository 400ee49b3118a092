"""Proofread lengths of time: a call's window, and the silence after a line."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from narrator.problems import Problem


def proofread_timing(window: tuple[float, ...], pause: float, place: str) -> Iterator[Problem]:
    """Find the faults of a window and a pause, both in seconds."""
    if len(window) != 2 or not all(map(_is_length, window)):
        yield Problem(f"{place}: window", "it must be two numbers of seconds, 0 or more", "write it as [10.0, 6.0]")
    if not _is_length(pause):
        yield Problem(f"{place}: pause", "it is no length of time", "write seconds, 0 or more")


def _is_length(seconds: float) -> bool:
    return isfinite(seconds) and seconds >= 0
