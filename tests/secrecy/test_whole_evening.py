"""D59 A table of nobody but players, with every role: each reads what is theirs, and nobody reads what is another's.

A zero night, two nights and the days between are led in a whole room, with real keys at a pseudo-terminal. Whose eyes
are open follows from the words that sound; what can be read is what stands in the terminal, whenever time passes.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from narrator.answers import Answer, Silence
from narrator.computer.config import Config
from narrator.computer.paths import setup_file
from narrator.cues import Ask, Cue, Part, Tell
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.simulation.evening import answered
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.table import Answerers
from narrator.play.loading import load_table
from narrator.rooms.screen import Screen
from narrator.rooms.table import TableRoom

from tests.polish import word
from tests.secrecy.twins.first import Played, key_of
from tests.secrecy.whole_rooms import people as guests
from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.evening import Memory
from tests.secrecy.whole_rooms.following import Followed, FollowedStage
from tests.secrecy.whole_rooms.keys import Keys
from tests.secrecy.whole_rooms.notes import Notes
from tests.secrecy.whole_rooms.opening import opened
from tests.secrecy.whole_rooms.terminal import Size, Terminal
from tests.secrecy.whole_rooms.voice import Voice
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

NIGHTS = 2
BEGINNING = 20
"""So many letters of a result tell that it stands on a page, though the page may be too small for all of it."""

READ = {"tell.courtesan", "tell.seduced", "tell.blackmailed", "tell.nightmare.victim", "tell.gift"}
"""What sleepers must know, and read in a round."""

DAY = ("timer", "1", "duel")
"""How the first day begins; a duel follows, and a search."""


def table(answers: Answerers) -> Ktulu:
    """All 44 roles, with shots that hit, so that nobody dies of chance."""
    shipped = load_table(setup_file(Path("all-roles")))
    rules = replace(shipped.setup.rules, shot_success=1.0, possession_success=1.0)
    return Ktulu(replace(shipped.setup, answers=answers, policy="masked", rules=rules), shipped.script)


def answer(chance: Random, state: State, question: e.Asked, day: list[str]) -> str:
    """Choose somebody in every call, agree on every page, and spend the first day as listed."""
    choices = [choice for choice in question.choices if choice != "time"]
    if question.key == "day":
        return day.pop(0) if day and day[0] in choices else "night"
    if question.key == "day.speech" or question.key == "day.discussion":
        return "over"
    if state.phase == "day":
        return day.pop(0) if day and day[0] in choices else ("none" if question.optional else choices[0])
    if (wanted := giving(state, question)) in choices:
        return wanted
    if question.kind == "yes-no":
        return "no" if question.key in ("sail", "take") else "yes"
    if question.kind == "page":
        return choices[0]
    if question.kind == "seats":
        return ",".join(sorted(chance.sample(choices, min(question.most, len(choices))), key=int))
    return chance.choice(choices) if choices else "none"


def giving(state: State, question: e.Asked) -> str:
    """In the last night the gods find the statue and hand it to the nameless one, who gives it away; else nothing."""
    nameless = state.seats_of("forgotten")[0]
    wanted = {"gods.shoot.prompt": str(state.holder), "ask.take": "yes", "gods.statue.prompt": str(nameless)}
    return wanted.get(question.line, "") if state.night == NIGHTS else ""


def played(game: Ktulu) -> tuple[Played, list[e.Event]]:
    """Answer every question until the third day, at the first table where nobody has won before."""
    for seed in range(100):
        chance, day = Random(seed), [*DAY, "4", "5", "3", "2", "search", "none"]
        found, events = Played(game, seed), list[e.Event]()
        act = game.draft_opening(game.begin(seed, quiet=True))
        while (question := act.state.question) is not None:
            events += act.events
            if act.state.phase == "day" and act.state.night == NIGHTS:
                return found, events
            said = answer(chance, act.state, question, day)
            found.steps.append((key_of(act.state, question), said))
            act = answered(game, act.state, said)
    raise AssertionError("somebody wins too early at every table")


def kept(events: Sequence[e.Event]) -> list[str]:
    """The lines that were kept for a sleeper."""
    return [event.line for event in events if isinstance(event, e.Kept)]


class Prompt(guests.People):
    """People who answer what they are asked without nonsense, each a few seconds after the question."""

    def _secretly(self, ask: Ask, said: str, end: float) -> guests.Coming:  # noqa: ARG002 - all are answered alike
        return min(self._clock.now + 4.0, end), Answer(said)

    def _too_late(self, ask: Ask, end: float) -> guests.Coming:  # noqa: ARG002 - nobody takes a result away
        return end, Silence()

    def _wanted(self, counted: str) -> bool:
        said = self._game.next_answer if self._game.in_secret else None
        return said is not None and counted in said.split(",")

    def notice(self, parts: Sequence[Part], begins: float, ends: float) -> None:
        if self._keys and self._keys.pressed:
            super().notice(parts, begins, ends)


class Watch:
    """Whose eyes are open, and what they can read."""

    def __init__(self, game: Followed, terminal: Terminal) -> None:
        self._game, self._terminal = game, terminal
        self._seats = frozenset(range(1, len(game.setup.player) + 1))
        self.awake: frozenset[int] = self._seats
        self.woken: frozenset[int] = frozenset()
        self._secrets: list[tuple[str, frozenset[int], frozenset[int]]] = []
        self.read: set[tuple[str, frozenset[int]]] = set()
        self.shown: set[tuple[str, frozenset[int]]] = set()
        self.faults: list[str] = []
        self.pages: set[str] = set()

    def line(self, parts: Sequence[Part]) -> None:
        """Open and close eyes as the line says."""
        line = re.sub(r"\.\d+(\.[a-z])?$", "", next((part.id for part in parts if part.id), "")).removesuffix(
            ".alone"
        )
        call, _, key = line.rpartition(".")
        if key == "wake" and call in self._game.script.calls_by_id:
            self.awake = self.woken = self._called(call)
        elif key == "sleep" and call in self._game.script.calls_by_id:
            self.look()
            self.awake = frozenset()
        elif line.startswith("night."):
            self.awake = frozenset()
        elif line == "day.revive.line":
            self.awake = frozenset(self._game.state.holders("revive"))
        elif line in ("dawn.wake", "round.begins", "day.revive.end"):
            self.awake = self._seats

    def _called(self, call: str) -> frozenset[int]:
        state, who = self._game.state, self._game.script.calls_by_id[call].who
        turn = state.turn
        named = {turn.role} if turn and turn.call == call and turn.role else {*who}
        return frozenset(seat for seat in self._seats if {state.card(seat), state.faction(seat)} & named)

    def secret(self, text: str, readers: frozenset[int]) -> None:
        """Note that this is being shown, for those readers and whoever was woken with them."""
        beginning = _plain(text)[:BEGINNING]
        self._secrets.append((beginning, readers, readers | self.woken))
        self.shown.add((beginning, readers))

    def look(self) -> None:
        """Read what stands in the terminal, whenever time is about to pass."""
        stands = _plain(self._terminal.shown)
        self.pages.add(stands)
        for one in [*self._secrets]:
            beginning, readers, allowed = one
            if beginning not in stands:
                self._secrets.remove(one)
            elif not self.awake <= allowed:
                self.faults.append(f"{sorted(self.awake - readers)[:5]} can read {beginning!r}")
            elif readers <= self.awake:
                self.read.add((beginning, readers))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


class Spoken(Voice):
    """A mouth whose words open and close eyes."""

    watch: Watch

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        self.watch.line(parts)
        super().speak(text, parts)


def led(answers: Answerers) -> tuple[Watch, list[e.Event], Followed]:
    """Lead the evening at a keys or counting table, and watch it."""
    first, events = played(table(answers))
    clock, game = Clock(), Followed(first)
    terminal = Terminal(Size(100, 40))
    watch, notes = Watch(game, terminal), Notes(clock, lambda: 0)
    clock.before_moving = watch.look
    keys = Keys(terminal)
    ears = Prompt(game, clock, deque(), Random(1), keys)
    mouth = Spoken(notes, None, ears.notice)
    mouth.watch = watch
    with ExitStack() as watched:
        for name, way in shows(watch, game).items():
            watched.enter_context(patch.object(Screen, name, way))
        watched.enter_context(clock.ruling())
        stage = FollowedStage.begin(game, first.seed, Memory())
        try:
            with opened(game.setup, Config(), (mouth, None), ears, (terminal, keys)) as room:
                stage.run(room)
        finally:
            keys.close()
    return watch, events, game


def shows(watch: Watch, game: Followed) -> dict[str, Callable[..., None]]:
    """The screen's own ways to show secrets, watched."""
    usual = {name: getattr(Screen, name) for name in ("result", "secret_question", "gate", "decoy")}

    def result(screen: Screen, text: str) -> None:
        cue: Cue | None = game.cue(game.state)
        assert isinstance(cue, Tell)
        usual["result"](screen, text)
        watch.secret(text, frozenset(cue.to))  # type: ignore[arg-type]

    def secret_question(screen: Screen, cue: Ask, *how: Any) -> None:
        usual["secret_question"](screen, cue, *how)
        if game.state.readers:
            watch.awake, watch.woken = frozenset(cue.to), frozenset()  # type: ignore[arg-type]
            watch.secret(cue.text, frozenset(cue.to))  # type: ignore[arg-type]

    def gate(screen: Screen, cue: Ask) -> None:
        watch.awake = frozenset(game.state.seats())
        usual["gate"](screen, cue)

    def decoy(screen: Screen, words: str = "screen.decoy") -> None:
        usual["decoy"](screen, words)
        if game.state.up:
            watch.awake = frozenset(game.state.seats())

    return {"result": result, "secret_question": secret_question, "gate": gate, "decoy": decoy}


