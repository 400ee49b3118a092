"""Teach the head, step by step, kept so that it goes on where it was broken off."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch.optim import AdamW

from tools.teach_ear.features import Heard
from tools.teach_ear.head import Head, batches, loss_of, read

RATE = 2e-3
"""The rate at which a head learns from nothing."""

_WARM = 200
_SIZE = 32
_PLAIN, _SHARE = 0.55, 0.5
"""The part of the steps in which texts are taught one by one, and what telling them apart counts afterwards."""
_LOG, _MEAN = 100, 5
"""Steps after which a state is kept, and how many of the last of them make the head."""

State = dict[str, torch.Tensor]


def teach(
    head: Head,
    heard: Sequence[Heard],
    kept_out: Sequence[Heard],
    file: Path,
    steps: int,
    seed: int = 0,
    rate: float = RATE,
) -> Head:
    """Teach for so many steps in all, going on from the file; give the mean of the last states that were kept."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    taught = AdamW(head.parameters(), lr=rate, weight_decay=0.01)
    done, states = _resumed(file, head, taught)
    begins, losses = time.monotonic(), list[float]()
    for step, batch in islice(enumerate(_endless(heard, done), done + 1), steps - done):
        for group in taught.param_groups:
            group["lr"] = rate * _share_of_rate(step, steps)
        share = _SHARE if step > _PLAIN * steps else 0.0
        loss = loss_of(head.train(), batch, np.random.default_rng((seed, step)), share)
        taught.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), 1.0)
        taught.step()
        losses.append(float(loss.detach()))
        if step % _LOG == 0 or step == steps:
            wrong = error_rate(head, kept_out)
            print(f"{step} of {steps}: loss {np.mean(losses[-_LOG:]):.3f}, sounds misread {wrong:.1%}, "
                  f"{time.monotonic() - begins:.0f} s", flush=True)  # fmt: skip
            states = [*states[1 - _MEAN :], {name: one.clone() for name, one in head.state_dict().items()}]
            torch.save({"states": states, "taught": taught.state_dict(), "step": step}, file)
    head.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[-1]})
    return head


def _resumed(file: Path, head: Head, taught: AdamW) -> tuple[int, list[State]]:
    """How many steps were done before, and the states kept then; the head and what teaches it go on from there."""
    if not file.exists():
        return 0, []
    kept = torch.load(file, weights_only=True)
    head.load_state_dict(kept["states"][-1])
    taught.load_state_dict(kept["taught"])
    return kept["step"], kept["states"]


def _endless(heard: Sequence[Heard], done: int) -> Iterator[list[Heard]]:
    """Batches without end, round after round, each round in an order of its own."""
    for number in count(done):
        yield from batches(heard, _SIZE, Random(number))


def parted(heard: Sequence[Heard], out: int = 200) -> tuple[Sequence[Heard], Sequence[Heard]]:
    """Keep some texts out of the lessons, with all that is like them, to test with; give them, and the others."""
    kept_out = {one.said for one in heard[-out:]}
    return heard[-out:], [one for one in heard if one.said not in kept_out]


def error_rate(head: Head, heard: Sequence[Heard]) -> float:
    """The share of signs that are misread: those that must be changed, of all."""
    head.eval()
    wrong = sum(distance(read(head, one.frames), one.said) for one in heard)
    return wrong / max(1, sum(len(one.said) for one in heard))


def distance(read: str, said: str) -> int:
    """How many signs must be changed, added or left out."""
    row = list(range(len(said) + 1))
    for number, letter in enumerate(read, 1):
        before, row[0] = row[0], number
        for place, wanted in enumerate(said, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (letter != wanted))
    return row[-1]


def _share_of_rate(step: int, steps: int) -> float:
    """The share of the rate at a step: rising first, then falling as a cosine does."""
    return min(1, step / _WARM) * max(0.02, 0.5 * (1 + math.cos(math.pi * step / steps)))
