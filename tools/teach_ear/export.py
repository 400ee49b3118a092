"""Write a taught head as the narrator reads it, plain matrices in half precision; begin with such a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tools.teach_ear.head import CHANNELS, LAYERS, NONE, WIDE, Head


def write(head: Head, file: Path) -> None:
    """Write it, matrices as (in, out), those of a layer with its places one after the other."""
    parts = {"begin": head.begin, "end": head.end}
    kept: dict[str, Any] = {f"{name}.weight": _half(part.weight.T) for name, part in parts.items()}
    kept |= {f"{name}.bias": _half(part.bias) for name, part in parts.items()}
    for number, layer in enumerate(head.layers):
        kept[f"layer{number}.weight"] = _half(layer.weight.permute(2, 1, 0).reshape(-1, layer.weight.shape[0]))
        kept[f"layer{number}.bias"] = _half(layer.bias)
    for number in range(LAYERS + 1):
        kept[f"norm{number}.weight"] = _half(head.norms[number].weight)
        kept[f"norm{number}.bias"] = _half(head.norms[number].bias)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, signs=np.array(head.signs), **kept)


def begin_with(head: Head, file: Path) -> None:
    """Give it the numbers of a written head, even of another language: of the outputs those of signs of both."""
    with np.load(file) as kept:
        numbers = {name: torch.from_numpy(kept[name].astype(np.float32)) for name in kept.files if name != "signs"}
        signs = str(kept["signs"])
    state = {"begin.weight": numbers["begin.weight"].T, "begin.bias": numbers["begin.bias"]}
    for number in range(LAYERS):
        weight = numbers[f"layer{number}.weight"].reshape(WIDE, CHANNELS, CHANNELS)
        state[f"layers.{number}.weight"] = weight.permute(2, 1, 0)
        state[f"layers.{number}.bias"] = numbers[f"layer{number}.bias"]
    for number in range(LAYERS + 1):
        state |= {f"norms.{number}.{part}": numbers[f"norm{number}.{part}"] for part in ("weight", "bias")}
    head.load_state_dict(state, strict=False)
    same = {NONE: NONE} | {head.signs.index(sign) + 1: signs.index(sign) + 1 for sign in head.signs if sign in signs}
    for half in range(2):
        for output, before in same.items():
            place, taken = output + half * (1 + len(head.signs)), before + half * (1 + len(signs))
            head.end.weight.data[place] = numbers["end.weight"][:, taken]
            head.end.bias.data[place] = numbers["end.bias"][taken]


def _half(numbers: Tensor) -> NDArray[np.float16]:
    found: NDArray[np.float16] = numbers.detach().numpy().astype(np.float16)
    return found
