"""A laptop that says what would be an answer, ears that would understand it, and people who answer then."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue

import numpy as np

from narrator.answers import Heard
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.ears.lexicon import read_lexicon
from narrator.ears.sound import RATE
from narrator.ears.speech import SpeechEars
from narrator.mouth.player import DevicePlayer
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound, tidy, write_sound
from narrator.mouth.voice import Voice

from tests.audio.sound_server import SECONDS, SoundServer
from tests.audio.table_words import KOREAN, TableWords
from tests.polish import in_polish

SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=tuple("12345678"), optional=True)
NAMES = {seat: "" for seat in range(1, 9)}


class Table:
    """The laptop's mouth and ears, and the room."""

    def __init__(self, server: SoundServer, folder: Path, voice: Voice | None, words: TableWords) -> None:
        """The narrator speaks with the Polish voice, or as the players do."""
        self._folder, self._server, self._words = folder, server, words
        self._renderer = Renderer(voice) if voice else None
        self._mouth = DevicePlayer()
        self._heard: Queue[Heard | Lost] = Queue()
        self._notices: Queue[str] = Queue()
        self._ears = SpeechEars(words.model, read_lexicon(words.language), NAMES, in_polish(self._notices.put))
        self._ears.wait()

    def close(self) -> None:
        """Let go of both devices; whatever the ears had to say is a fault."""
        self._ears.close()
        self._mouth.close()
        if self._renderer:
            self._renderer.close()
        assert self._notices.empty(), self._notices.get()

    def narrate(self, words: str) -> None:
        """Let the narrator say this."""
        line = self._folder / f"{words}.wav"
        if not line.exists():
            write_sound(line, self._rendered(words))
        self._mouth.play(line)

    def ask(self) -> None:
        """Open the question."""
        self._ears.listen(SEAT, self._heard.put)
        assert self._ears.listening.wait(SECONDS)

    def answer(self, words: str) -> None:
        """Let a player answer."""
        self._server.say(self._words.speak(words))

    def heard(self) -> list[Heard | Lost]:
        """Wait for something that the ears hear, and close the question; give all that they heard, if anything."""
        heard: list[Heard | Lost] = []
        with suppress(Empty):
            heard.append(self._heard.get(timeout=SECONDS))
        self._ears.rest()
        return [*heard, *(self._heard.get() for _ in range(self._heard.qsize()))]

    def overheard(self, seconds: float) -> list[Heard | Lost]:
        """All that the ears hear within so many seconds, and close the question."""
        time.sleep(seconds)
        self._ears.rest()
        return [self._heard.get() for _ in range(self._heard.qsize())]

    def _rendered(self, words: str) -> Sound:
        if self._renderer:
            return self._renderer.render(self._words.narrated[words])
        spoken = np.frombuffer(self._words.speak(words), np.int16).astype(np.float32)
        return tidy(Sound(spoken / np.float32(32768), RATE))


@contextmanager
def table(
    server: SoundServer, decibels: float, delay: int, voice: Voice | None = None, words: TableWords = KOREAN
) -> Iterator[Table]:
    """Lay a table at which the microphone hears the narrator too, so loud and so many milliseconds late."""
    echo = ("module-loopback", "source=speaker.monitor", "sink=room", f"latency_msec={delay}")
    with server.loaded(*echo), tempfile.TemporaryDirectory() as folder:
        number = server.control("list", "short", "sink-inputs").split()[0]
        server.control("set-sink-input-volume", number, f"{decibels:.0f}dB")
        table = Table(server, Path(folder), voice, words)
        try:
            yield table
        finally:
            table.close()
