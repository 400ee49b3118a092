"""Teach a voice: `python -m tools.teach FOLDER VOICE.npz`. Broken off, it goes on from there the next time.

FOLDER is a pack, as `narrator voice record` makes one. Beside the voice lie its log, a picture of the loss, and
`VOICE.state.npz`, from which it goes on. `--like natan.npz` teaches on from a voice.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tools.teach.network import Weights, begun, losses
from tools.teach.recordings import LETTERS, Lesson, lesson, lines_of

_WARM = 300  # steps in which the rate of learning rises
_SLANTED = 800  # steps in which alignment is drawn to an even pace
_RATE = 2e-3
_KEEP, _LOG = 500, 50  # steps after which all is kept, and after which a line is logged
_ONLY_TAUGHT = ("mu", "mub")


def main() -> int:
    """Read the recordings and teach."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach", description=__doc__)
    parser.add_argument("folder", type=Path, help="a pack: WAV files and texts.toml")
    parser.add_argument("voice", type=Path, help="the file of the voice to make")
    parser.add_argument("--language", default="pl")
    parser.add_argument("--minutes", type=float, default=1e9, help="of the recordings to use at most")
    parser.add_argument("--steps", type=int, default=13_000)
    parser.add_argument("--lines", type=int, default=32, help="lines a step")
    parser.add_argument("--like", type=Path, help="a voice to teach on from")
    wanted = parser.parse_args()
    like = opened(wanted.like) if wanted.like else {}
    lines = list(lines_of(wanted.folder, wanted.language, wanted.minutes))
    if not lines:
        sys.exit(f"{wanted.folder}: there are no recordings with texts to teach by")
    taught = lesson(lines, like.get("mean"), like.get("std"))
    print(f"{len(lines)} lines, {taught.frame_counts.sum() / 6000:.1f} minutes")
    teach(taught, wanted.voice, wanted.steps, wanted.lines, like)
    return 0


def teach(
    taught: Lesson,
    voice: Path,
    steps: int,
    lines: int,
    like: Weights | None = None,
    sizes: tuple[int, int] = (192, 256),
) -> float:
    """Teach for so many steps in all, going on where it was broken off; give the last loss."""
    weights = begun(*sizes)
    weights |= {name: jnp.asarray(value) for name, value in (like or {}).items() if name in weights}
    state = voice.with_suffix(".state.npz")
    done, weights, moments = _resumed(state, weights)
    step_on, chance = partial(_step_on, counting=jnp.asarray(taught.weights)), np.random.default_rng(done)
    loss, begins = 0.0, time.monotonic()
    for step in range(done + 1, steps + 1):
        chosen = chance.choice(len(taught.letters), min(lines, len(taught.letters)), replace=False)
        slant = max(0.0, 1 - step / _SLANTED)
        weights, moments, found, parts = step_on(
            weights, moments, float(step), _rate(step, steps), taught.batch(chosen), slant
        )
        if step % _LOG == 0 or step == steps:
            loss = float(found)
            _logged(voice, step, loss, [*map(float, parts)], time.monotonic() - begins)
        if step % _KEEP == 0 or step == steps:
            _kept_state(state, step, weights, moments)
            keep(voice, weights, taught.mean, taught.std)
    return loss


def _rate(step: int, steps: int) -> float:
    """How fast it learns: rising first, then falling as a cosine does."""
    return float(_RATE * min(1, step / _WARM) * max(0.01, 0.5 * (1 + np.cos(np.pi * step / steps))))


@jax.jit
def _step_on(
    weights: Weights, moments: tuple[Weights, Weights], step: Any, rate: Any, batch: Any, slant: Any, *, counting: Any
) -> tuple[Weights, tuple[Weights, Weights], Any, Any]:
    """Learn from a batch (Adam; Kingma and Ba 2015), with gradients no longer than 1."""
    (loss, parts), gradients = jax.value_and_grad(losses, has_aux=True)(weights, batch, counting, slant)
    length = jnp.sqrt(sum(jnp.square(one).sum() for one in gradients.values()))
    gradients = {name: one * jnp.minimum(1.0, 1 / (length + 1e-6)) for name, one in gradients.items()}
    first = {name: 0.9 * moments[0][name] + 0.1 * one for name, one in gradients.items()}
    second = {name: 0.98 * moments[1][name] + 0.02 * jnp.square(one) for name, one in gradients.items()}
    fair = 1 - 0.9**step, 1 - 0.98**step
    learnt = {
        name: one - rate * (first[name] / fair[0]) / (jnp.sqrt(second[name] / fair[1]) + 1e-9)
        for name, one in weights.items()
    }
    return learnt, (first, second), loss, parts


def _resumed(state: Path, weights: Weights) -> tuple[int, Weights, tuple[Weights, Weights]]:
    if not state.exists():
        nothing = {name: jnp.zeros_like(one) for name, one in weights.items()}
        return 0, weights, (nothing, nothing)
    with np.load(state) as kept:
        read = [
            {name: jnp.asarray(kept[f"{kind}/{name}"]) for name in weights} for kind in ("weights", "first", "second")
        ]
        return int(kept["step"]), read[0], (read[1], read[2])


def _kept_state(state: Path, step: int, weights: Weights, moments: tuple[Weights, Weights]) -> None:
    named = zip(("weights", "first", "second"), (weights, *moments), strict=True)
    kept: dict[str, Any] = {
        f"{kind}/{name}": np.asarray(one) for kind, all_of in named for name, one in all_of.items()
    }
    half = state.with_suffix(".half.npz")
    np.savez(half, step=np.int64(step), **kept)
    half.replace(state)


def keep(voice: Path, weights: Weights, mean: Any, std: Any) -> None:
    """Write the voice's file: large numbers as int8 with a scale for each column, small ones as they are."""
    kept: dict[str, Any] = {"format": np.int32(1), "letters": np.array(LETTERS), "mean": mean, "std": std}
    for name, one in weights.items():
        values = np.asarray(one, np.float32)
        if name in _ONLY_TAUGHT:
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


def _logged(voice: Path, step: int, loss: float, parts: Sequence[float], seconds: float) -> None:
    """Add a line to the log, and draw the loss anew."""
    log = voice.with_suffix(".log.jsonl")
    line = {
        "step": step,
        "loss": round(loss, 4),
        "parts": [round(one, 4) for one in parts],
        "seconds": round(seconds),
    }
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")
    print(line, flush=True)
    every = [json.loads(one) for one in log.read_text("utf-8").splitlines()]
    voice.with_suffix(".loss.svg").write_text(picture([(one["step"], one["loss"]) for one in every]), "utf-8")


def picture(points: Sequence[tuple[int, float]]) -> str:
    """Draw the loss by steps, both from 0, as an SVG."""
    far, high = max(step for step, _ in points), max(loss for _, loss in points)
    line = " ".join(f"{600 * step / far:.1f},{300 - 280 * loss / high:.1f}" for step, loss in points)
    words = f'<text x="10" y="16">loss {points[-1][1]:.3f} after {far} steps, at most {high:.3f}</text>'
    drawn = f'<polyline points="{line}" fill="none" stroke="currentColor"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 310">{words}{drawn}</svg>\n'


if __name__ == "__main__":
    sys.exit(main())
