"""The network of narrator/mouth/letters.py as it is taught, in JAX: losses and alignment."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tools.teach.recordings import FRAME, LETTERS

Weights = dict[str, Any]
"""The numbers of the network, by the names that they have in a voice's file; `mu` and `mub` only teach."""

REACH = (1, 2, 4, 8, 1, 2, 4, 8)
PLACE = 4  # numbers that say where in its letter a frame is


def begun(width: int = 192, wide: int = 256, seed: int = 0) -> Weights:
    """A network that has learnt nothing: `width` numbers for a letter, `wide` for a frame."""
    chance = np.random.default_rng(seed)

    def drawn(*shape: int, scale: float = 0.0) -> Any:
        return jnp.asarray(chance.normal(0, scale or np.sqrt(2 / np.prod(shape[:-1])), shape), jnp.float32)

    weights: Weights = {"emb": drawn(len(LETTERS) + 1, width, scale=0.3), "spk": drawn(1, width, scale=0.1)}
    for name, layers, size, reach in (("enc", 6, width, 5), ("dur", 2, width, 3), ("dec", len(REACH), wide, 5)):
        for layer in range(layers):
            named = {"w": drawn(reach, size, size), "b": jnp.zeros(size), "g": jnp.ones(size), "o": jnp.zeros(size)}
            weights |= {f"{name}.{layer}.{key}": value for key, value in named.items()}
    weights |= {"mu": drawn(width, FRAME), "mub": jnp.zeros(FRAME), "dw": drawn(width, 1), "db": jnp.full((1,), 1.8)}
    weights |= {"up": drawn(width + PLACE, wide), "upb": jnp.zeros(wide)}
    return weights | {"ow": drawn(wide, FRAME), "ob": jnp.zeros(FRAME)}


def _step(weights: Weights, name: str, known: Any, mask: Any, reach: int = 1) -> Any:
    """A layer, as `Network._step` of the voice has it; what is beyond a line's end is 0."""
    order = ("NWC", "WIO", "NWC")
    seen = lax.conv_general_dilated(
        known * mask, weights[f"{name}.w"], (1,), "SAME", rhs_dilation=(reach,), dimension_numbers=order
    )
    known = known + jax.nn.relu(seen + weights[f"{name}.b"])
    mean = known.mean(-1, keepdims=True)
    scale = lax.rsqrt(jnp.square(known - mean).mean(-1, keepdims=True) + 1e-5)
    return (known - mean) * scale * weights[f"{name}.g"] + weights[f"{name}.o"]


def read_letters(weights: Weights, letters: Any, mask: Any) -> tuple[Any, Any, Any]:
    """What is known of each letter, the frame that it sounds like, and the logarithm of how many frames it lasts."""
    known = weights["emb"][letters]
    for layer in range(6):
        known = _step(weights, f"enc.{layer}", known, mask)
    known = known + weights["spk"][0]
    lasting = lax.stop_gradient(known)
    for layer in range(2):
        lasting = _step(weights, f"dur.{layer}", lasting, mask)
    return known, known @ weights["mu"] + weights["mub"], (lasting @ weights["dw"] + weights["db"])[..., 0]


def aligned(fits: Any, letter_counts: Any, frame_counts: Any) -> Any:
    """The letter of each frame (lines, L): the likeliest way from the first letter to the last that skips none.

    `fits` (lines, T, L) says how well each letter fits each frame (Kim and others 2020, Glow-TTS, algorithm 1).
    """
    lines, letters, frames = fits.shape
    never = jnp.full((lines, 1), -1e9)

    def on(best: Any, fit: Any) -> tuple[Any, Any]:
        before = jnp.concatenate([never, best[:, :-1]], 1)
        return jnp.maximum(best, before) + fit, best >= before

    first = jnp.where(jnp.arange(letters)[None] == 0, fits[:, :, 0], -1e9)
    _, stays = lax.scan(on, first, jnp.moveaxis(fits[:, :, 1:], 2, 0))
    stays = jnp.concatenate([jnp.ones((1, lines, letters), bool), stays], 0)

    def back(at: Any, step: tuple[Any, Any]) -> tuple[Any, Any]:
        stay, frame = step
        at = jnp.where(frame == frame_counts - 1, letter_counts - 1, at)
        kept = jnp.take_along_axis(stay, at[:, None], 1)[:, 0]
        before = jnp.where((frame < frame_counts) & ~kept & (frame > 0), at - 1, at)
        return jnp.maximum(before, 0), at

    _, path = lax.scan(back, letter_counts - 1, (stays, jnp.arange(frames)), reverse=True)
    return jnp.moveaxis(path, 0, 1)


