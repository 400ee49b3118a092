"""R28, R103, D35 In the room nobody hears whether the doctor can act: neither after a duel nor at dawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from narrator.answers import Answer, EndOfInput, Heard, Silence
from narrator.cues import OVERRIDE, Ask, Cue, Part, Pause, Refused, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.script.setup import Policy
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import CountingRoom, words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.scenario import SCRIPT
from tests.secrecy.leaks.telling import a_win_by_day_closes_eyes_as_at_night
from tests.test_ways_back import Walk
from tests.waiting import wait

ROOMS = ("moderator", "keys", "counting")
LETTER, SOON = 0.07, 3.0  # seconds that a letter takes to say, and that somebody takes to type

pytestmark = pytest.mark.usefixtures("clock")


@dataclass(frozen=True, kw_only=True)
class Evening:
    """Who has which card, what is answered in which call, and what has been used up before."""

    cards: tuple[str, ...] = ("doctor", "boss", "executioner", "townsman", "townsman", "townsman")
    answers: dict[str, str] = field(default_factory=dict)
    uses: dict[tuple[str, str], int] = field(default_factory=dict)
    policy: Policy = "masked"
    takes: float = SOON


class Circle(NoMouth):
    """Stands for mouth, ears and keys: lines take their time, and those who are asked answer in their own way."""

    def __init__(self, evening: Evening, day: Sequence[str]) -> None:
        self._answers, self._takes, self._day = evening.answers, evening.takes, iter(day)
        self.spoken: list[tuple[str, float]] = []
        self.asked = ""
        self._begins = now()
        self._pressed: Callable[[], None] | None = None

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        del parts
        self.spoken.append((text, round(now() - self._begins, 3)))
        wait(LETTER * len(text))
        if self._pressed and text == self._answers.get(self.asked):
            self._pressed()

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        if not ask.choices:
            wait(seconds or 0.0)
            return Silence()
        if "confirm" in ask.choices:  # what kills is asked back by day
            return Answer("confirm")
        said = self._answers.get(ask.at.call, "")
        takes = self._takes if said else SOON
        if seconds is not None and (seconds < takes or (ask.window and not said)):
            wait(seconds)
            return Silence()
        wait(takes)
        said = said or self._openly(ask)
        return Answer(said) if said else EndOfInput()

    def _openly(self, ask: Ask) -> str:
        """The day's next answer, or at an open night's question any."""
        if ask.to == "all":
            return next(self._day, "")
        return "none" if ask.optional else ask.choices[0]

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        """Be the keyboard."""
        self._pressed = pressed
        yield
        self._pressed = None


class Counting(CountingRoom):
    """A counting room whose people know which call they are asked in."""

    circle: Circle

    def ask(self, cue: Ask) -> str | None:
        """Let them know it."""
        self.circle.asked = cue.at.call
        said = super().ask(cue)
        self.circle.asked = ""
        return said


def opened(kind: str, circle: Circle, names: dict[int, str], table: type[TableRoom]) -> TableRoom:
    """Open a room in which people answer in this way."""
    screen = Screen(names, words_of("pl"), Console(file=StringIO()))
    settings = RoomSettings(moderated=kind == "moderator")
    if kind != "counting":
        return table(circle, circle, screen, settings)
    room = Counting(circle, circle, screen, settings, keys=circle, words=words_of("pl"))
    room.circle = circle
    return room


def led(
    kind: str, evening: Evening, day: Sequence[str], journal: Path, table: type[TableRoom] = TableRoom
) -> tuple[list[tuple[str, float]], Any]:
    """Lead the game in the room; give what was spoken when, and the table at the end."""
    circle = Circle(evening, ("ready", *day))
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(evening.cards, 1))
    game = Ktulu(Setup(player=players, policy=evening.policy), SCRIPT)
    stage = Stage.begin(
        game, 1, Journal.begin(journal, Header(game="ktulu", setup="", fingerprint="", seed=1, data={}))
    )
    stage.state.uses = evening.uses
    stage.run(opened(kind, circle, game.setup.people, table))
    stage.journal.close()
    return circle.spoken, stage.state


def up_to(line: str, spoken: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """What was spoken up to this line, which must have been."""
    found = {SCRIPT.lines["gentle"].text(words, {}) for words in SCRIPT.wordings[line]}
    return spoken[: next(place for place, (text, _) in enumerate(spoken) if text in found) + 1]


DUEL = ("duel", "4", "5", "over", "over", "4", "0")
SEATED_ELSEWHERE = ("townsman", "boss", "executioner", "doctor", "townsman", "townsman")
USED_UP = {("doctor.revive", "doctor"): 1}
AFTER_A_DUEL = {
    "he saves": Evening(answers={"day.revive": "4"}),
    "he does not": Evening(),
    "he did so before": Evening(uses=USED_UP),
    "he is to die": Evening(cards=SEATED_ELSEWHERE),
}
AT_DAWN = {
    "he saves": Evening(answers={"executioner.kill": "6", "doctor.revive": "6"}),
    "he does not": Evening(answers={"executioner.kill": "6"}),
    "he did so before": Evening(answers={"executioner.kill": "6"}, uses=USED_UP),
    "he was killed tonight": Evening(answers={"executioner.kill": "1"}),
    "nobody was killed": Evening(),
}


@pytest.mark.parametrize("policy", ["masked", "private"])
@pytest.mark.parametrize("kind", ROOMS)
def test_after_a_duel_the_room_hears_the_same(kind: str, policy: Policy, tmp_path: Path) -> None:
    heard = {}
    for number, (name, evening) in enumerate(AFTER_A_DUEL.items()):
        spoken = led(kind, replace(evening, policy=policy), DUEL, tmp_path / f"{number}.jsonl")[0]
        heard[name] = up_to("day.revive.end", spoken)
    assert all(spoken == heard["he does not"] for spoken in heard.values())


@pytest.mark.parametrize("kind", ROOMS)
def test_at_dawn_the_room_hears_the_same(kind: str, tmp_path: Path) -> None:
    heard = {
        name: up_to("doctor.revive.sleep", led(kind, evening, ["night"], tmp_path / f"{number}.jsonl")[0])
        for number, (name, evening) in enumerate(AT_DAWN.items())
    }
    assert all(spoken == heard["nobody was killed"] for spoken in heard.values())


@pytest.mark.parametrize("kind", ROOMS)
def test_what_the_doctor_chooses_after_a_duel_counts(kind: str, tmp_path: Path) -> None:
    assert not led(kind, AFTER_A_DUEL["he saves"], DUEL, tmp_path / "saved.jsonl")[1].dead
    assert led(kind, AFTER_A_DUEL["he does not"], DUEL, tmp_path / "late.jsonl")[1].dead == {4}


def test_the_time_after_a_duel_and_the_doctors_question_are_of_one_call(tmp_path: Path) -> None:
    cues: list[Cue] = []

    class Notes(TableRoom):
        def pause(self, cue: Pause) -> None:
            cues.append(cue)
            super().pause(cue)

        def ask(self, cue: Ask) -> str | None:
            cues.append(cue)
            return super().ask(cue)

    led("keys", AFTER_A_DUEL["he saves"], DUEL, tmp_path / "one.jsonl", Notes)
    question = next(cue for cue in cues if isinstance(cue, Ask) and cue.at.call == "day.revive")
    pause = cues[cues.index(question) - 1]
    assert isinstance(pause, Pause)
    assert (pause.at, pause.seconds) == (question.at, question.window)


@pytest.mark.parametrize("evening", AFTER_A_DUEL.values(), ids=AFTER_A_DUEL)
def test_no_key_ends_a_line_while_all_close_their_eyes_for_him(evening: Evening, tmp_path: Path) -> None:
    said, ended = list[str](), list[str]()

    class Keyed(TableRoom):
        def __init__(self, *around: Any) -> None:
            super().__init__(*around, early=self._keep)

        @contextmanager
        def _keep(self, _: Callable[[], None]) -> Iterator[None]:
            ended.append(said[-1])
            yield

        def say(self, cue: Say) -> str:
            said.append(cue.line.rpartition(".")[0])
            return super().say(cue)

    led("keys", evening, DUEL, tmp_path / "keyed.jsonl", Keyed)
    assert "day.revive.line" in said
    assert "day.revive.line" not in ended
    assert "day.duel.begins" in ended


def test_at_an_open_table_his_answer_is_waited_for(tmp_path: Path) -> None:
    """Its question has no time that could run out."""
    evening = Evening(answers={"day.revive": "4"}, policy="open", takes=100.0)
    _, state = led("keys", evening, DUEL, tmp_path / "open.jsonl")
    assert state.uses == USED_UP
    assert not state.dead


INDIANS_LEFT = {
    "he is to die, and the game ends": ("doctor", "chief", "shaman", "townsman", "boss"),
    "he can save": ("chief", "doctor", "shaman", "townsman", "boss"),
}
"""Two tables that are alike in public once the last two are dead and the first is to die after a duel (R91)."""


def duel_after(cards: tuple[str, ...], dead: tuple[int, ...] = (4, 5), verdict: tuple[str, ...] = ()) -> Walk:
    """Lead a duel that the first player loses once these are dead, up to the words that close all eyes."""
    walk = Walk(cards)
    for _ in iter(lambda: walk.state.phase == "day" and isinstance(walk.cue, Ask), True):
        walk.answer() if isinstance(walk.cue, Ask) else walk.go()
    walk.state = walk.state.copy()
    walk.state.dead = frozenset(dead)
    said = iter(("duel", "1", "2", "over", "over", "1", "0", *verdict))
    while not (isinstance(cue := walk.cue, Say) and "day.revive.line" in cue.line):
        walk.take(next(said)) if isinstance(cue, Ask) else walk.go()
    return walk


def after(walk: Walk, word: str) -> Iterator[str]:
    """What the room hears after this command, up to the next time or question, or to the death that decides."""
    walk.take(word)
    while isinstance(cue := walk.cue, Say) or (isinstance(cue, Ask) and cue.kind == "ready"):
        if isinstance(cue, Say):
            yield cue.line
            if "day.died" in cue.line:
                return
            walk.go()
        else:
            walk.take("ready")


def all_through(walk: Walk, word: str) -> list[tuple[str, list[str]]]:
    """Give the command before each line up to that of the death; list the line, and what the room then hears."""
    heard = []
    while True:
        cue, state = walk.cue, walk.state
        if isinstance(cue, Say):
            heard.append((cue.line, list(islice(after(walk, word), 3))))
            walk.state = state
            if "day.died" in cue.line:
                return heard
        walk.take("time") if isinstance(cue, Ask) else walk.go()


@pytest.mark.parametrize("word", ["resume", "pause", "repeat", "undo"])
def test_a_win_that_nobody_has_heard_of_changes_no_word(word: str) -> None:
    heard = [all_through(duel_after(cards), word) for cards in INDIANS_LEFT.values()]
    assert heard[0] == heard[1]
    assert heard[0]


def test_a_page_for_all_shows_the_same_until_eyes_are_open() -> None:
    """Nobody raises hands any more where the duel is over for the rules, nor where the doctor is asked."""
    seen = []
    for cards in INDIANS_LEFT.values():
        walk, views = duel_after(cards), list[Any]()
        while not (isinstance(cue := walk.cue, Say) and "day.died" in cue.line):
            views.append(walk.game.view(walk.state, "all"))
            walk.take("time") if isinstance(cue, Ask) else walk.go()
        seen.append([one for number, one in enumerate(views) if one not in views[:number]])
    assert seen[0] == seen[1]


def test_the_card_of_a_judge_stays_open_while_all_close_their_eyes_for_him() -> None:
    for cards in (
        ("doctor", "boss", "drunken-judge", "townsman", "townsman"),
        ("townsman", "boss", "drunken-judge", "doctor", "townsman"),
    ):
        walk = duel_after(cards, (5,), ("1",))
        while not (isinstance(cue := walk.cue, Say) and "day.died" in cue.line):
            assert walk.game.view(walk.state, "all").seats[2].card == "drunken-judge"
            walk.take("time") if isinstance(cue, Ask) else walk.go()


def test_a_page_for_all_shows_the_same_once_his_time_is_called_for_again_and_broken_off() -> None:
    seen = []
    for cards in INDIANS_LEFT.values():
        walk = duel_after(cards)
        for _ in range(2):
            walk.go()
        for word in ("repeat", "resume"):
            walk.take(word)
        walk.go()
        seen.append(walk.game.view(walk.state, "all"))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("cards", INDIANS_LEFT.values(), ids=INDIANS_LEFT)
def test_nothing_is_set_while_all_close_their_eyes_for_him(cards: tuple[str, ...]) -> None:
    walk, cue = duel_after(cards), None
    while not (isinstance(cue, Say) and "day.revive.end" in cue.line):
        cue = walk.cue
        if not isinstance(cue, Pause):  # before it nobody could say anything
            assert isinstance(walk.game.take(walk.state, OVERRIDE), Refused)
        walk.take("time") if isinstance(cue, Ask) else walk.go()


def test_the_pair_shows_a_win_that_is_known_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    a_win_by_day_closes_eyes_as_at_night(monkeypatch)
    one, other = (all_through(duel_after(cards), "resume") for cards in INDIANS_LEFT.values())
    assert one != other
