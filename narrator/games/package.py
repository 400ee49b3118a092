"""What the program needs of a game besides its rules: how its files are read, and what only some games can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from narrator.cues import Delivery, Part
from narrator.errors import NarratorError, Problem
from narrator.texts import message
from narrator.values import dataclass, field

if TYPE_CHECKING:
    from rich.console import Console
    from tomlkit import TOMLDocument

    from narrator.games import Game
    from narrator.games.sheet import Reference, Sheet
    from narrator.games.table import Loaded, Table
    from narrator.lexicon import TableWords
    from narrator.texts import Texts

Question = Callable[[str, str], str]
"""Puts a question with a default answer (which an empty answer means) and returns the answer."""

SEVERAL = "\n"
"""The default answer of a question that several rows may answer, if they come at once: nothing."""


Show = Callable[[str], None]
"""Shows a text."""


class Back(KeyboardInterrupt):
    """Somebody wants to go back to the question before; where there is none, all of them are broken off."""


class OtherGame(Exception):
    """Somebody wants another game for these players, where another may be chosen."""

    def __init__(self, players: Sequence[str]) -> None:
        """Those who were listed so far, in seat order."""
        super().__init__(*players)
        self.players = [*players]


@dataclass(frozen=True, slots=True)
class SetupQuestions:
    """How people are asked their way to a setup; the seed draws what is suggested.

    `kept` has what was answered before, as plain JSON values, and takes what is answered now; its `go` says what is
    wanted then: `now` to begin, `later`, or `more` where everything was asked. Its `settled` names keys of a setup
    that are as usual where they are not there; others are as at the table that `kept` began with. With `back` in
    `kept` they are asked again from the last question, where a game can, else from the first. `hears` is asked, where
    answers are to be spoken, whether anything would hear them, and `networked` whether players' phones could find
    this computer. Nobody can be called by a word that is `taken`. `forms` gives a name in each case in which it may
    be typed. Where there are `others`, OtherGame may be raised.
    """

    ask: Question
    show: Show
    seed: int | None = None
    kept: dict[str, Any] = field(default_factory=dict)
    hears: Callable[[], bool] = lambda: True
    taken: Collection[str] = ()
    networked: Callable[[], bool] = lambda: False
    forms: Callable[[str], Collection[str]] = lambda name: (name,)
    others: bool = False


class Package(Protocol):
    """A game as the program meets it; registry.py lists them all."""

    id: str
    """What a setup's `game` calls it."""

    def read_setup(self, path: Path, data: dict[str, Any]) -> Loaded[Any, Any]:
        """Read what can be read of a setup's data and of the script that it names. Raises BadData."""

    def rebuild(self, setup: dict[str, Any], script: dict[str, Any], place: str) -> Loaded[Any, Any]:
        """Read setup and script as a journal keeps them. Raises BadData if they do not fit this version."""

    def rules(self, setup: Any, script: Any) -> Game[Any, Any]:
        """The game at the table of this setup and script."""

    def profiles(self, script: Any) -> Collection[str]:
        """The name profiles that a setup's `names` may name; empty if the game has none."""


@runtime_checkable
class HasScripts(Package, Protocol):
    """A game whose lines stand in files of their own, which people copy and change."""

    def is_script(self, data: Mapping[str, Any]) -> bool:
        """Whether the data are a script's, not a setup's."""

    def read_script(self, path: Path) -> tuple[Any | None, list[Problem]]:
        """Read what can be read of a script file, and list what is wrong in it. Raises BadData if it is not TOML."""

    def game_of(self, path: Path) -> str:
        """The game of a script, which it may have from the one on which it stands. Raises BadData."""

    def base_of(self, path: Path) -> str:
        """What a script that has no fault names as the one on which it stands; empty if it stands on none."""

    def script_schema(self) -> dict[str, Any]:
        """The JSON Schema of its scripts, for editors."""

    def new_script(self, base: str, texts: Texts) -> str:
        """The text of a script that stands on this one, for people to go on with. Raises BadData."""

    def whole_script(self, path: Path, texts: Texts) -> str:
        """The text of the script with all that it stands on, and how long its parts take. Raises BadData."""

    def compared(self, one: Path, other: Path | None, texts: Texts) -> list[str]:
        """In words, what the other script has otherwise than the one; without another, one than what it stands on.

        Raises BadData with the faults of either.
        """

    def accepted_script(self, path: Path) -> str:
        """The text of the script, in which it is noted that it was checked against what it stands on now.

        Raises BadData with its faults.
        """

    def slim_script(self, copy: Path, old: Path | None) -> str:
        """The text of a script that only says what the copy has otherwise than its base, or than this old one."""


