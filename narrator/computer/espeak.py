"""espeak-ng as a library in this process, as the package espeakng-loader brings it: how a text is said."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import Any

RETRIEVE, UTF8, IPA = 2, 1, 2
"""Constants of espeak-ng's speak_lib.h: sound is handed over, not played; how texts and sounds are written."""

_one_at_a_time = Lock()


def is_there() -> bool:
    """Whether the package is installed: not every platform has one."""
    return find_spec("espeakng_loader") is not None


@cache
def library() -> tuple[Any, int]:
    """Start espeak-ng; the library, and the rate of its sound. Raises ImportError, OSError."""
    import espeakng_loader

    found = ctypes.CDLL(espeakng_loader.get_library_path())
    rate = found.espeak_Initialize(RETRIEVE, 0, os.fsencode(espeakng_loader.get_data_path()), 0)
    if rate <= 0:
        raise OSError("espeak-ng does not start")
    found.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return found, rate


def phonemes(text: str, voice: str) -> str:
    """The sounds that a voice such as `gmw/en-US` makes of the text, in the letters of the phonetic alphabet."""
    clauses: list[bytes] = []
    said = ctypes.create_string_buffer(text.encode())
    left = ctypes.c_void_p(ctypes.addressof(said))
    with _one_at_a_time:
        espeak, _ = library()
        espeak.espeak_SetVoiceByName(voice.encode())
        while left.value:
            clauses.append(espeak.espeak_TextToPhonemes(ctypes.byref(left), UTF8, IPA))
    return " ".join(clause.decode() for clause in clauses)
