"""A whole game for tests, led through the stage into a journal, with every cue and every table in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from narrator.cues import Ask, Cue, End, Part, Pause, Refused, Say, Tell
from narrator.games.night.loading import Table
from narrator.play import loading
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage

from tests.mishaps.happenings import Habits, legal

SETUP = """
format = 1
cards = ["sheriff", "pastor", "boss", "avenger", "chief"]

[rules]
searches = 1

[[player]]
name = "Łucja"

[[player]]
name = "Bartek"

[[player]]
name = "Żaneta"

[[player]]
name = "Darek"

[[player]]
name = "Ewa"
"""
"""A table as small as they come, with every kind of call: alone, a faction's, public and silent."""

COMMANDS = ["pause", "ready", "repeat", "undo", "undo", "undo"]
"""What is said once instead of the third answer, besides answers; each undo goes back one call further."""

LATE = Habits(late=0.15, hurry=1.0)
"""How people answer: legally, sometimes not in time, and by day always what brings the end nearer."""


@dataclass
class Notebook:
    """A room that writes down every cue, and gives answers as long as there are some."""

    answers: Iterator[str]
    cues: list[Cue] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def prepare(self, lines: list[Part]) -> None: ...

    def say(self, cue: Say) -> str:
        self.cues.append(cue)
        return ""

    def tell(self, cue: Tell) -> str:
        self.cues.append(cue)
        return ""

    def pause(self, cue: Pause) -> None:
        self.cues.append(cue)

    def refuse(self, cue: Refused) -> None:
        raise AssertionError(cue)

    def saved_again(self, journal: Path) -> None:
        raise AssertionError(journal)

    def end(self, cue: End) -> None:
        self.cues.append(cue)

    def ask(self, cue: Ask) -> str | None:
        self.cues.append(cue)
        self.asked.append(cue)
        answer = next(self.answers, None)
        if answer is not None:
            self.said.append(answer)
        return answer


@dataclass(frozen=True)
class Played:
    """A game from its first cue to its end. Table and cue number n are those after n + 1 batches of the journal."""

    table: Table
    seed: int
    answers: list[str]
    cues: list[Cue]
    states: list[Any]
    journal: bytes

    @property
    def ends(self) -> list[int]:
        """Where in the journal its batches end, in bytes; the header's end comes first."""
        found, place = [], 0
        for line in self.journal.splitlines(keepends=True):
            if b'"input": ' in line or b'"journal": ' in line:
                found.append(place)
            place += len(line)
        return [*found[1:], place]


class Watched(Stage[Any, Any]):
    """A stage that remembers every table that a batch led to."""

    states: list[Any]

    def _commit(self, said: str, events: list[Any]) -> None:
        super()._commit(said, events)
        self.states = [*getattr(self, "states", []), self.state]


def lead(table: Table, seed: int, path: Path, longest: int) -> tuple[Watched, Notebook]:
    """Lead the game with drawn answers, to the end or until there have been so many."""
    data = loading.as_data(table)
    header = Header(game="ktulu", setup="", fingerprint=loading.fingerprint(data), seed=seed, data=data)
    stage = Watched.begin(table.game(), seed, Journal.begin(path, header))
    assert isinstance(stage, Watched)
    room = Notebook(iter(()))
    room.answers = drawn(room, Random(seed), longest)
    stage.run(room)
    stage.journal.close()
    return stage, room


def drawn(room: Notebook, choose: Random, longest: int) -> Iterator[str]:
    """Draw answers to what was asked last; after the second one give the commands too."""
    for number in range(longest):
        if number == 2:
            yield from COMMANDS
        yield legal(room.asked[-1], choose, LATE)


@cache
def whole_game(setup: str = SETUP, nights: int = 2, longest: int = 36) -> Played:
    """The first game with this setup that ends after so many nights or more, and not too many answers."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text(setup, encoding="utf-8")
        table = loading.load_table(file)
        for seed in count():
            path = Path(folder) / f"{seed}.jsonl"
            stage, room = lead(table, seed, path, longest)
            if stage.over and stage.state.night >= nights:
                return Played(table, seed, room.said, room.cues, stage.states, path.read_bytes())
    raise AssertionError("there is always another seed")
