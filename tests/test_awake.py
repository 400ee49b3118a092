"""While a game is led the computer stays awake; what it has to say of itself waits for the day."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event, get_ident
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.computer.awake import LOW, Remarks, kept_awake
from narrator.cues import Ask, At, Say
from narrator.games.view import View
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Message, Words

from tests.polish import KTULU
from tests.waiting import Typing


class Mode:
    """What wakepy gives: it notes when it was entered and left, and by which thread."""

    def __init__(self, *, works: bool) -> None:
        self.entered, self.left = Event(), Event()
        self.threads: list[int] = []
        self.result = SimpleNamespace(success=works)

    def __enter__(self) -> Mode:
        self.threads.append(get_ident())
        self.entered.set()
        return self

    def __exit__(self, *_: object) -> None:
        self.threads.append(get_ident())
        self.left.set()


@pytest.fixture
def mode(monkeypatch: pytest.MonkeyPatch) -> Mode:
    mode = Mode(works=True)
    monkeypatch.setattr("wakepy.keep.presenting", lambda **_: mode)
    return mode


def battery(monkeypatch: pytest.MonkeyPatch, *readings: tuple[float, bool] | None) -> Event:
    """Let the battery read like this, and then like the last again; the event: the last was read."""
    left, done = [*readings], Event()

    def read() -> Any:
        if len(left) == 1:
            done.set()
        found = left.pop(0) if len(left) > 1 else left[0]
        return found and SimpleNamespace(percent=found[0], power_plugged=found[1])

    monkeypatch.setattr("psutil.sensors_battery", read, raising=False)
    return done


def told(remarks: Remarks) -> list[Words]:
    """Wait until there is something to tell: the thread that finds it gives no other sign."""
    over = time.monotonic() + 10
    while not (found := remarks()):
        assert time.monotonic() < over
        time.sleep(0.005)
    return found


def test_the_computer_is_kept_awake_until_the_game_ends(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    battery(monkeypatch, None)
    with kept_awake(after=0.0):
        assert mode.entered.wait(10)
        assert not mode.left.is_set()
    assert mode.left.is_set()
    assert len({*mode.threads}) == 1
    assert get_ident() not in mode.threads


def test_a_computer_that_may_fall_asleep_is_told_of_once(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    mode.result.success = False
    read = battery(monkeypatch, (80.0, False), None)
    with kept_awake(after=0.0, every=0.0) as remarks:
        assert told(remarks) == [Message("screen.may-sleep")]
        assert read.wait(10)
        assert remarks() == []


def test_a_game_that_ends_at_once_waits_for_nothing(mode: Mode) -> None:
    with kept_awake(after=600.0):
        pass
    assert not mode.entered.is_set()


@pytest.mark.parametrize(
    "readings",
    [[(LOW - 1.0, False)], [None, (60.0, False), (LOW - 0.5, False)], [(5.0, True), (5.0, False)]],
    ids=["low at once", "getting low", "the charger is pulled out"],
)
@pytest.mark.usefixtures("mode")
def test_a_low_battery_is_told_of_once(readings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    battery(monkeypatch, *readings)
    with kept_awake(after=0.0, every=0.0) as remarks:
        (words,) = told(remarks)
        assert isinstance(words, Message)
        assert (words.key, words.values["percent"]) == ("screen.battery", round(readings[-1][0]))
        assert "zasilacz" in KTULU.told(words)
        assert remarks() == []


@pytest.mark.parametrize("reading", [None, (3.0, True), (float(LOW), False)])
@pytest.mark.usefixtures("mode")
def test_a_battery_that_lasts_is_not_spoken_of(reading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read = battery(monkeypatch, reading, reading, reading)
    with kept_awake(after=0.0, every=0.0) as remarks:
        assert read.wait(10)
        assert remarks() == []


def test_a_computer_without_a_battery_reading_is_no_fault(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems psutil has no such function."""
    monkeypatch.delattr("psutil.sensors_battery", raising=False)
    with kept_awake(after=0.0) as remarks:
        assert mode.entered.wait(10)
        assert remarks() == []


# ---- When it is said ----


class Shown:
    """A display that notes the order of what it shows."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.texts = KTULU

    def see(self, view: View) -> None:
        self.seen.append(view.at.phase)

    def line(self, text: str, _: At) -> None:
        self.seen.append(text)

    def question(self, cue: Ask, *, who: bool) -> None:
        del who
        self.seen.append(cue.text)

    def notice(self, words: Words) -> None:
        self.seen.append(words)

    def wipe(self) -> None:
        pass

    def countdown(self, _: object) -> AbstractContextManager[None]:
        return nullcontext()

    def named(self, said: str, _: str) -> str:
        return said


class Silent:
    """A mouth and ears of which nothing is wanted."""

    def speak(self, text: str, parts: object = ()) -> None:
        pass

    def hush(self) -> None:
        pass


def test_what_it_has_to_say_waits_for_a_question_of_the_day_and_stands_under_it() -> None:
    waiting: list[Words] = ["low"]

    def computer() -> list[Words]:
        said, waiting[:] = [*waiting], []
        return said

    screen, ears = Shown(), Typing({}, *[("ask", "noc")] * 3)
    room = TableRoom(Silent(), ears, screen, RoomSettings(pace=0.0), None, computer)  # type: ignore[arg-type]
    night, day = At(phase="night", night=1, call="sheriff.jail"), At(phase="day", call="day")
    room.say(Say(at=night, line="a", text="Szeryfie.", pause=0.0))
    room.ask(Ask(at=night, line="b", text="Kto?", to=(1,), kind="choice", choices=("night",)))
    assert screen.seen == ["Szeryfie.", "Kto?"]
    room.see(View(audience="all", at=day, seats=()))
    room.say(Say(at=day, line="c", text="Wstaje słońce.", pause=0.0))
    menu = Ask(at=day, line="d", text="Co dalej?", to="all", kind="choice", choices=("night",))
    for _ in range(2):
        room.ask(menu)
    assert screen.seen[2:] == ["day", "Wstaje słońce.", "Co dalej?", "low", "Co dalej?"]


# ---- The library itself ----


@contextmanager
def without_faking() -> Iterator[None]:
    before = os.environ.pop("WAKEPY_FAKE_SUCCESS")
    try:
        yield
    finally:
        os.environ["WAKEPY_FAKE_SUCCESS"] = before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no bus is needed")
def test_a_computer_without_a_desktop_says_that_it_may_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    with without_faking(), kept_awake(after=0.0) as remarks:
        assert told(remarks) == [Message("screen.may-sleep")]
