"""How a game is left before its end: by Ctrl-C, by a signal, or by a fault; nothing is lost, and that is told."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from narrator.computer.config import Config
from narrator.errors import NarratorError
from narrator.play.stage import Stage
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import say, terminal_texts

_ENDING = ("SIGTERM", "SIGHUP", "SIGBREAK", "SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGTSTP")
"""Signals that end or stop a program; a stopped one would leave its page on the screen."""


@contextmanager
def left_by_ctrl_c(words: str = "") -> Iterator[None]:
    """Let Ctrl-C, and the end of the input, lead out of what is under way, with these words. Raises BrokenOff."""
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        if words:
            say(words)
        raise BrokenOff from None


@contextmanager
def left_in_words(stage: Stage[Any, Any], settings: Config) -> Iterator[None]:
    """Close a game's journal in the end; whatever breaks the game off, say how to go on. Raises BrokenOff."""
    try:
        yield
    except NarratorError:
        raise  # its message says what to do
    except BaseException as end:
        broken_off(stage, settings)
        if isinstance(end, KeyboardInterrupt):
            raise BrokenOff from None
        raise
    finally:
        stage.journal.close()


def broken_off(stage: Stage[Any, Any], settings: Config) -> None:
    """Say that nothing is lost, and how to go on, unless nothing is left to go on with."""
    if stage.over:
        return
    with suppress(OSError):  # the terminal may be gone
        words = terminal_texts(settings).word("terminal.broken-off", journal=stage.journal.path)
        say(f"\n{words}", err=True)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn signals that would kill the program into SystemExit, so that it leaves a clean screen and terminal."""
    found = [getattr(signal, name, None) for name in _ENDING]
    before = {number: signal.getsignal(number) for number in found if number is not None}
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]

    def end(number: int, _: FrameType | None) -> None:
        for each in taken:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])
