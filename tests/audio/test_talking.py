"""A talk with a program that does not understand ends with the words, and what was measured until then stays."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from tests.audio import talking
from tests.audio.evening import CONFIRM, SEAT_6
from tests.audio.sound_server import RATE, InVain, SoundServer
from tests.audio.talking import Program, Turn, talk

pytestmark = pytest.mark.audio

TURNS = [Turn([SEAT_6, CONFIRM], [])]


class Deaf:
    """A program that says something as it starts, then asks so many questions, and understands nobody."""

    def __init__(self, server: SoundServer, questions: int) -> None:
        self._left = questions
        form = ["--raw", "--format=s16le", f"--rate={RATE}", "--channels=1"]
        self._process = subprocess.Popen(
            ["paplay", "--device=speaker", *form], env=server.environment, stdin=subprocess.PIPE
        )
        assert self._process.stdin
        self._process.stdin.write((np.sin(np.arange(RATE // 2) / 20) * 9000).astype("<i2").tobytes())
        self._process.stdin.close()
        self.pid = self._process.pid

    def wait_for_question(self) -> None:
        """Ask, while there is something to ask."""
        self._left -= 1
        if self._left < 0:
            raise InVain("asked nothing")

    def wait_to_confirm(self) -> None:
        """Never have anything confirmed."""
        raise InVain("waited in vain for what is to be confirmed")

    def end(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


@pytest.mark.parametrize(
    ("questions", "why"),
    [
        (1, f"did not go on after {SEAT_6!r}: waited in vain for what is to be confirmed"),
        (0, f"did not go on after {talking.START!r}: asked nothing"),
    ],
    ids=["nothing is confirmed", "nothing is asked"],
)
def test_what_was_measured_until_then_stays(
    server: SoundServer, monkeypatch: pytest.MonkeyPatch, questions: int, why: str
) -> None:
    monkeypatch.setattr(talking, "STARTS", 1)
    monkeypatch.setattr(talking, "LISTENING", 0.1)

    @contextmanager
    def start() -> Iterator[Program]:
        program = Deaf(server, questions)
        try:
            yield program
        finally:
            program.end()

    found = talk(server, start, TURNS, b"")
    assert found.broken_off == why
    assert len(found.first_words) == 1
    assert found.again == questions, "it was said once more"
