"""The head that is taught: sounds for frames of the encoder, at each moment one, or none (CTC; Graves 2006)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from narrator.ears.phrase_tree import freely
from tools.teach_ear.features import WIDTH, Heard

CHANNELS, LAYERS, WIDE = 192, 3, 5
"""Numbers between two layers, how many layers there are, and how many places each sees."""

_OTHERS = 8
"""With how many other texts each is compared."""

NONE = 0
"""The output that is no sound."""


class Head(nn.Module):
    """Two frames of 20 ms make one place; from each come two outputs."""

    def __init__(self, signs: str) -> None:
        """Make one that has learnt nothing yet, for sounds written in these signs."""
        super().__init__()
        self.signs = signs
        self.begin = nn.Linear(2 * WIDTH, CHANNELS)
        self.layers = nn.ModuleList(nn.Conv1d(CHANNELS, CHANNELS, WIDE, padding=WIDE // 2) for _ in range(LAYERS))
        self.norms = nn.ModuleList(nn.LayerNorm(CHANNELS) for _ in range(LAYERS + 1))
        self.end = nn.Linear(CHANNELS, 2 * (1 + len(signs)))

    def forward(self, frames: Tensor) -> Tensor:
        """Give log-probabilities (text, frame, sign) for frames (text, frame, number); their count is even."""
        texts, count, _ = frames.shape
        state = self.begin(functional.layer_norm(frames, (WIDTH,)).reshape(texts, count // 2, 2 * WIDTH))
        for norm, layer in zip(self.norms, self.layers, strict=False):
            inner = norm(state)
            inner = functional.dropout(inner, 0.1, self.training)
            state = state + functional.gelu(layer(inner.transpose(1, 2)).transpose(1, 2))
        return self.end(self.norms[-1](state)).reshape(texts, count, -1).log_softmax(-1)


def batches(heard: Sequence[Heard], size: int, chance: Random) -> Iterator[list[Heard]]:
    """Every text once, those of like length together."""
    order = sorted(heard, key=lambda one: len(one.frames) + chance.uniform(-8, 8))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    chance.shuffle(groups)
    yield from groups


def loss_of(head: Head, batch: Sequence[Heard], chance: np.random.Generator | None, share: float = 0.0) -> Tensor:
    """How unlikely the texts are, by sign, and for a `share` beside each other; moments are left out by chance."""
    longest = max(len(one.frames) for one in batch)
    frames = np.zeros((len(batch), longest + longest % 2, WIDTH), np.float32)
    for row, one in zip(frames, batch, strict=True):
        row[: len(one.frames)] = one.frames
        if chance is not None:
            _hide(row[: len(one.frames)], chance)
    texts = [[1 + head.signs.index(sign) for sign in one.said] for one in batch]
    likely = head(torch.from_numpy(frames)).transpose(0, 1)
    lengths = torch.tensor([len(one.frames) for one in batch])
    loss = _ctc(likely, texts, lengths, "mean")
    return loss + share * _among_others(likely, texts, lengths) if share else loss


def _among_others(likely: Tensor, texts: Sequence[list[int]], lengths: Tensor) -> Tensor:
    """How unlikely each text is in its sound beside the next few texts of the batch, as at a question."""
    places, tried = range(len(texts)), 1 + min(_OTHERS, len(texts) - 1)
    beside = [[texts[(place + step) % len(texts)] for step in range(tried)] for place in places]
    repeated = lengths.repeat_interleave(tried)
    each = _ctc(likely.repeat_interleave(tried, 1), [text for row in beside for text in row], repeated, "none")
    left_out = [
        [step > 0 and (text == row[0] or _moments(text) > lengths[place]) for step, text in enumerate(row)]
        for place, row in enumerate(beside)
    ]
    unlikely = each.reshape(len(texts), tried).masked_fill(torch.tensor(left_out), 1e4)
    return functional.cross_entropy(-unlikely, torch.zeros(len(texts), dtype=torch.long))


def _moments(text: Sequence[int]) -> int:
    """How many moments a text takes at least: between two signs that are the same there is none."""
    return len(text) + sum(one == other for one, other in pairwise(text))


def _ctc(likely: Tensor, texts: Sequence[list[int]], lengths: Tensor, reduction: str) -> Tensor:
    sizes, signs = torch.tensor([*map(len, texts)]), torch.tensor([sign for text in texts for sign in text])
    return functional.ctc_loss(likely, signs, lengths, sizes, NONE, reduction, zero_infinity=True)


def _hide(frames: np.ndarray, chance: np.random.Generator) -> None:
    """Leave out up to two moments of up to 0.12 s, so that the words around them must tell."""
    for _ in range(chance.integers(0, 3)):
        at = chance.integers(len(frames))
        frames[at : at + chance.integers(1, 7)] = 0


def read(head: Head, frames: np.ndarray) -> str:
    """The likeliest signs, one after the other."""
    even = np.pad(np.asarray(frames, np.float32), ((0, len(frames) % 2), (0, 0)))
    with torch.no_grad():
        signs, _ = freely(head(torch.from_numpy(even)[None])[0].numpy())
    return "".join(head.signs[sign - 1] for sign in signs)
