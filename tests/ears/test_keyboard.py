"""Typed answers, from pipes and from a real terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any, TextIO

import pytest

from narrator.answers import Answer, EndOfInput, Heard, NoMatch, Silence
from narrator.cues import Ask, At
from narrator.ears import Lost, Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.ears.open import open_ears
from narrator.problems import ChannelLost

POLISH = read_lexicon("pl")
NAMES = {1: "Ania", 2: "Bartek"}
SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"))
SECONDS = 30.0


@contextmanager
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    out, into = os.pipe()
    with os.fdopen(out, encoding="utf-8") as source, os.fdopen(into, "w", encoding="utf-8", buffering=1) as keys:
        yield source, keys


def keyboard(source: TextIO, **more: Any) -> Keyboard:
    return Keyboard(POLISH, NAMES, source=source, **more)


def together(*ears: Keyboard) -> Together:
    return Together(ears, pytest.fail)


def test_each_line_answers_one_question() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("1\nania\nco\n2\n")
        heard = [ears.hear(SEAT, SECONDS) for _ in range(4)]
        assert heard == [Answer("1"), Answer("1"), NoMatch("co"), Answer("2")]


def test_the_end_of_input_is_told_to_every_later_question() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("2\n1")
        keys.close()
        heard = [ears.hear(SEAT, SECONDS) for _ in range(4)]
        assert heard == [Answer("2"), Answer("1"), EndOfInput(), EndOfInput()]


def test_nobody_answers_in_time() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        assert ears.hear(SEAT, 0.01) == Silence()
        keys.write("2\n")
        assert ears.hear(SEAT, SECONDS) == Answer("2")


def test_nothing_is_heard_after_rest() -> None:
    with pipe() as (source, keys):
        heard: Queue[Heard | Lost] = Queue()
        ears = keyboard(source)
        ears.listen(SEAT, lambda _: pytest.fail("heard while resting"))
        ears.rest()
        keys.write("2\n")
        ears.listen(SEAT, heard.put)
        assert heard.get(timeout=SECONDS) == Answer("2")


def test_any_of_several_ears_may_answer() -> None:
    with pipe() as (one, _), pipe() as (two, keys):
        ears = together(keyboard(one), keyboard(two))
        keys.write("2\n")
        assert ears.hear(SEAT, SECONDS) == Answer("2")
        keys.write("1\n")
        assert ears.hear(SEAT, None) == Answer("1")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
def test_a_terminal_hides_what_is_typed_only_while_it_is_asked() -> None:
    import pty
    import termios

    def shown() -> bool:
        return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

    person, terminal = pty.openpty()
    with os.fdopen(person, "wb", buffering=0) as keys, os.fdopen(terminal, encoding="utf-8") as source:
        heard: Queue[Heard | Lost] = Queue()
        ears = keyboard(source, hidden=True)
        assert shown()
        ears.listen(SEAT, heard.put)
        assert not shown()
        keys.write(b"2\n")
        assert heard.get(timeout=SECONDS) == Answer("2")
        ears.rest()
        assert shown()
        keys.write(b"\x04")  # ends the reader


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
def test_every_key_counts_at_once_and_unseen() -> None:
    import pty
    import termios

    def modes() -> tuple[bool, bool]:
        mode = termios.tcgetattr(terminal)[3]
        return bool(mode & termios.ICANON), bool(mode & termios.ECHO)

    person, terminal = pty.openpty()
    with os.fdopen(person, "wb", buffering=0) as keys, os.fdopen(terminal, encoding="utf-8") as source:
        pressed, heard = Queue[None](), Queue[Heard | Lost]()
        ears = keyboard(source)
        with ears.pressing(lambda: pressed.put(None)):
            assert modes() == (False, False)
            for key in (b" ", b"\x1b[6~", "ł".encode()):  # a remote's key and a letter of two bytes: one press each
                keys.write(key)
                pressed.get(timeout=SECONDS)
            assert pressed.empty()
        assert modes() == (True, True)
        ears.listen(SEAT, heard.put)
        keys.write(b"2\n")
        assert heard.get(timeout=SECONDS) == Answer("2")
        keys.write(b"\x04")  # ends the reader


def test_a_program_ends_though_somebody_might_still_type() -> None:
    code = (
        "from narrator.cues import Ask, At\n"
        "from narrator.ears.keyboard import Keyboard\n"
        "from narrator.ears.lexicon import read_lexicon\n"
        "from narrator.ears.open import open_ears\n"
        "keys = Keyboard(read_lexicon('pl'), {1: 'Łucja'})\n"
        "ask = Ask(at=At(), line='', text='', to='all', kind='seat', choices=('1',))\n"
        "print(open_ears('pl', {1: 'Łucja'}, print, keyboard=keys, speech=False).hear(ask, 0.05))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-X", "utf8", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.wait(timeout=SECONDS) == 0
        assert program.stdout is not None
        assert program.stdout.read() == "Silence()\n"


def test_no_way_to_answer_is_said_clearly() -> None:
    with pytest.raises(ChannelLost, match="Nobody can answer"):
        open_ears("pl", NAMES, pytest.fail, speech=False).hear(SEAT, SECONDS)
