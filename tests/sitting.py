"""Somebody at a terminal who types into the program and reads what stands on the screen, whatever codes draw it."""

from __future__ import annotations

import codecs
import os
import re
import select
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir

import pyte

from tests import forking
from tests.program import at_home

SECONDS = 40.0
UP, DOWN, ENTER, ESCAPE, CTRL_C = "\x1b[A", "\x1b[B", "\r", "\x1b", "\x03"

HALF_BEFORE, HALF_AFTER = r"\S+$", r"^\S+"

UNTAKEN = 2.0
"""Seconds after which an answer that nothing came of is typed once more."""


WAITS = ("270 0x1 ", "0 0x0 ", "72 0x1 ", "63 0x0 ")
"""How Linux names what waits for the first file or reads it, on computers of Intel's kind and of Arm's."""


def busy() -> float:
    """How much longer than on an idle computer a program may take to write on, at most five times."""
    return min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0), 5.0)


PROGRAM = """
from tests.internet import lead_to_stand_in
lead_to_stand_in()
from narrator.evening import tables
tables.phones_would_come = lambda: False
{hurry}
from narrator.__main__ import main
main()
"""

# tables are suggested alike with a network and without: tests for phones say that there is one

HURRY = """from narrator.evening import dealing
from narrator.terminal import words
dealing.REST = words._AFTER_A_LIST = 0.02"""
"""Lets keys be taken as soon as a card stands there, and no list end later than with its empty row."""

OWN_PORT = "from narrator.page import serving; serving.PORT = 0"
"""Has pages served at any free port: at the usual one another test may serve once this program is killed."""

NO_INTERNET = {name: "http://127.0.0.1:9" for name in ("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY")}
"""Proxies that are not there."""

AFAR = {"SSH_CONNECTION": "somewhere"}
"""Whoever comes in from afar has no desktop here, so that no test opens a page before whoever runs it."""


class Screen(pyte.Screen):
    """A screen of which only the rows that have changed are composed anew: it is read after each piece of output."""

    def __init__(self, width: int, height: int) -> None:
        self._composed: dict[int, str] = {}
        super().__init__(width, height)

    @property
    def display(self) -> list[str]:
        for y in self.dirty:
            self._composed.pop(y, None)
            self._composed.pop(y - 1, None)  # an accent that comes alone may stand on the sign before
        self.dirty.clear()
        return [self._row(y) for y in range(self.lines)]

    def _row(self, y: int) -> str:
        if y not in self._composed:
            row = self.buffer[y]
            signs = (row[x].data for x in range(max(row, default=-1) + 1))
            self._composed[y] = "".join(signs).ljust(self.columns)
        return self._composed[y]


