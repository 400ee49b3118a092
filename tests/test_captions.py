"""Lines that nobody speaks stand as long as a voice would need; by day a key ends them, by night none does."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard
from narrator.computer.config import Config
from narrator.cues import Ask, At, Pause, Say
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.view import Finale
from narrator.rooms.captions import Captions
from narrator.rooms.clock import now
from narrator.rooms.opening import open_room
from narrator.rooms.screen import Screen
from narrator.rooms.scripted import WrittenAnswers
from narrator.rooms.table import RoomSettings, TableRoom

from tests.waiting import Typing, later, wait

SETUP = Setup(player=(Player(name="Ala"), Player(name="Jan"), Player(name="Ewa")), answers="keys", voice="none")
PEOPLE = {1: "Ala", 2: "Jan", 3: "Ewa"}
NIGHT, DAY = At(call="sheriff", phase="night"), At(call="day", phase="day")
GONE = Say(at=DAY, line="", text="Odpada numer 3, Ewa. To jej karta: wilkołak.")
WAKE = Say(at=NIGHT, line="", text="Budzi się szeryf i wskazuje, kogo zamyka na noc.")
SLEEP = replace(WAKE, text="Szeryf zasypia.")
ASKED = Ask(at=NIGHT, line="jail", text="Kogo?", to=(1,), kind="seat", choices=("2", "3"), window=10.0)
RATE = 150
"""Words a minute, of six characters each."""

pytestmark = pytest.mark.usefixtures("clock")


def to_say(text: str) -> float:
    return len(text) / (RATE * 6 / 60)


@contextmanager
def a_key_later(hush: Callable[[], None]) -> Iterator[None]:
    """Somebody presses Enter a second after the line was begun."""
    later(1.0, hush)
    yield


def at_table(*typed: tuple[str, str], pace: float = 1.0) -> TableRoom:
    screen = Screen(PEOPLE, console=Console(file=io.StringIO()))
    settings = RoomSettings(moderated=False, pace=pace)
    return TableRoom(Captions(RATE, pace), Typing(PEOPLE, *typed), screen, settings, early=a_key_later)


@pytest.mark.parametrize("line", [GONE, WAKE], ids=["day", "night"])
def test_a_line_without_sound_stands_as_long_as_a_voice_would_need(
    line: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.ears.keyboard.own_stdin", io.StringIO)
    began = now()
    with open_room(SETUP, Config(ambience="none"), silent=False) as room:
        room.say(line)
    assert now() - began == pytest.approx(to_say(line.text))


def test_where_answers_are_written_down_lines_stay_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.ears.keyboard.own_stdin", io.StringIO)
    began = now()
    with open_room(SETUP, Config(ambience="none"), silent=False, scripted=WrittenAnswers(iter(()))) as room:
        room.say(GONE)
    assert now() == began


def test_by_day_a_key_ends_the_line() -> None:
    began = now()
    at_table().say(GONE)
    assert now() - began == pytest.approx(1.0, abs=0.1)


def test_by_night_no_key_ends_a_line_and_no_answer_moves_the_next() -> None:
    took = []
    for typed in ([], [("ask", "3")]):
        room, began = at_table(*typed), now()
        room.say(WAKE)
        room.pause(Pause(at=NIGHT, seconds=10.0))
        if typed:
            assert room.ask(ASKED) == "3"
        room.say(SLEEP)
        took.append(now() - began)
    assert took[0] > to_say(WAKE.text) + 10.0 + to_say(SLEEP.text)
    assert took[1] == pytest.approx(took[0])


def test_without_a_pace_nothing_is_waited_for() -> None:
    began = now()
    at_table(pace=0.0).say(GONE)
    assert now() == began


class Reading(Typing):
    """Somebody who lets every sentence of the story stand, and notes how long keys were taken for it."""

    def __init__(self) -> None:
        super().__init__(PEOPLE)
        self.stood: list[float] = []

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        if "story" in ask.choices and "ready" not in ask.choices:
            return Answer("over" if self.stood else "story")
        assert seconds is not None
        self.stood.append(seconds)
        wait(seconds)
        return super().hear(ask, 0.0)


def test_as_long_as_a_sentence_of_the_story_stands_a_key_ends_it() -> None:
    story, ears = ["Noc 1: szeryf zamyka bossa do rana.", "Dzień 2: Ewa odpada, wilkołak."], Reading()
    screen = Screen(PEOPLE, console=Console(file=io.StringIO()))
    room = TableRoom(Captions(RATE, 1.0), ears, screen, RoomSettings(moderated=False))
    began = now()
    room.conclude(Finale(fates={}, heading="", chapters=(), turns=()), (), lambda: story, "")
    told = ears.stood[-len(story) :]
    assert all(stood >= to_say(text) for stood, text in zip(told, story, strict=True))
    assert now() - began == pytest.approx(sum(ears.stood))