@runtime_checkable
class HasGames(Package, Protocol):
    """Games that are alike but for a script each."""

    def games(self) -> dict[str, str]:
        """What each of them is called, by its name."""

    def of(self, name: str) -> Package:
        """The one of this name."""

    def name_of(self, setup: Any) -> str:
        """The name of the one that is played at this table."""

    def about(self) -> str:
        """How this one is won, and who is in it, for people who have never played it."""


@runtime_checkable
class HasVariants(Protocol):
    """A game of which people play several variants."""

    root: str
    """The name of the game, whatever variant is played."""

    variant: str
    """The script by which new tables play, where one was asked for; empty for the usual game."""

    def playing(self, name: str) -> Package | None:
        """The game by the script of this name, if that is one of its variants."""

    def variant_of(self, script: Any) -> str:
        """What the variant is called that is played by this script; empty for the usual game."""

    def variants(self, table: Table[Any, Any]) -> dict[str, str]:
        """Other scripts, by name, by which this table could play with the cards it has, each with what differs."""

    def in_variant(self, table: Table[Any, Any], name: str) -> Table[Any, Any]:
        """The table as it is played by the script of this name. Raises BadData if it does not fit."""


@runtime_checkable
class HasWords(Protocol):
    """A game with words of its own."""

    folders: tuple[Path, ...]
    """Where its texts and lexicons lie, a file a language in `texts` and in `lexicon` (docs/languages.md).

    What the first lacks, the next may have. What a page draws for each of its marks and ways to be out stands there
    in `signs.toml`, if it has any.
    """


@runtime_checkable
class HasLineFiles(Protocol):
    """A game whose lines lie in a file a language."""

    def line_problems(self, path: Path, language: str) -> list[Problem]:
        """What is wrong in a file of the user's own with lines in this language. Raises BadData."""


@runtime_checkable
class HasTableWords(Protocol):
    """A game whose scripts name what people say, such as cards and sides."""

    def table_words(self, script: Any, profile: str) -> TableWords:
        """How what this script names is called by this profile of names, by the ids of answers."""


@runtime_checkable
class HasRemarks(Protocol):
    """A game that can tell the table in its language what is odd about a setup."""

    def remark(self, table: Table[Any, Any], problem: Problem) -> str:
        """The problem in the words of the table; empty if there are none."""


@runtime_checkable
class HasDelivery(Protocol):
    """A game whose scripts say how their lines are to be said."""

    def delivery(self, table: Table[Any, Any]) -> Delivery:
        """How the lines of this table are said; it follows from what everybody knows."""


@runtime_checkable
class HasDeal(Protocol):
    """A game that deals each player something secret, such as a card."""

    def dealt(self, table: Table[Any, Any], seed: int, profile: str) -> list[str]:
        """What each player reads of what this seed deals them, in seat order; `profile` names it."""


@runtime_checkable
class HasCalls(Protocol):
    """A game whose players are called aloud to what they are dealt."""

    def calls(self, table: Table[Any, Any], seed: int) -> dict[int, tuple[Part, ...]]:
        """The words that call each player to the screen, in parts, by seat; no words where the script has none."""


@runtime_checkable
class HasManual(Protocol):
    """A game whose cards can be read up while it is led."""

    def explained(self, table: Table[Any, Any], cards: Sequence[str]) -> list[str]:
        """What the player of each of these cards reads, at this table."""

    def manual(self, table: Table[Any, Any]) -> dict[str, str]:
        """What every card does and how every side wins at this table, whether or not it is in play, by its name."""


@runtime_checkable
class HasPractice(Protocol):
    """A game whose scripts say enough to be taught and shown by themselves."""

    def practice(self, names: Sequence[str]) -> dict[str, Any]:
        """A setup for practice, as a file has it, with open cards, for as many of these people as it takes."""

    def lesson(self, table: Table[Any, Any], texts: Texts) -> list[str]:
        """How the table's game is played, a step each."""

    def first_night(self, table: Table[Any, Any], seed: int) -> list[str]:
        """What people might answer there in a game of this seed, until the first night with deaths is over."""


