"""Answers that are counted: the same numbers at the same pace, whether or not anybody is asked, or presses a key."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from itertools import groupby
from pathlib import Path

import pytest
from rich.console import Console

from narrator.cues import Ask, At, Refused, Tell
from narrator.games.night.told.spoken_lines import readings
from narrator.play.loading import load_table
from narrator.rooms import counting
from narrator.rooms.clock import now
from narrator.rooms.counting import CountingRoom, words_counted, words_of
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings

from tests.counted_call import CALL, PLAYERS, SEATS, SLEEP, TIME, TOLD, WHETHER, WHOM, Narrator
from tests.waiting import Typing

pytestmark = pytest.mark.usefixtures("clock")


def room(
    narrator: Narrator, *lines: tuple[str, str], page: StringIO | None = None, soundscape: Soundscape | None = None
) -> CountingRoom:
    screen = Screen(PLAYERS, words_of("pl"), Console(file=page or StringIO(), width=80, force_terminal=bool(page)))
    settings = RoomSettings(moderated=False, show_seconds=6.0)
    ears = Typing(PLAYERS, *lines)
    return CountingRoom(narrator, ears, screen, settings, soundscape, keys=narrator, words=words_of("pl"))


def test_the_key_at_the_right_number_is_the_answer() -> None:
    narrator = Narrator("4", "Nie?")
    table = room(narrator)
    table.pause(TIME)
    assert table.ask(WHOM) == "4"
    assert table.ask(WHETHER) == "no"
    assert table.tell(TOLD) == ""
    assert table.say(SLEEP) == ""
    assert narrator.said == [*SEATS, "Tak?", "Nie?", SLEEP.text]


def test_it_is_counted_alike_whoever_is_asked() -> None:
    heard = []
    tables: list[tuple[list[Ask | Tell], list[str]]] = [
        ([], []),
        ([WHOM], []),
        ([WHOM, TOLD], ["2"]),
        ([WHOM, WHETHER, TOLD], ["4", "Tak?"]),
    ]
    for cues, pressed in tables:
        narrator = Narrator(*pressed)
        table = room(narrator)
        table.pause(TIME)
        answers = [table.ask(cue) if isinstance(cue, Ask) else table.tell(cue) for cue in cues]
        assert answers.count("time") == len([cue for cue in cues if isinstance(cue, Ask)]) - len(pressed)
        table.say(SLEEP)
        heard.append(narrator.said)
    assert heard == [[*SEATS, "Tak?", "Nie?", SLEEP.text]] * len(heard)


def test_the_line_after_a_count_is_handed_over_in_time_though_a_result_was_shown() -> None:
    handed = []
    tables: list[tuple[list[Ask | Tell], list[str]]] = [([], []), ([WHOM, TOLD], ["4"])]
    for cues, pressed in tables:
        soundscape = Soundscape()
        soundscape.ahead = 0.35  # as a sound device wants it
        table, begins = room(Narrator(*pressed), soundscape=soundscape), now()
        table.pause(replace(TIME, counts=(SEATS,)))
        for cue in cues:
            _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
        table.say(SLEEP)
        handed.append(round(now() - begins, 3))
    assert handed[0] == handed[1]


@pytest.mark.parametrize("cues", [[], [WHOM], [WHOM, WHETHER, TOLD]])
def test_what_is_counted_stands_in_the_corner_too(cues: list[Ask | Tell]) -> None:
    page = StringIO()
    table = room(Narrator(), page=page)
    table.pause(TIME)
    for cue in cues:
        _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
    table.say(SLEEP)
    corners = re.findall(r"\x1b7\x1b\[1;74H(.{6})\x1b8", page.getvalue())
    words = [text.strip() for text in corners if not text.endswith(" s")]
    assert [text for text, _ in groupby(words)] == [*SEATS, "Tak?", "Nie?"]  # a page that changes keeps its corner


def test_several_presses_are_several_seats_or_the_last_one() -> None:
    several = Ask(at=CALL, line="", text="", to=(1,), kind="seats", choices=SEATS, most=2, window=20.0)
    for cue, pressed, answer in (
        (several, ["1", "2", "4"], "2,4"),
        (several, ["1"], "1"),
        (several, [], "time"),
        (WHOM, ["2", "4"], "4"),
    ):
        table = room(Narrator(*pressed))
        table.pause(TIME)
        assert table.ask(cue) == answer


def test_what_was_refused_is_not_counted_again() -> None:
    narrator = Narrator("1")
    table = room(narrator)
    table.pause(TIME)
    assert table.ask(WHOM) == "1"
    table.refuse(Refused(at=CALL, answer="1", reason="oneself", text="", to=(1,)))
    assert table.ask(WHOM) == "time"
    table.say(SLEEP)
    assert narrator.said == [*SEATS, "Tak?", "Nie?", SLEEP.text]


def test_a_command_before_the_counting_is_taken() -> None:
    for cues in ([], [WHOM]):
        narrator = Narrator()
        table = room(narrator, ("acts", "undo"))
        table.pause(TIME)
        called = [table.ask(cue) for cue in cues] or [table.say(SLEEP)]
        assert called == ["undo"]
        assert narrator.said == []


def test_all_that_is_counted_can_be_recorded() -> None:
    narrator = Narrator()
    table = room(narrator)
    table.pause(TIME)
    table.say(SLEEP)
    assert "".join(part.text for part in narrator.parts) == "124Tak?Nie?"
    demo = load_table(Path("demo"))
    wanted = readings(demo.script, "gentle", replace(demo.setup, answers="counting"), words_counted("pl"))
    assert set(narrator.parts) <= {part for reading in wanted for part in reading.parts}


def test_outside_a_calls_time_nothing_is_counted() -> None:
    narrator = Narrator()
    table = room(narrator, ("ask", "pause"))
    question = Ask(at=At(call="day", phase="day"), line="", text="", to="all", kind="choice", choices=("night",))
    assert table.ask(question) == "pause"
    assert narrator.said == []


def test_a_mouth_without_sound_has_a_beat_that_people_can_follow() -> None:
    assert counting.BEAT >= 1.2
    narrator = Narrator("1")
    table = room(narrator)
    table.prepare([])
    table.pause(TIME)
    assert table.ask(WHOM) == "1"
