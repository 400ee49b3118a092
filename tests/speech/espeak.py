"""Voices to measure with: espeak-ng out of the `espeakng-loader` wheel, in this process, many lines a second."""

from __future__ import annotations

import _ctypes
import ctypes
import sys
from functools import cache
from typing import Any

import numpy as np

from narrator.computer.espeak import UTF8, library
from narrator.ears.sound import RATE
from narrator.studio.mixing import Samples

_SPEED, _PITCH = 1, 3
"""Constants of espeak-ng's speak_lib.h."""


@cache
def spoken(text: str, voice: str, words_a_minute: int = 155, pitch: int = 50) -> Samples:
    """The text as a voice such as `pl+f2` says it, with what silence espeak-ng puts around it."""
    espeak, own_rate = _fresh()
    pieces: list[bytes] = []

    def collect(samples: int | None, count: int, _events: int) -> int:
        pieces.append(ctypes.string_at(samples, count * 2) if samples else b"")
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(collect)
    espeak.espeak_SetSynthCallback(callback)
    if espeak.espeak_SetVoiceByName(voice.encode()):
        raise ValueError(f"espeak-ng has no voice {voice}")
    espeak.espeak_SetParameter(_SPEED, words_a_minute, 0)
    espeak.espeak_SetParameter(_PITCH, pitch, 0)
    said = text.encode()
    espeak.espeak_Synth(said, len(said) + 1, 0, 1, 0, UTF8, None, None)
    return _resampled(np.frombuffer(b"".join(pieces), np.int16), own_rate)


def _fresh() -> tuple[Any, int]:
    """Load espeak-ng anew: how it says a text depends on all that it said before, which starting it again keeps."""
    espeak, _ = library()
    espeak.espeak_Terminate()
    library.cache_clear()
    getattr(_ctypes, "FreeLibrary" if sys.platform == "win32" else "dlclose")(espeak._handle)
    espeak, rate = library()
    espeak.espeak_ng_SetRandSeed(ctypes.c_long(1))
    return espeak, rate


def _resampled(samples: Any, rate: int) -> Samples:
    wanted = len(samples) * RATE // rate
    if not wanted:
        return np.zeros(0, np.float32)
    spectrum = np.fft.rfft(samples / 32768)[: wanted // 2 + 1]
    resampled = np.clip(np.fft.irfft(spectrum, wanted) * wanted / len(samples), -1.0, 1.0)
    return resampled.astype(np.float32)
