"""Proofread lengths of time: a call's window, the silence after a line, a speech and its warning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from narrator.errors import Problem

LONGEST = 3600.0
"""Seconds that anything may last: an hour."""


def proofread_timing(window: tuple[float, ...], lengths: Mapping[str, float | None], place: str) -> Iterator[Problem]:
    """Find the faults of a window and of other lengths by their keys, all in seconds."""
    if len(window) != 2 or not all(map(_is_length, window)):
        fault = f"it must be two numbers of seconds, 0 to {LONGEST:.0f}"
        yield Problem(f"{place}: window", fault, "write it as [10.0, 6.0]")
    for key, seconds in lengths.items():
        if seconds is not None and not _is_length(seconds):
            yield Problem(f"{place}: {key}", "not a length of time", f"write seconds, 0 to {LONGEST:.0f}")


def _is_length(seconds: float) -> bool:
    return 0 <= seconds <= LONGEST
