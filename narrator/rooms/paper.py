"""What is written on the terminal: one writer for all threads, and nothing in the text that a terminal obeys."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from shutil import get_terminal_size
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.segment import Segment
    from rich.text import Text

_ROWS = 200  # more than a window has; what is beyond its last row is written into that

_BLANK = "".join(f"\x1b[{row};1H\x1b[K" for row in range(1, _ROWS + 1)) + "\x1b[H"
WIPE = f"{_BLANK}\x1b[2J\x1b[3J"
"""Draws blanks over each row, then clears the screen, and what could be scrolled back to.

GNU screen keeps for ever what is cleared while it stands there; what was drawn over is gone.
"""

HOME = "\x1b[H"
"""Goes back to where a screen that was wiped begins: a page as large as the last one replaces it without a flash."""

_BEFORE = "    › "  # stands before a line that is typed
_CORNER = 6
_RECORDERS = {"asciinema", "script", "t-rec", "termtosvg", "ttyrec"}
_LOGGERS = (
    ("TMUX", ("tmux", "display", "-p", "-t"), "TMUX_PANE", ("#{pane_pipe}",), r"^1"),
    ("STY", ("screen", "-Q", "-p"), "WINDOW", ("info",), r" log .*\d\("),  # the window's title is behind
)


def is_dumb() -> bool:
    """Whether the terminal says that it obeys no codes."""
    return os.environ.get("TERM", "") in ("dumb", "unknown")


def _in_gnu_screen() -> bool:
    """Whether GNU screen is on the way to here; tmux gives a terminal the name `screen` or `screen-…` as well."""
    asked = os.environ.get
    term, tmux = asked("TERM", ""), asked("TMUX") or asked("TERM_PROGRAM") == "tmux"
    return bool(asked("STY")) or term.startswith("screen." if tmux else "screen")


def _is_logged() -> bool:
    """Whether tmux or GNU screen, asked about its window, says that it writes down what stands there."""
    from narrator.computer.worker import said_by

    return any(
        os.environ.get(name) and re.search(on, said_by((*command, os.environ.get(window, ""), *asked)))
        for name, command, window, asked, on in _LOGGERS
    )


def kept_for(*, scrolls: bool = False) -> str:
    """The text that says why this terminal keeps what is wiped, or what `scrolls` away; empty if it does not."""
    import psutil

    if is_dumb():
        return "deal.kept-dumb"
    if not all(get_terminal_size((0, 0))):
        return "deal.kept-unsized"
    if scrolls and _in_gnu_screen():
        return "deal.kept-scrolled"
    with suppress(psutil.Error, OSError):
        if _RECORDERS & {one.name() for one in psutil.Process().parents()}:
            return "deal.kept-recorded"
    return "deal.kept-recorded" if _is_logged() else ""


class Paper:
    """The terminal's one writer."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._typed = self._corner = self._beside = self._below = ""
        self._framed: list[RenderableType] = []
        self._size: object = None
        self._lock = RLock()

    def print(self, *things: RenderableType) -> None:
        """Write below what is there; a line that somebody is typing stays the last."""
        with self._lock:
            self._erase()
            for thing in things:
                self.console.print(thing)
            self._framed = [*self._framed, *things] if 0 < len(self._framed) < 12 else []  # then it is out of sight
            self._foot()

    def frame(self, thing: RenderableType) -> None:
        """Write something that is drawn anew, with what is written below it, in a window of another size."""
        self.print(thing)
        self._framed, self._size = [thing], self.console.size

    def fit(self) -> None:
        """Draw anew what was framed last, if the window is not as large any more."""
        with self._lock:
            if self._framed and self._size != self.console.size:
                things, self._framed, self._size = self._framed, [], self.console.size
                self._write(_BLANK)
                self.print(*things)
                self._framed = things

    def draw(self, rows: Sequence[Sequence[Segment]], *, over: bool = False) -> None:
        """Write these rows in the place of everything else, at once; what stands in the corner stays.

        As many rows may be drawn `over` the last. The cursor is left above: GNU screen keeps the rows before it when
        its window is made smaller.
        """
        from rich.segment import Segment, Segments

        with self._lock:
            drawn = self._rendered(Segments([part for row in rows for part in (*row, Segment.line())]))
            self._typed = self._beside = self._below = ""
            self._framed = []
            if self.console.is_terminal:
                clear = HOME if over else WIPE
                drawn = f"{clear}{drawn}{self._cornered}\x1b[1;1H"
                self._below = f"\x1b[{len(rows) + 1};1H"
            self._write(drawn)

    def leave(self) -> None:
        """Go below what was drawn: whatever else writes stands there, and not across it."""
        with self._lock:
            below, self._below = self._below, ""
            if below:
                self._write(below)

    def corner(self, text: str) -> None:
        """Write six signs into the corner, and go back to where the writing was."""
        from rich.cells import set_cell_size

        with self._lock:
            self._corner = set_cell_size(printable(text), _CORNER)
            self._write(self._cornered)

    def beside(self, text: str) -> None:
        """Write six signs at the end of the line where one types, below all text; empty takes them away."""
        from rich.cells import set_cell_size

        with self._lock:
            if self.console.is_terminal and (text or self._beside):
                self._erase()
                self._beside = set_cell_size(printable(text), _CORNER) if text else ""
                self._foot()

    @property
    def _cornered(self) -> str:
        return f"\x1b7\x1b[1;{self._last_signs}H{self._corner}\x1b8" if self._corner else ""

    @property
    def _last_signs(self) -> int:
        """The column in which six signs begin that stand at the end of a row."""
        return max(self.console.width - _CORNER, 1)

    def wipe(self) -> None:
        """Clear the screen, and what it would scroll back to."""
        with self._lock:
            self._typed = self._corner = self._beside = self._below = ""
            self._framed = []
            if self.console.is_terminal:
                self._write(WIPE)

    def typing(self, line: str) -> None:
        """Show the line that somebody is typing, or its end if it is long; an empty one takes it away."""
        with self._lock:
            if self.console.is_terminal and (line or self._typed):
                self._erase()
                self._typed = line
                self._foot()

    def typed(self, line: str) -> None:
        """Leave the line that was typed where it stands."""
        with self._lock:
            self.typing("")
            if line:
                self.print(written(_BEFORE + line, "green"))

    def _end(self, line: str) -> str:
        from rich.cells import cell_len

        taken = len(_BEFORE) + 1 + (_CORNER + 1 if self._beside else 0)
        room = max(self.console.width - taken, 1)
        while line and cell_len(line) > room:
            line = line[-room:] if len(line) > room else line[1:]
        return line

    def _foot(self) -> None:
        """Write the line where one types, and what stands beside it."""
        if self._beside:
            self._write(f"\x1b7\x1b[{self._last_signs}G{self._beside}\x1b8")
        if self._typed:
            self._write(self._rendered(written(_BEFORE + self._end(self._typed), "green"), end=""))

    def _erase(self) -> None:
        below, self._below = self._below, ""
        self._write(below + ("\r\x1b[K" if self._typed or self._beside else ""))

    def _rendered(self, thing: RenderableType, end: str = "") -> str:
        with self.console.capture() as captured:
            self.console.print(thing, end=end)
        return captured.get()

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()


