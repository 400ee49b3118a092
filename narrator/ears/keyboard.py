"""Answers typed on the keyboard, a line each; whether what is typed can be seen is said for each question."""

from __future__ import annotations

import atexit
import io
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from stat import S_ISCHR
from threading import RLock, Thread
from typing import Protocol, TextIO

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, typed
from narrator.cues import CONFIRM, Ask
from narrator.ears import OnHeard
from narrator.ears.terminal import Terminal
from narrator.lexicon import JOINERS, Lexicon, seen

_LONGEST = 200  # signs of a line; whatever leans on a key, nobody answers more

_END = "\x04"  # Ctrl-D
_STRANGE = "\ufffd"  # stands in a line for a key that writes nothing: such a line is no answer, not another one

_KEY = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?|.", re.DOTALL)
_EDITS: dict[str, Callable[[str], str]] = {
    "\x7f": lambda line: line[:-1],
    "\b": lambda line: line[:-1],
    "\x15": lambda _: "",  # Ctrl-U
    "\x17": lambda line: re.sub(r"\S*\s*$", "", line),  # Ctrl-W
    _END: lambda line: line,  # which ends the input at the beginning of a line only
}


class Echo(Protocol):
    """Shows a line that is being typed."""

    def typing(self, line: str) -> None:
        """Show the line as it is so far; nothing takes it away."""

    def typed(self, line: str) -> None:
        """Show the line as it was sent."""

    def fit(self) -> None:
        """Draw anew what stands there, if the terminal has another size."""


