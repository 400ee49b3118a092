"""What Whisper's encoder makes of the clips an ear is taught by, kept on disk: each batch from a seed of its own."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.teach.ear import voices
from tools.teach.ear.phrases import GAMES, Shares, drawn
from tools.teach.ear.rooms import heard

PHRASES, TIMES = 160, 3
"""Phrases of a batch, and in how many rooms each is heard."""


class Batch(NamedTuple):
    """Clips one after another: features (frames, 512), how many frames each has, texts, and who says them."""

    features: NDArray[np.float16]
    lengths: NDArray[np.int64]
    texts: list[str]
    voices: list[str]


def make(folder: Path, count: int, seed: int, encode: Any, shares: Shares = GAMES) -> None:
    """Make batches that are not there yet; broken off, it goes on with the next."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        file, begins = folder / f"{seed}-{number:03}.npz", time.monotonic()
        if not file.exists():
            keep(file, batch_of(np.random.default_rng([seed, number]), encode, shares=shares))
            print(f"{file.name}: {time.monotonic() - begins:.0f} s", flush=True)


def batch_of(
    chance: np.random.Generator, encode: Any, shares: Shares = GAMES, who: Mapping[str, float] = voices.TAUGHT
) -> Batch:
    """Draw phrases, let voices say them, and each be heard in several rooms amid the others."""
    names = [name for name in who if voices.there(name)]
    share = np.array([who[name] for name in names])
    speakers = [names[int(chance.choice(len(names), p=share / share.sum()))] for _ in range(PHRASES)]
    texts = drawn(len(speakers), chance, shares)
    clips = [voices.said(one, text, chance) for one, text in zip(speakers, texts, strict=True)]
    features, of = list[NDArray[np.float16]](), list[int]()
    for place, clip in enumerate(clips):
        talk = [*clips[:place], *clips[place + 1 :]]
        for _ in range(TIMES):
            features.append(encode(heard(clip, talk, chance)).astype(np.float16))
            of.append(place)
    lengths = np.array([len(one) for one in features])
    return Batch(np.concatenate(features), lengths, [texts[one] for one in of], [speakers[one] for one in of])


def made(folder: Path) -> list[Path]:
    """The files of the batches that are whole."""
    return sorted(file for file in folder.glob("*-*.npz") if not file.stem.endswith(".half"))


def clips_of(batch: Batch) -> list[NDArray[np.float16]]:
    """The features of each clip."""
    return np.split(batch.features, np.cumsum(batch.lengths)[:-1])


def keep(file: Path, batch: Batch) -> None:
    half = file.with_suffix(".half.npz")
    np.savez(half, features=batch.features, lengths=batch.lengths, texts=batch.texts, voices=batch.voices)
    half.replace(file)


def read(file: Path) -> Batch:
    with np.load(file) as kept:
        return Batch(kept["features"], kept["lengths"], kept["texts"].tolist(), kept["voices"].tolist())
