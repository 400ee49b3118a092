"""Whole games on a stage, with a journal on disk, led by guests to whom anything may happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from narrator.cues import Ask, Cue, End, Part, Pause, Refused, Say, Tell
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.script.script import Script
from narrator.games.table import Table
from narrator.play import loading as tables
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage

from tests.invariants.gathering import gather
from tests.mishaps.happenings import USUAL, Guests, Habits

LONGEST = 1200
"""Questions after which the guests go home."""


class Noted:
    """A room that notes its cues. What is said to a question, and called for before a line, is another's business."""

    def __init__(self, answer: Callable[[Ask], str | None], call: Callable[[Cue], str] = lambda _: "") -> None:
        self._answer, self._call = answer, call
        self.cues: list[Cue] = []
        self.refused: list[Refused] = []

    def prepare(self, lines: list[Part]) -> None:
        """Have nothing to make ready."""

    def say(self, cue: Say) -> str:
        """Note the line, unless something is called for first."""
        return self._call(cue) or self._note(cue)

    def tell(self, cue: Tell) -> str:
        """Note the result, unless something is called for first."""
        return self._call(cue) or self._note(cue)

    def pause(self, cue: Pause) -> None:
        """Note the pause."""
        self._call(cue)
        self._note(cue)

    def ask(self, cue: Ask) -> str | None:
        """Note the question and give what is said to it."""
        self._note(cue)
        return self._answer(cue)

    def refuse(self, cue: Refused) -> None:
        """Note the refusal."""
        self.refused.append(cue)

    def saved_again(self, journal: Path) -> None:
        """Fail: nobody touches the journals of these games."""
        raise AssertionError(journal)

    def end(self, cue: End) -> None:
        """Note the end."""
        self._note(cue)

    def _note(self, cue: Cue) -> str:
        self.cues.append(cue)
        return ""


class Followed(Stage[Any, Any]):
    """A stage that notes every batch: the cue that was due, what was said, and the table that it led to."""

    def __init__(self, begun: Stage[Any, Any]) -> None:
        super().__init__(begun.game, begun.state, begun.journal)
        self.past = begun.past
        self.batches: list[tuple[Cue | None, str, Any]] = [(None, "", begun.state)]

    def _commit(self, said: str, events: list[Any]) -> None:
        due = self.game.cue(self.state)
        super()._commit(said, events)
        self.batches.append((due, said, self.state))


@dataclass(frozen=True)
class Game:
    """A game that was led: its table, its journal, every batch, and what was refused."""

    table: Table[Any, Any]
    path: Path
    batches: list[tuple[Cue | None, str, Any]]
    refused: list[Refused]

    @property
    def last(self) -> Any:
        """The table as the game left it."""
        return self.batches[-1][2]

    @property
    def tables(self) -> list[Any]:
        """List every table in between."""
        return [after for _, _, after in self.batches]

    @property
    def said(self) -> list[str]:
        """List what was taken, cue by cue; nothing where one went out."""
        return [said for _, said, _ in self.batches[1:]]

    @property
    def given(self) -> list[Cue]:
        """List the cues that went out or were answered, in order, up to the end if the game has one."""
        cues = [due for due, said, _ in self.batches if due and (isinstance(due, Ask) or not said)]
        end = self.table.game().cue(self.last)
        return [*cues, end] if isinstance(end, End) else cues


def begun(table: Table[Any, Any], seed: int, path: Path) -> Stage[Any, Any]:
    """Begin a game in a new journal."""
    data = tables.as_data(table)
    header = Header(game=table.setup.game, setup="", fingerprint=tables.fingerprint(data), seed=seed, data=data)
    return Stage.begin(table.game(), seed, Journal.begin(path, header))


def led(table: Table[Any, Any], seed: int, path: Path, room: Noted) -> Game:
    """Lead a game in the room, to its end or until nobody answers any more."""
    stage = Followed(begun(table, seed, path))
    try:
        stage.run(room)
    finally:
        stage.journal.close()
    return Game(table, path, stage.batches, room.refused)


def fuzzed(script: Script, chance: Random, path: Path, habits: Habits = USUAL, longest: int = LONGEST) -> Game:
    """Lead a game at a table drawn by chance to its end, or until there were so many questions."""
    table: Table[Any, Any] = Table(KtuluPackage(), gather(chance, script), script, [])
    guests = Guests(chance, habits, len(table.setup.player))
    return led(table, chance.getrandbits(32), path, room_of(guests, longest))


def room_of(guests: Guests, questions: int) -> Noted:
    """The room of these guests, who go home after so many questions."""
    left: Iterator[int] = iter(range(questions))
    return Noted(lambda ask: None if next(left, None) is None else guests.answer(ask), guests.call)


def room_again(said: Iterable[str]) -> Noted:
    """The room in which all this is said once more, cue by cue."""
    words = iter(said)
    return Noted(lambda _: next(words, None), lambda _: next(words))
