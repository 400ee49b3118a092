"""A display that is no terminal: the real rooms lead whole games on it, and need nothing that the protocol lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.answers import Answer, Heard, Silence, meant
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, Audience, End, Part
from narrator.evening.rooms import conclude
from narrator.games.view import Finale, View
from narrator.play import loading
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import Moment
from narrator.rooms.counting import BEAT, CountingRoom, words_of
from narrator.rooms.display import Display
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Texts, Words

from tests.played import SETUP
from tests.waiting import wait

pytestmark = pytest.mark.usefixtures("clock")


@dataclass
class Board:
    """Keeps what it is told to show, as plain data."""

    seats: int
    over: bool = False
    texts: Texts = field(default_factory=lambda: texts_of("pl"))
    shown: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def _show(self, what: str, **facts: Any) -> None:
        self.shown.append((what, facts))

    def see(self, view: View) -> None:
        self._show("see", view=asdict(view))

    def line(self, text: str, at: At, mark: str = "") -> None:
        self._show("line", text=text, at=asdict(at), mark=mark)

    def question(self, cue: Ask, *, who: bool) -> None:
        self._show("question", cue=asdict(cue), who=who)

    def closed(self) -> None:
        self._show("closed")

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        self._show("private", text=text, to=to, who=who)

    def gate(self, cue: Ask) -> None:
        self._show("gate", cue=asdict(cue))

    def secret_question(self, cue: Ask, how: str) -> None:
        self._show("secret_question", cue=asdict(cue), how=how)

    def chosen(self, cue: Ask, said: str) -> None:
        self._show("chosen", cue=asdict(cue), said=said)

    def result(self, text: str) -> None:
        self._show("result", text=text)

    def decoy(self, words: str = "screen.decoy") -> None:
        self._show("decoy", words=words)

    def count(self, text: str) -> None:
        self._show("count", text=text)

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        self._show("countdown", until=until and until())
        yield

    def notice(self, words: Words) -> None:
        self._show("notice", text=self.texts.told(words))

    def answered(self, text: str) -> None:
        self._show("answered", text=text)

    def going_on(self, said: str, cue: Ask) -> str:
        self._show("going_on", said=said, cue=asdict(cue))
        return ""

    def named(self, said: str, kind: str) -> str:
        self._show("named", said=said)
        return f"{kind} {said}"

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        self._show("progress", title=title)
        yield lambda done, total: self._show("progress", done=done, total=total)

    def end(self, text: str, *, more: bool = False) -> None:
        self._show("end", text=text, more=more)
        self.over = True

    def finale(self, finale: Finale, number: int) -> bool:
        self._show("finale", finale=asdict(finale), number=number)
        return number < 1

    def wipe(self) -> None:
        self._show("wipe")


class People(NoMouth):
    """Sit at the table: they answer legally, in counting rooms by a key pressed after some of the words."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._pressed: Callable[[], None] | None = None

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        if not ask.choices:
            wait(seconds or 0.0)
            return Silence()
        if not ask.line:
            return Answer("ready")
        near = [choice for choice in ask.choices if choice in ("night", "duel", "search")]
        return meant(self._chance.choice(near or ask.choices))

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        self._pressed = pressed
        yield
        self._pressed = None

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - it is heard, not read
        if self._pressed and self._chance.random() < 0.5:
            wait(BEAT / 2)
            self._pressed()


def table_room(people: People, board: Display, settings: RoomSettings) -> TableRoom:
    return TableRoom(people, people, board, settings)


def prompter(people: People, board: Display, settings: RoomSettings) -> TableRoom:
    return PrompterRoom(people, people, board, settings)


def counting(people: People, board: Display, settings: RoomSettings) -> TableRoom:
    return CountingRoom(people, people, board, settings, keys=people, words=words_of("pl"))


OPENED = RoomSettings(moderated=True, echo=True)
SECRET = RoomSettings(moderated=False, echo=True)
ROOMS = {
    "moderator": (table_room, OPENED),
    "keys": (table_room, SECRET),
    "counting": (counting, SECRET),
    "prompter": (prompter, OPENED),
}


def led(kind: str, folder: Path, seed: int = 1, *, concluded: bool = False) -> Board:
    """Lead a game from its first line to its end on the board, or to the end of its finale."""
    file = folder / "few.toml"
    answers = "moderator" if ROOMS[kind][1].moderated else kind
    alone = f'answers = "{answers}"\n{SETUP.replace("pastor", "courtesan")}'
    file.write_text(SETUP if answers == "moderator" else alone, encoding="utf-8")
    table = loading.load_table(file)
    data = loading.as_data(table)
    header = Header(game="ktulu", setup="", fingerprint=loading.fingerprint(data), seed=seed, data=data)
    board, people = Board(len(table.setup.people)), People(seed)
    make, settings = ROOMS[kind]
    stage = Stage.begin(table.game(), seed, Journal.begin(folder / f"{kind}.jsonl", header))
    room = make(people, board, settings)
    try:
        stage.run(room)
        if concluded:
            assert conclude(room, stage.journal.path) == "over"
    finally:
        stage.journal.close()
    assert isinstance(stage.game.cue(stage.state), End)
    return board


@pytest.mark.parametrize("kind", ROOMS)
def test_a_whole_game_is_led_on_it(kind: str, tmp_path: Path) -> None:
    board = led(kind, tmp_path)
    assert board.over
    assert board.shown[-1][0] == "end"
    lines = [facts for what, facts in board.shown if what == "line"]
    assert {facts["at"]["phase"] for facts in lines} >= {"night", "dawn", "day"}
    assert all(facts["mark"] for facts in lines) is (kind == "prompter")


@pytest.mark.parametrize(("kind", "private"), [("moderator", True), ("prompter", True), ("keys", False)])
def test_who_is_awake_is_shown_to_the_moderator_alone(kind: str, *, private: bool, tmp_path: Path) -> None:
    shown = led(kind, tmp_path).shown
    night = [(what, facts) for what, facts in shown if facts.get("cue", {}).get("window")]
    assert {what for what, _ in night} == {"question" if private else "secret_question"}
    assert all(facts["who"] for what, facts in night if what == "question")
    assert any(what == "private" for what, _ in shown) is private


@pytest.mark.parametrize("kind", ROOMS)
def test_what_everybody_may_see_comes_before_each_cue_of_a_day_and_at_the_end(kind: str, tmp_path: Path) -> None:
    shown = [(what, facts) for what, facts in led(kind, tmp_path).shown if what in ("see", "line", "question", "end")]
    for before, (what, facts) in pairwise(shown):
        at = facts.get("at") or facts.get("cue", {}).get("at") or {}
        if what != "see" and at.get("phase") in ("day", None):
            assert before[0] == "see"
        if what == "see":
            assert facts["view"]["audience"] == "all"
        if before[0] == "see":
            assert at.get("phase") in ("start", "day", None)
    assert shown[-2][1]["view"]["outcome"]


OWN_COMMANDS = {"going_on"}
"""What is asked about a game's own commands, of which Ktulu has none (tests/fluxx/test_terminal.py)."""


def test_rooms_use_all_that_a_display_can_do(tmp_path: Path) -> None:
    used = {what for kind in ROOMS for what, _ in led(kind, tmp_path, concluded=True).shown}
    assert used | OWN_COMMANDS == {name for name in vars(Display) if not name.startswith("_")}
