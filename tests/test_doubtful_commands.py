"""A command that was not heard surely is asked back, alike whether or not somebody is asked something meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.answers import Answer, Command, Heard, NoMatch, Silence, Unsure, meant
from narrator.cues import CONFIRM, Ask, At, Part, Pause, Say, Tell
from narrator.rooms import window
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.counting import words_of
from narrator.rooms.listener import CONFIRMATION, CONFIRMING
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom

from tests.polish import word

pytestmark = pytest.mark.usefixtures("clock")

CALL = At(call="thief.steal", book="20", night=1)
SLEEP = Say(at=CALL, line="", text="Złodziej zasypia.")
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), final=True, window=60.0)
TOLD = Tell(at=CALL, line="", text="Jest!", to=(2,))
PLAYERS = {1: "Ala", 2: "Bartek", 3: "Celina"}
SECONDS, SHOWN = 60.0, 6.0

YES = Answer("confirm", spoken=True)
LATER: dict[str, tuple[float, Heard]] = {
    "confirmed": (3.0, YES),
    "confirmed by key": (3.0, Answer("yes")),
    "confirmed late": (CONFIRMING - 0.1, YES),
    "too late": (CONFIRMING + 0.1, YES),
    "denied": (3.0, Answer("no", spoken=True)),
    "talk": (3.0, NoMatch("hm")),
    "mumbled": (3.0, Unsure("potwierdzam", "confirm")),
}
WORDS = {"undo": "cofnij", "pause": "pauza", "repeat": "powtórz", "hold": "jeszcze chwila", "hurry": "szybciej"}

Noted = list[tuple[float, str]]


class People:
    """Ears in whose room things are said at moments of their own: those that the question takes are heard.

    Where something is asked back, what is typed may answer the question before it.
    """

    def __init__(self, begins: float, *said: tuple[float, Heard]) -> None:
        self._said = [(begins + after, heard) for after, heard in said]
        self._doubted = CONFIRMATION

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        over = now() + (seconds or 0.0)
        self._doubted = self._doubted if CONFIRM in ask.choices else ask
        while self._said and self._said[0][0] <= over:
            moment, heard = self._said.pop(0)
            sleep_until(moment)
            typed = isinstance(heard, Answer) and not heard.spoken
            if isinstance(heard, NoMatch) or _taken(heard, ask) or (typed and _taken(heard, self._doubted)):
                return heard
        sleep_until(over)
        return Silence()

    def close(self) -> None:
        pass


def _taken(heard: Heard, ask: Ask) -> bool:
    canonical = heard.name if isinstance(heard, Command) else getattr(heard, "canonical", "")
    return canonical in (*ask.choices, *ask.commands)


class Page(Screen):
    """A screen that notes its remarks and when they came."""

    def __init__(self) -> None:
        super().__init__(PLAYERS, words_of("pl"), Console(file=StringIO(), width=80))
        self._begins = now()
        self.remarks: Noted = []

    def remark(self, text: str) -> None:
        self.remarks.append((round(now() - self._begins, 3), text))


class Spoken(NoMouth):
    """A mouth that notes when each line began."""

    def __init__(self) -> None:
        self._begins = now()
        self.lines: Noted = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self.lines.append((round(now() - self._begins, 3), text))


class Toning:
    """A player of nothing but tones, which notes when they sound."""

    ahead = 0.0

    def __init__(self) -> None:
        self._began = now()
        self.tones: list[float] = []
        self.begins: Callable[[float], None] = lambda _: None

    def chime(self) -> None:
        self.tones.append(round(now() - self._began, 3))

    def play(self, path: Path) -> None: ...
    def rest(self, seconds: float) -> None: ...
    def surround(self, ambience: object) -> None: ...
    def fade(self, gain: float, seconds: float) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


def played(
    acting: str, *said: tuple[float, Heard], moderated: bool = True, player: Toning | None = None
) -> tuple[str, float, Noted, Noted]:
    """Lead a call; give the command that the game got, when, what was spoken, and what the screen remarked."""
    begins, mouth, page = now(), Spoken(), Page()
    answer: list[tuple[float, Heard]] = [(20.0, Answer("3"))] if acting in ("answers", "told") else []
    people = People(begins, *sorted((*said, *answer), key=lambda one: one[0]))
    room = TableRoom(mouth, people, page, RoomSettings(moderated=moderated, show_seconds=SHOWN), Soundscape(player))
    room.pause(Pause(at=CALL, seconds=SECONDS, tells=1))
    called = ""
    if acting:
        given = room.ask(ASKED)
        assert given in (*WORDS, "3", "time")
        called = str(given) if given in WORDS else ""
    if acting == "told" and not called:
        called = room.tell(TOLD)
    called = called or room.say(SLEEP)
    empty = word("empty", seconds=round(SECONDS))
    return called, round(now() - begins, 3), mouth.lines, [one for one in page.remarks if one[1] != empty]


@cache
def nobody_acts(*said: tuple[float, Heard], moderated: bool) -> tuple[str, float, Noted, Noted]:
    return played("", *said, moderated=moderated)


@pytest.mark.parametrize("acting", ["asked", "answers", "told"])
@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("begins", [5.0, 17.0, 30.0, SECONDS - 1.0])
@pytest.mark.parametrize("act", WORDS)
@pytest.mark.parametrize("moderated", [True, False])
def test_it_is_asked_back_alike_whoever_acts(
    act: str, begins: float, later: str, acting: str, moderated: bool
) -> None:
    after, heard = LATER[later]
    said = [(begins, Unsure(WORDS[act], act)), (begins + after, heard)]
    nobody = nobody_acts(*said, moderated=moderated)
    assert played(acting, *said, moderated=moderated) == nobody
    assert (begins, word("sure", answer=WORDS[act])) in nobody[3]


@pytest.mark.parametrize("acting", ["", "asked"])
@pytest.mark.parametrize("act", ["undo", "pause", "repeat"])
def test_a_command_of_the_game_is_given_once_it_is_confirmed(act: str, acting: str) -> None:
    called, moment, lines, _ = played(acting, (5.0, Unsure(WORDS[act], act)), (8.0, YES))
    assert (called, moment, lines) == (act, 8.0, [])


@pytest.mark.parametrize("acting", ["", "asked", "answers", "told"])
@pytest.mark.parametrize("moderated", [True, False])
def test_more_time_is_given_once_it_is_confirmed_and_is_no_answer(acting: str, moderated: bool) -> None:
    said = (5.0, Unsure("jeszcze chwila", "hold")), (8.0, YES)
    shown = 0.0 if moderated else SHOWN
    called, _, lines, remarks = played(acting, *said, moderated=moderated)
    assert called == ""
    assert lines == [(round(SECONDS + window.LONGER + shown + window.DECIDING, 3), SLEEP.text)]
    assert (8.0, word("hold")) in remarks


def test_an_answer_that_is_typed_while_a_command_is_asked_back_is_taken() -> None:
    said = (17.0, Unsure("jeszcze chwila", "hold")), (24.0, YES)
    player = Toning()
    called, _, _, remarks = played("answers", *said, player=player)
    assert called == ""
    assert (24.0, word("hold")) in remarks  # and it is still asked back
    assert player.tones == [17.0]


@pytest.mark.parametrize("acting", ["", "asked"])
def test_what_nobody_confirms_is_forgotten_and_told(acting: str) -> None:
    called, _, _, remarks = played(acting, (5.0, Unsure("cofnij", "undo")))
    assert called == ""
    assert remarks == [(5.0, word("sure", answer="cofnij")), (13.0, word("unmeant", answer="cofnij"))]


def test_what_is_in_doubt_when_the_time_is_up_is_forgotten() -> None:
    called, moment, lines, remarks = played("asked", (SECONDS - 1.0, Unsure("cofnij", "undo")))
    end = round(SECONDS + window.DECIDING, 3)
    assert (called, moment, lines) == ("", end, [(end, SLEEP.text)])
    assert remarks[-1] == (end, word("unmeant", answer="cofnij"))


def test_a_doubt_is_not_told_as_final_nor_counted_as_an_answer_that_failed() -> None:
    talk = [(float(at), Unsure("cofnij", "undo")) for at in (1, 11, 21)]
    remarks = [text for _, text in played("asked", *talk)[3]]
    assert remarks == [word("sure", answer="cofnij"), word("unmeant", answer="cofnij")] * 3


@pytest.mark.parametrize("acting", ["", "asked", "answers", "told"])
@pytest.mark.parametrize("moderated", [True, False])
def test_a_tone_calls_whoever_has_closed_eyes_alike_whoever_acts(acting: str, *, moderated: bool) -> None:
    player = Toning()
    said = (5.0, Unsure("cofnij", "undo")), (30.0, Unsure("jeszcze chwila", "hold")), (33.0, YES)
    played(acting, *said, moderated=moderated, player=player)
    assert player.tones == [5.0, 30.0]


@pytest.mark.parametrize("doubted", [Unsure("trzy", "3"), Answer("3", spoken=True)])
@pytest.mark.parametrize("later", ["confirmed", "confirmed late", "too late", "denied", "talk"])
@pytest.mark.parametrize("act", WORDS)
@pytest.mark.parametrize("sure", [True, False])
def test_while_an_answer_is_asked_back_commands_do_as_in_an_empty_call(
    act: str, sure: bool, later: str, doubted: Heard
) -> None:
    command: Heard = meant(act, spoken=True) if sure else Unsure(WORDS[act], act)
    after, heard = LATER[later]
    said = [(12.0, command), *[(12.0 + after, heard)] * (not sure)]
    rooms = []
    for answers in ([], [(10.0, doubted)]):
        player = Toning()
        called, moment, lines, _ = played("asked" if answers else "", *answers, *said, player=player)
        rooms.append((called, moment, lines, player.tones))
    assert rooms[0] == rooms[1]
    assert not sure or rooms[0][0] == (act if act in ("undo", "pause", "repeat") else "")


def test_more_time_ends_no_doubt_of_an_answer() -> None:
    said = (10.0, Unsure("trzy", "3")), (12.0, meant("hold", spoken=True)), (14.0, YES)
    _, _, lines, remarks = played("asked", *said)
    assert lines == [(round(SECONDS + window.LONGER + window.DECIDING, 3), SLEEP.text)]
    assert word("unconfirmed") not in [text for _, text in remarks]


def test_a_doubtful_answer_in_a_calls_time_makes_no_sound() -> None:
    player = Toning()
    _, _, _, remarks = played("asked", (5.0, Unsure("trzy", "3")), player=player)
    assert word("final", answer="3 Celina") in [text for _, text in remarks]
    assert player.tones == []


def test_a_doubtful_answer_to_a_question_that_all_know_of_is_asked_back_by_a_tone() -> None:
    player = Toning()
    at = At(call="start", phase="start")
    ready = Ask(at=at, line="", text="Gotowi?", to="all", kind="ready", choices=("ready",), seconds=60.0)
    people = People(now(), (2.0, Unsure("gotowe", "ready")), (5.0, YES))
    room = TableRoom(Spoken(), people, Page(), RoomSettings(), Soundscape(player))
    assert room.ask(ready) == "ready"
    assert player.tones == [2.0]
