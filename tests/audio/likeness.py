"""Find a line in what was heard of a room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.audio.sound_server import RATE


def found(line: NDArray[np.float32], heard: NDArray[np.float32]) -> tuple[int, float]:
    """Find where the line is most alike to what was heard, and how alike, 0…1."""
    size = 1 << (len(heard) + len(line)).bit_length()
    spectrum = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(line, size))
    likeness = np.fft.irfft(spectrum, size)[: len(heard) - len(line) + 1]
    place = int(likeness.argmax())
    strength = np.linalg.norm(heard[place : place + len(line)]) * np.linalg.norm(line)
    return place, float(likeness[place] / strength)


def heard_of(line: NDArray[np.float32], heard: NDArray[np.float32]) -> tuple[int, float]:
    """Find the line, and how much of it was heard as it is, 0…1: a busy computer may tear it between two pieces."""
    place, _ = found(line, heard)
    around = heard[max(place - RATE, 0) : place + len(line) + RATE]
    loud = [piece for piece in np.array_split(line, len(line) // (RATE // 4)) if abs(piece).max() > 0.1]
    return place, sum(found(piece, around)[1] > 0.98 for piece in loud) / len(loud)