def written(text: str, style: str = "") -> Text:
    """Make the text safe to write."""
    from rich.text import Text

    return Text(printable(text), style=style)


TIE = "\ue000"
"""Stands for a space at which no line is broken; U+00A0 may be in the name of a file."""

_COMMAND = re.compile(
    r"""(?:(?:'[^']*'|"[^"]*"|[^\s'"])+ -m )?(?:'[^']*narrator'|"[^"]*narrator(?:\.exe)?"|narrator)(?: [a-z]+){1,2}"""
    r"""(?: (?:--?[a-z][\w-]*|(?:'[^']*'|"[^"]*")+|[^\s'"]*[/\\.][^\s'"]*|\d+|[a-z]{2}(?![a-z])))*"""
)
"""A command to copy: with the end of a line in it a shell would run half of it."""


def answer_list(words: Iterable[str]) -> str:
    """List answers so that none is broken, and no line begins with the sign between them."""
    return f"{TIE}· ".join(word.replace(" ", TIE) for word in words)


def in_columns(words: Sequence[str], width: int) -> str:
    """Write the words below each other in columns, row by row, none broken."""
    from rich.cells import cell_len, set_cell_size

    cell = max(map(cell_len, words)) + 2
    across = max(width // cell, 1)
    rows = (
        "".join(set_cell_size(word, cell) for word in words[first : first + across]).rstrip()
        for first in range(0, len(words), across)
    )
    return "\n".join(rows).replace(" ", TIE)


def wrapped(text: str, width: int) -> str:
    """Break the lines of a text between words at so many columns; what goes on is indented as its line is."""
    from textwrap import TextWrapper

    whole = TextWrapper(max(width, 20), break_on_hyphens=False, break_long_words=False)  # the names of files too
    lines: list[str] = []
    for line in _COMMAND.sub(lambda found: found[0].replace(" ", TIE), text).split("\n"):
        whole.subsequent_indent = " " * (len(line) - len(line.lstrip(" ")))
        lines += whole.wrap(line) or [""]
    return "\n".join(lines).replace(TIE, " ")


def printable(text: str) -> str:
    """Put a sign in the place of each character that a terminal obeys or hides, but for the end of a line."""
    return text if text.isprintable() else "".join(sign if _is_printable(sign) else "�" for sign in text)


@cache
def _is_printable(sign: str) -> bool:
    return sign in ("\n", TIE) or sign.isprintable() or unicodedata.category(sign) == "Zs"
