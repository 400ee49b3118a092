"""The timbre that a line sounds in, and the signal before it, both put into its sound as it is rendered.

A timbre is as loud as the plain line, to about a decibel, and leaves its words clear (`bench/timbres.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.cues import Delivery, Part
from narrator.errors import ChannelLost
from narrator.mouth.sound import Sound, at_rate, read_sound
from narrator.texts import message
from narrator.values import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LONGEST = 6.0
"""Seconds of a file that are used as a signal; the rest would keep the table waiting."""

REST = 0.4
"""Seconds between a signal and its line."""

SIGNAL_LEVEL = 0.06
"""The loudness (root mean square) of every signal, where it sounds."""

_MADE = 1  # goes up when timbres or signals sound differently, so that lines are made anew
_SEED = 1881
_KNEE, _MOST = 0.7, 0.98  # up to here samples stay as they are; none is greater than that
_BLOCK, _ACTIVE = 0.05, 0.1  # seconds of a block of speech, and the part of the loudest one that counts as speech


@dataclass(frozen=True, slots=True)
class Finish:
    """What is done to a line: a timbre by name, and a signal by name or its file; empty for neither."""

    timbre: str = ""
    signal: str = ""

    @property
    def key(self) -> str:
        """All that decides how it sounds, empty if there is none; a file changes with what is in it."""
        if not (self.timbre or self.signal):
            return ""
        return f"{_MADE} {self.timbre} {self.signal} {_written(self.signal)}"

    @property
    def seconds(self) -> float:
        """By how much a line may be longer with it at most."""
        return (LONGEST + REST if self.signal else 0.0) + (_TAIL if self.timbre else 0.0)


PLAIN = Finish()
"""Nothing is done to the line."""


def finish_of(parts: Sequence[Part], delivery: Delivery, timbre: str = "") -> Finish:
    """Choose what is done to a line: what its script wants, or else the voice's own `timbre`."""
    return Finish(delivery.timbre(parts) or timbre, delivery.signal(parts))


def finished(line: Sound, finish: Finish) -> Sound:
    """Give the line its timbre, and put its signal before it; a file that cannot be read is left out."""
    import numpy as np

    if finish.timbre:
        line = with_timbre(line, finish.timbre)
    if not finish.signal:
        return line
    try:
        signal = signal_of(finish.signal, line.rate)
    except ChannelLost:
        return line
    rest = np.zeros(round(REST * line.rate), np.float32)
    return Sound(np.concatenate([signal.samples, rest, line.samples]), line.rate)


def with_timbre(line: Sound, timbre: str) -> Sound:
    """Let the line sound through one of TIMBRES, as loud as before and without clipping; it may ring on a little."""
    import numpy as np

    ringing = np.pad(line.samples.astype(np.float64), (0, round(_TAIL * line.rate)))
    made = TIMBRES[timbre](ringing, line.rate)
    speech = speech_level(line.samples, line.rate)
    made = _limited(made * (speech / max(speech_level(made[: len(line.samples)], line.rate), 1e-9)))
    end = len(made) - int(np.argmax(abs(made[::-1]) > 0.002))
    return Sound(made[:end].astype(np.float32), line.rate)