@runtime_checkable
class HasSheet(Protocol):
    """A game that can be led from paper."""

    def sheet(self, table: Table[Any, Any], nights: int) -> Sheet:
        """What is printed of this table for a game of so many nights; it holds all secrets once they are dealt."""


@runtime_checkable
class HasReference(Protocol):
    """A game of which a table keeps a sheet at hand; it holds no secret."""

    def reference(self, table: Table[Any, Any], texts: Texts) -> Reference:
        """What is printed of this table, in texts that have the game's own too."""


@runtime_checkable
class HasWizard(Protocol):
    """A game that asks people their way to a setup."""

    def new_setup(self, asking: SetupQuestions) -> TOMLDocument:
        """Ask for a setup. Nothing is written; whatever `ask` raises ends the questions."""


class Simulation(Protocol):
    """Many games of one table, or of two to compare, counted up as they are played."""

    def rounds(self, games: int, seed: int, jobs: int) -> Iterator[int]:
        """Play the games in `jobs` processes; yield how many are finished, from time to time."""

    def data(self, seed: int) -> dict[str, Any]:
        """The results of the finished games, as plain JSON values."""

    def show(self, data: dict[str, Any], console: Console, texts: Texts) -> None:
        """Print these data for people, in texts that have the game's own too."""


@runtime_checkable
class HasSimulation(Protocol):
    """A game that can be played many times by random people, to judge a table."""

    def simulation(
        self, named: Path | None, players: int | None, seed: int, beside: Path | None = None
    ) -> Simulation:
        """Prepare the table of a setup or script, or one for this many players; `beside` is to compare with.

        Raises NarratorError or BadData.
        """


class Rehearsal(NamedTuple):
    """What came of playing a file on its own: what never happened, and a summary, a line each."""

    problems: list[Problem]
    summary: list[str]


@runtime_checkable
class HasRehearsal(Protocol):
    """A game whose setups and scripts can be played many times before anybody does."""

    def rehearsal(self, path: Path, texts: Texts, games: int) -> Rehearsal:
        """Play tables of a setup or script so many times; `texts` have the game's own too. Raises BadData."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing to read aloud for a recorded voice: `text` shows gaps as dots, `parts` are what lies between them."""

    id: str
    text: str
    parts: tuple[Part, ...]


@runtime_checkable
class HasReadings(Protocol):
    """A game whose lines people can record in a voice of their own."""

    def readings(
        self, table: Table[Any, Any] | None, script: str, profile: str, counted: Callable[[str], Sequence[Part]]
    ) -> tuple[list[Reading], str]:
        """What has to be read for a table, else for any of this script, in a good order; and its language.

        `counted` gives what is said beside the numbers where answers are counted, by language. Raises BadData.
        """


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who played in a game: their name, role and side as people call them, and whether their side won.

    Role and side are empty in a game without such.
    """

    name: str
    role: str
    side: str
    won: bool


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A game for the statistics: the side that won (empty: nobody), who played, numbers, and whom something befell.

    The keys of `numbers` and `people` name texts of the game, in `stats.numbers` and `stats.people`. In a list of
    `people` somebody stands as often as it befell them. `variant` is what the script is called, if there are several.
    """

    winner: str
    participants: tuple[Participant, ...]
    numbers: Mapping[str, int]
    people: Mapping[str, Sequence[str]]
    variant: str = ""


@runtime_checkable
class HasStatistics(Protocol):
    """A game whose finished evenings can be added up from their journals."""

    counted_facts: Collection[str]
    """The names of the events that are counted."""

    def counted(
        self, setup: Mapping[str, Any], script: Mapping[str, Any], facts: Iterable[Mapping[str, Any]], seed: int
    ) -> GameStatistics | None:
        """Count up a game of this seed from these facts, as a journal has them, in order; None if it is not over."""


D = TypeVar("D")


def require_door(package: Package, door: type[D], refusal: str) -> D:
    """The package, typed as one that has this door. Raises NarratorError by the key of its text if it has not."""
    if not isinstance(package, door):
        raise NarratorError(message(refusal, game=package.id))
    return package
