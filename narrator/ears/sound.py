"""The one form of sound that the ears take: 16 kHz, mono, 16 bit, in blocks of 50 ms."""

from __future__ import annotations

from array import array
from math import sqrt

RATE = 16_000
BLOCK = 800
"""Samples a block."""

TAIL = 5
"""Blocks dropped after listening begins: the narrator's own last sound, still in the room."""


def level(block: bytes) -> float:
    """Measure how loud a block is: the root mean square of its samples, 0…32768."""
    samples = array("h", block[: len(block) // 2 * 2])
    return sqrt(sum(sample * sample for sample in samples) / len(samples)) if samples else 0.0
