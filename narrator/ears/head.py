"""Sounds read in a sound: Whisper's encoder, and a small head that says at each moment how likely each of them is.

The encoder has heard people; the head was taught by synthetic voices alone (tools/teach_ear, docs/hearing.md).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from narrator.ears.sound import RATE
from narrator.ears.whisper_model import SECONDS, Encoder, Floats, gelu, log_shares, normed

_SHORTEST, _STEP = 1.5, 0.25
"""Seconds of the shortest context, and by which longer ones grow: an encoder takes time for silence, too."""

_FRAME = 320
"""Samples of a frame: 20 ms."""

_AFTER = 4
"""Frames after the sound that are kept: a sound is often written late."""


def frames_of(sound: Floats, encoder: Encoder) -> Floats:
    """What the encoder hears in a sound at 16 kHz (frame, number), in no longer a context than it needs."""
    lasts = len(sound) / RATE + _AFTER * _FRAME / RATE
    wanted = max(_SHORTEST, np.ceil(lasts / _STEP) * _STEP)
    return encoder.hear(sound, min(wanted, SECONDS))[: len(sound) // _FRAME + _AFTER]


class Head:
    """A head as `tools.teach_ear` writes it: two frames make a place, layers look at its neighbours; two outputs."""

    def __init__(self, file: Path) -> None:
        """Read its numbers. Raises OSError, KeyError, ValueError."""
        with np.load(file) as kept:
            self.signs = str(kept["signs"])
            self._numbers = {name: kept[name].astype(np.float32) for name in kept.files if name != "signs"}
        self._layers = sum(name.startswith("layer") and name.endswith(".weight") for name in self._numbers)

    @property
    def width(self) -> int:
        """Numbers of a frame of the encoder that it was taught on."""
        return len(self._numbers["begin.weight"]) // 2

    def read(self, frames: Floats) -> Floats:
        """Give log-probabilities (frame, 1 + sign) for the encoder's frames; the first output is no sound."""
        count = len(frames) + len(frames) % 2
        even = np.pad(frames, ((0, count - len(frames)), (0, 0)))
        state = self._linear("begin", normed(even).reshape(count // 2, -1))
        for layer in range(self._layers):
            state = state + gelu(self._linear(f"layer{layer}", self._around(self._scaled(layer, state), layer)))
        return log_shares(self._linear("end", self._scaled(self._layers, state)).reshape(count, -1))

    def _around(self, state: Floats, layer: int) -> Floats:
        """Each place with its neighbours, side by side."""
        wide = self._numbers[f"layer{layer}.weight"].shape[0] // state.shape[1]
        padded = np.pad(state, ((wide // 2, wide // 2), (0, 0)))
        return np.hstack([padded[shift : shift + len(state)] for shift in range(wide)])

    def _scaled(self, layer: int, state: Floats) -> Floats:
        found: Floats = normed(state) * self._numbers[f"norm{layer}.weight"] + self._numbers[f"norm{layer}.bias"]
        return found

    def _linear(self, name: str, state: Floats) -> Floats:
        found: Floats = state @ self._numbers[f"{name}.weight"] + self._numbers[f"{name}.bias"]
        return found
