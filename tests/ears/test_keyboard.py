"""Typed answers, from pipes and from a real terminal."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import Queue
from typing import Any, TextIO

import pytest

from narrator.answers import Answer, EndOfInput, Heard, NoMatch, Silence
from narrator.cues import Ask, At
from narrator.ears import Lost, Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.open import open_ears
from narrator.ears.terminal import Terminal, with_escapes
from narrator.errors import ChannelLost
from narrator.rooms.lazy_ears import LazyEars
from narrator.rooms.listener import CONFIRMATION

from tests.ears.person import NAMES, POLISH, SEAT, SECONDS, THIEF, Person, keyboard, together
from tests.polish import in_polish


@contextmanager
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    out, into = os.pipe()
    with os.fdopen(out, encoding="utf-8") as source, os.fdopen(into, "w", encoding="utf-8", buffering=1) as keys:
        yield source, keys


def test_each_line_answers_one_question() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("1\nania\nco\n2\n")
        heard = [ears.hear(SEAT, SECONDS) for _ in range(4)]
        assert heard == [Answer("1"), Answer("1"), NoMatch("co"), Answer("2")]


@pytest.mark.parametrize("read", [True, False])
def test_the_standard_input_that_was_opened_once_more_is_closed_in_the_end(
    read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pipe() as (source, keys):
        monkeypatch.setattr("narrator.ears.keyboard.own_stdin", lambda: source)
        ears = Keyboard(POLISH, NAMES)
        keys.write("1\n")
        keys.close()
        if read:
            assert together(ears).hear(SEAT, SECONDS) == Answer("1")
        assert not source.closed
        ears.close()
        for thread in threading.enumerate():
            if thread.name == "keyboard":
                thread.join(SECONDS)
        assert source.closed


def test_where_an_answer_is_asked_back_another_one_may_be_typed() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("1\n2\ncofnij\nt\nania\n")
        heard = [ears.hear(ask, SECONDS) for ask in (SEAT, CONFIRMATION, CONFIRMATION, CONFIRMATION, CONFIRMATION)]
        assert heard == [Answer("1"), Answer("2"), NoMatch("cofnij"), Answer("yes"), Answer("1")]


def test_what_stands_behind_a_comma_waits_while_the_answer_before_it_is_asked_back() -> None:
    listens = replace(SEAT, kind="open", choices=(), commands=("give {seat:1,2} {n:1-3}", "win"))
    later = replace(listens, line="later")
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("give 2 3, win\nt\ngive 1 1, win\nn\ngive 1 2\n")
        heard = [ears.hear(ask, SECONDS) for ask in (listens, CONFIRMATION, later)]
        assert heard == [Answer("give 2 3"), Answer("yes"), Answer("win")]
        heard = [ears.hear(ask, SECONDS) for ask in (listens, CONFIRMATION, listens)]
        assert heard == [Answer("give 1 1"), Answer("no"), Answer("give 1 2")]


def test_the_end_of_input_is_told_to_every_later_question() -> None:
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("2\n1")
        keys.close()
        heard = [ears.hear(SEAT, SECONDS) for _ in range(4)]
        assert heard == [Answer("2"), Answer("1"), EndOfInput(), EndOfInput()]


def test_where_only_commands_are_taken_a_line_that_is_none_waits_for_the_next() -> None:
    acts = replace(SEAT, kind="choice", choices=(), commands=("undo", "give {seat:1,2} {n:1-3}"))
    with pipe() as (source, keys):
        ears = together(keyboard(source))
        keys.write("give 2 3\n1\n")
        assert [ears.hear(acts, SECONDS), ears.hear(acts, 0.01)] == [Answer("give 2 3"), Silence()]
        assert ears.hear(SEAT, SECONDS) == Answer("1")


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


def fail(heard: Heard | Lost) -> None:
    pytest.fail(f"{heard} was heard")


SHERIFF = replace(THIEF, at=At(call="sheriff"), to=(2,))


@pytest.mark.skipif(sys.platform == "win32", reason="a console of Windows throws nothing away")
def test_ctrl_c_takes_along_nothing_that_was_written() -> None:
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    with os.fdopen(inner, encoding="utf-8") as source, os.fdopen(outer, "r+b", buffering=0) as screen:
        terminal = Terminal(source)
        terminal.hold()
        os.write(inner, wiped := b"\x1b[K" * 2000)  # more than waits on its other side
        screen.write(b"\x03a")
        assert terminal.wait(SECONDS)  # what was typed after it is there, so it was dealt with
        seen = b""
        while seen != wiped and select.select([screen], [], [], 1.0)[0]:
            seen += screen.read(len(wiped))
        assert seen == wiped


WAYS = pytest.mark.parametrize("secret", [None, lambda _: True], ids=["seen", "secret"])


@WAYS
def test_a_terminal_that_is_taken_shows_nothing_by_itself_until_it_is_closed(person: Person, secret: Any) -> None:
    heard: Queue[Heard | Lost] = Queue()
    assert person.modes() == (True, True)
    ears = person.keyboard(secret=secret)
    assert person.modes() == (False, False)
    assert not person.suspends()
    ears.listen(SEAT, heard.put)
    person.types("2\r")
    assert heard.get(timeout=SECONDS) == Answer("2")
    ears.rest()
    assert person.modes() == (False, False)
    ears.close()
    assert person.modes() == (True, True)
    assert person.suspends()


def test_without_an_echo_and_secrets_the_terminal_shows_what_is_typed(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard(echo=None)
    ears.listen(SEAT, heard.put)
    assert person.modes() == (True, True)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")


def test_a_reader_that_still_waits_takes_no_key_from_whoever_has_the_terminal_next(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears = person.keyboard()
    wait, left = ears._terminal.wait, threading.Event()

    def closed_meanwhile(seconds: float) -> bool:
        if seconds and not left.is_set():
            ears.close()
            person.types("0\n")
            left.set()
        return wait(seconds)

    monkeypatch.setattr(ears._terminal, "wait", closed_meanwhile)
    ears.listen(SEAT, fail)
    assert left.wait(SECONDS)
    assert ears._reader
    ears._reader.join(SECONDS)
    assert wait(0), "the key is still there"
    assert os.read(person.source.fileno(), 9) == b"0\n"


def test_a_line_is_seen_as_it_is_typed_and_never_at_a_secret_question(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard(secret=lambda ask: ask is THIEF)
    ears.listen(THIEF, heard.put)
    person.types("12\x7f\r")
    assert heard.get(timeout=SECONDS) == Answer("1")
    ears.rest()
    assert not any(person.echo.lines.get(timeout=SECONDS) for _ in range(person.echo.lines.qsize()))
    ears.listen(SEAT, heard.put)
    for key, line in (("1", "1"), ("2", "12"), ("\x7f", "1"), ("\r", "1.")):
        person.types(key)
        person.echo.wait_for(line)
    assert heard.get(timeout=SECONDS) == Answer("1")


def test_what_is_pasted_is_drawn_a_few_times_not_once_for_each_sign(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(SEAT, heard.put)
    person.types("7" * 900 + "\x15" + "12\r")
    assert heard.get(timeout=SECONDS) == Answer("12")
    assert person.echo.lines.qsize() < 90


@WAYS
@pytest.mark.parametrize("left", ["1", "1\n", "7\n1", "\x1b[A", "ł1"])
def test_keys_left_over_never_join_a_later_answer(person: Person, secret: Any, left: str) -> None:
    heard, heard_early = Queue[Heard | Lost](), list[Heard | Lost]()
    ears = person.keyboard(secret=secret)
    person.types(left)  # before anything was asked
    ears.listen(THIEF, fail if "\n" not in left else heard_early.append)
    person.types(left)  # and the time is up
    ears.rest()
    person.types(left)  # while the narrator speaks
    ears.listen(SHERIFF, heard.put)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")
    assert heard.empty()


def test_half_a_line_that_was_read_is_forgotten_too(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(THIEF, fail)
    person.types("1")
    person.echo.wait_for("1")
    ears.rest()
    person.echo.wait_for("")  # nothing of it is left on the screen
    ears.listen(SHERIFF, heard.put)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")


def test_half_a_line_stays_while_the_same_question_goes_on_and_it_is_seen(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(THIEF, fail)
    person.types("1")
    person.echo.wait_for("1")
    ears.rest()  # the microphone heard a noise
    ears.listen(THIEF, heard.put)
    person.echo.wait_for("1")
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("12")


def test_what_is_typed_after_a_line_was_sent_is_not_kept(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(THIEF, heard.put)
    person.types("co\n1")
    assert heard.get(timeout=SECONDS) == NoMatch("co")
    ears.rest()
    ears.listen(THIEF, heard.put)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")


def test_what_is_typed_at_a_question_while_the_ears_still_open_is_heard(person: Person) -> None:
    ears, opened = person.keyboard(), threading.Event()

    def asked(ask: Ask) -> None:
        ears.expect(ask)
        person.types("2\n")
        opened.set()

    def opening() -> Together:
        assert opened.wait(SECONDS)
        return together(ears)

    person.types("1\n")  # before it was asked
    assert LazyEars(opening, asked).hear(SEAT, SECONDS) == Answer("2")


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("17\x7f\n", Answer("1")),
        ("zł\b\b2\n", Answer("2")),
        ("17\x152\n", Answer("2")),
        ("ania bartek\x17\x17bartek\n", Answer("2")),
        ("1\x042\n", Answer("12")),
        ("1\x1b[D2\n", NoMatch("1\ufffd2")),  # an arrow: what was meant is not 12
        (with_escapes("1\xe0K2\n"), NoMatch("1\ufffd2")),  # the same arrow on Windows
        (with_escapes("1\xe0K\b\0;\b2\n"), Answer("12")),
        (with_escapes("voilà\n"), NoMatch("voilà")),
        ("1\t2\n", NoMatch("1\ufffd2")),
        ("\x04", EndOfInput()),
        ("x" * 1000 + "\n", NoMatch("x" * 200)),
    ],
)
def test_a_line_can_be_mended_before_it_is_sent(person: Person, keys: str, answer: Heard) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(THIEF, heard.put)
    person.types(keys)
    assert heard.get(timeout=SECONDS) == answer


def test_every_key_counts_at_once_and_unseen(person: Person) -> None:
    pressed, heard = Queue[None](), Queue[Heard | Lost]()
    ears = person.keyboard()
    person.types("x")  # before it counts
    with ears.pressing(lambda: pressed.put(None)):
        assert person.modes() == (False, False)
        for key in (" ", "\x1b[6~", "ł", "\n"):  # a remote's key and a letter of two bytes: one press each
            person.types(key)
            pressed.get(timeout=SECONDS)
        assert pressed.empty()
        person.types("1")
        pressed.get(timeout=SECONDS)
    ears.listen(SEAT, heard.put)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")
    assert pressed.empty()
    ears.close()
    assert person.modes() == (True, True)


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
        open_ears("pl", NAMES, in_polish(pytest.fail), speech=False).hear(SEAT, SECONDS)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
@pytest.mark.parametrize("early", ["n", "n\n", "tak\nn"])
def test_keys_from_before_a_question_do_not_answer_it_though_enter_comes_after(early: str) -> None:
    typing, reading = os.openpty()
    with os.fdopen(typing, "wb", buffering=0) as typed, os.fdopen(reading, encoding="utf-8") as source:
        terminal = Terminal(source)
        typed.write(early.encode())
        terminal.forget()
        typed.write(b"\n")
        assert terminal.line() == "\n"
