"""Whisper's encoder as an ear is taught by it: on no more sound than there is, which is cheaper than four seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from narrator.ears.letter_head import Floats, frames_of
from narrator.ears.sound import RATE
from narrator.ears.whisper_model import SECONDS, log_mel

_SHORTEST, _STEP = 2.0, 0.5
"""Seconds that the encoder hears at least, and to which a sound is filled up."""


class Encoder:
    """Whisper's encoder."""

    def __init__(self, folder: Path) -> None:
        from ctranslate2.models import Whisper

        # One thread, as in the worker: with more, CTranslate2 may silently leave out parts of its sums.
        self._model: Any = Whisper(str(folder), device="cpu", compute_type="int8", intra_threads=1)

    def features(self, sound: Floats) -> Floats:
        """What it makes of up to four seconds at 16 kHz: (frames, 512), no more frames than there is sound."""
        from ctranslate2 import StorageView

        seconds = min(SECONDS, max(_SHORTEST, float(np.ceil(len(sound) / RATE / _STEP)) * _STEP))
        spectrogram = np.ascontiguousarray(log_mel(sound, seconds)[None])
        found: Floats = np.array(self._model.encode(StorageView.from_array(spectrogram)))[0]
        return found[: frames_of(len(sound))]
