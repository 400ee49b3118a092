"""Recordings and their texts as numbers: what a network is taught by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyworld
from numpy.typing import NDArray

from narrator.cues import Part
from narrator.mouth.packs import Pack
from narrator.mouth.sound import Sound, at_rate, read_sound, tidy
from narrator.mouth.spelling import spelling_of
from narrator.mouth.vocoder import BANDS, CEPSTRA, HOP, RATE
from tools.teach.kept_out import is_kept_out

LETTERS = " ,.!?-'aąbcćdeęfghijklłmnńoóprsśtuwyzźżqvx:"
"""What the voices know, in the order of their numbers; 0 is the silence around a line."""

FRAME = 2 + CEPSTRA + BANDS
"""Numbers of a frame: the logarithm of the pitch, 1 with a voice and -1 without, the envelope, the noise in dB."""

_SIZE = 1024
_LOWEST, _HIGHEST = 60, 400  # Hz of a voice
_LONGEST = 150, 1000  # letters and frames of a line; a longer one is left out


class Line(NamedTuple):
    """A line: its letters by number, and its frames (n, 45)."""

    text: str
    letters: list[int]
    frames: NDArray[np.float32]


def lines_of(folder: Path, language: str, most_minutes: float = 1e9) -> Iterator[Line]:
    """Read the recordings of a pack (docs/voices.md) that are fit to teach, up to so many minutes of them."""
    rules, pack, minutes = spelling_of(language), Pack(folder), 0.0
    for part, text in pack.texts.items():
        path = pack.find(Part(part, text))
        if path is None or is_kept_out(text) or minutes >= most_minutes:
            continue
        letters, frames = numbers_of(rules.read(text)), analysed(read_sound(path))
        if len(letters) <= min(len(frames), _LONGEST[0]) and len(frames) <= _LONGEST[1] and (frames[:, 1] > 0).any():
            minutes += len(frames) * HOP / RATE / 60
            yield Line(text, letters, frames)


def numbers_of(spelt: str) -> list[int]:
    """Number the letters of a text, with silence around them."""
    return [0, *(LETTERS.index(letter) + 1 for letter in spelt if letter in LETTERS), 0]


def analysed(sound: Sound) -> NDArray[np.float32]:
    """Measure the frames of a recording (n, 45) by WORLD; between voiced frames the pitch is drawn on."""
    samples = tidy(at_rate(sound, RATE)).samples.astype(np.float64)
    period = 1000 * HOP / RATE
    rough, times = pyworld.dio(samples, RATE, f0_floor=_LOWEST, f0_ceil=_HIGHEST, frame_period=period)
    pitch = pyworld.stonemask(samples, rough, times, RATE)
    lowest = 3.0 * RATE / (_SIZE - 3.0)
    envelope = pyworld.cheaptrick(samples, pitch, times, RATE, fft_size=_SIZE, f0_floor=lowest)
    noise = pyworld.d4c(samples, pitch, times, RATE, fft_size=_SIZE)
    cepstra = pyworld.code_spectral_envelope(envelope, RATE, CEPSTRA)
    bands = pyworld.code_aperiodicity(noise, RATE)
    voiced = pitch > 0
    if not voiced.any():
        return np.zeros((0, FRAME), np.float32)
    drawn_on = np.interp(np.arange(len(pitch)), np.flatnonzero(voiced), np.log(pitch[voiced]))
    whole = [drawn_on[:, None], np.where(voiced, 1.0, -1.0)[:, None], cepstra, bands]
    return np.concatenate(whole, axis=1).astype(np.float32)


class Lesson(NamedTuple):
    """All lines of a voice in equal lengths: letters (lines, T), frames (lines, L, 45) of mean 0, deviation 1."""

    letters: NDArray[np.int32]
    letter_counts: NDArray[np.int32]
    frames: NDArray[np.float32]
    frame_counts: NDArray[np.int32]
    mean: NDArray[np.float32]
    std: NDArray[np.float32]

    @property
    def weights(self) -> NDArray[np.float32]:
        """How much an error counts in each number of a frame: high cepstra less, the noise little."""
        weights = np.full(FRAME, 0.3, np.float32)
        envelope = self.std[2 : 2 + CEPSTRA]
        weights[2 : 2 + CEPSTRA] = np.sqrt(envelope / envelope[0]) / 2
        weights[:2] = 1, 0
        return weights

    def batch(self, lines: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """Letters, their counts, frames and their counts of some lines."""
        return self.letters[lines], self.letter_counts[lines], self.frames[lines], self.frame_counts[lines]


def lesson(lines: list[Line], mean: Any = None, std: Any = None) -> Lesson:
    """Put lines together; `mean` and `std` are those of a voice that is taught on."""
    every = np.concatenate([line.frames for line in lines])
    if mean is None or std is None:
        mean, std = every.mean(0), every.std(0)
        mean[1], std[1] = 0, 1
    letter_counts = np.array([len(line.letters) for line in lines], np.int32)
    frame_counts = np.array([len(line.frames) for line in lines], np.int32)
    letters = np.zeros((len(lines), letter_counts.max()), np.int32)
    frames = np.zeros((len(lines), frame_counts.max(), FRAME), np.float32)
    for place, line in enumerate(lines):
        letters[place, : len(line.letters)] = line.letters
        frames[place, : len(line.frames)] = (line.frames - mean) / std
    of = np.asarray(mean, np.float32), np.asarray(std, np.float32)
    return Lesson(letters, letter_counts, frames, frame_counts, *of)
