"""A room does in a call's time what the table of docs/architecture.md says, and ends it when the room expects it."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard, Silence
from narrator.cues import Ask, Pause
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.rooms.window import DECIDING, LONGER, SOON

from tests.test_moments import table
from tests.test_windows import ASKED, CALL, PLAYERS, SLEEP, TOLD, Spoken, typing
from tests.waiting import Typing, wait

pytestmark = pytest.mark.usefixtures("clock")

LASTS, SHOWN, TELLS = 20.0, 6.0, 2
END = LASTS + TELLS * SHOWN + DECIDING
"""Seconds from the beginning of the call's time to the next line."""

TIME = Pause(at=CALL, seconds=LASTS, tells=TELLS)
ROWS = ("no time runs", "open, not used", "open, used", "closed")


class Table:
    """A woken player's table at one row of the page; each line is typed where a question or a command is expected."""

    def __init__(self, row: str, *lines: tuple[str, str], ears: Typing | None = None) -> None:
        self.mouth, self.page = Spoken(), StringIO()
        used = row == "open, used"
        screen = Screen(PLAYERS, words_of("pl"), Console(file=self.page, width=80, force_terminal=True))
        ears = ears or typing(*[("ask", "1")] * used, *lines)
        self.room = TableRoom(self.mouth, ears, screen, RoomSettings(moderated=False, show_seconds=SHOWN))
        self.began = now()
        if row != "no time runs":
            self.room.pause(TIME)
        if used:
            self.room.ask(ASKED)
        if row == "closed":
            wait(LASTS + 1.0)

    def next_line(self) -> float:
        """Let the call's time end; give when the next line began."""
        assert self.room.say(SLEEP) == ""
        return self.mouth.lines[0][1] - self.began


def question(row: str) -> str:
    one = Table(row, ("ask", "3"))
    answer = one.room.ask(replace(ASKED, window=0.0) if row == "no time runs" else ASKED)
    return {"3": "put", "time": "`time` at once"}[answer or ""]


def result(row: str) -> str:
    one = Table(row)
    one.room.tell(TOLD)
    return "shown" if TOLD.text in one.page.getvalue() else "hidden"


def lengths(row: str) -> str:
    held, hurried = (Table(row, ("acts", act)).next_line() for act in ("hold", "hurry"))
    usual = Table(row).next_line()
    begun = LASTS + 1.0 if row == "closed" else 0.0
    if row == "no time runs":
        assert held == hurried == usual
        return "not offered"
    assert held == pytest.approx(usual + LONGER)
    assert hurried == pytest.approx(min(usual, begun + SOON + TELLS * SHOWN + DECIDING))
    return "move the end"


def command(row: str) -> str:
    one = Table(row, ("acts", "undo"))
    called = one.room.say(SLEEP)
    assert bool(one.mouth.lines) is not bool(called)
    return "taken" if called == "undo" else "not taken"


def line(row: str) -> str:
    began = Table(row).next_line()
    return {0.0: "at once", round(END, 3): "at the end"}[round(began, 3)]


INPUTS = {
    "a question": question,
    "a result": result,
    "hold, hurry": lengths,
    "a command": command,
    "the next line": line,
}


@pytest.mark.parametrize("said", INPUTS)
@pytest.mark.parametrize("row", ROWS)
def test_a_room_does_what_the_page_says(row: str, said: str) -> None:
    cell = table("A call's time in the room")[row][said]
    assert INPUTS[said](row) == cell.partition(";")[0].partition(",")[0]


def test_the_page_has_every_row_and_column() -> None:
    page = table("A call's time in the room")
    assert (*page,) == ROWS
    assert all((*cells,) == (*INPUTS,) for cells in page.values())


def test_a_time_that_has_closed_opens_again_when_it_is_held() -> None:
    one = Table("closed", ("acts", "hold"), ("ask", "3"))
    one.room.tell(TOLD)
    assert one.room.ask(ASKED) == "3"


class Slow(Typing):
    """Ears of people who take their time for each answer; what would come too late does not come."""

    def __init__(self, *seconds: float) -> None:
        super().__init__(PLAYERS)
        self._takes = [*seconds]

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        assert seconds is not None
        taken = self._takes.pop(0) if ask.choices and self._takes else seconds
        wait(min(taken, seconds))
        return Answer("3") if taken < seconds else Silence()


@pytest.mark.parametrize("seed", range(40))
def test_the_end_does_not_tell_what_happened_in_secret(seed: int) -> None:
    chance = Random(f"call's time {seed}")
    one = Table("open, not used", ears=Slow(*chance.choices((0.5, 3.0, 7.0, 19.99), k=5)))
    results = iter(range(TELLS))
    for _ in range(chance.randrange(6)):
        if one.room.ask(ASKED) == "3" and chance.random() < 0.6 and next(results, None) is not None:
            one.room.tell(TOLD)
    assert one.next_line() == pytest.approx(END)
