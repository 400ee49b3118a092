"""Ambience: steady night sounds that cover the rustle of pointing hands, over and over without a seam."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.computer.config import AMBIENCES
from narrator.errors import ChannelLost
from narrator.mouth.sound import Sound, at_rate
from narrator.texts import message

if TYPE_CHECKING:
    from narrator.mouth.sound import Samples

Ambience = Callable[[int], "Samples"]
"""Makes the samples of one round, at so many a second; the last is followed by the first."""

LEVEL = 0.1
"""The loudness (root mean square) of every ambience before its volume."""

_SOUNDS = Path(__file__).resolve().parent / "sounds"
_LONGEST = 120  # seconds of a file that are used
_CROSSING = 2.0  # seconds in which a file's end fades into its beginning
_HEADROOM = 0.9


def ambience_of(name: str) -> Ambience | None:
    """Choose the ambience of that name, or of that file; None for `none`."""
    if name == "none":
        return None
    return partial(from_file, _SOUNDS / f"{name}.ogg" if name in AMBIENCES else Path(name))


def from_file(path: Path, rate: int) -> Samples:
    """Read up to two minutes of a sound file; its end fades into its beginning. Raises ChannelLost."""
    import soundfile

    try:
        with soundfile.SoundFile(path) as file:
            samples = file.read(_LONGEST * file.samplerate, dtype="float32", always_2d=True).mean(axis=1)
            sound = at_rate(Sound(samples, file.samplerate), rate)
    except (OSError, RuntimeError) as error:  # soundfile's own errors are RuntimeErrors
        raise ChannelLost(message("mouth.unreadable", path=path, why=error)) from None
    if not sound.samples.any():
        raise ChannelLost(message("mouth.silent-file", path=path))
    return _levelled(_joined(sound.samples, round(_CROSSING * rate)))


def _joined(samples: Samples, crossing: int) -> Samples:
    """Lay the end over the beginning, one growing as the other fades, at equal power."""
    import numpy as np

    crossing = min(crossing, len(samples) // 2)
    way = np.linspace(0.0, np.pi / 2, crossing, dtype=np.float32)
    begin = samples[:crossing] * np.sin(way) + samples[len(samples) - crossing :] * np.cos(way)
    return np.concatenate([begin, samples[crossing : len(samples) - crossing]])


def _levelled(samples: Samples) -> Samples:
    import numpy as np

    gain = LEVEL / float(np.sqrt(np.mean(np.square(samples))))
    levelled: Samples = np.clip(samples * np.float32(gain), -_HEADROOM, _HEADROOM).astype(np.float32)
    return levelled
