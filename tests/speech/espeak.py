"""Voices to measure with: espeak-ng out of the `espeakng-loader` wheel, in this process, many lines a second."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

import numpy as np

from narrator.ears.sound import RATE
from narrator.studio.mixing import Samples

_RETRIEVE, _UTF8, _IPA = 2, 1, 2
_SPEED, _PITCH = 1, 3
"""Constants of espeak-ng's speak_lib.h."""


@cache
def spoken(text: str, voice: str, words_a_minute: int = 155, pitch: int = 50) -> Samples:
    """The text as a voice such as `pl+f2` says it, with what silence espeak-ng puts around it."""
    library, own_rate = _espeak()
    pieces: list[bytes] = []

    def collect(samples: int | None, count: int, _events: int) -> int:
        pieces.append(ctypes.string_at(samples, count * 2) if samples else b"")
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(collect)
    library.espeak_SetSynthCallback(callback)
    if library.espeak_SetVoiceByName(voice.encode()):
        raise ValueError(f"espeak-ng has no voice {voice}")
    library.espeak_SetParameter(_SPEED, words_a_minute, 0)
    library.espeak_SetParameter(_PITCH, pitch, 0)
    said = text.encode()
    library.espeak_Synth(said, len(said) + 1, 0, 1, 0, _UTF8, None, None)
    return _resampled(np.frombuffer(b"".join(pieces), np.int16), own_rate)


def phonemes(text: str, voice: str = "pl") -> str:
    """The sounds that espeak-ng makes of the text, in the letters of the phonetic alphabet."""
    library, _ = _espeak()
    library.espeak_SetVoiceByName(voice.encode())
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    said = ctypes.create_string_buffer(text.encode())
    left = ctypes.c_void_p(ctypes.addressof(said))
    clauses: list[bytes] = []
    while left.value:
        clauses.append(library.espeak_TextToPhonemes(ctypes.byref(left), _UTF8, _IPA))
    return " ".join(clause.decode() for clause in clauses)


@cache
def _espeak() -> tuple[Any, int]:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    rate = library.espeak_Initialize(_RETRIEVE, 0, os.fsencode(espeakng_loader.get_data_path()), 0)
    if rate <= 0:
        raise OSError("espeak-ng does not start")
    return library, rate


def _resampled(samples: Any, rate: int) -> Samples:
    wanted = len(samples) * RATE // rate
    if not wanted:
        return np.zeros(0, np.float32)
    spectrum = np.fft.rfft(samples / 32768)[: wanted // 2 + 1]
    resampled = np.clip(np.fft.irfft(spectrum, wanted) * wanted / len(samples), -1.0, 1.0)
    return resampled.astype(np.float32)
