"""What Whisper's encoder hears in each text, in some room: computed once, kept on disk in half precision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narrator.ears.head import frames_of
from narrator.ears.pronunciation import pronounced
from narrator.ears.whisper_model import Encoder
from narrator.studio.mixing import Samples
from tools.teach_ear.kept import Kept
from tools.teach_ear.rooms import in_room
from tools.teach_ear.voices import Clip

WIDTH = 512
"""Numbers of a frame, in Whisper base."""


class Heard(NamedTuple):
    """What was said, one sign a sound, and as it was heard: frames of 20 ms, each of `WIDTH` numbers."""

    said: str
    frames: NDArray[np.float16]


def _store(folder: Path) -> Kept:
    return Kept(folder, "heard.f16", "f2")


def hear(folder: Path, clips: Sequence[Clip], encoder: Encoder, rooms: int, seed: int) -> None:
    """Hear each clip in so many rooms, the first without talk; what is there already is not heard again."""
    there = len(_store(folder))
    talk: list[Samples] = [one.samples for one in clips]
    tasks = ((clip, room) for clip in clips for room in range(rooms))
    with _store(folder).open() as put:
        for number, (clip, room) in enumerate(islice(tasks, there, None), there):
            chance = np.random.default_rng((seed, number))
            sound = in_room(clip.samples, talk, chance, amid_talk=room > 0)
            put(frames_of(sound, encoder), text=clip.text, voice=clip.voice)


def heard(folder: Path, language: str, width: int = WIDTH) -> list[Heard]:
    """Read what was heard, in frames of so many numbers; they stay on disk until they are used."""
    return [Heard(pronounced(kept["text"], language), frames.reshape(-1, width)) for kept, frames in _store(folder)]
