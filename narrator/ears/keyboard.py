"""Answers typed on the keyboard, a line each; what is typed can stay hidden."""

from __future__ import annotations

import codecs
import io
import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock, Thread
from typing import TextIO

from narrator.answers import Answer, Command, EndOfInput, Heard, Lexicon, typed
from narrator.cues import Ask
from narrator.ears import Listener
from narrator.ears.terminal import behave


class Keyboard:
    """Ears that read lines. Each line answers one question; at a terminal, lines typed before it are dropped.

    With `hidden`, a terminal does not show what is typed while a question is open. Where only commands are taken, a
    line from elsewhere than a terminal that is none waits for the next question.
    """

    def __init__(
        self, lexicon: Lexicon, names: Mapping[int, str], *, hidden: bool = False, source: TextIO | None = None
    ) -> None:
        self._lexicon, self._names = lexicon, names
        self._source = source or own_stdin()
        self._live = self._source.isatty()
        self._hidden = hidden and self._live
        self._lines: deque[str | None] = deque()
        self._pressed: Callable[[], None] | None = None
        self._waiting: Callable[[str | None], bool] | None = None
        self._lock = RLock()
        self._reader: Thread | None = None

    def listen(self, ask: Ask, heard: Listener) -> None:
        """Begin to wait for a line that answers the question; EndOfInput when there will be none."""

        def read(line: str | None) -> bool:
            found = EndOfInput() if line is None else typed(line, ask, self._lexicon, self._names)
            if not (ask.choices or self._live or isinstance(found, EndOfInput | Command) or _is_asked(found, ask)):
                return False
            heard(found)
            return True

        with self._lock:
            if self._live:
                self._lines = deque(line for line in self._lines if line is None)
            self._waiting = read
            self._start()
            self._deliver()
        self._show(shown=False)

    def rest(self) -> None:
        """Stop waiting; a line that nobody waited for stays for the next question, except at a terminal."""
        with self._lock:
            self._waiting = None
        self._show(shown=True)

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        """Let every key count at once and unseen as long as this lasts, anywhere on the keyboard or on a remote.

        `pressed` is called from the reader's thread. From elsewhere than a terminal every line counts as a key.
        """
        with self._lock:
            self._pressed = pressed
            self._start()
        if self._live:
            behave(self._source, shown=False, single=True)
        try:
            yield
        finally:
            if self._live:
                behave(self._source, shown=True)
            with self._lock:
                self._pressed = None

    def close(self) -> None:
        """Stop waiting and let the terminal show what is typed again."""
        self.rest()

    def _start(self) -> None:
        if self._reader is None:
            # A daemon: reading a keyboard cannot be interrupted, and must not keep the program from ending.
            self._reader = Thread(target=self._read, name="keyboard", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        try:
            for typed_in in self._chunks() if self._live else self._source:
                self._take(typed_in)
        except (OSError, ValueError):
            pass  # the terminal is gone, or the stream was closed: both end the input
        self._take(None)

    def _chunks(self) -> Iterator[str]:
        """Give lines, or while every key counts what one key sends, which may be several signs."""
        decode = codecs.getincrementaldecoder(self._source.encoding or "utf-8")("replace").decode
        rest = ""
        while chunk := self._next():
            if self._pressed:
                rest = ""
                yield decode(chunk)
                continue
            *lines, rest = (rest + decode(chunk)).split("\n")
            yield from (f"{line}\n" for line in lines)

    def _next(self) -> bytes:
        """Wait for what is typed; nothing at the end of the input."""
        if sys.platform != "win32":
            # A read under way would not learn that from now on every key counts: so it waits in short turns.
            while not select.select([self._source], [], [], 0.1)[0]:
                pass
        return bytes(self._source.buffer.raw.read(1024))  # type: ignore[attr-defined]

    def _take(self, line: str | None) -> None:
        with self._lock:
            if self._pressed and line is not None:
                self._pressed()
                return
            self._lines.append(line)
            self._deliver()

    def _deliver(self) -> None:
        if self._waiting is None or not self._lines:
            return
        line = self._lines[0]
        waiting, self._waiting = self._waiting, None
        if not waiting(line):
            self._waiting = waiting
        elif line is not None:  # the end of the input answers every later question too
            self._lines.popleft()

    def _show(self, *, shown: bool) -> None:
        if self._hidden:
            behave(self._source, shown=shown)


def _is_asked(found: Heard, ask: Ask) -> bool:
    return isinstance(found, Answer) and found.canonical in ask.commands


def own_stdin() -> TextIO:
    """Open standard input once more, so that a reader still waiting cannot hold up the program's end."""
    if sys.stdin is None or sys.stdin.closed:
        return io.StringIO()
    encoding = sys.stdin.encoding or "utf-8"
    return os.fdopen(os.dup(sys.stdin.fileno()), encoding=encoding, errors="replace")
