"""Cthulhu FLUXX as the program meets it: reading its files, its wizard, what a voice records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import paths, toml_reader
from narrator.cues import Part
from narrator.errors import Problem, escaped
from narrator.games import table
from narrator.games.fluxx import Did, Fluxx
from narrator.games.fluxx.commands import MOST_PLAYERS
from narrator.games.fluxx.lines import heard, lines_of
from narrator.games.fluxx.setup import Script, Setup
from narrator.games.lines import readings
from narrator.games.naming import sayable
from narrator.games.package import GameStatistics, Participant, Question, Reading, Show

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

Loaded = table.Loaded[Setup, Script]

LEAST_PLAYERS, MOST_GOALS = 2, 30


class FluxxPackage:
    """The game with the doors that it has (narrator.games.package)."""

    id, folder = "cthulhu-fluxx", Path(__file__).parent
    counted_facts = frozenset({Did.__name__})

    def read_setup(self, path: Path, data: dict[str, Any]) -> Loaded:
        """Read what can be read of a setup's data, and the lines of its language."""
        setup, found = toml_reader.build_anyway(data, Setup, path.name)
        script, more = script_of(setup.language if setup else "pl", path.name)
        return table.Loaded(self, setup, [*found, *more, *_odd(setup, path.name)], None, script)

    def rebuild(self, setup: dict[str, Any], script: dict[str, Any], place: str) -> Loaded:
        """Read setup and script as a journal keeps them. Raises BadData."""
        seats, said = toml_reader.build(setup, Setup, place), toml_reader.build(script, Script, place)
        return table.Loaded(self, seats, [], None, said)

    def rules(self, setup: Setup, script: Script) -> Fluxx:
        """The game at this table."""
        return Fluxx(setup, script)

    def profiles(self, _: Script) -> Collection[str]:
        """There are none: nothing in this game has another name."""
        return ()

    def new_setup(
        self,
        ask: Question,
        show: Show,
        seed: int | None = None,  # noqa: ARG002 - nothing is drawn
        kept: dict[str, Any] | None = None,
        hears: Callable[[], bool] = lambda: True,
        taken: Collection[str] = (),
    ) -> TOMLDocument:
        """Ask for a setup."""
        from narrator.games.fluxx.wizard import new_table

        return new_table(self.id, ask, show, {} if kept is None else kept, hears, taken)

    def counted(
        self, setup: Mapping[str, Any], script: Mapping[str, Any], facts: Iterable[Mapping[str, Any]]
    ) -> GameStatistics | None:
        """Count up a game by playing its facts again; None if it is not over."""
        game = Fluxx(toml_reader.build(setup, Setup, ""), toml_reader.build(script, Script, ""))
        state = game.begin(0)
        try:
            for fact in facts:
                state = game.fold(state, Did(fact["what"]))
        except AssertionError as impossible:
            raise ValueError("this never happened") from impossible
        if state.winner is None:
            return None
        names = [player.name for player in state.players]
        won = names[state.winner - 1] if state.winner else ""
        people = tuple(Participant(name, "", "", name == won) for name in names)
        return GameStatistics(won, people, {"turns": state.turn}, {})

    def readings(
        self,
        seated: table.Table[Setup, Script] | None,
        _script: str,
        _profile: str,
        _counted: Callable[[str], Sequence[Part]],
    ) -> tuple[list[Reading], str]:
        """What has to be read for a voice of one's own."""
        script = seated.script if seated else script_of("pl", "pl")[0]
        lines, people = lines_of(script), seated.setup.people.values() if seated else ()
        return readings(lines, heard(lines, MOST_PLAYERS), numbers=range(21), people=people), script.language


def script_of(language: str, place: str) -> tuple[Script, list[Problem]]:
    """The lines of a language, or of Polish where it has none, with what is wrong. Raises BadData."""
    folder = paths.shipped("scripts") / FluxxPackage.id
    there = sorted(file.stem for file in folder.glob("*.toml"))
    known = language if language in there else "pl"
    script = toml_reader.read(folder / f"{known}.toml", Script)
    if language in there:
        return script, []
    return script, [
        Problem(f"{place}: language", f"there are no lines in {language!r}", f"write {' or '.join(there)}")
    ]


def _odd(setup: Setup | None, place: str) -> list[Problem]:
    """What the keys of a setup, right in themselves, cannot mean."""
    return (
        [] if setup is None else [*_odd_people(setup, place), *_odd_goals(setup, place), *_odd_values(setup, place)]
    )


def _odd_people(setup: Setup, place: str) -> Iterator[Problem]:
    players, names = len(setup.player), [player.name for player in setup.player]
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        yield Problem(f"{place}: player", f"{players} players", f"seat {LEAST_PLAYERS} to {MOST_PLAYERS}")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        yield Problem(f"{place}: player", f"{twice[0]!r} sits here twice", "give each their own name")
    for name in filterfalse(sayable, names):
        yield Problem(f"{place}: player", f"“{escaped(name)[:60]}” is no name", "write up to 60 signs, with letters")


def _odd_goals(setup: Setup, place: str) -> Iterator[Problem]:
    if len(setup.goals) > MOST_GOALS:
        yield Problem(f"{place}: goals", f"{len(setup.goals)} goals", f"name at most {MOST_GOALS}")
    for goal in filterfalse(sayable, setup.goals):
        yield Problem(f"{place}: goals", f"“{escaped(goal)[:60]}” is no name", "write up to 60 signs, with letters")


def _odd_values(setup: Setup, place: str) -> Iterator[Problem]:
    if setup.answers not in ("open", "keys"):
        fault = f"answers = {setup.answers!r}, but nothing is secret in this game"
        yield Problem(f"{place}: answers", fault, 'write "open" or "keys"')
    if not 0 <= setup.beat <= 10:
        yield Problem(f"{place}: beat", f"{setup.beat} seconds of silence", "write 0 to 10")