class Keyboard:
    """Ears that read lines. Each answers one question; at a terminal, what was typed before it is forgotten.

    What is typed `early`, while a line is read that all may look up from, answers the question that follows it.
    A terminal shows what is typed by the `echo` alone, and there only while a question is open that is not
    `secret`. Where only commands are taken, a line from elsewhere than a terminal that is none waits for the next.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        names: Mapping[int, str],
        *,
        source: TextIO | None = None,
        echo: Echo | None = None,
        secret: Callable[[Ask], bool] | None = None,
    ) -> None:
        self._lexicon, self._names = lexicon, names
        self._source, self._own = source or own_stdin(), source is None
        self._terminal = Terminal(self._source)
        self._live = self._terminal.there
        self._echo, self._secret = echo, secret
        self._line, self._seen = "", False
        self._early = self._opened = False
        self._hush: Callable[[], None] | None = None
        self._lines: deque[str | None] = deque()
        self._more = deque[str]()
        self._answered: Ask | None = None
        self._asked: Ask | None = None
        self._doubted: Ask | None = None
        """The last question that did not itself ask an answer back."""
        self._pressed: Callable[[], None] | None = None
        self._waiting: Callable[[str | None], bool] | None = None
        self._taken = self._closed = False
        self._lock = RLock()
        self._reader: Thread | None = None
        self._reading = False

    def take(self) -> None:
        """Take the terminal, until it is closed: from now on it shows nothing by itself.

        Without an echo and secrets it is left to show what is typed.
        """
        with self._lock:
            if self._live and not self._closed and (self._echo or self._secret or self._pressed):
                self._taken = True
                self._terminal.hold()
                atexit.register(self.close)  # should the program end in any other way

    def listen(self, ask: Ask, heard: OnHeard) -> None:
        """Begin to wait for a line that answers the question; EndOfInput when there will be none."""

        def read(line: str | None) -> bool:
            found = EndOfInput() if line is None else self._meant(line, ask)
            if not (ask.open or self._live or isinstance(found, EndOfInput | Command) or _is_asked(found, ask)):
                return False
            heard(found)
            return True

        self.expect(ask)
        with self._lock:
            self._doubted = self._doubted if CONFIRM in ask.choices else ask
            self._go_on(ask)
            self._waiting = read
            self._start()
            self._deliver()

    def _meant(self, line: str, ask: Ask) -> Heard:
        """What the line means; of a game that listens it may tell several things, one after the other.

        Where an answer is asked back it may be another answer to the same question.
        """
        whole = typed(line, ask, self._lexicon, self._names)
        first, *more = (part.strip() for part in line.split(","))
        if more and all((first, *more)) and ask.kind == "open" and isinstance(whole, NoMatch):
            found = typed(first, ask, self._lexicon, self._names)
            if not isinstance(found, NoMatch):
                self._more, self._answered = deque(more), ask
                return found
        if CONFIRM in ask.choices and self._doubted and isinstance(whole, NoMatch):
            instead = typed(line, self._doubted, self._lexicon, self._names)
            return instead if isinstance(instead, Answer) else whole
        return whole

    def _go_on(self, ask: Ask) -> None:
        """Let what stood behind a comma answer what is asked next, unless the same is asked again, or a text.

        While the answer before the comma is asked back, it waits.
        """
        if not self._more or CONFIRM in ask.choices:
            return
        if ask == self._answered or ask.kind == "text":
            self._more.clear()
            return
        part, self._answered = self._more.popleft(), ask
        self._lines.appendleft(part)
        if self._seen and self._echo:
            self._echo.typed(part)

    def expect(self, ask: Ask) -> None:
        """Begin a question: forget what was typed before it, half lines too. What follows is kept until it is read.

        The same question may go on, when a microphone has heard something else: half a line stays, and is shown.
        """
        with self._lock:
            if self._live:
                self._open(ask)

    def _open(self, ask: Ask) -> None:
        if self._taken:
            self._terminal.hold()  # again: whatever ran in this terminal since may have changed it
        self._seen = self._echo is not None and not (self._secret and self._secret(ask))
        kept, self._early, self._opened = self._early and _is_open(ask), False, True
        if ask is not self._asked and not kept:
            self._forget()
        self._asked = ask
        if kept and self._seen and self._echo:
            for line in filter(None, self._lines):
                self._echo.typed(line)
        self._show(self._line)

    def _forget(self) -> None:
        self._terminal.forget()
        self._line = ""
        self._lines = deque(line for line in self._lines if line is None)

    def _show(self, line: str) -> None:
        if self._seen and self._echo:
            self._echo.typing(line)

    def rest(self) -> None:
        """Stop waiting; a line that nobody waited for stays for the next question, except at a terminal."""
        with self._lock:
            self._waiting, self._opened = None, False
            self._show("")

    @contextmanager
    def early(self, hush: Callable[[], None]) -> Iterator[None]:
        """Keep what is typed from now on, unseen, for the question that follows, if it is for everybody by day.

        As long as this lasts a line is being read: who begins to type, or sends what is typed, ends it with `hush`.
        """
        if not self._live:
            yield
            return
        with self._lock:
            if not self._early:
                self._forget()
            self._early, self._seen, self._hush = True, False, hush
            self._start()
        try:
            yield
        finally:
            with self._lock:
                self._hush = None

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        """Count every key at once and unseen while this lasts, anywhere on the keyboard or on a remote.

        `pressed` is called from the reader's thread. From elsewhere than a terminal every line counts as a key.
        """
        with self._lock:
            self._pressed = pressed
            self.take()
            if self._live:
                self._forget()
            self._start()
        try:
            yield
        finally:
            with self._lock:
                self._pressed = None

    def close(self) -> None:
        """Stop waiting, and let the terminal be as it was; twice is harmless."""
        self.rest()
        with self._lock:
            self._taken, self._closed = False, True
            self._terminal.release()
            self._leave()
        atexit.unregister(self.close)

    def _start(self) -> None:
        if self._reader is None:
            # A daemon: reading a keyboard cannot be interrupted, and must not keep the program from ending.
            self._reader, self._reading = Thread(target=self._read, name="keyboard", daemon=True), True
            self._reader.start()

    def _read(self) -> None:
        try:
            if self._live:
                self._watch()
            else:
                for line in self._source:
                    self._take(line)
        except (OSError, ValueError):
            pass  # the terminal is gone, or the stream was closed: both end the input
        self._take(None)
        with self._lock:
            self._reading = False
            self._leave()

    def _leave(self) -> None:
        """Close the standard input that was opened here, once nobody reads it nor will."""
        if self._own and self._closed and not self._reading:
            self._source.close()

    def _watch(self) -> None:
        """Take each key, until the input ends. What is read while a question opens belongs to one side of it."""
        while True:
            there = self._terminal.wait(0.1)
            if self._echo:
                self._echo.fit()
            with self._lock:
                if self._closed:
                    return  # what is typed from now on is for whoever has the terminal next
                keys = self._terminal.read() if there and self._terminal.wait(0) else ""
                if keys and self._pressed:
                    self._pressed()
                elif keys is None or not self._key_in(keys):
                    return

    def _key_in(self, keys: str) -> bool:
        """Take what was typed at once; False at the end of the input."""
        shown = self._line
        for key in _KEY.findall(keys):
            if self._waiting is None and self._early:
                self._key_early(key)
                continue
            if not self._opened:
                break  # nobody is asked: what is typed is not kept for whoever comes next
            if key == _END and not self._line:
                return False
            if key in "\r\n":
                self._send()
                shown = ""
            else:
                self._edit(key)
        if self._line != shown:  # once, however much was pasted
            self._show(self._line)
        return True

    def _key_early(self, key: str) -> None:
        """Take a key while a line is read; one that writes nothing only ends it."""
        if self._hush and (not self._line or key in "\r\n"):
            self._hush()
        if key in "\r\n" and self._line:
            self._send()
        elif self._line or (key.isprintable() and not key.isspace()):
            self._edit(key)

    def _send(self) -> None:
        line, self._line = self._line, ""
        if self._seen and self._echo:
            self._echo.typed(line)
        self._take(line)

    def _edit(self, key: str) -> None:
        if key in _EDITS:
            self._line = _EDITS[key](self._line)
        else:
            shown = key if key.isprintable() or key in JOINERS else seen(key) and _STRANGE
            self._line = (self._line + shown)[:_LONGEST]

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
            return
        self._opened = False
        if line is not None:  # the end of the input answers every later question too
            self._lines.popleft()


def _is_open(ask: Ask) -> bool:
    """Whether it is asked by day, with all eyes open, and of nobody who reads a page alone."""
    return not (ask.at.dark or ask.window or ask.kind == "page")


def _is_asked(found: Heard, ask: Ask) -> bool:
    return isinstance(found, Answer) and bool(ask.command(found.canonical))


def nobody_types() -> bool:
    """Whether no line can ever come: the program was started without a terminal, and without a pipe."""
    try:
        return sys.stdin is None or (S_ISCHR(os.fstat(sys.stdin.fileno()).st_mode) and not Terminal(sys.stdin).there)
    except (OSError, ValueError):
        return True


def own_stdin() -> TextIO:
    """Open standard input once more, so that a reader still waiting cannot hold up the program's end."""
    if sys.stdin is None or sys.stdin.closed:
        return io.StringIO()
    encoding = sys.stdin.encoding or "utf-8"
    return os.fdopen(os.dup(sys.stdin.fileno()), encoding=encoding, errors="replace")
