"""Whisper itself: from sound to what was heard in it, and from there to how likely each next token is."""

# The encoder runs in CTranslate2. The decoder is our own, read from the same file: a closed set of phrases needs
# probabilities for many beginnings at once, which share one cross-attention, and CTranslate2 gives them only for a
# whole text at a time. Both follow the format that CTranslate2 writes (version 6).

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narrator.ears.sound import RATE

Floats = NDArray[np.float32]
Tokens = NDArray[np.intp]

SECONDS = 4.0
"""The context: an answer is short, and an encoder that hears thirty seconds costs twenty times as much."""

_WINDOW, _HOP = 400, 160
_BANDS = 80
_TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}
_CHUNK = 128
"""Rows of which the whole vocabulary is looked at together."""


def log_mel(sound: Floats, seconds: float = SECONDS) -> Floats:
    """Write the sound, cut or filled up with silence to so many seconds, as Whisper's spectrogram."""
    length = round(seconds * RATE)
    padded = np.pad(sound[:length], (0, max(length - len(sound), 0)))
    padded = np.pad(padded, _WINDOW // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP][: length // _HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(_WINDOW + 1)[:-1])) ** 2
    mel = np.log10(np.maximum(_mel_bands() @ power.T, 1e-10))
    found: Floats = ((np.maximum(mel, mel.max() - 8.0) + 4.0) / 4.0).astype(np.float32)
    return found


def _mel_bands() -> NDArray[np.float64]:
    """Make the bands by Slaney's scale: even up to 1 kHz, by ratio above."""
    step, per_octave = 200 / 3, 27 / np.log(6.4)
    mels = np.linspace(0.0, 15.0 + per_octave * np.log(RATE / 2 / 1000), _BANDS + 2)
    edges = np.where(mels < 15.0, mels * step, 1000.0 * np.exp((mels - 15.0) / per_octave))
    low, mid, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    at = np.fft.rfftfreq(_WINDOW, 1 / RATE)
    bands = np.maximum(0.0, np.minimum((at - low) / (mid - low), (high - at) / (high - mid)))
    found: NDArray[np.float64] = bands * 2.0 / (high - low)
    return found


def weights_of(file: Path, prefix: str = "decoder/") -> dict[str, NDArray[Any]]:
    """Read the weights whose names begin so from a CTranslate2 model, matrices as (in, out). Raises ValueError."""
    with file.open("rb") as source:
        version, _name, _revision, count = (
            _number(source, "I"),
            _text(source),
            _number(source, "I"),
            _number(source, "I"),
        )
        if version != 6:
            raise ValueError(f"{file.name} has the format {version} instead of 6")
        read = ((name, _array(source, *form)) for name, *form in _variables(source, count, prefix))
        return {name: _floats(array, turned=name.endswith("/weight")) for name, array in read}


def _variables(source: BinaryIO, count: int, prefix: str) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    for _ in range(count):
        name = _text(source)
        shape = tuple(_number(source, "I") for _ in range(_number(source, "B")))
        kind, size = _number(source, "B"), _number(source, "I")
        if name.startswith(prefix):
            yield name.removeprefix(prefix), shape, _TYPES[kind]
        else:
            source.seek(size, 1)


def _array(source: BinaryIO, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    return np.frombuffer(source.read(int(np.prod(shape, dtype=int)) * np.dtype(kind).itemsize), kind).reshape(shape)


def _floats(array: NDArray[Any], *, turned: bool) -> NDArray[Any]:
    """Widen what is no single number. A matrix that lies as it is multiplied takes half the time with few rows."""
    return (array.T if turned else array).astype(np.float32, order="C") if array.ndim else array


def _number(source: BinaryIO, form: str) -> int:
    return int(struct.unpack(f"<{form}", source.read(struct.calcsize(f"<{form}")))[0])


def _text(source: BinaryIO) -> str:
    return source.read(_number(source, "H")).rstrip(b"\0").decode()


class Encoder:
    """Whisper's encoder, as CTranslate2 runs it."""

    def __init__(self, folder: Path) -> None:
        """Load it. One thread: with more than OpenMP may have, CTranslate2 silently leaves out parts of its sums."""
        from ctranslate2.models import Whisper

        self._model: Any = Whisper(str(folder), device="cpu", compute_type="int8", intra_threads=1)

    def hear(self, sound: Floats, seconds: float = SECONDS) -> Floats:
        """Give what it hears in a sound at 16 kHz (frame of 20 ms, number), cut or filled up to so many seconds."""
        from ctranslate2 import StorageView

        spectrogram = np.ascontiguousarray(log_mel(sound, seconds)[None])
        found: Floats = np.array(self._model.encode(StorageView.from_array(spectrogram)))[0].astype(np.float32)
        return found


class EncodedSound(NamedTuple):
    """A sound as the decoder hears it: keys and values of each layer's cross-attention, heads first."""

    layers: tuple[tuple[Floats, Floats], ...]


class Beginnings(NamedTuple):
    """Texts begun, a row each: keys and values of each layer's self-attention, and how long the texts are."""

    keys: Floats
    """Row, layer, head, place, part."""
    values: Floats

    @property
    def length(self) -> int:
        """How many tokens each has."""
        return int(self.keys.shape[3])

    def of(self, rows: Tokens) -> Beginnings:
        """Take these rows, one perhaps several times."""
        return Beginnings(self.keys[rows], self.values[rows])


class Decoder:
    """Whisper's decoder, for many texts of one length at once."""

    def __init__(self, weights: dict[str, NDArray[Any]]) -> None:
        self._weights = weights
        self._layers = sum(name.endswith("/ffn/linear_0/weight") for name in weights)
        self._heads = int(weights["num_heads"])
        self._embeddings: Floats = weights["embeddings/weight"]
        self._places: Floats = weights["position_encodings/encodings"]

    def hear(self, encoded: Floats) -> EncodedSound:
        """Make of what the encoder gives (place, part) what all texts look at."""
        layers = []
        for layer in range(self._layers):
            keys, values = np.split(self._linear(f"layer_{layer}/attention/linear_1", encoded), 2, axis=-1)
            layers.append((self._by_head(keys[None])[0].swapaxes(1, 2).copy(), self._by_head(values[None])[0].copy()))
        return EncodedSound(tuple(layers))

    def nothing(self) -> Beginnings:
        """A text without tokens."""
        none = np.zeros((1, self._layers, self._heads, 0, self._places.shape[1] // self._heads), np.float32)
        return Beginnings(none, none)

    def go_on(self, heard: EncodedSound, begun: Beginnings, tokens: Tokens) -> tuple[Floats, Beginnings]:
        """Add tokens (row, place) to the texts; give each one's last state, for `likely`, and the longer texts."""
        end = begun.length + tokens.shape[1]
        state = self._embeddings.T[tokens] + self._places[begun.length : end]
        unseen = np.triu(np.full((tokens.shape[1], end), -np.inf, np.float32), begun.length + 1)
        keys, values = [], []
        for layer in range(self._layers):
            name = f"layer_{layer}"
            own = self._linear(f"{name}/self_attention/linear_0", self._normed(f"{name}/self_attention", state))
            asked, key, value = map(self._by_head, np.split(own, 3, axis=-1))
            keys.append(np.concatenate([begun.keys[:, layer], key], axis=2))
            values.append(np.concatenate([begun.values[:, layer], value], axis=2))
            seen = _attend(asked, keys[-1].swapaxes(2, 3), values[-1], unseen)
            state = state + self._linear(f"{name}/self_attention/linear_1", _together(seen))
            asked = self._by_head(
                self._linear(f"{name}/attention/linear_0", self._normed(f"{name}/attention", state))
            )
            state = state + self._linear(
                f"{name}/attention/linear_2", _together(_looked(asked, *heard.layers[layer]))
            )
            inner = gelu(self._linear(f"{name}/ffn/linear_0", self._normed(f"{name}/ffn", state)))
            state = state + self._linear(f"{name}/ffn/linear_1", inner)
        return self._normed("", state[:, -1]), Beginnings(np.stack(keys, axis=1), np.stack(values, axis=1))

    def likely(self, states: Floats) -> Iterator[Floats]:
        """Give for each state the log-probability of every token as the next one."""
        for at in range(0, len(states), _CHUNK):
            yield from log_shares(states[at : at + _CHUNK] @ self._embeddings)

    def _linear(self, name: str, states: Floats) -> Floats:
        weight = self._weights[f"{name}/weight"]
        flat = states.reshape(-1, states.shape[-1]) @ weight  # one product, not one for each row
        found: Floats = flat.reshape(*states.shape[:-1], -1) + self._weights[f"{name}/bias"]
        return found

    def _normed(self, name: str, states: Floats) -> Floats:
        prefix = f"{name}/layer_norm".removeprefix("/")
        found: Floats = normed(states) * self._weights[f"{prefix}/gamma"] + self._weights[f"{prefix}/beta"]
        return found

    def _by_head(self, states: Floats) -> Floats:
        """Split (row, place, part) into (row, head, place, part)."""
        return states.reshape(*states.shape[:-1], self._heads, -1).swapaxes(1, 2)


def _together(seen: Floats) -> Floats:
    """Join what the heads saw."""
    rows, heads, places, parts = seen.shape
    return seen.swapaxes(1, 2).reshape(rows, places, heads * parts)


def _looked(asked: Floats, keys: Floats, values: Floats) -> Floats:
    """Look at the one sound from every row: one large product a head instead of a small one for each row."""
    rows, heads, places, parts = asked.shape
    seen = _attend(asked.swapaxes(0, 1).reshape(heads, rows * places, parts), keys, values)
    return seen.reshape(heads, rows, places, parts).swapaxes(0, 1)


def _attend(asked: Floats, keys: Floats, values: Floats, unseen: Floats | float = 0.0) -> Floats:
    """Look at the values whose keys answer what is asked."""
    scores = asked @ keys / np.sqrt(np.float32(asked.shape[-1])) + unseen
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Floats = shares @ values / shares.sum(axis=-1, keepdims=True)
    return found


def normed(states: Floats) -> Floats:
    """Each state with a mean of 0 and a spread of 1."""
    centred = states - states.mean(axis=-1, keepdims=True)
    found: Floats = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    return found


def log_shares(scores: Floats) -> Floats:
    """Turn scores into log-probabilities, those of a row among each other; the scores are used up."""
    scores -= scores.max(axis=-1, keepdims=True)
    scores -= np.log(np.exp(scores).sum(axis=-1, keepdims=True))
    return scores


def gelu(states: Floats) -> Floats:
    """The smooth step, by a formula of the error function that is exact to a ten-millionth."""
    x = np.abs(states) * np.float32(1 / np.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * x)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    inner = 1 - series * np.exp(-x * x)
    found: Floats = 0.5 * states * (1 + np.sign(states) * inner).astype(np.float32)
    return found
