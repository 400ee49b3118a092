"""A call's time: how many private results fit in it, and what the room does while it runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard
from narrator.computer.toml_reader import build
from narrator.cues import Ask, At, Part, Pause, Say, Tell
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import PHASES, Script
from narrator.games.night.script.setup import in_force
from narrator.games.night.simulation import evening
from narrator.games.night.state.state import State
from narrator.rooms import window
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.light import FILL
from narrator.rooms.listener import Hearing
from narrator.rooms.screen import HOME, WIPE, Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.invariants import gathering
from tests.own_script import DATA
from tests.people import lawless
from tests.polish import word
from tests.scenario import USED
from tests.terminal import lit
from tests.waiting import Typing, wait

SCRIPT = shipped_script()
GAMES = 260

pytestmark = pytest.mark.usefixtures("clock")


class Watch:
    """What came in calls' times: of each effect the most private results, and the rows of questions."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.told: dict[str, int] = {}
        self.asked: dict[str, set[tuple[str, ...]]] = {}
        self._word, self._tells, self._asks = "", 0, tuple[str, ...]()

    def see(self, event: e.Event) -> None:
        """Take one event after the other."""
        if isinstance(event, e.CallOpened | e.Waited):
            self._tells, self._asks = 0, ()
        if isinstance(event, e.CallOpened):
            self._word = self._script.calls_by_id[event.call].do
        elif isinstance(event, e.Announced | e.CallClosed):
            self._word = ""
        elif isinstance(event, e.Told) and self._word:
            self._tells += 1
            self.told[self._word] = max(self.told.get(self._word, 0), self._tells)
        elif isinstance(event, e.Asked) and self._word:
            self._asks = (*self._asks, event.kind)
            self.asked.setdefault(self._word, set()).add(self._asks[1:])


def hushed() -> Script:
    """The shipped script with nothing public that need not be."""
    kept = {word for word, effect in EFFECTS.items() if effect.public}

    def call(one: dict[str, Any]) -> dict[str, Any]:
        return one | {"public": one.get("do") in kept}

    return build(DATA | {phase: [call(one) for one in DATA[phase]] for phase in PHASES}, type(SCRIPT), "hushed")


SCRIPTS = {"shipped": SCRIPT, "hushed": hushed()}


def unhelped(chance: Random, state: State, question: e.Asked) -> str:
    """Answer anything that is legal, but let nobody who is out help."""
    said = lawless(chance, state, question)
    return "night" if said == "helper" else said


@cache
def seen(which: str = "shipped", *, led: bool = True, shown: bool = False) -> Watch:
    """Watch random games, with a moderator or of players alone; in all of them cards of the dead may be `shown`."""
    script = SCRIPTS[which]
    watch = Watch(script)
    for number in range(GAMES):
        chance = Random(number)
        setup = replace(gathering.gather(chance, script), answers="moderator" if led else "keys")
        if shown:
            setup = replace(setup, rules=replace(in_force(setup.rules, len(setup.player)), dead="card"))
        game = Ktulu(setup, script)
        for act in evening.drafts(game, evening.begin(game, chance), chance, unhelped):
            for event in act.events:
                watch.see(event)
    return watch


@pytest.mark.parametrize("led", [pytest.param(True, marks=pytest.mark.trial), False])
def test_a_call_has_time_for_all_that_it_can_tell(led: bool) -> None:
    announced = {call.do for phase in PHASES for call in SCRIPT.calls(phase) if call.public}
    told = {word: tells for word, effect in USED.items() if (tells := effect.results(led=led))}
    assert seen("hushed", led=led).told == told
    assert seen(led=led).told == told, "also what is announced no more, since cards stay covered (D78)"
    assert seen(led=led, shown=True).told == {word: tells for word, tells in told.items() if word not in announced}


@pytest.mark.parametrize("led", [True, False])
def test_a_call_has_a_count_for_all_that_it_can_ask(led: bool) -> None:
    asked = dict(seen(led=led).asked)
    assert asked.pop("blackmail") > {(), ("seat",)}  # again and again; only the first time more is counted
    for power, rows in asked.items():
        asks = EFFECTS[power].questions(led=led)
        assert rows <= {asks[:end] for end in range(len(asks) + 1)}, power
        assert asks in rows or not led, power  # alone, the dice are seldom thrown by hand


# ---- In the room ----

CALL = At(call="thief.steal", book="20", night=1)
WAKE = Say(at=CALL, line="", text="Złodzieju, otwórz oczy.")
SLEEP = Say(at=CALL, line="", text="Złodziej zasypia.")
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=20.0)
TOLD = Tell(at=CALL, line="", text="Jest!", to=(2,))
PLAYERS = {1: "Ala", 2: "Bartek", 3: "Celina"}


