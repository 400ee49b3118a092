"""Somebody at a terminal who types answers, and what of it is shown."""

from __future__ import annotations

import os
import threading
from queue import Queue
from typing import Any, TextIO

import pytest

from narrator.cues import Ask, At
from narrator.ears import Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon

from tests.polish import OWN_WORDS, in_polish

POLISH = read_lexicon("pl", *OWN_WORDS)
NAMES = {1: "Ania", 2: "Bartek"}
SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"))
SECONDS = 30.0
THIEF = Ask(at=At(call="thief"), line="", text="", to=(1,), kind="seat", choices=tuple(map(str, range(1, 31))))


def keyboard(source: TextIO, **more: Any) -> Keyboard:
    """Ears for what is typed there, in Polish."""
    return Keyboard(POLISH, NAMES, source=source, **more)


def together(*ears: Keyboard) -> Together:
    """Ears of which the first that hears answers; a test fails if they tell of anything."""
    return Together(ears, in_polish(pytest.fail))


class Echo:
    """Notes each line that is shown while it is typed, or once it is."""

    def __init__(self) -> None:
        self.lines = Queue[str]()

    def typing(self, line: str) -> None:
        self.lines.put(line)

    def fit(self) -> None:
        pass

    def typed(self, line: str) -> None:
        self.lines.put(f"{line}.")

    def wait_for(self, line: str) -> None:
        while self.lines.get(timeout=SECONDS) != line:
            continue


class Person:
    """Somebody at a terminal."""

    def __init__(self) -> None:
        import pty

        self._keys, self._screen = pty.openpty()
        self.source = os.fdopen(self._screen, encoding="utf-8")
        self.echo = Echo()
        self._threads = set(threading.enumerate())

    def keyboard(self, **more: Any) -> Keyboard:
        ears = keyboard(self.source, **{"echo": self.echo, **more})
        ears.take()
        return ears

    def types(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def modes(self) -> tuple[bool, bool]:
        """Whether the terminal gives lines, and whether it shows by itself what is typed."""
        import termios

        mode = termios.tcgetattr(self._screen)[3]
        return bool(mode & termios.ICANON), bool(mode & termios.ECHO)

    def suspends(self) -> bool:
        """Whether a key would suspend the program, with all that stands on its screen, or make it quit."""
        import termios

        cc = termios.tcgetattr(self._screen)[6]
        return any(ord(cc[key]) not in (0, 255) for key in (termios.VSUSP, termios.VQUIT))

    def leaves(self) -> None:
        os.close(self._keys)  # which ends the readers
        for thread in set(threading.enumerate()) - self._threads:
            thread.join(SECONDS)
        self.source.close()
