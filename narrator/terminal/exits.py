"""How the program starts and ends: its streams, and one message for whatever went wrong."""

from __future__ import annotations

import io
import os
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TextIO

from narrator import __version__
from narrator.errors import BadData, Misused, NarratorError, escaped
from narrator.terminal.words import fault_words, framed, say, terminal_texts
from narrator.texts import Words, message

BUG = 70
"""The exit code after a bug of our own."""

_FRAMES = 12  # the innermost calls that a traceback shows

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


class BrokenOff(Exception):
    """People left what was under way by Ctrl-C, and all that there is to say was said."""


class KeysWanted(Exception):
    """No phone is in, and somebody at the laptop wants its keys to answer instead."""


def open_streams() -> None:
    """Make the standard streams take any character; one that the caller closed leads nowhere."""
    for number, (name, mode) in enumerate(_STREAMS):
        stream = getattr(sys, name)
        if stream is None:
            # What is opened first takes the number of what was closed: else a journal would be standard output.
            handle = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(handle, handle == number)
            setattr(sys, name, open(handle, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    with suppress(OSError, ValueError):
        if all(os.get_terminal_size(sys.stdout.fileno())):  # what a shell once exported stays as it was
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)


def guarded(run: Callable[[], object]) -> int:
    """Run, print one message if anything goes wrong, and return the exit code."""
    threading.excepthook = _in_a_thread
    try:
        run()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except (KeyboardInterrupt, BrokenOff):
        code = 130
    except Exception as error:  # noqa: BLE001 - the last place that can say it in words
        code = reported(error)
    return _flushed() or code


def reported(error: Exception) -> int:
    """Print to standard error what went wrong, with the error's notes; return the exit code."""
    if isinstance(error, BrokenPipeError):
        return 1  # nobody reads any more
    lines, code = _message(error)
    with suppress(OSError, ValueError):
        told = "\n".join([*lines, *map(escaped, getattr(error, "__notes__", ()))])
        if code == BUG:
            print(told, file=sys.stderr, flush=True)  # what breaks lines may be what is broken
        else:
            say(told, err=True)
    return code


def _message(error: Exception) -> tuple[list[str], int]:
    if isinstance(error, BadData):
        texts = terminal_texts()
        return [framed(problem, texts) for problem in error.problems], 2 if isinstance(error, Misused) else 1
    if isinstance(error, NarratorError):
        return [fault_words(error, terminal_texts())], 1
    if isinstance(error, MemoryError):
        return [_told("faults.no-memory")], 1
    if isinstance(error, OSError):
        return [_told("faults.not-read-or-written", why=_why(error))], 1
    return [_fault(error)], BUG


def _told(key: str, **values: object) -> str:
    """Tell this in the language of the settings; where even the texts cannot be read, by its key."""
    try:
        return escaped(terminal_texts().word(key, **values))
    except Exception:  # noqa: BLE001 - there is no other way left to say it, and what went wrong first counts
        return f"{key} {values or ''}"


def _why(error: OSError | ValueError) -> Words:
    """What the system refused, and of which file."""
    from narrator.computer.files import why

    if not isinstance(error, OSError):
        return str(error)
    fault = message("faults.no-such-file") if isinstance(error, FileNotFoundError) else why(error)
    return message("faults.inside", place=os.fsdecode(error.filename), fault=fault) if error.filename else fault


def _fault(error: BaseException) -> str:
    """The message of a bug of our own; what a programmer needs is kept in a file that it names."""
    told = f"{_traceback(error)}{_told('faults.bug', kind=type(error).__name__)}"
    try:
        return f"{told} {_told('faults.bug-kept', path=_kept(error))}"
    except OSError:
        return told


def _traceback(error: BaseException) -> str:
    """Where it happened, without the error's own text, which might show a secret of the game."""
    frames = traceback.format_tb(error.__traceback__, limit=-_FRAMES)
    return "".join(["Traceback (most recent call last):\n", *frames])


def _kept(error: BaseException) -> Path:
    from narrator.computer.paths import user_data

    folder = user_data() / "faults"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{datetime.now():%Y-%m-%d_%H-%M-%S}_{os.getpid()}.txt"
    head = f"narrator {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n{' '.join(sys.argv)}\n\n"
    text = head + "".join(traceback.format_exception(error))
    path.touch(0o600)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
    return path


def _in_a_thread(failed: threading.ExceptHookArgs) -> None:
    """Report a bug in a thread; the game goes on without it."""
    if failed.exc_value and not isinstance(failed.exc_value, SystemExit):
        with suppress(OSError, ValueError, AttributeError):
            print(f"\n{_fault(failed.exc_value)}", file=sys.stderr, flush=True)


def _flushed() -> int:
    """Flush the standard streams; return 1, with a message, if the output cannot be written, as on a full disk."""
    code = 0
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        code = 1
        _give_up(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError, ValueError):
                print(_told("faults.output-unwritable", why=_why(error)), file=sys.stderr, flush=True)
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _give_up(sys.stderr)
    return code


def _give_up(stream: TextIO) -> None:
    """Let what is still to be written lead nowhere: else Python would try again at its end, and return 120."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
