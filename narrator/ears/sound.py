"""The one form of sound that the ears take: 16 kHz, mono, 16 bit, in blocks of 32 ms."""

from __future__ import annotations

from array import array
from math import sqrt

RATE = 16_000
BLOCK = 512
"""Samples a block: what the detector of voices takes at a time."""


def blocks(seconds: float) -> int:
    """Say how many blocks make that time."""
    return round(seconds * RATE / BLOCK)


def level(block: bytes) -> float:
    """Measure how loud a block is: the root mean square of its samples, 0…32768."""
    samples = array("h", block[: len(block) // 2 * 2])
    return sqrt(sum(sample * sample for sample in samples) / len(samples)) if samples else 0.0
