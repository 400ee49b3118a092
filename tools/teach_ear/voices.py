"""Have synthetic voices say the texts: RHVoice's, the narrator's own, and espeak-ng for variety."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import soundfile

from narrator.ears.sound import RATE
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound, at_rate, tidy
from narrator.mouth.voice import load_voice
from narrator.studio.mixing import Samples
from tools.teach_ear.kept import Kept

from tests.speech.espeak import spoken

_PACES, _PITCHES = (0.75, 0.88, 1.0, 1.0, 1.15, 1.3), (-14, -7, 0, 0, 7, 14)
"""Times a voice's own pace, and steps from its own pitch."""


class Clip(NamedTuple):
    """A text as a voice said it, at 16 kHz."""

    text: str
    voice: str
    samples: Samples


def _store(folder: Path) -> Kept:
    return Kept(folder, "clips.pcm", "<i2")


def say(
    folder: Path, texts: Iterator[str], count: int, program: str, voices: Mapping[str, int], language: str, seed: int
) -> None:
    """Have so many texts said into the folder, by voices with their shares; what is there is not said again."""
    there = len(_store(folder))
    with _store(folder).open() as put, ExitStack() as opened:
        voiced = cache(partial(_voice, opened, program, language))
        for number, text in enumerate(islice(texts, there, count), there):
            chance = Random(f"{seed} {number}")
            voice = chance.choices([*voices], [*voices.values()])[0]
            samples = voiced(voice, chance.choice(_PACES), chance.choice(_PITCHES))(text)
            put(np.clip(samples, -1, 1) * 32767, text=text, voice=voice)


def said(folder: Path) -> Iterator[Clip]:
    """Read what was said into a folder."""
    for words, samples in _store(folder):
        yield Clip(words["text"], words["voice"], samples.astype(np.float32) / np.float32(32768))


def _voice(
    opened: ExitStack, program: str, language: str, voice: str, pace: float, pitch: int
) -> Callable[[str], Samples]:
    kind, _, name = voice.rpartition(":")
    if kind == "rhvoice":
        return partial(_rhvoice, program, name, round(100 * pace), 100 + pitch)
    if kind:
        return partial(_espeak, name, round(155 * pace), 50 + pitch)
    profile = replace(load_voice(name), language=language)
    renderer = Renderer(replace(profile, rate=round(profile.rate * pace), pitch=profile.pitch + pitch))
    opened.callback(renderer.close)
    return lambda text: _sound(renderer.render(profile.spelt(text.capitalize() + ".", engine=renderer.engine)))


def _rhvoice(program: str, voice: str, rate: int, pitch: int, text: str) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        command = [program, "-p", voice, "-r", str(rate), "-t", str(pitch), "-o", str(file)]
        subprocess.run(command, input=f"{text.capitalize()}.".encode(), check=True, capture_output=True, timeout=60)
        samples, own_rate = soundfile.read(file, dtype="float32")
    return _sound(Sound(samples, own_rate))


def _espeak(voice: str, rate: int, pitch: int, text: str) -> Samples:
    return tidy(Sound(spoken(f"{text.capitalize()}.", voice, rate, pitch), RATE)).samples


def _sound(sound: Sound) -> Samples:
    return at_rate(sound, RATE).samples
