"""A room full of talk, mixed under clips at a set level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.ears.sound import BLOCK, RATE

Samples = NDArray[np.float32]

TALKERS = 6


def voice_level(samples: Samples) -> float:
    """Measure how loud a voice is while it speaks: the root mean square without the pauses."""
    blocks = samples[: len(samples) // BLOCK * BLOCK].reshape(-1, BLOCK)
    powers = np.square(blocks, dtype=np.float64).mean(axis=1)
    speaking = powers[powers > powers.max(initial=0.0) / 100]
    return float(np.sqrt(speaking.mean())) if len(speaking) else 0.0


def babble(talk: Sequence[Samples], length: int, chance: np.random.Generator) -> Samples:
    """Let six people talk at once for `length` samples, all equally loud, each without a pause."""
    room = np.zeros(length, np.float32)
    for _ in range(TALKERS):
        room += _talker(talk, length, chance)
    return room


def _talker(talk: Sequence[Samples], length: int, chance: np.random.Generator) -> Samples:
    said: list[Samples] = []
    ahead = int(chance.integers(RATE))
    while sum(map(len, said)) < length + ahead:
        one = talk[int(chance.integers(len(talk)))]
        said.append(one / np.float32(voice_level(one) or 1.0))
    return np.concatenate(said)[ahead : ahead + length]


def mixed(clip: Samples, room: Samples, decibels: float) -> Samples:
    """Put the room under the clip, so that the voice stands so many dB above it."""
    loud = float(np.sqrt(np.square(room, dtype=np.float64).mean()))
    under = room * np.float32(voice_level(clip) / (loud or 1.0) / 10 ** (decibels / 20))
    both = clip + under
    fitting: Samples = both / max(np.float32(1.0), abs(both).max())
    return fitting
