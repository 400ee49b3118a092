"""The network of narrator/mouth/correction.py as it is taught, in JAX: recordings beside what the vocoder makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.typing import NDArray

from narrator.mouth.correction import BANDS, LAYERS, MOST, NAME, REACH, SIZE, STEP, known_of, spread
from narrator.mouth.vocoder import HOP, RATE, halves_of
from tools.teach.learning import Weights
from tools.teach.recordings import FRAME, analysed, frames_of, recordings, samples_of

WIDTH = 128
"""Numbers that the network has for a frame."""

_SEGMENT, _BATCH = 96, 12  # frames of a piece of a line, and how many pieces a step
_BEFORE = 20  # frames of quiet that may stand before a piece, and behind it
_SPECTRA = ((256, 64), (512, 128), (1024, 256), (2048, 512))
"""Samples of the spectra by which sounds are compared, and from one to the next."""
_FLOOR = 0.003 / 16  # of an amplitude that is compared, for the root of a spectrum's samples


class Pair(NamedTuple):
    """A line: its frames as the network sees them (n, 45), and three sounds (240 n): the recording, voice, noise."""

    known: NDArray[np.float32]
    sound: NDArray[np.float32]
    voiced: NDArray[np.float32]
    noise: NDArray[np.float32]


def pairs_of(folder: Path, most_minutes: float = 1e9) -> Iterator[Pair]:
    """Read the recordings of a pack, up to so many minutes of them, and what the vocoder makes of their frames."""
    minutes = 0.0
    for _, sound in recordings(folder):
        measured = analysed(sound)
        if len(measured) < _SEGMENT // 2 or minutes >= most_minutes:
            continue
        frames = frames_of(measured)
        count = len(measured) * HOP
        own = np.zeros(count, np.float32)
        samples = samples_of(sound)[:count]
        own[: len(samples)] = samples
        minutes += count / RATE / 60
        yield Pair(known_of(frames).astype(np.float32), own, *(half.astype(np.float32) for half in halves_of(frames)))


def begun(pairs: Sequence[Pair], seed: int = 0) -> Weights:
    """A network that changes nothing yet, for frames like these."""
    chance, every = np.random.default_rng(seed), np.concatenate([pair.known for pair in pairs])
    mean, std = every.mean(0), np.maximum(every.std(0), 1e-3)
    mean[1], std[1] = 0, 1

    def drawn(*shape: int, scale: float) -> Any:
        return jnp.asarray(chance.normal(0, scale, shape), jnp.float32)

    weights: Weights = {"mean": jnp.asarray(mean), "std": jnp.asarray(std), "inb": jnp.zeros(WIDTH)}
    weights |= {"in": drawn(3, FRAME, WIDTH, scale=(3 * FRAME) ** -0.5)}
    for layer in range(LAYERS):
        own = {"w": drawn(REACH, WIDTH, scale=REACH**-0.5), "b": jnp.zeros(WIDTH)}
        own |= {"up": drawn(WIDTH, 2 * WIDTH, scale=(2 / WIDTH) ** 0.5), "upb": jnp.zeros(2 * WIDTH)}
        own |= {"down": drawn(2 * WIDTH, WIDTH, scale=0.3 * (2 * WIDTH) ** -0.5), "downb": jnp.zeros(WIDTH)}
        weights |= {f"{layer}.{key}": value for key, value in own.items()}
    weights |= {"out": jnp.zeros((WIDTH, 4 * BANDS)), "outb": jnp.zeros(4 * BANDS)}
    return {f"{NAME}.{key}": value for key, value in weights.items()}


def corrected(weights: Weights, known: Any, voiced: Any, noise: Any) -> Any:
    """What `corrected` of the voice makes, of several pieces at once."""
    gains = jnp.exp(_louder(weights, known) @ spread())
    edge, window = SIZE // 2 - STEP // 2, jnp.sqrt(_window(SIZE))
    padded = [jnp.pad(half, ((0, 0), (edge, edge))) for half in (voiced, noise)]
    spectra = [jnp.fft.rfft(_pieces(half, SIZE, STEP) * window) for half in padded]
    pieces = jnp.fft.irfft(spectra[0] * gains[:, :, 0] + spectra[1] * gains[:, :, 1], SIZE) * window
    places = (jnp.arange(pieces.shape[1])[:, None] * STEP + jnp.arange(SIZE)).reshape(-1)
    sound = jnp.zeros(padded[0].shape).at[:, places].add(pieces.reshape(len(pieces), -1))
    return sound[:, edge:-edge] * (2 * STEP / SIZE)


def _louder(weights: Weights, known: Any) -> Any:
    fixed = lax.stop_gradient(weights[f"{NAME}.mean"]), lax.stop_gradient(weights[f"{NAME}.std"])
    made = _convolved((known - fixed[0]) / fixed[1], weights[f"{NAME}.in"]) + weights[f"{NAME}.inb"]
    for layer in range(LAYERS):
        own = {key: weights[f"{NAME}.{layer}.{key}"] for key in ("w", "b", "up", "upb", "down", "downb")}
        among = _evened(_convolved(made, own["w"][:, None], WIDTH) + own["b"])
        made = made + jax.nn.relu(among @ own["up"] + own["upb"]) @ own["down"] + own["downb"]
    out = _evened(made) @ weights[f"{NAME}.out"] + weights[f"{NAME}.outb"]
    return (MOST * jnp.tanh(out / MOST)).reshape(len(known), -1, 2, BANDS)


def _convolved(known: Any, weights: Any, groups: int = 1) -> Any:
    order = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(known, weights, (1,), "SAME", dimension_numbers=order, feature_group_count=groups)


def _evened(known: Any) -> Any:
    known = known - known.mean(-1, keepdims=True)
    return known * lax.rsqrt(jnp.square(known).mean(-1, keepdims=True) + 1e-5)


def _window(size: int) -> NDArray[np.float32]:
    return np.hanning(size + 1)[:-1].astype(np.float32)


def _pieces(sound: Any, size: int, step: int) -> Any:
    count = (sound.shape[-1] - size) // step + 1
    return sound[..., jnp.arange(count)[:, None] * step + jnp.arange(size)]


def losses(weights: Weights, batch: tuple[Any, ...]) -> tuple[Any, Any]:
    """How far the corrected sound is from the recording, by spectra of four lengths (Yamamoto and others 2020)."""
    known, sound, voiced, noise = batch
    made = corrected(weights, known, voiced, noise)
    parts = [_apart(made, sound, size, step) for size, step in _SPECTRA]
    return sum(parts) / len(parts), tuple(parts)


def _apart(made: Any, wanted: Any, size: int, step: int) -> Any:
    one, other = (_amplitudes(sound, size, step) for sound in (made, wanted))
    floor = _FLOOR * size**0.5
    shape = jnp.sqrt(jnp.square(one - other).sum() / (jnp.square(other).sum() + 1e-9))
    return jnp.abs(jnp.log(one + floor) - jnp.log(other + floor)).mean() + shape / 2


def _amplitudes(sound: Any, size: int, step: int) -> Any:
    spectra = jnp.fft.rfft(_pieces(sound, size, step) * _window(size))
    return jnp.sqrt(jnp.square(spectra.real) + jnp.square(spectra.imag) + 1e-7)


def batch(pairs: Sequence[Pair], chance: np.random.Generator) -> tuple[NDArray[np.float32], ...]:
    """Pieces of some lines, with quiet before the line or behind it where they reach beyond."""
    known = np.zeros((_BATCH, _SEGMENT, FRAME), np.float32)
    sounds = np.zeros((3, _BATCH, _SEGMENT * HOP), np.float32)
    for place, number in enumerate(chance.choice(len(pairs), _BATCH)):
        pair = pairs[number]
        count = len(pair.known)
        begins = int(chance.integers(-_BEFORE, max(1, count - _SEGMENT + _BEFORE)))
        known[place] = pair.known[np.clip(np.arange(begins, begins + _SEGMENT), 0, count - 1)]
        inside = slice(max(begins, 0) * HOP, min(begins + _SEGMENT, count) * HOP)
        at = max(-begins, 0) * HOP
        for row, sound in enumerate((pair.sound, pair.voiced, pair.noise)):
            sounds[row, place, at : at + inside.stop - inside.start] = sound[inside]
    return (known, *sounds)
