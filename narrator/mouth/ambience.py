"""Ambience: steady night sounds that cover the rustle of pointing hands, made from a seed, without a seam."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.errors import ChannelLost
from narrator.mouth.sound import Sound, at_rate
from narrator.texts import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from narrator.mouth.sound import Samples

    Array = NDArray[Any]

Ambience = Callable[[int], "Samples"]
"""Makes the samples of one round, at so many a second; the last is followed by the first."""

SECONDS = 20
"""How long a round of a synthesised ambience is."""

LEVEL = 0.1
"""The loudness (root mean square) of every ambience before its volume."""

_SEED = 1881
_LONGEST = 120  # seconds of a file that are used
_CROSSING = 2.0  # seconds in which a file's end fades into its beginning
_HEADROOM = 0.9


def ambience_of(name: str) -> Ambience | None:
    """Choose the ambience of that name, or of that file; None for `none`."""
    if name == "none":
        return None
    return partial(synthesise, name) if name in KINDS else partial(from_file, Path(name))


def synthesise(kind: str, rate: int, seed: int = _SEED, seconds: int = SECONDS) -> Samples:
    """Make a round of `wind`, `rain`, `crickets` or `fire`: the same for the same seed."""
    import numpy as np

    return _levelled(np.sum(KINDS[kind](_Weather(np.random.default_rng(seed), rate, seconds)), axis=0))


def from_file(path: Path, rate: int) -> Samples:
    """Read up to two minutes of a sound file; its end fades into its beginning. Raises ChannelLost."""
    import soundfile

    try:
        with soundfile.SoundFile(path) as file:
            samples = file.read(_LONGEST * file.samplerate, dtype="float32", always_2d=True).mean(axis=1)
            sound = at_rate(Sound(samples, file.samplerate), rate)
    except (OSError, RuntimeError) as error:  # soundfile's own errors are RuntimeErrors
        why = f"The ambience {path} cannot be read ({error})."
        raise ChannelLost(why, message("mouth.unreadable", path=path, why=error)) from None
    if not sound.samples.any():
        raise ChannelLost(f"The ambience {path} is silent.", message("mouth.silent-file", path=path))
    return _levelled(_joined(sound.samples, round(_CROSSING * rate)))


def _joined(samples: Array, crossing: int) -> Array:
    """Lay the end over the beginning, one growing as the other fades, at equal power."""
    import numpy as np

    crossing = min(crossing, len(samples) // 2)
    way = np.linspace(0.0, np.pi / 2, crossing, dtype=np.float32)
    begin = samples[:crossing] * np.sin(way) + samples[len(samples) - crossing :] * np.cos(way)
    return np.concatenate([begin, samples[crossing : len(samples) - crossing]])


def _levelled(samples: Array) -> Samples:
    import numpy as np

    gain = LEVEL / float(np.sqrt(np.mean(np.square(samples))))
    return np.clip(samples * np.float32(gain), -_HEADROOM, _HEADROOM).astype(np.float32)


class _Weather:
    """The makings of a round: every one of them goes on at the beginning where it is at the end."""

    def __init__(self, chance: np.random.Generator, rate: int, seconds: int) -> None:
        self.chance, self.rate, self.seconds = chance, rate, seconds
        self.count = rate * seconds

    def noise(self, low: float, high: float, slope: float = 0.0) -> Array:
        """Make noise between two frequencies (Hz), falling by `slope` times 6 dB an octave; power 1."""
        import numpy as np

        hertz = np.fft.rfftfreq(self.count, 1 / self.rate).astype(np.float32)
        hertz[0] = 1.0
        loud = hertz**-slope / (1 + (low / hertz) ** 4) / (1 + (hertz / high) ** 4)
        loud[0] = 0.0
        spectrum = np.exp(self.chance.random(len(hertz), dtype=np.float32) * np.complex64(2j * np.pi)) * loud
        samples: Array = np.fft.irfft(spectrum, n=self.count).astype(np.float32)
        samples /= np.sqrt(np.mean(np.square(samples)))
        return samples

    def swell(self, least: float, fastest: int = 7) -> Array:
        """Make a slow rise and fall between `least` and 1, in whole waves a round."""
        import numpy as np

        way = np.arange(self.count, dtype=np.float32) * np.float32(2 * np.pi / self.count)
        tide = np.zeros(self.count, np.float32)
        for turns in range(1, fastest + 1):
            tide += np.sin(turns * way + np.float32(self.chance.uniform(0, 2 * np.pi)))
        tide *= (1 - least) / 2 / abs(tide).max()
        return tide + (1 + least) / 2

    def strewn(self, grain: Array, each_second: float) -> Array:
        """Strew grains of different loudness over the round; one at the end goes on at the beginning."""
        import numpy as np

        hits = np.zeros(self.count, np.float32)
        places = self.chance.integers(self.count, size=round(each_second * self.seconds))
        np.add.at(hits, places, self.chance.lognormal(0.0, 0.7, len(places)).astype(np.float32))
        spectrum = np.fft.rfft(hits) * np.fft.rfft(grain, n=self.count)
        samples: Array = np.fft.irfft(spectrum, n=self.count).astype(np.float32)
        return samples

    def grain(self, hertz: float, seconds: float) -> Array:
        """Make a short sound that dies away: a drop, a crackle."""
        import numpy as np

        time = np.arange(round(seconds * 6 * self.rate), dtype=np.float32) / np.float32(self.rate)
        samples: Array = np.sin(2 * np.pi * hertz * time) * np.exp(-time / seconds)
        return samples


def _wind(weather: _Weather) -> list[Array]:
    low = weather.noise(60, 500, 0.5) * weather.swell(0.5)
    high = weather.noise(500, 2500, 0.5) * weather.swell(0.4, fastest=11)
    return [low, 0.5 * high, 0.25 * weather.noise(2000, 8000)]


def _rain(weather: _Weather) -> list[Array]:
    drops = weather.strewn(weather.grain(2800, 0.003), 60) + weather.strewn(weather.grain(1700, 0.005), 25)
    return [weather.noise(500, 9000, 0.5) * weather.swell(0.8), 0.6 * drops]


def _crickets(weather: _Weather) -> list[Array]:
    night = [0.5 * weather.noise(100, 1500, 0.5), 0.35 * weather.noise(2000, 8000)]
    return [*night, *(_cricket(weather, hertz) for hertz in (4100, 4500, 4900))]


def _cricket(weather: _Weather, hertz: int) -> Array:
    """Make one cricket chirp: a few short strokes, a rest, and again, a whole number of times a round."""
    import numpy as np

    chirps = round(weather.seconds * weather.chance.uniform(1.2, 1.7))
    way = np.arange(weather.count)
    place = ((way * chirps / weather.count + weather.chance.random()) % 1.0).astype(np.float32)
    strokes = np.sin(place * (8 * np.pi)) ** 2 * (place < 0.5)  # four strokes, and a rest as long
    song: Array = np.sin((way * hertz % weather.rate).astype(np.float32) * np.float32(2 * np.pi / weather.rate))
    song *= strokes
    return song


def _fire(weather: _Weather) -> list[Array]:
    crackle = weather.strewn(weather.grain(2300, 0.002), 9) + weather.strewn(weather.grain(900, 0.006), 2)
    flames = weather.noise(40, 300, 0.5) * weather.swell(0.6, fastest=17)
    return [flames, 0.4 * weather.noise(800, 7000, 0.3), 0.8 * crackle]


KINDS: dict[str, Callable[[_Weather], list[Array]]] = {
    "wind": _wind,
    "rain": _rain,
    "crickets": _crickets,
    "fire": _fire,
}
"""The ambiences that need no file."""
