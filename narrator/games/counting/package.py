"""Such a game as the program meets it: reading its files, its wizard, what a voice records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import filterfalse
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from narrator.computer import paths, toml_reader
from narrator.computer.texts import own_languages
from narrator.cues import Part
from narrator.errors import Problem, escaped, fault, out_of_range
from narrator.games import table
from narrator.games.counting import CountingGame, Did
from narrator.games.counting.recap import reference
from narrator.games.counting.setup import Script, Setup, completed, misfits
from narrator.games.counting.state import State
from narrator.games.lines import readings
from narrator.games.name_lists import not_alone
from narrator.games.naming import sayable
from narrator.games.package import GameStatistics, Participant, Reading, SetupQuestions
from narrator.texts import DEFAULT, SECOND, message

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from narrator.games.sheet import Reference, Section
    from narrator.texts import Texts

Seated = TypeVar("Seated", bound=Setup)


class CountingPackage(Generic[Seated]):
    """The game with the doors that it has (narrator.games.package)."""

    id: str
    folders: tuple[Path, ...]
    counted_facts = frozenset({Did.__name__})
    seated: type[Seated]
    game: type[CountingGame[Any, Seated]]
    players: ClassVar[range]
    """How many can play."""
    choices: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What the wizard asks besides who plays: a key's values, the usual one first."""
    apiece: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What it asks of each player, who has what nobody else has."""
    counters: ClassVar[Sequence[str]] = ()
    """What a sheet of paper has room to count for each player."""
    numbers: ClassVar[range] = range(21)
    """The numbers that are said."""

    def seats(self, _setup: Seated) -> range:
        """How many can play at this table."""
        return self.players

    def odd(self, _setup: Seated, _place: str) -> Iterator[Problem]:
        """What the game's own keys, right in themselves, cannot mean."""
        yield from ()

    def read_setup(self, path: Path, data: dict[str, Any]) -> table.Loaded[Seated, Script]:
        """Read what can be read of a setup's data, and the lines of its language."""
        setup, found = toml_reader.build_anyway(data, self.seated, path.name)
        if setup and not data.get("language"):
            setup = replace(setup, language=self.language_here())
        script, more = self.script_of(setup.language if setup else DEFAULT, path.name)
        odd = [] if setup is None else [*self._odd(setup, path.name), *self.odd(setup, path.name)]
        return table.Loaded(self, setup, [*found, *more, *odd], None, script)

    def rebuild(self, setup: dict[str, Any], script: dict[str, Any], place: str) -> table.Loaded[Seated, Script]:
        """Read setup and script as a journal keeps them. Raises BadData."""
        seats, said = toml_reader.build(setup, self.seated, place), toml_reader.build(script, Script, place)
        return table.Loaded(self, seats, [], None, said)

    def rules(self, setup: Seated, script: Script) -> CountingGame[Any, Seated]:
        """The game at this table."""
        return self.game(setup, script)

    def profiles(self, _: Script) -> Collection[str]:
        """There are none: nothing in these games has another name."""
        return ()

    def new_setup(self, asking: SetupQuestions) -> TOMLDocument:
        """Ask for a setup."""
        from narrator.computer.settings import usual_language
        from narrator.computer.texts import texts_of
        from narrator.games.counting.wizard import new_table
        from narrator.games.interview import Interview

        interview = Interview(texts_of(usual_language(), *self.folders), self.players, asking)
        return new_table(self.id, self.language_here(), interview, self.choices, asking.kept, self.apiece)

    def counted(
        self, setup: Mapping[str, Any], script: Mapping[str, Any], facts: Iterable[Mapping[str, Any]], seed: int
    ) -> GameStatistics | None:
        """Count up a game by playing its facts again; None if it is not over."""
        game = self.game(toml_reader.build(setup, self.seated, ""), toml_reader.build(script, Script, ""))
        state = game.begin(seed)
        try:
            for fact in facts:
                state = game.fold(state, Did(fact["what"]))
        except AssertionError as impossible:
            raise ValueError("this never happened") from impossible
        return self.summed_up(game, state)

    def summed_up(self, game: CountingGame[Any, Seated], state: State[Any]) -> GameStatistics | None:
        """A game that is over for the statistics, by those who won; None if it is not over."""
        outcome = game.over(state)
        if outcome is None:
            return None
        names = game.names(state)
        won = [names[int(seat)] for seat in outcome.winners]
        people = tuple(Participant(name, "", "", name in won) for name in names.values())
        return GameStatistics(", ".join(won), people, {"turns": state.turn}, {})

    def tables(self, _table: table.Table[Seated, Script], _texts: Texts) -> Iterator[Section]:
        """What the game has to look up, of its own."""
        yield from ()

    def reference(self, table: table.Table[Seated, Script], texts: Texts) -> Reference:
        """What a table keeps at hand."""
        return reference(texts, table.setup.people, self.counters, self.tables(table, texts))

    def readings(
        self,
        seated: table.Table[Seated, Script] | None,
        _script: str,
        _profile: str,
        _counted: Callable[[str], Sequence[Part]],
    ) -> tuple[list[Reading], str]:
        """What has to be read for a voice of one's own."""
        script = seated.script if seated else self.script_of(self.language_here(), "")[0]
        lines, people = self.game.lines_of(script), seated.setup.people.values() if seated else ()
        heard = self.game.heard(lines, self.players[-1])
        named = dict.fromkeys(lines.vocabulary.apart, tuple(lines.vocabulary))
        return readings(lines, heard, numbers=self.numbers, people=people, named=named), script.language

    def language_here(self) -> str:
        """The language of tables that name none: that of the settings, else English, in which the game has lines."""
        from narrator.computer.settings import usual_language

        return next((one for one in (usual_language(), SECOND) if not self.script_of(one, "")[1]), DEFAULT)

    def script_of(self, language: str, place: str) -> tuple[Script, list[Problem]]:
        """The lines of a language, or of another where it has none, with what is wrong. Raises BadData.

        What the user's own lack is said as the game has it, in that language or in the first of the others.
        """
        own, script = own_languages() / language / "scripts" / f"{self.id}.toml", self._shipped(language)
        if own.is_file():
            return replace(completed(toml_reader.read(own, Script), script), language=language), []
        if script.language == language:
            return script, []
        there = sorted(file.stem for file in (paths.shipped("scripts") / self.id).glob("*.toml"))
        words = message("faults.no-lines-in", language=language, languages=", ".join(there))
        return script, [Problem(f"{place}: language", words)]

    def line_problems(self, path: Path, language: str) -> list[Problem]:
        """What is wrong in a file of the user's own with lines in this language. Raises BadData."""
        own, found = toml_reader.build_anyway(toml_reader.load(path), Script, path.name)
        odd = misfits(own, self._shipped(language)) if own else ()
        return [*found, *(Problem(f"{path.name}: {place}", words) for place, words in odd)]

    def _shipped(self, language: str) -> Script:
        """The lines that came along in this language, else in English or Polish."""
        files = (paths.shipped("scripts") / self.id / f"{one}.toml" for one in (language, SECOND, DEFAULT))
        return toml_reader.read(next(file for file in files if file.is_file()), Script)

    def _odd(self, setup: Seated, place: str) -> Iterator[Problem]:
        """What the keys of any such setup, right in themselves, cannot mean."""
        number, names = len(setup.player), [player.name for player in setup.player]
        if number not in (seats := self.seats(setup)):
            yield fault(f"{place}: player", "faults.players", count=number, fewest=seats[0], most=seats[-1])
        if twice := sorted({name for name in names if names.count(name) > 1}):
            yield fault(f"{place}: player", "faults.sits-here-twice", name=twice[0])
        yield from unsayable(names, f"{place}: player")
        for name in filter(sayable, names):
            yield from not_alone(name, f"{place}: player")
        if setup.answers not in ("open", "keys"):
            yield fault(f"{place}: answers", "faults.nothing-secret", answers=setup.answers)
        if not 0 <= setup.beat <= 10:
            yield out_of_range(f"{place}: beat", setup.beat, 0, 10)


def unsayable(names: Iterable[str], place: str) -> Iterator[Problem]:
    """Which of these cannot be said."""
    for name in filterfalse(sayable, names):
        yield fault(place, "faults.no-name-to-call", name=escaped(name)[:60])
