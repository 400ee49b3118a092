"""A lid that is closed by night, or a program that is stopped, leads to the gate: eyes may have been opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard, Silence
from narrator.cues import Ask, At, Part, Pause, Say, Tell
from narrator.rooms import clock
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import BEAT, CountingRoom, words_of
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.waiting import wait

CALL, DAY = At(call="thief.steal", book="20", night=1), At(call="day", night=1, phase="day")
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=60.0)
TOLD = Tell(at=CALL, line="", text="Jest!", to=(2,))
SLEEP = Say(at=CALL, line="", text="Zamknij oczy.")

PEOPLE = {1: "Ala", 2: "Bartek", 3: "Celina"}

pytestmark = pytest.mark.usefixtures("clock")


def lid_closed(_: float | None) -> None:
    """The room's clock stands still, and the time of day goes on."""
    vars(clock)["time"].slept += 20.0


def stopped(seconds: float | None) -> None:
    """The room's clock goes on, and nothing is heard in time."""
    wait((seconds or 0.0) + 20.0)


def nothing(_: float | None) -> None:
    """Nobody was away."""


class Away:
    """Ears whose computer is away while they listen for the first time; then 3 is answered."""

    def __init__(self, befalls: Callable[[float | None], None]) -> None:
        self._befalls = befalls

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        befalls, self._befalls = self._befalls, nothing
        befalls(seconds)
        if ask.choices:
            return Answer("3")
        wait(seconds or 0.0)
        return Silence()

    def close(self) -> None:
        pass


def room(befalls: Callable[[float | None], None]) -> TableRoom:
    screen = Screen(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80))
    return TableRoom(NoMouth(), Away(befalls), screen, RoomSettings(moderated=False))


AWAY = pytest.mark.parametrize(
    ("befalls", "said"), [(lid_closed, "resume"), (stopped, "resume"), (nothing, "")], ids=["lid", "stopped", "there"]
)


@AWAY
def test_at_a_question_the_way_leads_to_the_gate(befalls: Callable[[float | None], None], said: str) -> None:
    table = room(befalls)
    table.pause(Pause(at=CALL, seconds=60.0))
    assert table.ask(ASKED) == (said or "3")


@AWAY
def test_in_a_call_in_which_nobody_acts_too(befalls: Callable[[float | None], None], said: str) -> None:
    table = room(befalls)
    table.pause(Pause(at=CALL, seconds=60.0))
    assert table.say(SLEEP) == said


@AWAY
def test_while_a_result_is_read_too(befalls: Callable[[float | None], None], said: str) -> None:
    table = room(befalls)
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    assert table.tell(TOLD) == said


def by_its_acts(acts: Callable[[TableRoom], object], befalls: Callable[[float | None], None]) -> float:
    """Seconds from the call's beginning until the room goes back to the gate."""
    table = room(befalls)
    begun = clock.now()
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    assert acts(table) == "resume"
    return clock.now() - begun


def test_when_it_leads_to_the_gate_tells_nobody_who_acts() -> None:
    answered = by_its_acts(lambda table: table.ask(ASKED), lid_closed)
    nobody = by_its_acts(lambda table: table.say(SLEEP), lid_closed)
    told = by_its_acts(lambda table: table.tell(TOLD), lid_closed)
    assert answered == nobody == told >= 60.0


class Clocked(Screen):
    """A screen that notes when its clock stopped last."""

    stopped = 0.0

    @contextmanager
    def countdown(self, until: Callable[[], float] | None) -> Iterator[None]:
        with super().countdown(until):
            yield
        self.stopped = clock.now()


def clock_stops(acts: Callable[[TableRoom], object]) -> float:
    """Seconds from the call's beginning until its clock stops, after a lid was closed in it."""
    screen = Clocked(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80))
    table = TableRoom(NoMouth(), Away(lid_closed), screen, RoomSettings(moderated=False))
    begun = clock.now()
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    acts(table)
    return screen.stopped - begun


def test_the_clock_in_the_corner_does_not_tell_who_acts_either() -> None:
    answered = clock_stops(lambda table: table.ask(ASKED))
    nobody = clock_stops(lambda table: table.say(SLEEP))
    assert answered == nobody >= 60.0


def test_while_the_doctor_is_called_by_day_it_leads_to_closed_eyes_too() -> None:
    called = At(call="day.revive", night=1, phase="day")
    table = room(lid_closed)
    table.pause(Pause(at=called, seconds=30.0))
    doctor = Ask(at=called, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=30.0)
    assert table.ask(doctor) == "resume"


@pytest.mark.parametrize(("befalls", "said"), [(lid_closed, "resume"), (nothing, "3")], ids=["lid", "there"])
def test_in_an_open_night_too(befalls: Callable[[float | None], None], said: str) -> None:
    assert room(befalls).ask(replace(ASKED, window=0.0)) == said


def test_whoever_reads_aloud_and_closes_the_lid_is_asked_the_same_as_before() -> None:
    screen = Screen(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80))
    assert PrompterRoom(NoMouth(), Away(lid_closed), screen).ask(replace(ASKED, window=0.0, final=False)) == "3"


class Reader:
    """Ears that hear whoever is called come, and turn the page at once."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:  # noqa: ARG002 - nothing takes time
        return Answer("ready")

    def close(self) -> None:
        pass


class Turned(Screen):
    """A screen whose computer is away once a page of the round has been turned."""

    befalls: Callable[[float | None], None]

    def decoy(self, what: str = "screen.decoy") -> None:
        super().decoy(what)
        self.befalls(None)


@AWAY
def test_after_a_page_of_the_round_was_turned_it_leads_to_the_gate_too(
    befalls: Callable[[float | None], None], said: str
) -> None:
    screen = Turned(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80))
    screen.befalls = befalls
    table = TableRoom(NoMouth(), Reader(), screen, RoomSettings(moderated=False))
    page = Ask(at=At(call="round", night=1, phase="dawn"), line="", text="", to=(2,), kind="page", choices=("ready",))
    assert table.ask(page) == (said or "ready")


class Counts(NoMouth):
    """A mouth and a keyboard whose computer is away while 3 is said; a key is pressed at 1."""

    def __init__(self, befalls: Callable[[float | None], None]) -> None:
        self._befalls = befalls
        self._pressed: Callable[[], None] | None = None
        self.said: list[str] = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - other mouths know recordings by it
        self.said.append(text)
        if text == "1":
            wait(BEAT / 2)
            assert self._pressed
            self._pressed()
        if text == "3":
            self._befalls(None)

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        self._pressed = pressed
        yield


@pytest.mark.parametrize("asked", [True, False])
@AWAY
def test_while_seats_are_counted_too(befalls: Callable[[float | None], None], said: str, *, asked: bool) -> None:
    screen, counts = Screen(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80)), Counts(befalls)
    settings = RoomSettings(moderated=False)
    table = CountingRoom(counts, Away(nothing), screen, settings, keys=counts, words=words_of("pl"))
    table.pause(Pause(at=CALL, seconds=20.0, counts=(("1", "3", "4"),)))
    answered = table.ask(ASKED) if asked else table.say(SLEEP)
    assert answered == (said or ("1" if asked else ""))
    assert counts.said[:3] == (["1", "3"] if said else ["1", "3", "4"])


def test_by_day_it_makes_no_difference() -> None:
    ask = Ask(at=DAY, line="", text="Kto?", to="all", kind="seat", choices=("1", "3"), seconds=60.0)
    assert room(lid_closed).ask(ask) == "3"
