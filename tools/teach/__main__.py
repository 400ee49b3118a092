"""Teach a voice: `python -m tools.teach FOLDER VOICE.npz`. Broken off, it goes on from there the next time.

FOLDER is a pack, as `narrator voice record` makes one. First the network of letters is taught, then the one that
corrects the vocoder. Beside the voice lie their logs, pictures of the loss, and the states from which they go on.
`--like natan.npz` teaches on from a voice; `--steps 0` teaches the correction alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from tools.teach import correction
from tools.teach.learning import Course, Weights, learn
from tools.teach.network import begun, losses
from tools.teach.recordings import LETTERS, Lesson, lesson, lines_of

_SLANTED = 800  # steps in which alignment is drawn to an even pace
_NOT_KEPT = ("mu", "mub", "format")


def main() -> int:
    """Read the recordings and teach."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach", description=__doc__)
    parser.add_argument("folder", type=Path, help="a pack: WAV files and texts.toml")
    parser.add_argument("voice", type=Path, help="the file of the voice to make")
    parser.add_argument("--language", default="pl")
    parser.add_argument("--minutes", type=float, default=1e9, help="of the recordings to use at most")
    parser.add_argument("--steps", type=int, default=13_000)
    parser.add_argument("--lines", type=int, default=32, help="lines a step")
    parser.add_argument("--corrections", type=int, default=6_000, help="steps of the network that corrects; 0: none")
    parser.add_argument("--like", type=Path, help="a voice to teach on from")
    wanted = parser.parse_args()
    if wanted.steps:
        like = opened(wanted.like) if wanted.like else {}
        lines = list(lines_of(wanted.folder, wanted.language, wanted.minutes))
        if not lines:
            sys.exit(f"{wanted.folder}: there are no recordings with texts to teach by")
        taught = lesson(lines, like.get("mean"), like.get("std"))
        print(f"{len(lines)} lines, {taught.frame_counts.sum() / 6000:.1f} minutes")
        teach(taught, wanted.voice, wanted.steps, wanted.lines, like)
    if wanted.corrections:
        pairs = list(correction.pairs_of(wanted.folder, wanted.minutes))
        teach_correction(pairs, wanted.voice, wanted.corrections)
    return 0


def teach(
    taught: Lesson,
    voice: Path,
    steps: int,
    lines: int,
    like: Weights | None = None,
    sizes: tuple[int, int] = (192, 256),
) -> float:
    """Teach the network of letters for so many steps in all; give the last loss."""
    weights = begun(*sizes)
    weights |= {name: jnp.asarray(value) for name, value in (like or {}).items() if name in weights}
    counting = jnp.asarray(taught.weights)

    def batch(step: int, chance: np.random.Generator) -> tuple[Any, Any]:
        chosen = chance.choice(len(taught.letters), min(lines, len(taught.letters)), replace=False)
        return taught.batch(chosen), max(0.0, 1 - step / _SLANTED)

    def wrong(weights: Weights, batch: tuple[Any, Any]) -> tuple[Any, Any]:
        return losses(weights, batch[0], counting, batch[1])

    return learn(Course(wrong, batch, partial(_keep_letters, voice, taught), voice.with_suffix("")), weights, steps)


def _keep_letters(voice: Path, taught: Lesson, weights: Weights) -> None:
    keep(voice, weights | {"mean": taught.mean, "std": taught.std})


def teach_correction(pairs: Sequence[correction.Pair], voice: Path, steps: int) -> float:
    """Teach the network that corrects the vocoder for so many steps in all; give the last loss."""

    def keep_both(weights: Weights) -> None:
        keep(voice, opened(voice) | weights)

    def batch(_: int, chance: np.random.Generator) -> Any:
        return correction.batch(pairs, chance)

    course = Course(correction.losses, batch, keep_both, voice.with_suffix(".correction"), rate=1e-3)
    return learn(course, correction.begun(pairs), steps)


def keep(voice: Path, weights: Weights) -> None:
    """Write the voice's file: large numbers as int8 with a scale for each column, small ones as they are."""
    kept: dict[str, Any] = {"format": np.int32(1), "letters": np.array(LETTERS)}
    for name, one in weights.items():
        values = np.asarray(one, np.float32)
        if name in _NOT_KEPT:
            continue
        if values.ndim == 1 or values.size <= 2000:
            kept[name] = values
            continue
        scale = np.maximum(np.abs(values).reshape(-1, values.shape[-1]).max(0) / 127, 1e-12)
        kept[name], kept[f"{name}.scale"] = np.round(values / scale).astype(np.int8), scale
    half = voice.with_suffix(".half.npz")
    np.savez_compressed(half, **kept)
    half.replace(voice)


def opened(voice: Path) -> Weights:
    """The numbers of a voice's file."""
    with np.load(voice) as kept:
        plain = {name: kept[name] for name in kept.files if kept[name].dtype.kind in "fi"}
    return {
        name: one * plain.get(f"{name}.scale", np.float32(1)) for name, one in plain.items() if "scale" not in name
    }


if __name__ == "__main__":
    sys.exit(main())
