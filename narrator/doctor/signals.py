"""The sounds of the sound check: a rising tone, where it is in a recording, and how loud things are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from narrator.ears.sound import BLOCK, RATE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

TONE_SECONDS = 1.0
_FROM, _TO = 300.0, 4000.0
"""Hz: what small loudspeakers and microphones carry."""

_PEAK = 0.25
_FADE = 0.05
_CERTAIN = 12.0
"""How many times the usual correlation with a room the tone must reach: chance gets to five."""


class Found(NamedTuple):
    """Where a sound begins in a recording (samples), and how much louder or softer it came than it went out (dB)."""

    begin: int
    gain: float


def samples_of(sound: bytes) -> Samples:
    """Read 16-bit sound as samples from -1 to 1."""
    import numpy as np

    return np.frombuffer(sound, np.int16).astype(np.float32) / np.float32(32768)


def decibels(samples: Samples) -> float | None:
    """Measure the level in dBFS (0 is a full-scale square wave); None if there are nothing but zeros."""
    import numpy as np

    power = float(np.square(samples, dtype=np.float64).mean()) if len(samples) else 0.0
    return 10 * float(np.log10(power)) if power else None


def block_level(samples: Samples, part: float = 0.5) -> float | None:
    """Measure the level (dBFS) of the block at this place when its blocks are sorted from soft to loud."""
    import numpy as np

    blocks = samples[: len(samples) // BLOCK * BLOCK].reshape(-1, BLOCK)
    if not len(blocks):
        return None
    powers = np.sort(np.square(blocks, dtype=np.float64).mean(axis=1))
    power = float(powers[min(int(part * len(powers)), len(powers) - 1)])
    return 10 * float(np.log10(power)) if power else None


def rising_tone(rate: int = RATE) -> Samples:
    """Make the tone: it rises, so that its place in a recording is beyond doubt."""
    import numpy as np

    time = np.arange(round(TONE_SECONDS * rate)) / rate
    octaves = np.log(_TO / _FROM)
    phase = 2 * np.pi * _FROM * TONE_SECONDS / octaves * (np.exp(time / TONE_SECONDS * octaves) - 1)
    edge = np.minimum(1.0, np.minimum(time, time[::-1]) / _FADE)
    tone: Samples = (_PEAK * edge * np.sin(phase)).astype(np.float32)
    return tone


def find(sound: Samples, recording: Samples) -> Found | None:
    """Find the sound in the recording by cross-correlation; None if it is not there."""
    import numpy as np

    if len(recording) < len(sound) or not recording.any():
        return None
    size = 1 << (len(recording) + len(sound)).bit_length()
    spectrum = np.fft.rfft(recording, size) * np.conj(np.fft.rfft(sound, size))
    likeness = np.fft.irfft(spectrum, size)[: len(recording) - len(sound) + 1]
    begin = int(np.argmax(np.abs(likeness)))
    best, energy = abs(float(likeness[begin])), float(np.square(sound, dtype=np.float64).sum())
    usual = float(np.sqrt(np.square(recording, dtype=np.float64).mean() * energy))
    if best < _CERTAIN * usual:
        return None
    return Found(begin, 20 * float(np.log10(best / energy)))
