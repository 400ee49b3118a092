"""A terminal's keyboard: what is typed goes the whole way through it, and what it shows of that is seen."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue

from narrator.answers import Heard
from narrator.cues import Ask
from narrator.ears import Lost
from narrator.ears.keyboard import Keyboard

from tests.secrecy.whole_rooms.terminal import Terminal

REAL_SECONDS = 60.0
"""Seconds of the computer's own clock after which a line that was typed is given up."""


class Keys:
    """Somebody's hands at the terminal that a room was opened in."""

    def __init__(self, screen: Terminal) -> None:
        assert sys.platform != "win32"
        self._screen = screen
        self._hands, self._terminal = os.openpty()
        self.stdin = os.fdopen(self._terminal, encoding="utf-8")
        """What the room reads in the place of the standard input."""
        self.pressed: Callable[[], None] | None = None
        """While every key counts: what a key does."""
        self._keyboard: Keyboard | None = None
        self._heard = Queue[Heard | Lost]()

    def at(self, keyboard: Keyboard) -> None:
        """Let this be the room's keyboard."""
        self._keyboard = keyboard
        usual = keyboard.pressing

        @contextmanager
        def pressing(pressed: Callable[[], None]) -> Iterator[None]:
            with usual(pressed):
                self.pressed = pressed
                yield
            self.pressed = None

        keyboard.pressing = pressing  # type: ignore[method-assign]

    @property
    def shown(self) -> bool:
        """Whether the terminal shows by itself what is typed now."""
        import termios

        return bool(termios.tcgetattr(self._terminal)[3] & termios.ECHO)

    @contextmanager
    def listening(self, ask: Ask) -> Iterator[None]:
        """Listen for the answer as the ears do, and rest afterwards."""
        assert self._keyboard
        self._keyboard.listen(ask, self._heard.put)
        try:
            yield
        finally:
            self._keyboard.rest()

    def send(self, line: str) -> Heard:
        """Type a line while somebody listens, and give what was heard."""
        shown = self.shown
        os.write(self._hands, f"{line}\n".encode())
        heard = self._heard.get(timeout=REAL_SECONDS)
        assert not isinstance(heard, Lost)
        if shown:
            self._screen.write(self._echo())
        return heard

    def _echo(self) -> str:
        """What the terminal shows by itself of a line that was typed, however busy the computer is."""
        echo = b""
        while b"\n" not in echo:
            assert select.select([self._hands], [], [], REAL_SECONDS)[0], "what is typed should be shown"
            echo += os.read(self._hands, 1000)
        return echo.decode()

    def begin(self, line: str) -> None:
        """Type the beginning of a line while nobody listens, if the room is still there."""
        if not self.stdin.closed and self.shown:
            self._screen.write(line)

    def close(self) -> None:
        """Leave the terminal."""
        os.close(self._hands)
        self.stdin.close()
