"""Have synthetic voices say the texts: RHVoice's, the narrator's own, and espeak-ng for variety."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
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
from narrator.mouth.sound import Sound, at_rate
from narrator.mouth.voice import load_voice
from narrator.studio.mixing import Samples

TAUGHT = ("rhvoice:natan", "rhvoice:magda", "rhvoice:michal", "rhvoice:alicja", "natan", "magda", "system")
"""RHVoice's voices, the narrator's own, and espeak-ng. RHVoice's cezary is kept out, to test with."""

_SHARES = (3, 3, 3, 3, 3, 3, 1)
_PACES, _PITCHES = (0.75, 0.88, 1.0, 1.0, 1.15, 1.3), (-14, -7, 0, 0, 7, 14)
"""Times a voice's own pace, and steps from its own pitch."""


class Clip(NamedTuple):
    """A text as a voice said it, at 16 kHz."""

    text: str
    voice: str
    samples: Samples


def say(folder: Path, texts: Iterator[str], count: int, program: str, voices: Sequence[str], seed: int) -> None:
    """Have so many texts said into the folder; what is there already is not said again."""
    folder.mkdir(parents=True, exist_ok=True)
    index, sounds = folder / "clips.jsonl", folder / "clips.pcm"
    there = len(index.read_text("utf-8").splitlines()) if index.exists() else 0
    shares = [_SHARES[TAUGHT.index(voice)] if voice in TAUGHT else 1 for voice in voices]
    with index.open("a", encoding="utf-8") as lines, sounds.open("ab") as sound, ExitStack() as opened:
        voiced = cache(partial(_voice, opened, program))
        for number, text in enumerate(islice(texts, there, count), there):
            chance = Random(f"{seed} {number}")
            voice = chance.choices(voices, shares)[0]
            samples = voiced(voice, chance.choice(_PACES), chance.choice(_PITCHES))(text)
            written = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
            at = sound.tell()
            sound.write(written)
            sound.flush()
            lines.write(json.dumps({"text": text, "voice": voice, "at": at, "bytes": len(written)}) + "\n")
            lines.flush()


def said(folder: Path) -> Iterator[Clip]:
    """Read what was said into a folder."""
    sounds = np.memmap(folder / "clips.pcm", "<i2", "r")
    for line in (folder / "clips.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        samples = sounds[one["at"] // 2 : (one["at"] + one["bytes"]) // 2].astype(np.float32) / np.float32(32768)
        yield Clip(one["text"], one["voice"], samples)


def _voice(opened: ExitStack, program: str, voice: str, pace: float, pitch: int) -> Callable[[str], Samples]:
    kind, _, name = voice.rpartition(":")
    if kind:
        return partial(_rhvoice, program, name, round(100 * pace), 50 + pitch)
    profile = replace(load_voice(name), language="pl")
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


def _sound(sound: Sound) -> Samples:
    return at_rate(sound, RATE).samples
