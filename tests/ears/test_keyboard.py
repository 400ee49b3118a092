"""Typed answers, from pipes and from a real terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from io import StringIO
from queue import Queue
from typing import Any, TextIO

import pytest
from rich.console import Console

from narrator.answers import Answer, EndOfInput, Heard, NoMatch, Silence
from narrator.cues import Ask, At, Pause, Say
from narrator.ears import Lost, Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.ears.open import open_ears
from narrator.errors import ChannelLost
from narrator.rooms.lazy_ears import LazyEars
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.polish import OWN_WORDS, in_polish

POLISH = read_lexicon("pl", *OWN_WORDS)
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
    return Together(ears, in_polish(pytest.fail))


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


def fail(heard: Heard | Lost) -> None:
    pytest.fail(f"{heard} was heard")


class Paper:
    """Notes each line that is shown while it is typed, or once it is."""

    def __init__(self) -> None:
        self.lines = Queue[str]()

    def typing(self, line: str) -> None:
        self.lines.put(line)

    def typed(self, line: str) -> None:
        self.lines.put(f"{line}.")

    def wait_for(self, line: str) -> None:
        while self.lines.get(timeout=SECONDS) != line:
            continue


class Person:
    """Somebody at a terminal."""

    def __init__(self) -> None:
        import pty

        self._keys, self._screen = pty.openpty()
        self.source = os.fdopen(self._screen, encoding="utf-8")
        self.paper = Paper()
        self._threads = set(threading.enumerate())

    def keyboard(self, **more: Any) -> Keyboard:
        ears = keyboard(self.source, **{"paper": self.paper, **more})
        ears.take()
        return ears

    def types(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def modes(self) -> tuple[bool, bool]:
        """Whether the terminal gives lines, and whether it shows by itself what is typed."""
        import termios

        mode = termios.tcgetattr(self._screen)[3]
        return bool(mode & termios.ICANON), bool(mode & termios.ECHO)

    def suspends(self) -> bool:
        """Whether a key would suspend the program, with all that stands on its screen, or make it quit."""
        import termios

        cc = termios.tcgetattr(self._screen)[6]
        return any(ord(cc[key]) not in (0, 255) for key in (termios.VSUSP, termios.VQUIT))

    def leaves(self) -> None:
        os.close(self._keys)  # which ends the readers
        for thread in set(threading.enumerate()) - self._threads:
            thread.join(SECONDS)
        self.source.close()


@pytest.fixture
def person() -> Iterator[Person]:
    if sys.platform == "win32":
        pytest.skip("POSIX terminals")
    person = Person()
    yield person
    person.leaves()


THIEF = Ask(at=At(call="thief"), line="", text="", to=(1,), kind="seat", choices=tuple(map(str, range(1, 31))))
SHERIFF = replace(THIEF, at=At(call="sheriff"), to=(2,))
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


def test_without_a_paper_and_secrets_the_terminal_shows_what_is_typed(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard(paper=None)
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
    for ask in (THIEF, SEAT):
        ears.listen(ask, heard.put)
        person.types("12\x7f\r")
        assert heard.get(timeout=SECONDS) == Answer("1")
        ears.rest()
    shown = [person.paper.lines.get(timeout=SECONDS) for _ in range(person.paper.lines.qsize())]
    assert [line for line in shown if line] == ["1", "12", "1", "1."]


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
    person.paper.wait_for("1")
    ears.rest()
    person.paper.wait_for("")  # nothing of it is left on the screen
    ears.listen(SHERIFF, heard.put)
    person.types("2\n")
    assert heard.get(timeout=SECONDS) == Answer("2")


def test_half_a_line_stays_while_the_same_question_goes_on_and_it_is_seen(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(THIEF, fail)
    person.types("1")
    person.paper.wait_for("1")
    ears.rest()  # the microphone heard a noise
    ears.listen(THIEF, heard.put)
    person.paper.wait_for("1")
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


DAY = replace(SEAT, at=At(call="day", phase="day"), choices=THIEF.choices)


class Reader:
    """Reads a line until a key ends it; `typed` is what people type meanwhile, each once the one before is taken."""

    def __init__(self, person: Person, *typed: str) -> None:
        self._person, self._typed = person, typed
        self.hushed: Queue[None] = Queue()

    def prepare(self, lines: Any, progress: Any) -> None:
        """Need no preparation."""

    def speak(self, text: str, parts: Any = ()) -> None:
        del text, parts
        for keys in self._typed:
            self._person.types(keys)
            self.hushed.get(timeout=SECONDS)

    def seconds(self, text: str, parts: Any = ()) -> float:
        del text, parts
        return 0.0

    def hush(self) -> None:
        self.hushed.put(None)

    def close(self) -> None:
        """Have nothing to close."""


def at_table(person: Person, mouth: Reader, **more: Any) -> tuple[TableRoom, Keyboard]:
    ears = person.keyboard(**more)
    settings = RoomSettings(pace=0.0, show_seconds=0.0, careful=False)
    return TableRoom(
        mouth,
        together(ears),
        Screen(dict.fromkeys(range(1, 31), ""), console=Console(file=StringIO())),
        settings,
        early=ears.early,
    ), ears


def line_of(ask: Ask) -> Say:
    return Say(at=ask.at, line="", text="Kto tym razem?")


@pytest.mark.parametrize("typed", [("2", "\r"), ("7\x7f2", "\r"), (" ", "\x1b[6~", "\r", "2", "\r")])
def test_by_day_keys_end_the_line_that_is_read_and_answer_what_follows(
    person: Person, typed: tuple[str, ...]
) -> None:
    room, _ = at_table(person, Reader(person, *typed))
    room.say(line_of(DAY))
    assert room.ask(DAY) == "2"
    person.paper.wait_for("2.")  # whoever typed it sees what was taken


def test_half_a_line_typed_by_day_while_a_line_is_read_is_shown_with_the_question(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    room, ears = at_table(person, Reader(person, "1"))
    room.say(line_of(DAY))
    assert person.paper.lines.empty()
    ears.listen(DAY, heard.put)
    person.paper.wait_for("1")
    person.types("2\r")
    assert heard.get(timeout=SECONDS) == Answer("12")


def test_a_word_begun_over_one_line_goes_on_over_the_next(person: Person) -> None:
    room, ears = at_table(person, Reader(person, "1"))
    room.say(line_of(DAY))
    with ears.early(lambda: pytest.fail("amid a word no line ends")):
        person.types("2")
    person.types("\r")
    assert room.ask(DAY) == "12"


@pytest.mark.parametrize(
    "ask",
    [THIEF, replace(DAY, window=5.0), replace(DAY, kind="page", choices=("ready",)), replace(SEAT, at=At())],
    ids=["night", "window", "page", "confirming"],
)
def test_nothing_typed_early_answers_a_question_that_one_player_is_asked(person: Person, ask: Ask) -> None:
    heard: Queue[Heard | Lost] = Queue()
    room, ears = at_table(person, Reader(person, "1", "\r", "1"))
    room.say(line_of(DAY))
    ears.listen(ask, heard.put)
    person.types("2\r")
    found = heard.get(timeout=SECONDS)
    assert found == (Answer("2") if ask.kind == "seat" else NoMatch("2"))


def test_by_night_no_key_ends_a_line_or_is_kept(person: Person) -> None:
    mouth = Reader(person)
    room, _ = at_table(person, mouth)
    mouth.speak = lambda *_: person.types("1\r")  # type: ignore[method-assign]
    room.say(line_of(THIEF))
    room.say(replace(line_of(DAY), at=THIEF.at))
    assert mouth.hushed.empty()
    heard: Queue[Heard | Lost] = Queue()
    ears = person.keyboard()
    ears.listen(DAY, heard.put)
    person.types("2\r")
    assert heard.get(timeout=SECONDS) == Answer("2")


def test_no_key_ends_the_line_after_a_call_by_day_in_which_somebody_may_still_be_acting(person: Person) -> None:
    mouth, called = Reader(person), replace(DAY.at, call="day.revive")
    read_early = list[object]()
    screen = Screen(NAMES, console=Console(file=StringIO()))
    settings = RoomSettings(pace=0.0, show_seconds=0.0)

    def early(hush: object) -> AbstractContextManager[None]:
        read_early.append(hush)
        return nullcontext()

    room = TableRoom(mouth, together(person.keyboard()), screen, settings, early=early)
    room.pause(Pause(at=called, seconds=0.0))
    room.say(replace(line_of(DAY), at=called))
    assert not read_early
    room.say(line_of(DAY))
    assert read_early


def test_a_second_answer_typed_early_goes_to_no_later_question(person: Person) -> None:
    room, ears = at_table(person, Reader(person, "1", "\r", "2", "\r"))
    room.say(line_of(DAY))
    assert room.ask(DAY) == "1"
    heard: Queue[Heard | Lost] = Queue()
    ears.listen(replace(DAY, text="I kto jeszcze?"), heard.put)
    person.types("3\r")
    assert heard.get(timeout=SECONDS) == Answer("3")


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("17\x7f\n", Answer("1")),
        ("zł\b\b2\n", Answer("2")),
        ("17\x152\n", Answer("2")),
        ("ania bartek\x17\x17bartek\n", Answer("2")),
        ("1\x042\n", Answer("12")),
        ("1\x1b[D2\n", NoMatch("1\ufffd2")),  # an arrow: what was meant is not 12
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
