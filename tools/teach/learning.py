"""Learning step by step, for any network: broken off, it goes on from there; its log and its picture lie beside."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

Weights = dict[str, Any]
"""The numbers of a network, by name."""

WARM = 300
"""Steps in which the rate of learning rises."""

KEEP, LOG = 500, 50
"""Steps after which all is kept, and after which a line is logged."""


class Course(NamedTuple):
    """What is learnt: how far the network is from a batch, and the parts of that; a batch of a step; what is kept.

    `beside` begins the names of the files that lie beside what is kept.
    """

    losses: Callable[[Weights, Any], tuple[Any, Any]]
    batch: Callable[[int, np.random.Generator], Any]
    keep: Callable[[Weights], None]
    beside: Path
    rate: float = 2e-3


def learn(course: Course, weights: Weights, steps: int) -> float:
    """Learn for so many steps in all, going on where it was broken off; give the last loss."""
    state = Path(f"{course.beside}.state.npz")
    done, weights, moments = _resumed(state, weights)
    step_on, chance = partial(_step_on, course.losses), np.random.default_rng(done)
    loss, begins = 0.0, time.monotonic()
    for step in range(done + 1, steps + 1):
        rate = course.rate * min(1, step / WARM) * max(0.01, 0.5 * (1 + np.cos(np.pi * step / steps)))
        weights, moments, found, parts = step_on(weights, moments, float(step), rate, course.batch(step, chance))
        if step % LOG == 0 or step == steps:
            loss = float(found)
            _logged(course.beside, step, loss, [*map(float, parts)], time.monotonic() - begins)
        if step % KEEP == 0 or step == steps:
            _kept_state(state, step, weights, moments)
            course.keep(weights)
    return loss


@partial(jax.jit, static_argnums=0)
def _step_on(
    losses: Callable[..., Any], weights: Weights, moments: tuple[Weights, Weights], step: Any, rate: Any, batch: Any
) -> tuple[Weights, tuple[Weights, Weights], Any, Any]:
    """Learn from a batch (Adam; Kingma and Ba 2015), with gradients no longer than 1."""
    (loss, parts), gradients = jax.value_and_grad(losses, has_aux=True)(weights, batch)
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


def _logged(beside: Path, step: int, loss: float, parts: Sequence[float], seconds: float) -> None:
    """Add a line to the log, and draw the loss anew."""
    log = Path(f"{beside}.log.jsonl")
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
    Path(f"{beside}.loss.svg").write_text(picture([(one["step"], one["loss"]) for one in every]), "utf-8")


def picture(points: Sequence[tuple[int, float]]) -> str:
    """Draw the loss by steps, both from 0, as an SVG."""
    far, high = max(step for step, _ in points), max(loss for _, loss in points)
    line = " ".join(f"{600 * step / far:.1f},{300 - 280 * loss / high:.1f}" for step, loss in points)
    words = f'<text x="10" y="16">loss {points[-1][1]:.3f} after {far} steps, at most {high:.3f}</text>'
    drawn = f'<polyline points="{line}" fill="none" stroke="currentColor"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 310">{words}{drawn}</svg>\n'