class Sitting:
    """The program in a pseudo-terminal, and the one who sits there."""

    def __init__(
        self,
        home: Path,
        *command: str,
        places: Mapping[str, str] | None = None,
        width: int = 80,
        height: int = 24,
        hurried: bool = False,
        own_port: bool = False,
    ) -> None:
        import pty

        self._keys, self._side = pty.openpty()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._screen = Screen(width, height)
        self._stream = pyte.Stream(self._screen)
        self.presses = 0
        self._before = ""
        self.seen: list[str] = []
        """What stood on the screen, one after the other."""
        self.codes = False
        """Whether anything but plain lines came."""
        screen = {"TERM": "xterm", "COLUMNS": str(width), "LINES": str(height)}
        self.env = {**at_home(home), "HOME": str(home), **NO_INTERNET, **AFAR, **screen, **(places or {})}
        self.process = forking.start(
            PROGRAM.format(hurry="\n".join([HURRY] * hurried + [OWN_PORT] * own_port)),
            command,
            [self._side] * 3,
            cwd=home,
            env=self.env,
            terminal=True,
        )

    @property
    def shown(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def row(self) -> int:
        """The row of the cursor, from 0."""
        row: int = self._screen.cursor.y
        return row

    @property
    def words(self) -> str:
        """The same without its line breaks."""
        return " ".join(self.shown.split())

    def see(self, text: str) -> Sitting:
        """Wait until this stands on the screen."""
        over = time.monotonic() + SECONDS
        while text not in self.words:
            self._read(over)
        return self

    def look(self) -> None:
        """Read what is written now, if anything is: a terminal that nobody reads holds its program up."""
        self._read(time.monotonic() + SECONDS)

    def see_no_more(self, text: str) -> Sitting:
        """Wait until this stands on the screen no more."""
        over = time.monotonic() + SECONDS
        while text in self.words:
            self._read(over)
        return self

    def asked(self, other: str) -> Sitting:
        """Wait until the last line on the screen is a prompt that waits for an answer, or the other text is there."""
        over = time.monotonic() + SECONDS
        while not (self.words.endswith((":", "]")) or other in self.words):
            self._read(over)
        return self

    def changed(self) -> Sitting:
        """Wait until the screen shows something else than when a key was pressed last."""
        over = time.monotonic() + SECONDS
        while self.words == self._before:
            self._read(over)
        return self

    def type(self, *keys: str) -> Sitting:
        """Press these keys; a code such as an arrow's is one key."""
        self._before = self.words
        for key in keys:
            self.presses += 1 if key in (UP, DOWN) else len(key)
            os.write(self._keys, key.encode())
        return self

    def answer(self, asked: str, keys: str) -> Sitting:
        """Once all that is asked stands there, type this and Enter; again, if it came too early to be taken."""
        self.see(asked)
        over = time.monotonic() + SECONDS
        while select.select([self._keys], [], [], 0.1)[0] or not self._rests():
            self._read(over)
        self.type(keys, ENTER)
        again, over = time.monotonic() + UNTAKEN, time.monotonic() + SECONDS
        while self.words in (self._before, f"{self._before} [Enter]") and self.process.poll() is None:
            self._read(over)
            if time.monotonic() > again and self._sleeps():
                self.type(keys, ENTER)
                again += UNTAKEN
        return self

    def end(self) -> int:
        """Watch until the program has ended; give its exit code."""
        over = time.monotonic() + SECONDS
        while self.process.poll() is None:
            if self._keys in select.select([self._keys, self.process.fileno()], [], [], 0.1)[0]:
                self._take()
            assert time.monotonic() < over, self.shown
        while select.select([self._keys], [], [], 0)[0] and self._take():
            continue
        return self.process.wait()

    def close(self) -> None:
        """End the program, if it has not ended."""
        self.process.kill()
        self.process.wait()
        os.close(self._keys)
        os.close(self._side)

    def _rests(self) -> bool:
        """Whether the program waits for keys, or, if that is hidden, writes nothing even for a busy computer."""
        return self._sleeps() and (self._reads() or not select.select([self._keys], [], [], 0.1 * busy())[0])

    def _sleeps(self) -> bool:
        """Whether the program waits for something but a processor or a disk, as far as the system tells."""
        with suppress(OSError):  # one of its threads ends just now
            threads = Path(f"/proc/{self.process.pid}/task").glob("*/stat")
            return all(one.read_text("utf-8", "replace").rpartition(") ")[2][0] not in "RD" for one in threads)
        return False

    def _reads(self) -> bool:
        """Whether its first thread does nothing but wait for keys, as far as the system tells."""
        with suppress(OSError):  # it has ended, or may not be looked at
            return Path(f"/proc/{self.process.pid}/syscall").read_text("utf-8").startswith(WAITS)
        return False

    def _read(self, over: float) -> None:
        if select.select([self._keys], [], [], 0.1)[0]:
            self._take()
        assert time.monotonic() < over, self.shown

    def _take(self) -> bool:
        text = self._decoder.decode(os.read(self._keys, 4096))
        self._stream.feed(text)
        self.codes |= "\x1b" in text
        drawn = self._drawn
        if not self.seen or self.seen[-1] != drawn:
            self.seen.append(drawn)
        return bool(text)

    @property
    def _drawn(self) -> str:
        """The words on the screen but for the one that touches the cursor: it may be half drawn."""
        lines, cursor = self._screen.display, self._screen.cursor
        line = lines[cursor.y]
        lines[cursor.y] = f"{re.sub(HALF_BEFORE, '', line[: cursor.x])} {re.sub(HALF_AFTER, '', line[cursor.x :])}"
        return " ".join(" ".join(lines).split())


@contextmanager
def home_without_words() -> Iterator[Path]:
    """An empty home with no word of any language in its path, as a drawn name might have."""
    home = Path(gettempdir(), f"nr-{os.getpid()}-{time.monotonic_ns()}")
    home.mkdir()
    try:
        yield home
    finally:
        shutil.rmtree(home)


@contextmanager
def sitting(
    home: Path,
    *command: str,
    places: Mapping[str, str] | None = None,
    width: int = 80,
    height: int = 24,
    hurried: bool = False,
    own_port: bool = False,
) -> Iterator[Sitting]:
    """Sit down at a terminal in which the program was started, with this home; `hurried`, no card or list rests.

    With `own_port` pages are served at a free one.
    """
    one = Sitting(home, *command, places=places, width=width, height=height, hurried=hurried, own_port=own_port)
    try:
        yield one
    finally:
        one.close()