def speech_level(samples: Array, rate: int) -> float:
    """Measure how loud speech is (root mean square), in the blocks within 20 dB of the loudest."""
    import numpy as np

    size = max(round(_BLOCK * rate), 1)
    blocks = samples[: len(samples) // size * size].reshape(-1, size) if len(samples) >= size else samples[None]
    powers = np.mean(np.square(blocks, dtype=np.float64), axis=1)
    return float(np.sqrt(powers[powers >= powers.max(initial=0.0) * _ACTIVE**2].mean()))


def _limited(samples: Array) -> Array:
    """Bend what would be too loud, softly, so that nothing clips."""
    import numpy as np

    over = abs(samples) - _KNEE
    bent = _KNEE + (_MOST - _KNEE) * np.tanh(over / (_MOST - _KNEE))
    return np.where(over > 0, np.sign(samples) * bent, samples)


# ---- Timbres ----

_SOFTER = 0.95  # the part of the hall's answer that is held back while somebody speaks
_RING = 0.95  # seconds for which the hall rings
_TAIL = 1.0  # seconds for which a line goes on sounding at most


def _ether(line: Array, rate: int) -> Array:
    """Through the ether: two waves that drift against each other, and a tremor of the signal."""
    import numpy as np

    time = np.arange(len(line)) / rate
    drift = 0.0025 + 0.0016 * np.sin(2 * np.pi * 0.35 * time)
    voice = _band(line, rate, 180, 6500)
    other = np.interp(time - drift, time, voice, left=0.0)
    tremor = 1.0 - 0.18 * (1 + np.sin(2 * np.pi * 23 * time)) / 2
    return (voice + 0.6 * other) * tremor


def _cloud(line: Array, rate: int) -> Array:
    """From a cloud: a voice that is many, in a wide bright hall."""
    import numpy as np

    time = np.arange(len(line)) / rate
    many = line.copy()
    for delay, depth, speed in ((0.013, 0.0012, 0.6), (0.021, 0.0009, 0.9)):
        many += 0.16 * np.interp(time - delay - depth * np.sin(2 * np.pi * speed * time), time, line, left=0.0)
    return many + _hall(many, rate)


TIMBRES: dict[str, Callable[[Array, int], Array]] = {"ether": _ether, "cloud": _cloud}
"""The timbres by the names of `cues.TIMBRES`; each takes a line with silence to ring in, and gives any loudness."""


def _band(samples: Array, rate: int, low: float, high: float) -> Array:
    """Keep what lies between two frequencies (Hz): beyond them it falls by 24 dB an octave."""
    import numpy as np

    size = _fast(len(samples))
    hertz = np.fft.rfftfreq(size, 1 / rate)
    hertz[0] = 1e-3
    gain = 1 / np.sqrt(1 + (low / hertz) ** 8) / np.sqrt(1 + (hertz / high) ** 8)
    return np.asarray(np.fft.irfft(np.fft.rfft(samples, size) * gain, size)[: len(samples)])


def _hall(line: Array, rate: int) -> Array:
    """Make what a bright hall answers: a ring that dies away within a second, softer than the line.

    While somebody speaks it answers softly, and comes out between the words, which it would blur.
    """
    import numpy as np

    time = np.arange(round(_RING * rate)) / rate
    noise = np.random.default_rng(_SEED).standard_normal(len(time)) * np.exp(-time * 6.9 / _RING)
    tail = _band(noise, rate, 150, 6000) * np.minimum(time / 0.03, 1.0)
    room = 0.2 * tail / np.sqrt(np.square(tail).sum())
    size = _fast(len(line) + len(room))
    answer = np.fft.irfft(np.fft.rfft(line, size) * np.fft.rfft(room, size), size)[: len(line)]
    width = round(0.12 * rate)
    power = np.cumsum(np.pad(np.square(line), (width - width // 2, width // 2)))
    spoken = np.sqrt(np.maximum(power[width:] - power[:-width], 0.0) / width)
    return np.asarray(answer * (1 - _SOFTER * np.clip(spoken / (0.5 * speech_level(line, rate)), 0.0, 1.0)))


def _fast(length: int) -> int:
    """Round a length up to one that a Fourier transform likes: others take ten times as long."""
    return -(-length // 4096) * 4096


# ---- Signals ----


def signal_of(name: str, rate: int) -> Sound:
    """Make the signal of that name, or read that file, in so many samples a second. Raises ChannelLost."""
    import numpy as np

    samples = SIGNALS[name](rate) if name in SIGNALS else _from_file(Path(name), rate)
    loud = speech_level(samples, rate)
    if not loud > 0:
        raise ChannelLost(message("mouth.silent-file", path=name))
    return Sound(_limited(samples * (SIGNAL_LEVEL / loud)).astype(np.float32), rate)


def _from_file(path: Path, rate: int) -> Array:
    """Read the first seconds of a file; one that is longer fades away."""
    import numpy as np

    sound = read_sound(path)
    samples = at_rate(Sound(sound.samples[: round(LONGEST * sound.rate)], sound.rate), rate).samples
    if sound.seconds > LONGEST:
        fade = min(rate, len(samples))
        samples[len(samples) - fade :] *= np.linspace(1, 0, fade, dtype=np.float32)
    return samples


def _nightfall(rate: int) -> Array:
    """A low bell that fades, and a lower one after it."""
    return _strokes(rate, [(0.0, 196.0, 1.0), (0.7, 146.8, 1.0)], seconds=2.6, dies=0.9)


def _dawn(rate: int) -> Array:
    """Three bright notes that rise."""
    return _strokes(rate, [(0.0, 392.0, 0.7), (0.22, 493.9, 0.8), (0.44, 587.3, 1.0)], seconds=1.8, dies=0.5)


def _win(rate: int) -> Array:
    """A short flourish that ends in a chord."""
    notes = [(0.0, 392.0, 0.8), (0.16, 523.3, 0.8), (0.32, 659.3, 0.8)]
    chord = [(0.5, hertz, 0.7) for hertz in (523.3, 659.3, 784.0)]
    return _strokes(rate, [*notes, *chord], seconds=2.4, dies=0.7)


SIGNALS: dict[str, Callable[[int], Array]] = {"nightfall": _nightfall, "dawn": _dawn, "win": _win}
"""The signals by the names of `cues.SIGNALS`; each makes samples of any loudness."""


def _strokes(rate: int, strokes: list[tuple[float, float, float]], *, seconds: float, dies: float) -> Array:
    """Strike bells (when, Hz, how strongly), each of which dies away in `dies` seconds to a third."""
    import numpy as np

    time = np.arange(round(seconds * rate)) / rate
    sound = np.zeros(len(time))
    for begins, hertz, strength in strokes:
        since = np.maximum(time - begins, 0.0)
        swing = np.minimum(since / 0.008, 1.0) * strength * (time >= begins)
        for partial, share in ((1.0, 1.0), (2.0, 0.5), (2.76, 0.25), (5.4, 0.08)):
            tone = np.exp(-since * partial**0.5 / dies) * np.sin(2 * np.pi * hertz * partial * since)
            sound += swing * share * tone
    fade = np.minimum((seconds - time) / 0.1, 1.0)
    return np.asarray(sound * fade)


def _written(signal: str) -> str:
    """When a signal's file was written, and its length; empty for a signal of the program's own."""
    if not signal or signal in SIGNALS:
        return ""
    try:
        facts = Path(signal).stat()
    except OSError:
        return ""
    return f"{facts.st_mtime_ns} {facts.st_size}"