@pytest.mark.long
@pytest.mark.parametrize("answers", ["keys", trial("counting")])
def test_everybody_reads_what_is_theirs_and_nobody_else_does(answers: Answerers) -> None:
    watch, events, game = led(answers)
    assert game.state.night == NIGHTS
    assert game.state.phase == "day"
    assert not game.astray
    assert watch.faults == []
    told = [event for event in events if isinstance(event, e.Told)]
    assert len(told) > 20
    assert {*kept(events)} >= READ
    everybody = len(game.state.cards)
    title = word("day-title", number=1, playing=everybody, all=everybody)
    assert [page for page in watch.pages if page.startswith(title)]
    assert watch.shown - watch.read == set()
    assert len(watch.read) >= len(told)
    _every_call_was_answered(events)


def test_a_result_that_is_left_on_the_screen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = TableRoom._leave_window

    def leave(room: TableRoom, called: str = "") -> None:
        with patch.object(Screen, "wipe"):
            usual(room, called)

    monkeypatch.setattr(TableRoom, "_leave_window", leave)
    monkeypatch.setattr(Screen, "line", lambda *_: None)  # which would write over it
    watch, _, _ = led("keys")
    assert watch.faults


def test_a_result_shown_to_closed_eyes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_sleeper(draft: Draft, to: int, line: str, **data: Any) -> None:
        draft.emit(e.Told((to,), line, data))

    monkeypatch.setattr(Draft, "tell_sleeper", tell_sleeper)
    watch, _, _ = led("keys")
    assert watch.shown - watch.read


def _every_call_was_answered(events: list[e.Event]) -> None:
    """See that whoever could act was asked and chose."""
    asked = [event for event in events if isinstance(event, e.Asked) and event.key != "page"]
    assert len(asked) > 60
    assert not [event for event in events if isinstance(event, e.Answered) and event.answer == "time"]
