"""A narrator who says line after line as on a night, and what a room heard of each."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import StringIO
from itertools import count, cycle
from threading import Condition, Thread
from typing import Literal

import numpy as np
from rich.console import Console

from narrator.cues import At, Part, Pause, Say
from narrator.ears import Together
from narrator.mouth.ambience import ambience_of
from narrator.mouth.cache import LineCache
from narrator.mouth.open import open_sound
from narrator.mouth.sound import at_rate, read_sound
from narrator.mouth.voice import load_voice
from narrator.rooms.captions import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.studio.mixing import Samples

from tests.audio.evening import NARRATED_BY
from tests.audio.sound_server import RATE, SECONDS, Recording

VOICE = replace(load_voice(NARRATED_BY), fallback="none")
LINES = (
    "Noc zapada nad miasteczkiem, a wiatr niesie pył po pustej ulicy.",
    "Szeryfie, pora na obchód. Otwórz oczy.",
    "Kogo zamykasz tej nocy?",
    "Szeryf zamyka oczy i kładzie kapelusz na twarzy.",
    "Bandyci, ognisko jeszcze się tli. Otwórzcie oczy i spójrzcie po sobie.",
)

PAUSE, WINDOW = 1.5, 4.0
"""Seconds between two lines, and of a call's time, which follows every other line."""

VOLUME = 0.05
"""The ambience's: so soft that it does not hide which line a sound belongs to."""

Phase = Literal["line", "pause", "window"]
"""What is under way: a line, the pause after it, or a call's time."""

_AT = At(call="sheriff.jail", night=1)
_BLOCK = RATE // 50  # samples that are compared at a time
_AUDIBLE = 0.03  # how loud a line is where it must be heard
_AROUND = 0.7  # seconds before and after a line in which its sound is looked for


@dataclass
class Line:
    """A line under way: when it was handed to the mouth, how long it is, and when the mouth was done with it."""

    text: str
    seconds: float
    begun: float
    ended: float = 0.0


class Watched(Screen):
    """A screen that also keeps what is remarked on it."""

    def __init__(self) -> None:
        super().__init__({}, console=Console(file=StringIO()))
        self.remarks: list[str] = []

    def remark(self, text: str) -> None:
        """Show the remark, and keep it."""
        super().remark(text)
        self.remarks.append(text)


class Telling:
    """Lines, pauses and calls' times one after the other, in a thread of their own, with the ambience under them."""

    def __init__(self, device: str | None) -> None:
        """Speak through the device whose name contains `device`, or the usual one."""
        self.screen, self.lines = Watched(), list[Line]()
        self.crash = ""
        self._mouth, player = open_sound(VOICE, device, self.screen.notice, NoMouth())
        self._mouth.prepare([Part("", text) for text in LINES], lambda *_: None)
        self._lengths = {text: len(rendered(text)) / RATE for text in LINES}
        soundscape = Soundscape(player, ambience_of("wind"), VOLUME, self.screen.notice)
        self._room = TableRoom(
            _Timed(self), Together([], self.screen.notice), self.screen, RoomSettings(moderated=False), soundscape
        )
        self._phases, self._more, self._over = Counter[Phase](), Condition(), False
        self._thread = Thread(target=self._tell, name="telling", daemon=True)
        self._thread.start()

    def wait_for(self, phase: Phase) -> float:
        """Wait until such a phase begins, and give its length in seconds. Raises Stalled."""
        with self._more:
            before = self._phases[phase]
            if not self._more.wait_for(lambda: self._phases[phase] > before or self.crash, SECONDS):
                raise Stalled(f"no {phase} began within {SECONDS:.0f} s")
        self._check()
        return {"line": self.lines[-1].seconds, "pause": PAUSE, "window": WINDOW}[phase]

    def end(self) -> None:
        """Let the line under way be the last one, and let go of the device. Raises Stalled."""
        self._over = True
        self._thread.join(SECONDS)
        if self._thread.is_alive():
            raise Stalled("a line does not end")
        self._check()
        self._mouth.close()

    def speak(self, text: str, parts: Sequence[Part]) -> None:
        """Say the line, and note when."""
        line = Line(text, self._lengths[text], time.monotonic())
        self.lines.append(line)
        self._begin("line")
        self._mouth.speak(text, parts)
        line.ended = time.monotonic()

    def _tell(self) -> None:
        try:
            for number, text in zip(count(), cycle(LINES), strict=False):
                if self._over:
                    return
                self._room.say(Say(at=_AT, line="", text=text, pause=PAUSE))
                self._begin("pause")
                if number % 2:
                    self._room.pause(Pause(at=_AT, seconds=WINDOW))
                    self._begin("window")
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.crash = traceback.format_exc()
            self._begin("line")

    def _check(self) -> None:
        if self.crash:
            raise Stalled(f"the narrator crashed:\n{self.crash}")

    def _begin(self, phase: Phase) -> None:
        with self._more:
            self._phases[phase] += 1
            self._more.notify_all()


class Stalled(Exception):
    """The narrator does not go on."""


class _Timed(NoMouth):
    """The narrator's mouth, which notes what it says."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        self._telling.speak(text, parts)


def rendered(text: str) -> Samples:
    """The line as it was rendered, at the rate of the recordings."""
    cache = LineCache()
    path = cache.find(VOICE.spelt(text), VOICE, cache.engine(VOICE))
    assert path, f"it was not rendered: {text}"
    return at_rate(read_sound(path), RATE).samples


def told_aloud(text: str) -> bool:
    """Whether the text was ever rendered for the voice."""
    cache = LineCache()
    return cache.has(VOICE.spelt(text), VOICE, cache.engine(VOICE))


def heard(line: Line, recordings: Sequence[Recording]) -> float:
    """The share of the line that sounded at a stretch, 0…1, in the recording that has most of it."""
    return max((_share(rendered(line.text), recording, line) for recording in recordings), default=0.0)


def _share(samples: Samples, recording: Recording, line: Line) -> float:
    around = recording.samples(recording.sample(line.begun - _AROUND), recording.sample(line.ended + _AROUND))
    around = np.pad(around, len(samples))  # what is cut off at its beginning or end is looked for too
    place = _place(samples, around)
    wanted, missing = _levels(samples), _levels(samples - around[place : place + len(samples)])
    audible = wanted > _AUDIBLE
    return float(np.mean(missing[audible] < wanted[audible] / 2))


def _place(samples: Samples, around: Samples) -> int:
    """Find where the samples fit best into what sounded."""
    size = 1 << len(around).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(around, size) * np.conj(np.fft.rfft(samples, size)), size)
    return int(likeness[: len(around) - len(samples) + 1].argmax())


def _levels(samples: Samples) -> Samples:
    blocks = samples[: len(samples) // _BLOCK * _BLOCK].reshape(-1, _BLOCK)
    levels: Samples = np.sqrt(np.square(blocks).mean(axis=1))
    return levels
