"""When an utterance is over: the room has been quiet for a moment after a phrase that can end there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SHORT = 6
"""Blocks of quiet after a phrase that nothing can follow: 300 ms."""

LONG = 14
"""Blocks of quiet after a phrase that may go on, such as "twenty": 700 ms."""

DROP = 8.0
"""How many times softer than the loudest block of late a quiet one is: 18 dB."""


def is_over(partial: str, levels: Sequence[float], phrases: Iterable[str], *, several: bool) -> bool:
    """Say whether the utterance ended, from what is heard so far and how loud the last blocks were.

    In a noisy room no block is quiet enough; there the recogniser's own, slower rule ends the utterance.
    """
    goes_on = several or any(phrase.startswith(f"{partial} ") for phrase in phrases)
    return _quiet(levels) >= (LONG if goes_on else SHORT)


def _quiet(levels: Sequence[float]) -> int:
    limit = max(levels, default=0.0) / DROP
    count = 0
    for level in reversed(levels):
        if level >= limit:
            break
        count += 1
    return count
