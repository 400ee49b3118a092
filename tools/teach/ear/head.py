"""The head of narrator/ears/letter_head.py as it is taught, in torch: by CTC, on features that lie on disk."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from narrator.ears.letter_head import FORMAT, LETTERS, spelt
from tools.teach.ear.features import Batch, clips_of

WIDTH, LAYERS, REACH = 160, 2, 5
_RATE, _WARM = 2e-3, 150  # how fast it learns at most, and the steps in which that rises
_LOG, _KEEP = 25, 100
_MASKED = 0.06  # the share of frames that are blanked out in teaching, in stretches


class Lesson:
    """Clips to teach by: features, letters, and of which text and voice each is."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.features = [one for batch in batches for one in clips_of(batch)]
        self.texts = [text for batch in batches for text in batch.texts]
        self.voices = [voice for batch in batches for voice in batch.voices]
        self.letters = [spelt(text) for text in self.texts]

    def without(self, left_out: NDArray[np.bool_]) -> list[int]:
        """The clips that are not left out and long enough for their letters, by length."""
        frames = [len(one) for one in self.features]
        fit = [
            place for place, out in enumerate(left_out) if not out and frames[place] > 1.2 * len(self.letters[place])
        ]
        return sorted(fit, key=frames.__getitem__)


class Network(nn.Module):
    """A product, convolutions over neighbouring frames, and the letters; `mean` and `std` are the features'."""

    def __init__(self, mean: Any, std: Any, width: int = WIDTH, layers: int = LAYERS) -> None:
        super().__init__()
        self.mean: Any
        self.std: Any
        self.register_buffer("mean", torch.as_tensor(mean, dtype=torch.float32))
        self.register_buffer("std", torch.as_tensor(std, dtype=torch.float32))
        self.first = nn.Linear(len(mean), width)
        self.convolutions = nn.ModuleList(nn.Conv1d(width, width, REACH, padding=REACH // 2) for _ in range(layers))
        self.last = nn.Linear(width, len(LETTERS) + 1)
        self.dropout = nn.Dropout(0.1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Scores of the letters: (clips, frames, 512) to (clips, frames, letters)."""
        known = self.dropout(torch.relu(self.first((features - self.mean) / self.std)))
        for one in self.convolutions:
            seen = torch.relu(one(known.transpose(1, 2)).transpose(1, 2))
            known = nn.functional.layer_norm(known + self.dropout(seen), known.shape[-1:])
        scores: torch.Tensor = self.last(known)
        return scores


def begun(lesson: Lesson, seed: int, width: int = WIDTH) -> Network:
    """A network that has learnt nothing, for features such as these."""
    torch.manual_seed(seed)
    some = np.concatenate(lesson.features[:: max(1, len(lesson.features) // 500)]).astype(np.float32)
    return Network(some.mean(0), some.std(0) + 1e-3, width)


def teach(
    lesson: Lesson,
    head: Path,
    encoder: str,
    steps: int,
    *,
    left_out: NDArray[np.bool_],
    clips: int = 32,
    seed: int = 0,
    width: int = WIDTH,
) -> float:
    """Teach for so many steps in all, going on where it was broken off; give the last loss."""
    network = begun(lesson, seed, width)
    adam = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    state, done = head.with_suffix(".state.pt"), 0
    if state.exists():
        kept = torch.load(state)
        network.load_state_dict(kept["network"])
        adam.load_state_dict(kept["adam"])
        done = kept["step"]
    order, chance, losses, begins = (
        lesson.without(left_out),
        np.random.default_rng([seed, done]),
        [0.0],
        time.monotonic(),
    )
    network.train()
    for step in range(done + 1, steps + 1):
        for group in adam.param_groups:
            group["lr"] = _rate(step, steps)
        start = int(chance.integers(max(1, len(order) - clips + 1)))
        loss = _loss(network, lesson, order[start : start + clips], chance)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        adam.step()
        losses.append(float(loss.detach()))
        if step % _LOG == 0 or step == steps:
            _logged(head, step, float(np.mean(losses[-_LOG:])), time.monotonic() - begins)
        if step % _KEEP == 0 or step == steps:
            half = state.with_suffix(".half")
            torch.save({"network": network.state_dict(), "adam": adam.state_dict(), "step": step}, half)
            half.replace(state)
            keep(head, encoder, network)
    return float(np.mean(losses[-_LOG:]))


def _rate(step: int, steps: int) -> float:
    return float(_RATE * min(1, step / _WARM) * max(0.02, 0.5 * (1 + np.cos(np.pi * step / steps))))


def _loss(network: Network, lesson: Lesson, chosen: Sequence[int], chance: np.random.Generator) -> Any:
    lengths = [len(lesson.features[one]) for one in chosen]
    padded = np.zeros((len(chosen), max(lengths), lesson.features[0].shape[1]), np.float32)
    padded += network.mean.numpy()
    for row, one in enumerate(chosen):
        padded[row, : lengths[row]] = _masked(lesson.features[one].astype(np.float32), chance)
    likely = network(torch.from_numpy(padded)).log_softmax(-1).transpose(0, 1)
    letters = [lesson.letters[one] for one in chosen]
    wanted = torch.tensor([letter for one in letters for letter in one])
    counts = torch.tensor([len(one) for one in letters])
    return nn.functional.ctc_loss(likely, wanted, torch.tensor(lengths), counts, zero_infinity=True)


def _masked(features: NDArray[np.float32], chance: np.random.Generator) -> NDArray[np.float32]:
    """Blank out a few stretches of frames, and a band of the features (after SpecAugment; Park and others 2019)."""
    mean = features.mean(0)
    for _ in range(2):
        length = int(chance.integers(1, 2 + int(_MASKED * len(features))))
        begins = int(chance.integers(max(1, len(features) - length)))
        features[begins : begins + length] = mean
    features[:, chance.random(features.shape[1]) < 0.05] = mean.mean()
    return features


def keep(head: Path, encoder: str, network: Network) -> None:
    """Write the head's file: matrices as int8 with a scale for each column, the rest as it is."""
    numbers: dict[str, Any] = {
        "mean": network.mean,
        "std": network.std,
        "in.w": network.first.weight.T,
        "in.b": network.first.bias,
        "out.w": network.last.weight.T,
        "out.b": network.last.bias,
    }
    convolutions: Any = network.convolutions
    for layer, one in enumerate(convolutions):
        numbers |= {f"conv.{layer}.w": one.weight.permute(2, 1, 0), f"conv.{layer}.b": one.bias}
    kept: dict[str, Any] = {"format": np.int32(FORMAT), "letters": np.array(LETTERS), "encoder": np.array(encoder)}
    for name, tensor in numbers.items():
        values = tensor.detach().numpy().astype(np.float32)
        if values.ndim == 1:
            kept[name] = values
            continue
        scale = np.maximum(np.abs(values).reshape(-1, values.shape[-1]).max(0) / 127, 1e-12)
        kept[name], kept[f"{name}.scale"] = np.round(values / scale).astype(np.int8), scale
    half = head.with_suffix(".half.npz")
    np.savez_compressed(half, **kept)
    half.replace(head)


def _logged(head: Path, step: int, loss: float, seconds: float) -> None:
    line = {"step": step, "loss": round(loss, 4), "seconds": round(seconds)}
    with head.with_suffix(".log.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")
    print(line, flush=True)