class Spoken(NoMouth):
    """A mouth that notes when each line began."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, float]] = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self.lines.append((text, now()))


def typing(*lines: tuple[str, str]) -> Typing:
    return Typing(PLAYERS, *lines)


def room(ears: Hearing, mouth: Spoken, *, moderated: bool, page: StringIO | None = None) -> TableRoom:
    screen = Screen(PLAYERS, words_of("pl"), Console(file=page or StringIO(), width=80, force_terminal=bool(page)))
    return TableRoom(mouth, ears, screen, RoomSettings(moderated=moderated, show_seconds=6.0))


def test_an_answer_that_does_not_come_by_the_end_is_time() -> None:
    table = room(typing(), Spoken(), moderated=True)
    begins = now()
    table.pause(Pause(at=CALL, seconds=20.0))
    assert table.ask(ASKED) == "time"
    assert now() - begins == pytest.approx(20.0)


def test_a_question_with_a_calls_time_belongs_to_the_time_that_runs() -> None:
    mouth = Spoken()
    table = room(typing(), mouth, moderated=False)
    begins = now()
    table.pause(Pause(at=At(call="day", night=1), seconds=20.0))
    wait(5.0)
    assert table.ask(replace(ASKED, at=At(call="day.revive", night=1))) == "time"
    table.say(SLEEP)
    assert mouth.lines[0][1] - begins == pytest.approx(20.0 + window.DECIDING)


def test_a_late_answer_leaves_time_to_read_what_comes_of_it() -> None:
    mouth = Spoken()
    table = room(typing(), mouth, moderated=False)
    table.pause(Pause(at=CALL, seconds=20.0, tells=2))
    assert table.ask(ASKED) == "time"
    closed = now()
    table.say(SLEEP)
    assert mouth.lines[0][1] - closed == pytest.approx(2 * 6.0 + window.DECIDING)  # two results could have been shown


def test_the_time_of_a_result_that_was_shown_is_not_kept_back_again() -> None:
    table = room(typing(), Spoken(), moderated=False)
    begins = now()
    table.pause(Pause(at=CALL, seconds=20.0, tells=1))
    table.tell(TOLD)
    assert table.ask(ASKED) == "time"
    assert now() - begins == pytest.approx(20.0 + 6.0)


def test_without_a_pace_nobody_is_too_late() -> None:
    table = TableRoom(NoMouth(), typing(("ask", "3")), Screen(PLAYERS), RoomSettings(pace=0.0))
    table.pause(Pause(at=CALL, seconds=10.0))
    assert table.ask(ASKED) == "3"


@pytest.mark.parametrize("acting", [[], [ASKED], [ASKED, TOLD]])
def test_without_a_pace_nothing_is_waited_for(acting: list[Ask | Tell]) -> None:
    table = TableRoom(NoMouth(), typing(("ask", "3")), Screen(PLAYERS), RoomSettings(pace=0.0, show_seconds=0.0))
    began = now()
    table.say(WAKE)
    table.pause(Pause(at=CALL, seconds=10.0, tells=1))
    for cue in acting:
        _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
    table.say(SLEEP)
    assert now() == began


@pytest.mark.parametrize("command", ["undo", "pause", "repeat"])
@pytest.mark.parametrize("acting", [[], [ASKED], [ASKED, TOLD]])
def test_a_command_is_taken_as_long_as_the_time_runs(acting: list[Ask | Tell], command: str) -> None:
    mouth = Spoken()
    table = room(typing(*[("ask", "3")] * (ASKED in acting), ("acts", command)), mouth, moderated=False)
    table.say(WAKE)
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    called = ""
    for cue in acting:
        called = (table.ask(cue) or "").replace("3", "") if isinstance(cue, Ask) else table.tell(cue)
    assert (called or table.say(SLEEP)) == command
    assert [text for text, _ in mouth.lines] == [WAKE.text]


@pytest.mark.parametrize("acting", [[], [ASKED], [ASKED, TOLD]])
@pytest.mark.parametrize(("act", "seconds"), [("hold", 60.0 + window.LONGER), ("hurry", window.SOON)])
def test_hold_and_hurry_treat_every_table_alike(acting: list[Ask | Tell], act: str, seconds: float) -> None:
    mouth = Spoken()
    table = room(typing(*[("ask", "3")] * (ASKED in acting), ("acts", act)), mouth, moderated=False)
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    began = now()
    for cue in acting:
        _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
    assert table.say(SLEEP) == ""
    assert mouth.lines[0][1] - began == pytest.approx(seconds + 6.0 + window.DECIDING)  # with time to read a result


def test_hold_leaves_a_talk_that_is_over_alone() -> None:
    mouth = Spoken()
    table = room(typing(("acts", "hold")), mouth, moderated=False)
    talk = Ask(
        at=At(phase="day"), line="", text="", to="all", kind="choice", choices=("over",), commands=(), seconds=90.0
    )
    assert table.ask(talk) == "time"
    table.pause(Pause(at=CALL, seconds=60.0))
    began = now()
    table.say(SLEEP)
    assert mouth.lines[0][1] - began == pytest.approx(60.0 + window.LONGER + window.DECIDING)


def scenes(page: StringIO) -> list[str]:
    """The pages, one after the other."""
    return [scene for scene in re.split(f"{re.escape(WIPE)}|{re.escape(HOME)}", page.getvalue()) if FILL * 5 in scene]


def test_no_page_is_wiped_to_make_way_for_another() -> None:
    wiped = []
    both: list[list[Ask | Tell]] = [[], [ASKED, TOLD]]
    for acting in both:
        page = StringIO()
        table = room(typing(*[("ask", "3")] * bool(acting), ("acts", "")), Spoken(), moderated=False, page=page)
        table.say(WAKE)
        table.pause(Pause(at=CALL, seconds=20.0, tells=1))
        for cue in acting:
            _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
        table.say(SLEEP)
        wiped.append(page.getvalue().count(WIPE))
    assert wiped[0] == wiped[1]


def test_the_screen_shows_as_much_whether_or_not_anybody_acts() -> None:
    shown = []
    both: list[list[Ask | Tell]] = [[], [ASKED, TOLD]]
    for acting in both:
        page = StringIO()
        table = room(typing(*[("ask", "3")] * bool(acting)), Spoken(), moderated=False, page=page)
        table.say(WAKE)
        table.pause(Pause(at=CALL, seconds=20.0, tells=1))
        for cue in acting:
            _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
        table.say(SLEEP)
        assert "\x1b]" not in page.getvalue()  # nothing is put into the window's title
        shown.append(scenes(page))
    empty, full = shown
    assert {scene.count("\n") for scene in empty} == {scene.count("\n") for scene in full}
    timed = [scene for scene in (*empty, *full) if " s\x1b8" in scene]  # the clock comes a moment after the page
    assert len(timed) >= 4
    assert len({lit(re.sub(r"\x1b7.*?\x1b8", "", scene)) for scene in timed}) == 1  # but for the clock
    assert [TOLD.text in scene for scene in full] == [False, False, False, True]  # it stays until the call is over


def test_a_result_stays_until_its_reader_takes_it_away() -> None:
    class Reader(Typing):
        """Leans on Enter, and takes the result away with another one."""

        def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
            if "ready" in ask.commands:
                standing.append(TOLD.text in scenes(page)[-1])
                wait(1.0)
            return super().hear(ask, seconds)

    standing: list[bool] = []
    page = StringIO()
    ears = Reader(PLAYERS, ("ask", "3"), ("acts", ""), ("acts", ""))
    table = room(ears, Spoken(), moderated=False, page=page)
    table.pause(Pause(at=CALL, seconds=20.0, tells=1))
    table.ask(ASKED)
    began = now()
    table.tell(TOLD)
    table.say(SLEEP)
    *_, told, last = scenes(page)
    assert TOLD.text in told
    assert word("turn-ready") in told
    assert TOLD.text not in last
    assert standing == [True, True, False]  # the first one came too soon to have been meant
    assert now() - began == pytest.approx(20.0 + 6.0 + window.DECIDING)  # taken away soon or late, the room waits


def test_a_spoken_answer_of_which_something_is_shown_wants_a_second_word() -> None:
    class Saying(Typing):
        def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
            heard = super().hear(ask, seconds)
            return replace(heard, spoken=True) if isinstance(heard, Answer) else heard

    final = replace(ASKED, final=True, window=60.0)
    for lines, answer in (
        (["3", "potwierdzam"], "3"),
        (["3", "tak", "1", "="], "1"),
        (["3", "nie", "1", "potwierdzam"], "1"),
    ):
        table = room(Saying(PLAYERS, *(("ask", line) for line in lines)), Spoken(), moderated=True)
        assert table.ask(final) == answer
    assert room(typing(("ask", "3")), Spoken(), moderated=True).ask(final) == "3"  # typed
    assert room(Saying(PLAYERS, ("ask", "3")), Spoken(), moderated=True).ask(replace(final, final=False)) == "3"
