"""Timed questions: the day's talk is warned of its end, and a room says by itself that time is up."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from narrator.answers import Heard
from narrator.cues import Ask, At, Cue, Refused, Say
from narrator.ears import OnHeard, Together
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.state.state import State
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import message

from tests.scenario import SCRIPT
from tests.secrecy.whole_rooms.clock import Clock as SecretClock
from tests.waiting import Clock, Typing, wait


def first_day() -> tuple[Ktulu, State]:
    players = tuple(Player(name=name, card=card) for name, card in (("A", "boss"), ("B", "bandit"), ("C", "chief")))
    game = Ktulu(Setup(player=players), SCRIPT)
    state = game.begin(1)
    for event in game.opening(state):
        state = game.fold(state, event)
    for word in ("ready", "none"):
        state = answered(game, spoken(game, state)[1], word)
    return game, spoken(game, state)[1]


def spoken(game: Ktulu, state: State) -> tuple[list[Cue], State]:
    cues: list[Cue] = []
    while not isinstance(cue := game.cue(state), Ask):
        assert cue is not None
        cues.append(cue)
        for event in game.delivered(state):
            state = game.fold(state, event)
    return [*cues, cue], state


def answered(game: Ktulu, state: State, word: str) -> State:
    events = game.take(state, word)
    assert not isinstance(events, Refused), events
    for event in events:
        state = game.fold(state, event)
    return state


def lines(cues: list[Cue]) -> list[str]:
    return [cue.line.rsplit(".", 1)[0] for cue in cues if isinstance(cue, Say)]


def seconds(cues: list[Cue]) -> float:
    last = cues[-1]
    assert isinstance(last, Ask)
    return last.seconds


def test_a_talk_is_warned_once_and_then_ends() -> None:
    game, state = first_day()
    for word in ("timer", "2"):
        heard, state = spoken(game, answered(game, state, word))
    assert lines(heard) == ["say.day.discussion"]
    assert seconds(heard) == 90.0
    heard, state = spoken(game, answered(game, state, "time"))
    assert lines(heard) == ["day.timer.warning.half"]
    assert "pół minuty" in next(cue.text for cue in heard if isinstance(cue, Say))
    assert seconds(heard) == 30.0
    assert lines(spoken(game, answered(game, state, "time"))[0]) == ["day.timer.over", "say.day.again"]


def test_a_talk_can_end_early() -> None:
    game, state = first_day()
    for word in ("timer", "2", "over"):
        heard, state = spoken(game, answered(game, state, word))
    assert lines(heard) == ["day.timer.over", "say.day.again"]


class Deaf:
    """Ears that hear nothing."""

    def listen(self, ask: Ask, heard: OnHeard) -> None:
        """Hear nothing."""

    def rest(self) -> None:
        """Rest."""

    def close(self) -> None:
        """Close."""


@pytest.mark.parametrize("pace", [0.3, 0.5, 1.0, 2.0, 10.0])
def test_what_is_said_of_the_time_left_is_true_at_every_pace(pace: float, clock: Clock) -> None:
    question = Ask(
        at=At(call="day.talk", phase="day"),
        line="",
        text="",
        to="all",
        kind="choice",
        choices=("over",),
        seconds=30.0,
    )
    screen = Screen({1: "A"}, console=Console(file=io.StringIO()))
    for room in (TableRoom, PrompterRoom):
        begins = clock.now
        assert room(NoMouth(), Typing({1: "A"}), screen, RoomSettings(pace=pace)).ask(question) == "time"
        assert clock.now - begins == pytest.approx(30.0)


def test_the_room_says_by_itself_that_time_is_up() -> None:
    screen = Screen({1: "A"}, console=Console(file=io.StringIO()))
    room = TableRoom(NoMouth(), Together([Deaf()], print), screen, RoomSettings())
    choices = ("over", "time")
    ask = Ask(
        at=At(call="day.speech", phase="day"),
        line="",
        text="",
        to="all",
        kind="choice",
        choices=choices,
        seconds=0.05,
    )
    assert room.ask(ask) == "time"


PARDON = Ask(
    at=At(phase="day"), line="", text="?", to=(1,), kind="yes-no", choices=("yes", "no"), seconds=22.0, final=True
)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("pace", "typed", "said"), [(1.0, [], "time"), (1.0, ["n"], "no"), (0.0, ["n"], "no")])
def test_silence_is_an_answer_once_its_time_is_over(pace: float, typed: list[str], said: str) -> None:
    """Where nothing waits, neither does silence: it would answer before anybody could."""
    people = {1: "Ala"}
    screen = Screen(people, words_of("pl"), Console(file=io.StringIO()))
    ears = Typing(people, *[("ask", line) for line in typed])
    room = TableRoom(NoMouth(), ears, screen, RoomSettings(moderated=False, pace=pace))
    assert room.ask(PARDON) == said


def seconds_shown(*, begun_anew: bool) -> list[tuple[float, str]]:
    """When the corner of a call's page shows how many seconds, if its clock is moved a while after it began."""
    clock, shown = SecretClock(), list[tuple[float, str]]()

    class Watched(io.StringIO):
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            shown.extend((round(clock.now - 1000.0, 3), found) for found in re.findall(r"(\d+) s", text))
            return super().write(text)

    with clock.ruling():
        console = Console(file=Watched(), width=80, height=24, force_terminal=True)
        screen, ends = Screen({1: "Ala"}, words_of("pl"), console), [1005.2]
        screen.decoy()
        with screen.countdown(lambda: ends[0]):
            clock.sleep(1.5)
            ends[0] += 2.7
            screen.notice(message("screen.hold"))
            clock.sleep(0.1)
            if not begun_anew:
                clock.sleep(4.0)
        if begun_anew:
            with screen.countdown(lambda: ends[0]):
                clock.sleep(4.0)
    return [one for one in dict.fromkeys(shown) if one[0] > 1.6]


