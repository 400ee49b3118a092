"""Play a scenario of a game that listens: what people say one after the other, and what must come of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator.computer.toml_reader import build
from narrator.cues import Ask, End, Refused, Say, plain
from narrator.games import registry
from narrator.games.view import View
from narrator.play.journal import Batch
from narrator.play.steps import as_fact
from narrator.texts import Words

from tests.any_game.evening import AnyGame

FOLDER = Path(__file__).parent / "listening"


@dataclass(frozen=True, kw_only=True)
class Step:
    """What people say, in order, and what must be so after the last of it.

    lines    the ids of lines that went out meanwhile, in this order; there may be others between
    words    what was heard in them, in any order
    unsaid   how the id of no line may begin
    state    what the game keeps, by its name, such as `players.0.doom`
    table    what lies on the table, by its id; a message by its key
    seats    what is counted at a seat
    marks    the seats with a mark, by the mark's id
    asks     the question's place: the id of its call
    asked    words of the question
    choices  its answers
    refused  the reason for which the last of what is said is refused
    won      the winners' ids, none of them if nobody wins; it is not over where this is left out
    """

    say: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    state: dict[str, Any] = field(default_factory=dict)
    table: dict[str, str] = field(default_factory=dict)
    seats: dict[str, dict[str, int]] = field(default_factory=dict)
    marks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    asks: str = ""
    asked: str = ""
    choices: tuple[str, ...] | None = None
    refused: str = ""
    won: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A whole file: a table with these keys in its setup, and what happens there.

    All of it must hold at the tables, too, that differ by the keys of each of `also`.
    """

    law: str
    ids: tuple[str, ...]
    setup: dict[str, Any]
    also: tuple[dict[str, Any], ...] = ()
    seed: int = 1
    step: tuple[Step, ...]

    def games(self) -> Iterator[AnyGame]:
        """The rules at each of the tables."""
        for keys in ({}, *self.also):
            data = {**self.setup, **keys}
            people = [one if isinstance(one, dict) else {"name": one} for one in data.pop("players")]
            loaded = registry.package(data["game"]).read_setup(Path("listening"), {**data, "player": people})
            yield loaded.table().game()


def files() -> list[Path]:
    """All scenario files."""
    return sorted(FOLDER.glob("*/*.toml"))


def load(path: Path) -> Scenario:
    """Read one scenario, strictly; its game is that of its folder."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    data["setup"] = {"game": path.parent.name, **data.get("setup", {})}
    return build(data, Scenario, path.name)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a game's scenarios prove, by the ids that they name; `unproved` has why no scenario can."""

    rules: dict[str, str]
    unproved: dict[str, str]


def rules() -> dict[str, Rules]:
    """The rules of each game; their file lies beside its folder."""
    found = sorted(FOLDER.glob("*.toml"))
    return {path.stem: build(tomllib.loads(path.read_text(encoding="utf-8")), Rules, path.name) for path in found}


class Playing:
    """A scenario under way at one table; `batches` is what its journal would hold."""

    def __init__(self, scenario: Scenario, game: AnyGame) -> None:
        self.seed, self.game = scenario.seed, game
        self.batches: list[Batch] = []
        self.state = game.begin(self.seed)
        self.heard: list[Say] = []
        self._go("", game.opening(self.state))
        self._listen()

    def play(self, steps: tuple[Step, ...]) -> None:
        """Go through the steps, and look at what each comes to."""
        for number, step in enumerate(steps, 1):
            where = f"step {number}, {' + '.join(step.say)}"
            *earlier, last = step.say or ("",)
            for word in (*earlier, *([] if step.refused else [last] * bool(last))):
                self.take(word, where)
            if step.refused:
                result = self.game.take(self.state, last)
                assert isinstance(result, Refused), f"{where}: it is taken"
                assert result.reason == step.refused, where
                assert result.text, f"{where}: it is refused without a word"
            self._verify(step, where)
            self.heard = []

    def take(self, word: str, where: str) -> None:
        """Say a word that must be taken, and listen until the next question."""
        events = self.game.take(self.state, word)
        assert not isinstance(events, Refused), f"{where}: {word} is refused: {events.reason}"
        self._go(word, events)
        self._listen()
        self.answered()

    def answered(self) -> None:
        """Be told that an answer was taken."""

    def _listen(self) -> None:
        while isinstance(cue := self.game.cue(self.state), Say):
            assert cue.text, f"{cue.line} has no words"
            self.heard.append(cue)
            self._go("", self.game.delivered(self.state))

    def _go(self, said: str, events: list[Any]) -> None:
        self.batches.append(Batch(said, [as_fact(event) for event in events]))
        for event in events:
            self.state = self.game.fold(self.state, event)

    def _verify(self, step: Step, where: str) -> None:
        self._verify_sounds(step, where)
        self._verify_table(step, self.game.view(self.state, "all"), where)
        for name, expected in step.state.items():
            assert plain(_at(self.state, name)) == expected, f"{where}: {name} is {_at(self.state, name)}"
        cue, over = self.game.cue(self.state), self.game.over(self.state)
        assert (over and over.winners) == step.won, f"{where}: {over}"
        assert isinstance(cue, End if over else Ask), f"{where}: {cue}"
        if isinstance(cue, Ask):
            assert step.asks in ("", cue.at.call), f"{where}: {cue.at.call} is asked"
            assert step.asked in cue.text, f"{where}: {cue.text}"
            assert step.choices in (None, cue.choices), f"{where}: {cue.choices}"

    def _verify_sounds(self, step: Step, where: str) -> None:
        lines, words = [_plain(cue.line) for cue in self.heard], [cue.text for cue in self.heard]
        rest = iter(lines)
        for line in step.lines:
            assert line in rest, f"{where}: {line} was not said, or not in this order: {lines}"
        for text in step.words:
            assert any(text in one for one in words), f"{where}: {text!r} was not heard: {words}"
        for prefix in step.unsaid:
            assert not [line for line in lines if line.startswith(prefix)], f"{where}: {prefix} was said: {lines}"

    def _verify_table(self, step: Step, view: View, where: str) -> None:
        lies = {slip.id: _key(slip.text) for slip in view.table}
        for slip, text in step.table.items():
            assert lies.get(slip, "") == text, f"{where}: {slip}: {lies}"
        for number, counters in step.seats.items():
            seat = view.seats[int(number) - 1]
            assert {of: seat.counters.get(of) for of in counters} == counters, f"{where}: {seat}"
        for mark, seats in step.marks.items():
            marked = tuple(seat.seat for seat in view.seats if mark in {one.id for one in seat.marks})
            assert marked == seats, f"{where}: {mark}: {marked}"


def _at(state: Any, name: str) -> Any:
    """What a state has under a name with dots; digits count from 0."""
    for part in name.split("."):
        state = state[int(part)] if part.isdecimal() else getattr(state, part)
    return state


def _plain(line: str) -> str:
    """The line without the number of its wording."""
    return line.rsplit(".", 1)[0]


def _key(words: Words) -> str:
    return words if isinstance(words, str) else words.key
