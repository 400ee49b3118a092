"""The voices that an ear is taught by: the project's own, RHVoice's where it is installed, and espeak-ng's."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.computer.paths import shipped
from narrator.ears.sound import RATE
from narrator.mouth import vocoder
from narrator.mouth.letters import Network
from narrator.mouth.sound import Sound, at_rate, read_sound, tidy
from narrator.mouth.spelling import Spelling, spelling_of

from tests.speech import espeak

Samples = NDArray[np.float32]

TAUGHT = {"natan": 0.22, "magda": 0.22, "michal": 0.22, "alicja": 0.22, "espeak-ng": 0.12}
"""Who teaches, and how often each is drawn. Of RHVoice's other Polish voice, cezary, no ear may be taught:
CC BY-NC-ND."""

_VARIANTS = ("pl", "pl+m3", "pl+m7", "pl+f2", "pl+f5", "pl+f3", "pl+m1")
_PROGRAM = "RHVoice-test"


def said(voice: str, text: str, chance: np.random.Generator) -> Samples:
    """Let a voice say a text at 16 kHz, at a pace and a pitch of its own each time."""
    rate, pitch = float(chance.uniform(0.75, 1.35)), float(chance.uniform(0.82, 1.22))
    return tidied(_speaker(voice)(text, rate, pitch, chance))


def there(voice: str) -> bool:
    """Whether a voice can speak on this computer."""
    return voice in ("natan", "magda", "espeak-ng") or shutil.which(_PROGRAM) is not None


def tidied(sound: Sound) -> Samples:
    """The sound at 16 kHz, without the silence around it."""
    found: Samples = at_rate(tidy(sound), RATE).samples.astype(np.float32)
    return found


_Speaker = Callable[[str, float, float, np.random.Generator], Sound]


def _speaker(voice: str) -> _Speaker:
    if voice in ("natan", "magda"):
        return lambda text, rate, pitch, _: _by_letters(voice, text, rate, pitch)
    if voice == "espeak-ng":
        return _by_espeak
    return lambda text, rate, pitch, _: _by_rhvoice(voice, text, rate, pitch)


def _by_letters(voice: str, text: str, rate: float, pitch: float) -> Sound:
    frames = _network(voice).frames(_spelling().read(text), rate, pitch)
    return Sound(vocoder.sound_of(frames), vocoder.RATE)


@cache
def _network(voice: str) -> Network:
    return Network(shipped("voices") / f"{voice}.npz")


@cache
def _spelling() -> Spelling:
    return spelling_of("pl")


def _by_espeak(text: str, rate: float, pitch: float, chance: np.random.Generator) -> Sound:
    variant = _VARIANTS[int(chance.integers(len(_VARIANTS)))]
    return Sound(espeak.spoken(text, variant, round(155 * rate), round(50 * pitch)), RATE)


def _by_rhvoice(voice: str, text: str, rate: float, pitch: float) -> Sound:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        options = ["-p", voice, "-r", str(round(100 * rate)), "-t", str(round(100 * pitch)), "-o", str(file)]
        subprocess.run([_PROGRAM, *options], input=text, text=True, check=True, capture_output=True, timeout=30)
        return read_sound(file)
