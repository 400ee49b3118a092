"""A player's voice for tests: espeak-ng out of the `espeakng-loader` wheel, as 16 kHz mono 16 bit sound."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

import numpy as np

from narrator.ears.sound import RATE

VOICE, WORDS_A_MINUTE = "ko+f1", 145
"""The synthetic voice that the Korean test model understands best."""

_RETRIEVE, _UTF8, _RATE_PARAMETER = 2, 1, 1  # espeak-ng's speak_lib.h


@cache
def speak(text: str, voice: str = VOICE, words_a_minute: int = WORDS_A_MINUTE) -> bytes:
    """Say the text, with the silence before and after it that a room has."""
    library, own_rate = _espeak()
    pieces: list[bytes] = []
    collect = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(
        lambda samples, count, _: pieces.append(ctypes.string_at(samples, count * 2) if samples else b"") or 0
    )
    library.espeak_SetSynthCallback(collect)
    assert library.espeak_SetVoiceByName(voice.encode()) == 0
    library.espeak_SetParameter(_RATE_PARAMETER, words_a_minute, 0)
    spoken = text.encode()
    library.espeak_Synth(spoken, len(spoken) + 1, 0, 1, 0, _UTF8, None, None)
    sound = _resampled(np.frombuffer(b"".join(pieces), np.int16), own_rate)
    return silence(0.5) + sound.tobytes() + silence(1.5)


def silence(seconds: float) -> bytes:
    """Give that much silence."""
    return bytes(int(seconds * RATE) * 2)


@cache
def _espeak() -> tuple[Any, int]:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    rate = library.espeak_Initialize(_RETRIEVE, 0, os.fsencode(espeakng_loader.get_data_path()), 0)
    assert rate > 0
    return library, rate


def _resampled(samples: Any, rate: int) -> Any:
    wanted = len(samples) * RATE // rate
    spectrum = np.fft.rfft(samples.astype(np.float64))[: wanted // 2 + 1]
    return np.clip(np.fft.irfft(spectrum, wanted) * wanted / len(samples), -32768, 32767).astype(np.int16)
