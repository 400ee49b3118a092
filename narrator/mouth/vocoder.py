"""From frames to sound: a source of pulses and noise, each filtered to the spectrum of its moment.

A frame is 10 ms. The envelope and the bands of noise are those of the vocoder WORLD (M. Morise and others, 2016,
IEICE Trans. E99-D, 1877), which analyses the recordings that a voice is taught by; its synthesis is not used.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

RATE = 24_000
"""Samples a second."""

HOP = 240
"""Samples of a frame."""

CEPSTRA, BANDS = 40, 3
"""Numbers that a frame has for its envelope, and for its noise."""

_SIZE = 1024  # samples of a spectrum
_BINS = _SIZE // 2 + 1
_LOW, _HIGH = 40.0, RATE / 2  # Hz between which the mel scale of the envelope lies
_BAND = 3000.0  # Hz from one band of noise to the next
_PURE = -60.0  # dB of noise at 0 Hz, where a voice has none
_RUMBLE = 60.0  # Hz below which nothing is said
_EARLY = 8  # samples before a pulse in which its filter begins
_LEAST = 60.0  # Hz of the deepest voice
_FADE = 0.008  # seconds in which a line begins and ends


class Frames(NamedTuple):
    """What sounds, frame by frame: `pitch` in Hz (n), 0 without a voice; `envelope` (n, 40); `noise` in dB (n, 3).

    The envelope is the mel-cepstrum of the power spectrum, the noise how much of the amplitude is noise at 3, 6 and
    9 kHz.
    """

    pitch: Array
    envelope: Array
    noise: Array


def sound_of(frames: Frames) -> NDArray[np.float32]:
    """Make the sound of the frames: (240 n) samples, about as loud as the voice was recorded; always the same."""
    import numpy as np

    count = len(frames.pitch) * HOP
    heard, noise = _amplitudes(frames), _noise_share(frames)
    sound = _voiced(frames.pitch, heard, noise) + _unvoiced(heard * noise)
    fade = min(round(_FADE * RATE), count // 2)
    slope = np.sin(np.linspace(0.0, np.pi / 2, fade)) ** 2
    sound[:fade] *= slope
    sound[count - fade : count] *= slope[::-1]
    return sound.astype(np.float32)


def _amplitudes(frames: Frames) -> Array:
    """The amplitude at each frequency (n, 513), without what is too low to be speech; at 0 Hz there is none."""
    import numpy as np

    hertz = np.linspace(0.0, RATE / 2, _BINS)
    speech = 1 / np.sqrt(1 + (_RUMBLE / np.maximum(hertz, 1e-3)) ** 4)
    return np.asarray(np.exp(frames.envelope @ _cosines().T / 2) * speech)


@cache
def _cosines() -> Array:
    """What turns a mel-cepstrum into the logarithm of a power spectrum: cosines over the mel scale (513, 40).

    Hz to mel: 1127.01048 ln(1 + f / 700) (O'Shaughnessy 1987). All but the first cosine are the root of 2 as
    large, as in WORLD.
    """
    import numpy as np

    hertz = np.clip(np.linspace(0.0, RATE / 2, _BINS), _LOW, _HIGH)
    mel, low, high = (1127.01048 * np.log1p(value / 700) for value in (hertz, _LOW, _HIGH))
    place = (mel - low) / (high - low) + 1 / _SIZE
    order = np.arange(CEPSTRA)
    return np.asarray(np.cos(np.pi * order * place[:, None]) * np.where(order, np.sqrt(2), 1.0))


def _noise_share(frames: Frames) -> Array:
    """The part of the amplitude at each frequency that is noise (n, 513): all of it where there is no voice."""
    import numpy as np

    count = len(frames.pitch)
    ends = np.full((count, 1), _PURE), np.minimum(frames.noise, 0.0), np.zeros((count, 1))
    decibels, place = np.concatenate(ends, axis=1), np.linspace(0.0, RATE / 2, _BINS) / _BAND
    below = np.minimum(place.astype(int), BANDS)
    between = decibels[:, below] * (below + 1 - place) + decibels[:, below + 1] * (place - below)
    return np.where(frames.pitch[:, None] > 0, np.clip(10 ** (between / 20), 0.001, 0.999), 1.0)


def _voiced(pitch: Array, heard: Array, noise: Array) -> Array:
    """A pulse for each period of the voice, at its very moment between samples, through the filter of its frame."""
    import numpy as np

    count = len(pitch) * HOP
    hertz = np.interp(np.arange(count) / HOP, np.arange(len(pitch)), pitch)
    hertz = np.where(np.repeat(pitch > 0, HOP), np.maximum(hertz, _LEAST), 0.0)
    periods = np.cumsum(hertz / RATE)
    marks = np.flatnonzero(np.diff(np.floor(periods)) > 0) + 1
    sound = np.zeros(count + _SIZE + _EARLY)
    if not len(marks):
        return sound[:count]
    late = (periods[marks] % 1) * RATE / hertz[marks]
    tone = heard[marks // HOP] * np.sqrt(1 - noise[marks // HOP] ** 2) * np.sqrt(RATE / hertz[marks])[:, None]
    spectra = _minimum_phase(tone, late - _EARLY)
    for mark, pulse in zip(marks, np.fft.irfft(spectra, axis=1), strict=True):
        sound[mark : mark + _SIZE] += pulse
    return sound[_EARLY:][:count]


def _minimum_phase(amplitudes: Array, earlier: Array) -> Array:
    """Spectra of the filters with these amplitudes that answer soonest, by so many samples `earlier`.

    By way of the cepstrum (Oppenheim and Schafer 1975, chapter 7).
    """
    import numpy as np

    cepstra = np.fft.irfft(np.log(np.maximum(amplitudes, 1e-9)), axis=1)
    cepstra[:, 1 : _SIZE // 2] *= 2
    cepstra[:, _SIZE // 2 + 1 :] = 0
    logarithms = np.fft.rfft(cepstra, axis=1)
    turned = logarithms.imag + 2 * np.pi / _SIZE * np.arange(_BINS) * earlier[:, None]
    spectra = amplitudes * (np.cos(turned) + 1j * np.sin(turned))
    spectra[:, 0] = 0
    return np.asarray(spectra)


def _unvoiced(amplitudes: Array) -> Array:
    """Noise through the filter of each frame, faded from frame to frame; the noise is the same in every line."""
    import numpy as np

    count = len(amplitudes)
    noise = np.random.default_rng(0).standard_normal((count + 2) * HOP)
    pieces = np.lib.stride_tricks.sliding_window_view(noise, 2 * HOP)[::HOP][:count] * np.hanning(2 * HOP + 1)[:-1]
    filtered = np.fft.irfft(np.fft.rfft(pieces, _SIZE) * amplitudes, axis=1)
    sound = np.zeros(count * HOP + _SIZE + HOP)
    for frame, piece in enumerate(filtered):
        sound[frame * HOP : frame * HOP + _SIZE] += piece
    return sound[HOP // 2 :][: count * HOP]
