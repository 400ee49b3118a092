"""What is typed while a line is read: by day it ends the line and answers what follows, by night it is gone."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from io import StringIO
from queue import Queue
from typing import Any

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard, NoMatch
from narrator.cues import Ask, At, Pause, Say
from narrator.ears import Lost
from narrator.ears.keyboard import Keyboard
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.ears.person import NAMES, SEAT, SECONDS, THIEF, Person, together

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


def test_what_is_typed_while_a_question_opens_answers_it(person: Person) -> None:
    hushed, answers = Queue[None](), Queue[Heard | Lost]()
    ears = person.keyboard()
    with ears.early(lambda: hushed.put(None)):
        person.types("2")
        hushed.get(timeout=SECONDS)
    ears.expect(DAY)
    person.types("\r")
    person.echo.wait_for("2.")
    ears.listen(DAY, answers.put)
    assert answers.get(timeout=SECONDS) == Answer("2")


@pytest.mark.parametrize("typed", [("2", "\r"), ("7\x7f2", "\r"), (" ", "\x1b[6~", "\r", "2", "\r")])
def test_by_day_keys_end_the_line_that_is_read_and_answer_what_follows(
    person: Person, typed: tuple[str, ...]
) -> None:
    room, _ = at_table(person, Reader(person, *typed))
    room.say(line_of(DAY))
    assert room.ask(DAY) == "2"
    person.echo.wait_for("2.")  # whoever typed it sees what was taken


def test_half_a_line_typed_by_day_while_a_line_is_read_is_shown_with_the_question(person: Person) -> None:
    heard: Queue[Heard | Lost] = Queue()
    room, ears = at_table(person, Reader(person, "1"))
    room.say(line_of(DAY))
    assert person.echo.lines.empty()
    ears.listen(DAY, heard.put)
    person.echo.wait_for("1")
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
