"""Rendered lines as sound: read, check that the whole line is there, trim, write, and fit to a device's rate."""

from __future__ import annotations

from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from narrator.errors import ChannelLost
from narrator.texts import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

_QUIET = 0.004  # below this a sample is silence
_SILENT = 0.02  # a line that never gets louder than this cannot be heard
_PEAK = 0.8  # the rest is left for sounds that are mixed in
_EDGE = 0.03  # seconds kept around a line: before a plosive it swells from nothing
_BREATH = 0.025  # what begins a line, and is softer than so much of its loudest block, says nothing
_BLOCK = 0.01  # seconds whose loudness is looked at
_FAST = 4096  # a Fourier transform likes lengths that are multiples of it


class Sound(NamedTuple):
    """One channel of samples from -1 to 1, and how many there are in a second."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """The length in seconds."""
        return len(self.samples) / self.rate


def read_sound(path: Path) -> Sound:
    """Read a complete WAV or AIFF file, mixed to one channel. Raises ChannelLost if it is damaged."""
    import soundfile

    try:
        _check_whole(path)
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, RuntimeError) as error:  # soundfile's own errors are RuntimeErrors
        raise ChannelLost(message("mouth.unreadable-sound", why=error)) from None
    return Sound(samples.mean(axis=1), rate)


def _check_whole(path: Path) -> None:
    """Compare the header's own length with the file's: libsndfile takes a cut file without a word."""
    with path.open("rb") as file:
        kind, length = file.read(4), file.read(4)
    if kind not in (b"RIFF", b"FORM"):
        raise ChannelLost(message("mouth.no-sound-file"))
    if int.from_bytes(length, "little" if kind == b"RIFF" else "big") + 8 > path.stat().st_size:
        raise ChannelLost(message("mouth.cut-sound"))


def seconds_to_say(text: str, rate: int) -> float:
    """Estimate how long the text lasts at `rate` words a minute."""
    return len(text) / (rate * 6 / 60)


def check_line(sound: Sound, text: str, rate: int, more: float = 0.0) -> None:
    """Check that the sound can be this text at `rate` words a minute, and `more` seconds. Raises ChannelLost."""
    expected = seconds_to_say(text, rate)
    if not len(sound.samples) or abs(sound.samples).max() < _SILENT:
        raise ChannelLost(message("mouth.silent-line"))
    if not expected / 6 <= sound.seconds <= expected * 6 + 4 + more:  # "30" is two characters and a long word
        raise ChannelLost(message("mouth.no-whole-line", seconds=sound.seconds, letters=len(text)))


def tidy(sound: Sound) -> Sound:
    """Cut the silence around the line, and the breath before it; leave room for sounds that are mixed in."""
    import numpy as np

    loud = np.flatnonzero(abs(sound.samples) > _QUIET)
    edge = round(_EDGE * sound.rate)
    begins = max(int(loud[0]), _begins(sound))
    samples = sound.samples[max(begins - edge, 0) : loud[-1] + edge]
    return Sound(samples * min(1.0, _PEAK / abs(samples).max()), sound.rate)


def _begins(sound: Sound) -> int:
    """Find the first sample of the block in which something is said."""
    import numpy as np

    size = round(_BLOCK * sound.rate)
    blocks = sound.samples[: len(sound.samples) // size * size].reshape(-1, size)
    loudness = np.sqrt(np.mean(np.square(blocks, dtype=np.float64), axis=1))
    said = loudness > _BREATH * loudness.max(initial=0.0)
    return int(said.argmax()) * size if said.any() else 0


def quiet_edges(samples: Samples) -> tuple[int, int]:
    """Count the samples of silence before and after what can be heard."""
    import numpy as np

    loud = np.flatnonzero(abs(samples) > _QUIET)
    return (int(loud[0]), len(samples) - 1 - int(loud[-1])) if len(loud) else (0, 0)


def tone(hertz: float, seconds: float, rate: int, loudness: float = 0.2) -> Sound:
    """Make a tone that begins and ends softly; `loudness` is its peak."""
    import numpy as np

    count = round(seconds * rate)
    edge = np.minimum(np.arange(count), np.arange(count)[::-1]) / (0.02 * rate)
    soft = np.sin(np.clip(edge, 0.0, 1.0) * (np.pi / 2)) ** 2
    wave = np.sin(np.arange(count) * (2 * np.pi * hertz / rate))
    return Sound((wave * soft * loudness).astype(np.float32), rate)


def chime(rate: int) -> Sound:
    """Make the tone by which something is asked back: two short notes, the second higher, as a question rises."""
    import numpy as np

    return Sound(np.concatenate([tone(hertz, 0.11, rate, 0.25).samples for hertz in (659.3, 987.8)]), rate)


def write_sound(path: Path, sound: Sound) -> None:
    """Write the sound as a 16-bit WAV file, whatever the path's ending. Raises ChannelLost."""
    import soundfile

    try:
        soundfile.write(path, sound.samples, sound.rate, format="WAV", subtype="PCM_16")
    except (OSError, RuntimeError) as error:  # soundfile's own errors are RuntimeErrors
        raise ChannelLost(message("mouth.unwritable", path=path, why=error)) from None


def at_rate(sound: Sound, rate: int) -> Sound:
    """Resample the sound to `rate` samples a second."""
    import numpy as np

    if rate == sound.rate or not len(sound.samples):
        return Sound(sound.samples, rate)
    step = sound.rate // gcd(sound.rate, rate)
    block = step * max(1, _FAST // step)
    length = -(-len(sound.samples) // block) * block  # the transform of an odd length takes ten times as long
    count = length * rate // sound.rate
    spectrum = np.fft.rfft(sound.samples, n=length)
    fitted = np.fft.irfft(spectrum[: count // 2 + 1], n=count) * (count / length)
    return Sound(fitted[: round(len(sound.samples) * rate / sound.rate)].astype(np.float32), rate)