def frames_of(weights: Weights, known: Any, path: Any, durations: Any, mask: Any) -> Any:
    """The frames (lines, L, 45) of letters that last so long."""
    lasts = jnp.take_along_axis(durations, path, 1).astype(jnp.float32)
    since = jnp.arange(path.shape[1])[None] - jnp.take_along_axis(jnp.cumsum(durations, 1) - durations, path, 1)
    share = (since + 0.5) / jnp.maximum(lasts, 1)
    place = jnp.stack([share, 1 - share, jnp.log1p(lasts) / 3, jnp.minimum(since, 20) / 20], -1)
    made = jnp.concatenate([jnp.take_along_axis(known, path[..., None], 1), place], -1)
    made = made @ weights["up"] + weights["upb"]
    for layer, reach in enumerate(REACH):
        made = _step(weights, f"dec.{layer}", made, mask, reach)
    return made @ weights["ow"] + weights["ob"]


def losses(weights: Weights, batch: tuple[Any, ...], counting: Any, diagonal: Any) -> tuple[Any, Any]:
    """How far the network is from a batch of lines; the parts: envelope, pitch, voice, likeness, duration.

    `diagonal` draws the alignment to an even pace while nothing is known yet.
    """
    letters, letter_counts, frames, frame_counts = batch
    among, within = jnp.arange(letters.shape[1]), jnp.arange(frames.shape[1])
    letter_mask = (among[None] < letter_counts[:, None]).astype(jnp.float32)
    mask = (within[None] < frame_counts[:, None]).astype(jnp.float32)[..., None]
    known, like, lasting = read_letters(weights, letters, letter_mask[..., None])
    seen = lax.stop_gradient(like)
    products = jnp.square(seen).sum(-1)[:, :, None] - 2 * jnp.einsum("btd,bld->btl", seen, frames)
    apart = among[None] / letter_counts[:, None], within[None] / frame_counts[:, None]
    slant = jnp.square((apart[0][:, :, None] - apart[1][:, None]) / 0.06)
    path = aligned(-0.5 * products - diagonal * slant, letter_counts, frame_counts)
    durations = ((path[..., None] == among) * mask).sum(1).astype(jnp.int32)
    made = frames_of(weights, known, path, durations, mask)
    voiced = (frames[..., 1:2] > 0).astype(jnp.float32)
    wrong, length = jnp.abs(made - frames) * counting * mask, mask.sum()
    likeness = jnp.take_along_axis(like, path[..., None], 1)
    doubt = made[..., 1:2]
    cross = jnp.maximum(doubt, 0) - doubt * voiced + jnp.log1p(jnp.exp(-jnp.abs(doubt)))
    parts = (
        wrong[..., 2:].sum() / length,
        2 * (wrong[..., :1] * voiced).sum() / jnp.maximum((voiced * mask).sum(), 1),
        2 * (cross * mask).sum() / length,
        0.15 * (jnp.square(likeness - frames) * mask).sum() / (length * FRAME),
        0.5 * (jnp.abs(lasting - jnp.log(jnp.maximum(durations, 1))) * letter_mask).sum() / letter_mask.sum(),
    )
    return sum(parts), parts
