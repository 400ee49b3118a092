"""A table of Cthulhu FLUXX at its state of rest, asked aloud: what it answers, and how soon that sounds."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import numpy as np
from rich.console import Console

from narrator.answers import Answer, EndOfInput
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Ask, Say
from narrator.ears import OnHeard, Together
from narrator.ears.speech import SpeechEars
from narrator.games.registry import folders
from narrator.lexicon import Lexicon
from narrator.mouth import Mouth
from narrator.mouth.open import open_sound
from narrator.play import session
from narrator.rooms.captions import NoMouth
from narrator.rooms.listener import Hearing
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.audio.sound_server import Recording, SoundServer, wait_until
from tests.audio.talking import QUIET
from tests.audio.telling import VOICE
from tests.fluxx.at_rest import GAME, NAMES, TABLE

PATIENCE = 20.0
"""Seconds after which a question counts as not answered."""


class Told(NamedTuple):
    """What was taken for a question, the lines that answered it, and how soon they began to sound, in seconds."""

    taken: str = ""
    lines: tuple[str, ...] = ()
    seconds: float = 0.0


class _Keys:
    """Keys that know how the first questions of an evening are answered, and then end it when told so."""

    def __init__(self) -> None:
        self._known = deque(("no", "1", "none"))
        self._heard: OnHeard = lambda _: None

    def listen(self, _: Ask, heard: OnHeard) -> None:
        self._heard = heard
        if self._known:
            heard(Answer(self._known.popleft()))

    def rest(self) -> None:
        """Stop listening."""

    def close(self) -> None:
        """End the evening."""
        self._heard(EndOfInput())


class _Room(TableRoom):
    """A room that keeps what it has said and what it was told."""

    def __init__(self, mouth: Mouth, ears: Hearing, screen: Screen) -> None:
        super().__init__(mouth, ears, screen, RoomSettings(moderated=False))
        self.said, self.taken = list[str](), list[str]()

    def say(self, cue: Say) -> str:
        self.said.append(cue.text)
        return super().say(cue)

    def ask(self, cue: Ask) -> str | None:
        found = super().ask(cue)
        self.taken.append(found or "")
        return found


class AskedTable:
    """The table, and the people around it."""

    def __init__(self, server: SoundServer, room: _Room, ears: SpeechEars, narration: Recording, heard: Recording):
        self._server, self._room, self._ears, self._narration, self._heard = server, room, ears, narration, heard

    def ask(self, words: bytes, after: float) -> Told:
        """Let somebody say this, so many seconds after the narrator has begun to listen; give what came of it."""
        wait_until(self._ears.listening.is_set, "the ears")
        self._narration.go_on(after)
        said, taken, since = len(self._room.said), len(self._room.taken), self._heard.now
        self._server.say(words)
        end = since + int(np.flatnonzero(abs(self._heard.samples(since)) > QUIET)[-1])
        onset = self._onset(self._narration.sample(self._heard.moment(end)))
        if onset is None:
            return Told()
        wait_until(self._ears.listening.is_set, "the end of the answer")
        seconds = self._narration.moment(onset) - self._heard.moment(end)
        return Told(" ".join(self._room.taken[taken:]), tuple(self._room.said[said:]), seconds)

    def _onset(self, since: int) -> int | None:
        """Wait for the first sound since then, and find where it begins; None if there is none."""
        deadline = time.monotonic() + PATIENCE
        while self._narration.peak(since) <= QUIET:
            if time.monotonic() > deadline:
                return None
            self._narration.go_on(0.05)
        return since + int(np.flatnonzero(abs(self._narration.samples(since)) > QUIET)[0])


@contextmanager
def asked_table(
    server: SoundServer, model: Path, lexicon: Lexicon, folder: Path, *, amid_talk: bool
) -> Iterator[AskedTable]:
    """Lay the table in a calm room, or `amid_talk` as when an evening begins, with a journal in the folder."""
    screen = Screen({}, texts=texts_of("pl", *folders(GAME)), console=Console(file=StringIO()))
    mouth, _ = open_sound(VOICE, None, screen.notice, NoMouth())
    ears, keys = SpeechEars(model, lexicon, NAMES, screen.notice, amid_talk=amid_talk), _Keys()
    ears.wait()
    room = _Room(mouth, Together([keys, ears], screen.notice), screen)
    stage = session.begin(None, TABLE, 1, folder / "asked.jsonl", Config())
    led = Thread(target=stage.run, args=(room,))
    with server.recorded("speaker.monitor") as narration, server.recorded("room.monitor") as heard, server.noisy():
        led.start()
        try:
            wait_until(lambda: len(room.taken) >= 3, "the first questions")
            yield AskedTable(server, room, ears, narration, heard)
        finally:
            keys.close()
            led.join()
            ears.close()
            mouth.close()
            stage.journal.close()
