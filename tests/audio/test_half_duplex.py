"""The ears are deaf while the mouth speaks, though the loudspeaker sounds in the room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import numpy as np
import pytest
from sound_server import SECONDS, SoundServer
from speaker import MODEL, speak

from narrator.answers import Answer, Heard
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.ears.lexicon import read_lexicon
from narrator.ears.sound import RATE
from narrator.ears.vosk_ears import VoskEars
from narrator.mouth.player import DevicePlayer
from narrator.mouth.sound import Sound, tidy, write_sound

pytestmark = pytest.mark.audio

SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=tuple("12345678"), optional=True)
NAMES = {seat: "" for seat in range(1, 9)}
SIX, THREE = "번호 여섯", "번호 삼"
ECHO = ("module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=100")


class Table:
    """A laptop that speaks the words for seat six, and ears that would understand them."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        spoken = np.frombuffer(speak(SIX), np.int16).astype(np.float32) / np.float32(32768)
        self._line = folder / "line.wav"
        write_sound(self._line, tidy(Sound(spoken, RATE)))
        self._server = server
        self._mouth = DevicePlayer()
        self._heard: Queue[Heard | Lost] = Queue()
        self._ears = VoskEars(MODEL, read_lexicon("ko"), NAMES, pytest.fail)
        self._ears.wait()

    def close(self) -> None:
        """Let go of both devices."""
        self._ears.close()
        self._mouth.close()

    def narrate(self) -> None:
        """Let the narrator say "number six"."""
        self._mouth.play(self._line)

    def ask(self) -> None:
        """Open the question."""
        self._ears.listen(SEAT, self._heard.put)
        assert self._ears.listening.wait(SECONDS)

    def answer(self, words: str) -> None:
        """Let a player answer."""
        self._server.say(speak(words))

    def heard(self) -> Heard | Lost:
        """Wait for what the ears hear, and close the question."""
        heard = self._heard.get(timeout=SECONDS)
        self._ears.rest()
        assert self._heard.empty()
        return heard


@pytest.fixture
def table(server: SoundServer, tmp_path: Path) -> Iterator[Table]:
    with server.loaded(*ECHO):
        table = Table(server, tmp_path)
        yield table
        table.close()


def test_the_narrator_is_not_heard(table: Table) -> None:
    table.ask()
    table.narrate()
    assert table.heard() == Answer("6")  # so the loudspeaker does sound in the room
    for _ in range(3):
        table.narrate()
        table.ask()
        table.answer(THREE)
        assert table.heard() == Answer("3")