def test_the_seconds_of_a_clock_that_was_moved_go_on_the_same_whether_or_not_it_is_begun_anew() -> None:
    moved = seconds_shown(begun_anew=False)
    assert [seconds for _, seconds in moved] == ["6", "5", "4", "3"]
    assert moved == seconds_shown(begun_anew=True)


class Leaving(Typing):
    """Ears that hear what is typed once 50 seconds have passed; then Ctrl+C, 10 seconds later."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        if self._lines:
            wait(50)
            return super().hear(ask, seconds)
        if ask.seconds:
            wait(10)
        raise KeyboardInterrupt


def led_until_it_is_broken_off(game: Ktulu, state: State, journal: Path, *typed: str) -> State:
    """Lead the game by what is typed until Ctrl+C; give where it stands then, as somebody resumes it."""
    head = Header(game="ktulu", setup="", fingerprint="", seed=1)
    opened = Journal.reopen(journal) if journal.exists() else Journal.begin(journal, head)
    stage = Stage(game, state, opened)
    screen = Screen({1: "A"}, words_of("pl"), Console(file=io.StringIO()))
    ears = Leaving({1: "A"}, *[("ask", line) for line in typed])
    with pytest.raises(KeyboardInterrupt):
        stage.run(TableRoom(NoMouth(), ears, screen, RoomSettings()))
    stage.again()
    opened.close()
    return spoken(game, stage.state)[1]


@pytest.mark.parametrize(
    ("first", "then", "left"),
    [
        ([], [], [80.0, 70.0]),  # only broken off, each time after ten seconds
        (["pauza"], ["dalej"], [40.0, 30.0]),
        (["powtórz"], [], [30.0, 20.0]),  # what is said again takes nothing from it, and adds nothing
        (["pauza", "dalej", "koniec"], [], []),  # it is over, so another one has its own time
    ],
)
@pytest.mark.usefixtures("clock")
def test_a_talk_that_was_broken_off_goes_on_with_its_rest(
    tmp_path: Path, first: list[str], then: list[str], left: list[float]
) -> None:
    game, state = first_day()
    for word in ("timer", "2"):
        state = spoken(game, answered(game, state, word))[1]
    journal = tmp_path / "game.jsonl"
    kept = list[dict[str, float]]()
    for typed_now in (first, then):
        state = led_until_it_is_broken_off(game, state, journal, *typed_now)
        opened = Journal.reopen(journal)
        kept.append(opened.left)
        opened.close()
    assert [round(one) for found in kept for one in found.values()] == left
