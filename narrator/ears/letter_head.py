"""Letters heard in a sound: a head on what Whisper's encoder gives, and how well a text fits them.

The head was taught by synthetic voices (tools/teach/ear), the encoder has heard people. For every 20 ms it says how
likely each letter is, or none (CTC; Graves and others 2006). A text scores the sum over all ways to spread its
letters over the sound, against the likeliest letters of each moment: 0 is as good as what would be written freely.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narrator.lexicon import plain

Floats = NDArray[np.float32]

FORMAT = 1
LETTERS = " aąbcćdeęfghijklłmnńoóprsśtuwyzźżqvx"
"""What is heard, behind none at all, which is number 0."""

FLOOR = 1e-5
"""How likely any letter is at least, next to the likeliest: one that was swallowed is not the end of a phrase."""

FRAME, _AFTER = 320, 4
"""Samples of a frame, and frames behind a sound in which its last letter echoes."""

_NEVER = 1e-300
_EDGE = 1e-5  # of a normed layer


class Head:
    """The network: a product, convolutions over neighbouring frames, and the letters."""

    def __init__(self, file: Path) -> None:
        """Read its numbers. Raises ValueError if they are of another version."""
        with np.load(file, allow_pickle=False) as kept:
            if int(kept["format"]) != FORMAT or str(kept["letters"]) != LETTERS:
                raise ValueError(f"{file} is of another version of the narrator")
            self.encoder = str(kept["encoder"])
            """The encoder on which it was taught: what its model's file begins with as a SHA-256."""
            named = [name for name in kept.files if kept[name].ndim and not name.endswith(".scale")]
            self._numbers = {name: _unpacked(kept, name) for name in named}
        self._layers = sum(name.startswith("conv.") and name.endswith(".w") for name in named)

    def likely(self, features: Floats) -> Floats:
        """How likely each letter is in each frame, next to the likeliest: (frames, 512) to (frames, letters)."""
        numbers = self._numbers
        known = np.maximum((features - numbers["mean"]) / numbers["std"] @ numbers["in.w"] + numbers["in.b"], 0)
        for layer in range(self._layers):
            known = _normed(known + np.maximum(_convolved(known, numbers, f"conv.{layer}"), 0))
        scores = known @ numbers["out.w"] + numbers["out.b"]
        found: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.maximum(found, np.float32(FLOOR))


def _unpacked(kept: Any, name: str) -> Floats:
    scale = kept[f"{name}.scale"] if f"{name}.scale" in kept.files else np.float32(1)
    return np.asarray(kept[name].astype(np.float32) * scale)


def _convolved(known: Floats, numbers: dict[str, Floats], name: str) -> Floats:
    """Weights are (reach, from, to)."""
    weights = numbers[f"{name}.w"]
    padded = np.pad(known, ((len(weights) // 2,) * 2, (0, 0)))
    found: Floats = numbers[f"{name}.b"] + sum(padded[at : at + len(known)] @ one for at, one in enumerate(weights))
    return found


def _normed(known: Floats) -> Floats:
    known = known - known.mean(axis=1, keepdims=True)
    found: Floats = known / np.sqrt(np.square(known).mean(axis=1, keepdims=True) + np.float32(_EDGE))
    return found


def frames_of(samples: int) -> int:
    """How many of the encoder's frames so many samples fill."""
    return -(-samples // FRAME) + _AFTER


def spelt(phrase: str) -> tuple[int, ...]:
    """The letters of a phrase by number; foreign ones without their accents, and what is no letter left out."""
    letters = (letter if letter in LETTERS else plain(letter) for letter in phrase)
    return tuple(LETTERS.index(letter) + 1 for letter in letters if letter and letter in LETTERS)


class Rows(NamedTuple):
    """Phrases as CTC goes through them: letters (rows, places) with none before, between and after them."""

    letters: NDArray[np.intp]
    skips: NDArray[np.float64]
    """1 where none may be left out before a letter: where the letter before it is another one."""
    lengths: NDArray[np.intp]


def rows(phrases: Sequence[tuple[int, ...]]) -> Rows:
    """Lay out phrases, spelt, side by side."""
    lengths = np.array([2 * len(one) + 1 for one in phrases])
    letters = np.zeros((len(phrases), int(lengths.max())), np.intp)
    for row, one in enumerate(phrases):
        letters[row, 1 : 2 * len(one) : 2] = one
    skips = np.zeros(letters.shape)
    skips[:, 3::2] = (letters[:, 3::2] != letters[:, 1:-2:2]) & (letters[:, 3::2] > 0)
    return Rows(letters, skips, lengths)


def fit(likely: Floats, texts: Sequence[str]) -> list[float]:
    """How well each text fits the letters of a sound, in nats: 0 as well as any letters do."""
    laid = rows([spelt(text) for text in texts])
    count, places = laid.letters.shape
    before = np.zeros((count, places))
    before[:, 0] = 1.0  # as if none had been heard before the sound
    for chances in likely.astype(np.float64):
        now = before.copy()
        now[:, 1:] += before[:, :-1]
        now[:, 2:] += before[:, :-2] * laid.skips[:, 2:]
        before = now * chances[laid.letters]
    every, last = np.arange(count), laid.lengths - 1
    whole = before[every, last] + np.where(last > 0, before[every, last - 1], 0.0)
    found: list[float] = np.log(np.maximum(whole, _NEVER)).tolist()
    return found
