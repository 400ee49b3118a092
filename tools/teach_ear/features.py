"""What Whisper's encoder hears in each text, in some room: reckoned once, kept on disk in half precision."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narrator.ears.head import frames_of
from narrator.ears.whisper_model import Encoder
from narrator.studio.mixing import Samples
from tools.teach_ear.rooms import in_room
from tools.teach_ear.voices import Clip

WIDTH = 512
"""Numbers of a frame, in Whisper base."""


class Heard(NamedTuple):
    """A text as it was heard: frames of 20 ms, each of `WIDTH` numbers."""

    text: str
    frames: NDArray[np.float16]


def hear(folder: Path, clips: Sequence[Clip], encoder: Encoder, rooms: int, seed: int) -> None:
    """Hear each clip in so many rooms, the first without talk; what is there already is not heard again."""
    folder.mkdir(parents=True, exist_ok=True)
    index, kept = folder / "heard.jsonl", folder / "heard.f16"
    there = len(index.read_text("utf-8").splitlines()) if index.exists() else 0
    talk: list[Samples] = [one.samples for one in clips]
    tasks = ((clip, room) for clip in clips for room in range(rooms))
    with index.open("a", encoding="utf-8") as lines, kept.open("ab") as file:
        for number, (clip, room) in enumerate(islice(tasks, there, None), there):
            chance = np.random.default_rng((seed, number))
            sound = in_room(clip.samples, talk, chance, amid_talk=room > 0)
            frames = frames_of(sound, encoder).astype(np.float16)
            at = file.tell()
            file.write(frames.tobytes())
            file.flush()
            lines.write(json.dumps({"text": clip.text, "voice": clip.voice, "at": at, "frames": len(frames)}) + "\n")
            lines.flush()


def heard(folder: Path) -> list[Heard]:
    """Read what was heard; the frames stay on disk until they are used."""
    frames = np.memmap(folder / "heard.f16", np.float16, "r")
    found = []
    for line in (folder / "heard.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        first = one["at"] // 2
        found.append(Heard(one["text"], frames[first : first + one["frames"] * WIDTH].reshape(-1, WIDTH)))
    return found
