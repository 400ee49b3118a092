"""Rooms for teaching an ear: each clip again in another room, by another microphone, amid other talk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.ears.sound import RATE

from tests.speech.mixing import babble, voice_level

Samples = NDArray[np.float32]

LONGEST = 4.0
"""Seconds of a clip at most, with the room around it."""

_CLEAN = 0.35  # the share of clips that nobody talks under
_LEVEL = (0.01, 0.2)  # how loud a voice is


def heard(clip: Samples, talk: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """The clip as a microphone hears it: another speaker, a room, talk or noise, and a short while around it."""
    voice = _in_room(_stretched(clip, float(chance.uniform(0.86, 1.16))), chance)
    before, after = (round(float(chance.uniform(0.05, most)) * RATE) for most in (0.5, 0.6))
    placed = np.pad(voice, (before, after))[: round(LONGEST * RATE)]
    placed = placed / np.float32(voice_level(placed) or 1.0)
    if chance.random() > _CLEAN:
        placed = placed + _talk(talk, len(placed), chance) * np.float32(10 ** (-float(chance.uniform(0, 20)) / 20))
    placed = placed + _noise(len(placed), chance) * np.float32(10 ** (-float(chance.uniform(12, 60)) / 20))
    placed = _by_microphone(placed, chance)
    level = np.exp(chance.uniform(*np.log(_LEVEL)))
    found: Samples = np.clip(placed * np.float32(level / (voice_level(placed) or 1.0)), -1, 1).astype(np.float32)
    return found


def _stretched(clip: Samples, factor: float) -> Samples:
    """Play it so many times as long, deeper if longer: as somebody else would say it."""
    at = np.arange(0, len(clip) - 1, 1 / factor)
    found: Samples = np.interp(at, np.arange(len(clip)), clip).astype(np.float32)
    return found


def _in_room(clip: Samples, chance: np.random.Generator) -> Samples:
    """Add the echoes of a room, in two of three clips."""
    if chance.random() > 0.67:
        return clip
    length = round(float(chance.uniform(0.05, 0.5)) * RATE)
    echo = chance.normal(0, 1, length) * np.exp(-6.9 * np.arange(length) / length)
    echo[0] = float(chance.uniform(3, 15)) * np.sqrt(length / 1600)
    size = len(clip) + length // 2
    whole = 1 << int(np.ceil(np.log2(len(clip) + length)))
    both = np.fft.rfft(clip, whole) * np.fft.rfft(echo, whole)
    return np.fft.irfft(both, whole)[:size].astype(np.float32)


def _talk(talk: Sequence[Samples], length: int, chance: np.random.Generator) -> Samples:
    """One other voice, or a whole room, as loud as 1."""
    if chance.random() < 0.3:
        one = talk[int(chance.integers(len(talk)))]
        begins = int(chance.integers(max(1, length - len(one) // 2)))
        under = np.zeros(length, np.float32)
        cut = one[: length - begins]
        under[begins : begins + len(cut)] = cut / np.float32(voice_level(one) or 1.0)
        return under
    under = babble(talk, length, chance)
    loud: Samples = under / np.float32(np.sqrt(np.square(under).mean()) or 1.0)
    return loud


def _noise(length: int, chance: np.random.Generator) -> Samples:
    """Noise as loud as 1, between white and red."""
    spectrum = np.fft.rfft(chance.normal(0, 1, length))
    spectrum *= np.maximum(np.arange(len(spectrum)), 30.0) ** -float(chance.uniform(0, 1))
    noise = np.fft.irfft(spectrum, length)
    return (noise / (noise.std() or 1.0)).astype(np.float32)


def _by_microphone(sound: Samples, chance: np.random.Generator) -> Samples:
    """Take away what a telephone or a cheap microphone does not hear, and tilt the rest."""
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    gain = (np.maximum(hertz, 50) / 1000) ** float(chance.uniform(-0.35, 0.35))
    gain /= 1 + (float(chance.uniform(40, 250)) / np.maximum(hertz, 1)) ** 4
    if chance.random() < 0.5:
        gain /= 1 + (hertz / float(chance.uniform(3200, 5500))) ** 16
    return np.fft.irfft(np.fft.rfft(sound) * gain, len(sound)).astype(np.float32)
