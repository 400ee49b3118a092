"""Takes: the voice is found in what was recorded, cut out, split at its gaps, and brought to one loudness."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from narrator.cues import Part
from narrator.games.package import Reading
from narrator.mouth.sound import Sound
from narrator.values import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from narrator.mouth.sound import Samples

LEVEL = 0.07
"""The loudness (root of the mean square) of the voice in every recording of a pack: −23 dB."""

PEAK = 0.8
"""No sample is louder; the rest is left for sounds that are mixed in."""

USELESS = ("zeros", "silent", "gaps")
"""Faults with which a take cannot be kept."""

_FRAME = 0.01  # seconds
_QUIETEST = 0.003  # a fainter frame is silence
_FAINT = 0.01  # a fainter voice would be lifted with the noise around it
_STEADY = 4  # what never gets this much louder than it is at its quietest is no voice
_BREATH = 0.2  # a shorter silence is inside a word
_CLICK = 0.08  # what is shorter, at the edge, is a key
_GAP, _LONGER = 0.45, 1.25  # seconds of the shortest gap, and how much longer it must be than the pauses
_BEFORE, _AFTER = 0.05, 0.1  # seconds kept around a voice: its first breath, its last sound
_FULL, _RUN = 0.985, 3  # this many samples in a row that loud are clipped
_LETTERS = 13.0  # a second, in an unhurried voice


@dataclass(frozen=True, slots=True)
class Take:
    """What became of a recording: a sound for each part of the reading, and what is wrong with it."""

    sounds: tuple[Sound, ...]
    faults: tuple[str, ...]

    @property
    def usable(self) -> bool:
        """Whether it can be kept, if with faults."""
        return not set(self.faults) & set(USELESS)


def take_of(sound: Sound, reading: Reading) -> Take:
    """Make a take of a recording. Faults: zeros, silent, gaps, quiet, clipped, long, short."""
    if not sound.samples.any():
        return Take((), ("zeros",))
    loud = frames(sound)
    spans = voice(loud)
    if not spans:
        return Take((), ("silent",))
    split = _split(spans, len(reading.parts))
    if not split:
        return Take((), ("gaps",))
    heard = _of(loud, spans)
    pieces = tuple(_levelled(_piece(sound, split, place), heard) for place in range(len(split)))
    return Take(pieces, tuple(_faults(sound, heard, spans, reading.parts, len(split))))


def frames(sound: Sound) -> NDArray[np.float32]:
    """Measure the loudness of each hundredth of a second."""
    import numpy as np

    length = max(round(sound.rate * _FRAME), 1)
    whole = sound.samples[: len(sound.samples) // length * length].reshape(-1, length)
    loudness: NDArray[np.float32] = np.sqrt((whole.astype(np.float64) ** 2).mean(axis=1)).astype(np.float32)
    return loudness


def voice(loud: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Find where somebody speaks: spans of frames between silences, without key presses at the edges."""
    import numpy as np

    floor = float(np.percentile(loud, 10)) if len(loud) else 0.0
    if loud.max(initial=0.0) < max(_QUIETEST, _STEADY * floor):
        return []
    limit = min(max(4 * floor, _QUIETEST), loud.max() / 4)
    spans: list[tuple[int, int]] = []
    for frame in map(int, np.flatnonzero(loud > limit)):
        if spans and (frame - spans[-1][1]) * _FRAME < _BREATH:
            spans[-1] = (spans[-1][0], frame + 1)
        else:
            spans.append((frame, frame + 1))
    for edge in (0, -1):
        while spans and (spans[edge][1] - spans[edge][0]) * _FRAME < _CLICK:
            del spans[edge]
    return spans


def voice_loudness(sound: Sound) -> float:
    """Measure the loudness of the voice alone; 0 if there is none."""
    loud = frames(sound)
    spans = voice(loud)
    return _of(loud, spans) if spans else 0.0


def clipped(samples: Samples) -> bool:
    """Whether it was too loud for the microphone."""
    import numpy as np

    full = np.convolve(abs(samples) >= _FULL, np.ones(_RUN, int))
    return bool(len(full)) and int(full.max()) >= _RUN


def likely_seconds(parts: tuple[Part, ...]) -> tuple[float, float]:
    """Estimate the shortest and longest time (seconds) in which a person says this."""
    expected = sum(len(part.text) for part in parts) / _LETTERS
    return expected / 3, expected * 2.5 + 2


def _of(loud: NDArray[np.float32], spans: list[tuple[int, int]]) -> float:
    import numpy as np

    heard = np.concatenate([loud[start:end] for start, end in spans])
    return float(np.sqrt((heard.astype(np.float64) ** 2).mean()))


def _split(spans: list[tuple[int, int]], parts: int) -> list[tuple[int, int]]:
    """Split the voice at its longest silences; nothing if they do not stand out."""
    silences = [(after[0] - before[1], place) for place, (before, after) in enumerate(pairwise(spans), 1)]
    longest = sorted(silences, reverse=True)
    gaps, pauses = longest[: parts - 1], longest[parts - 1 :]
    if len(gaps) < parts - 1 or (gaps and gaps[-1][0] * _FRAME < _GAP):
        return []
    if gaps and pauses and gaps[-1][0] < pauses[0][0] * _LONGER:
        return []
    cuts = [0, *sorted(place for _, place in gaps), len(spans)]
    return [(spans[start][0], spans[end - 1][1]) for start, end in pairwise(cuts)]


def _piece(sound: Sound, split: list[tuple[int, int]], place: int) -> Sound:
    start, end = (frame * _FRAME for frame in split[place])
    first, last = max(start - _BEFORE, 0.0), end + _AFTER
    return Sound(sound.samples[round(first * sound.rate) : round(last * sound.rate)], sound.rate)


def _levelled(piece: Sound, heard: float) -> Sound:
    gain = min(LEVEL / heard, PEAK / float(abs(piece.samples).max()))
    return Sound(piece.samples * gain, piece.rate)


def _faults(
    sound: Sound, heard: float, spans: list[tuple[int, int]], parts: tuple[Part, ...], pieces: int
) -> list[str]:
    least, most = likely_seconds(parts)
    seconds = sum(end - start for start, end in spans) * _FRAME
    tests = {
        "clipped": clipped(sound.samples),
        "quiet": heard < _FAINT,
        "short": seconds < least,
        "long": (spans[-1][1] - spans[0][0]) * _FRAME > most + 3.0 * (pieces - 1),
    }
    return [fault for fault, found in tests.items() if found]
