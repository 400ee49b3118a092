"""A small network that corrects the vocoder's sound, as the recordings of the voice would have it.

For each 5 ms it says of 48 bands of the voiced half and of the noise how much louder or softer they are. It is taught
by recordings beside what the vocoder made of their own frames (tools/teach), so that it knows what the vocoder loses:
how a sound begins after a pause above all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from narrator.mouth.vocoder import HOP, RATE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from narrator.mouth.vocoder import Frames

    Array = NDArray[Any]

BANDS, SIZE, STEP = 48, 512, HOP // 2
"""Bands of the mel scale; samples of a spectrum, and from one to the next."""

LAYERS, REACH = 5, 7
"""Layers, and how many frames each sees together."""

MOST = 3.0
"""The most by which a band is louder or softer, as a natural logarithm."""

NAME = "cor"
"""Begins the names of its numbers in a voice's file."""


def corrected(numbers: Mapping[str, Array], frames: Frames, voiced: Array, noise: Array) -> Array:
    """Correct the two halves (240 n samples each) that the vocoder made of n frames, and put them together."""
    import numpy as np

    gains = np.exp(_louder(numbers, known_of(frames)) @ spread())
    edge = SIZE // 2 - STEP // 2
    window = np.sqrt(np.hanning(SIZE + 1)[:-1])
    spectra = [
        np.fft.rfft(np.lib.stride_tricks.sliding_window_view(np.pad(half, edge), SIZE)[::STEP] * window, axis=1)
        for half in (voiced, noise)
    ]
    pieces = np.fft.irfft(spectra[0] * gains[:, 0] + spectra[1] * gains[:, 1], axis=1) * window
    sound = np.zeros(len(voiced) + 2 * edge)
    for place, piece in enumerate(pieces):
        sound[place * STEP : place * STEP + SIZE] += piece
    return sound[edge : edge + len(voiced)] * (2 * STEP / SIZE)


def known_of(frames: Frames) -> Array:
    """The frames as the network sees them (n, 45): logarithm of the pitch, 1 or -1 for voice or none, the rest."""
    import numpy as np

    voiced, place = frames.pitch > 0, np.arange(len(frames.pitch))
    drawn_on = np.interp(place, np.flatnonzero(voiced), np.log(frames.pitch[voiced])) if voiced.any() else 0.0 * place
    return np.concatenate([drawn_on[:, None], np.where(voiced, 1.0, -1.0)[:, None], frames.envelope, frames.noise], 1)


def _louder(numbers: Mapping[str, Array], known: Array) -> Array:
    """How much louder each band is to be, as a logarithm: (2 n, 2, 48), of the voiced half and of the noise."""
    import numpy as np

    seen = (known - numbers[f"{NAME}.mean"]) / numbers[f"{NAME}.std"]
    made = _around(seen.astype(np.float32), numbers[f"{NAME}.in"]) + numbers[f"{NAME}.inb"]
    for layer in range(LAYERS):
        own = {key: numbers[f"{NAME}.{layer}.{key}"] for key in ("w", "b", "up", "upb", "down", "downb")}
        among = _evened(_beside(made, own["w"]) + own["b"])
        made = made + np.maximum(among @ own["up"] + own["upb"], 0) @ own["down"] + own["downb"]
    out = _evened(made) @ numbers[f"{NAME}.out"] + numbers[f"{NAME}.outb"]
    return np.asarray(MOST * np.tanh(out / MOST)).reshape(-1, 2, BANDS)


def _around(known: Array, weights: Array) -> Array:
    """A convolution over neighbours (reach, from, to)."""
    import numpy as np

    edge = len(weights) // 2
    padded = np.pad(known, ((edge, edge), (0, 0)))
    return np.asarray(sum(padded[at : at + len(known)] @ one for at, one in enumerate(weights)))


def _beside(known: Array, weights: Array) -> Array:
    """A convolution over neighbours of each number by itself (reach, numbers)."""
    import numpy as np

    edge = len(weights) // 2
    padded = np.pad(known, ((edge, edge), (0, 0)))
    return np.asarray(sum(padded[at : at + len(known)] * one for at, one in enumerate(weights)))


def _evened(known: Array) -> Array:
    """The numbers of each frame brought to mean 0 and variance 1."""
    import numpy as np

    known = known - known.mean(1, keepdims=True)
    return np.asarray(known / np.sqrt(np.square(known).mean(1, keepdims=True) + 1e-5))


@cache
def spread() -> NDArray[np.float32]:
    """What spreads the bands over frequencies: triangles over the mel scale (48, 257)."""
    import numpy as np

    mel = 1127.0 * np.log1p(np.linspace(0.0, RATE / 2, SIZE // 2 + 1) / 700)
    middles = np.linspace(0.0, mel[-1], BANDS)
    return np.asarray(np.maximum(0.0, 1 - np.abs(mel - middles[:, None]) / middles[1]), np.float32)
