"""Write a taught head as the narrator reads it: plain matrices in half precision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from tools.teach_ear.head import LAYERS, Head
from tools.teach_ear.texts import SIGNS


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
    np.savez_compressed(file, signs=np.array(SIGNS), **kept)


def _half(numbers: Tensor) -> NDArray[np.float16]:
    found: NDArray[np.float16] = numbers.detach().numpy().astype(np.float16)
    return found
