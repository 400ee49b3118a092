"""A game that is broken off in a private moment leaves nothing of it on the terminal, and the terminal as it was."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.computer import paths

from tests import forking
from tests.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

SECONDS = 60.0
TOLD = "Przerwane; nic nie zginęło. Dalej:"
SECRET = "Kto zostaje klientem?"
PROGRAM = """
import sys
from narrator.rooms.listener import Listener
from narrator.__main__ import main
answer = Listener.answer
def crash(listener, cue, until, do, **named):
    said = answer(listener, cue, until, do, **named)
    if cue.window:
        raise RuntimeError("a bug")
    return said
if "crash" in sys.argv:
    sys.argv.remove("crash")
    Listener.answer = crash
main()
"""


class Evening:
    """The program in a terminal of 80 by 24, as far as it asks whether all are ready."""

    def __init__(self, folder: Path, answers: str, *options: str) -> None:
        import pty

        demo = (paths.shipped("setups") / "demo.toml").read_text(encoding="utf-8")
        table, settings = folder / "table.toml", folder / "config.toml"
        table.write_text(demo.replace('answers = "moderator"', f'answers = "{answers}"'), encoding="utf-8")
        settings.write_text('format = 1\nears = "keys"\nvoice = "none"\n', encoding="utf-8")
        self._keys, self._screen = pty.openpty()
        self.terminal, self.pages = Terminal(), list[str]()
        self.resize(80, 24)
        self._before = self._modes()
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.journal = folder / "j.jsonl"
        self.run("play", table, "--config", settings, "--journal", self.journal, "--pace", "0", *options)

    def run(self, *command: str | Path) -> None:
        """Start the program in the terminal, and wait until it asks whether all are ready."""
        self.process = forking.start(
            PROGRAM,
            [*map(str, command)],
            [self._screen] * 3,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": "80",
                "LINES": "24",
                "XDG_DATA_HOME": str(self.journal.parent),
            },
            terminal=True,
        )
        self.see("gotowe")

    def resize(self, width: int, height: int) -> None:
        """Make the window as large as this, and leave what stands in it to the program."""
        import fcntl
        import struct
        import termios

        self.terminal.resize(width, height)
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def fall(self) -> Evening:
        """Let the night fall, as far as the first secret question."""
        self.say("\r", SECRET)
        return self

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def see(self, text: str) -> None:
        """Wait until the screen shows this."""
        over = time.monotonic() + SECONDS
        while text not in self.terminal.words:
            self._read()
            assert time.monotonic() < over, self.terminal.shown

    def say(self, keys: str, answer: str) -> None:
        """Type this until the screen shows the answer: what is typed in the moment before a question is not heard."""
        over = time.monotonic() + SECONDS
        while answer not in self.terminal.words:
            self.type(keys)
            while self._read():
                continue
            assert time.monotonic() < over, self.terminal.shown

    def end(self) -> int:
        """Watch the screen until the program has ended; give its exit code."""
        over = time.monotonic() + SECONDS
        while self.process.poll() is None:
            self._read()
            assert time.monotonic() < over, self.terminal.shown
        while self._read():
            continue
        return self.process.wait()

    @property
    def left(self) -> str:
        """What is on the screen, and could be scrolled back to."""
        return "\n".join([*self.terminal.history, self.terminal.shown])

    @property
    def as_before(self) -> bool:
        """Whether the terminal behaves as it did before the program began."""
        return self._modes() == self._before

    def _modes(self) -> list[object]:
        import termios

        return termios.tcgetattr(self._screen)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self._keys)
        os.close(self._screen)
        self._keys = -1

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._keys >= 0:
            self.hang_up()

    def _read(self) -> bool:
        if not select.select([self._keys], [], [], 0.1)[0]:
            return False
        self.terminal.write(self._decoder.decode(os.read(self._keys, 4096)))
        return True


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    evenings: list[Evening] = []

    def begun(*options: str, night: bool = True) -> Evening:
        evenings.append(Evening(tmp_path, *options))
        return evenings[-1].fall() if night else evenings[-1]

    yield begun
    for evening in evenings:
        evening.close()


def interrupt(evening: Evening) -> None:
    evening.type("\x03")


WAYS: dict[str, tuple[Callable[[Evening], None], int]] = {
    "ctrl-c": (interrupt, 130),
    "ctrl-d": (lambda evening: evening.say("\x15\x04", TOLD), 0),
    "terminated": (lambda evening: evening.process.send_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "stopped": (lambda evening: evening.process.send_signal(signal.SIGTSTP), 128 + 20),
    "quit": (lambda evening: evening.process.send_signal(signal.SIGQUIT), 128 + 3),
    "hung up": (lambda evening: evening.process.send_signal(1), 128 + 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_secret_page_is_wiped_before_a_word_is_said(begin: Callable[..., Evening], way: str) -> None:
    break_off, code = WAYS[way]
    evening = begin("keys")
    evening.type("12")  # half an answer
    break_off(evening)
    evening.see(TOLD)
    assert evening.end() == code
    # a busy terminal may hand on the keys late: once it has been given back, it echoes them itself
    assert evening.left.strip().removeprefix("12").lstrip().startswith(TOLD)
    assert evening.as_before


@pytest.mark.parametrize("answers", ["counting", "moderator", "open"])
def test_so_it_is_at_every_table(begin: Callable[..., Evening], answers: str) -> None:
    evening = begin(answers)
    interrupt(evening)
    evening.see(TOLD)
    evening.end()
    assert evening.left.strip().startswith(TOLD)
    assert evening.as_before


@pytest.mark.parametrize("size", [(60, 18), (100, 30)], ids=str)
def test_a_secret_page_is_drawn_anew_in_a_window_of_another_size(
    begin: Callable[..., Evening], size: tuple[int, int]
) -> None:
    evening = begin("keys")
    evening.terminal.history.clear()
    evening.terminal.keeps = True
    evening.resize(*size)
    frame, over = f"╰{'─' * (size[0] - 2)}╯", time.monotonic() + SECONDS
    while frame not in evening.terminal.shown:
        evening._read()
        assert time.monotonic() < over, evening.terminal.shown
    evening.see(SECRET)
    assert evening.terminal.shown.count("╰") == 1
    assert SECRET not in "\n".join(evening.terminal.history)


def test_what_a_killed_game_left_is_wiped_when_it_goes_on(begin: Callable[..., Evening]) -> None:
    evening = begin("keys")
    evening.process.kill()
    evening.end()
    assert SECRET in evening.left
    evening.run("resume", evening.journal)
    assert SECRET not in evening.left


def test_a_crash_wipes_the_page_too(begin: Callable[..., Evening]) -> None:
    evening = begin("keys", "crash")
    evening.say("12\r", "narrator ma błąd")
    assert evening.end() == 70
    assert evening.left.strip().startswith(TOLD)
    assert "klient" not in evening.left
    assert evening.as_before


def test_a_prompter_keeps_what_it_showed(begin: Callable[..., Evening]) -> None:
    evening = begin("keys", "--silent")
    interrupt(evening)
    evening.see(TOLD)
    assert evening.end() == 130
    assert SECRET in evening.left
    assert TOLD in evening.left
    assert evening.as_before


def test_a_terminal_that_is_closed_ends_the_game(begin: Callable[..., Evening]) -> None:
    evening = begin("keys")
    evening.hang_up()
    assert evening.process.wait(SECONDS) == 128 + 1  # SIGHUP, which Windows lacks


# ---- What is typed meanwhile ----


def test_nothing_that_is_typed_at_night_is_seen(begin: Callable[..., Evening]) -> None:
    evening = begin("keys")
    evening.say("10x\x7f\r", "Twój klient to numer 10")
    assert evening.terminal.shown.count("10") == 1
    assert not evening.as_before  # nor would the terminal show it by itself, whoever speaks


def test_what_is_typed_while_eyes_are_open_is_seen(begin: Callable[..., Evening]) -> None:
    evening = begin("keys", night=False)
    evening.say("\x15gotowiutcy", "gotowiutcy")


def test_what_is_typed_is_seen_where_the_screen_is_the_moderators(begin: Callable[..., Evening]) -> None:
    evening = begin("moderator")
    evening.say("\x15hydraulik", "hydraulik")
