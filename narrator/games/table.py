"""Tonight's table, whatever the game: who sits where, how they answer, and which voice speaks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeVar, cast

from narrator.errors import BadData, Problem
from narrator.lexicon import seen
from narrator.values import dataclass, field, replace

if TYPE_CHECKING:
    from narrator.games import Game
    from narrator.games.package import Package

DEFAULT = "ktulu"
"""The game of a setup or a script that names none."""

Answerers = Literal["moderator", "keys", "counting", "phones", "open"]


@dataclass(frozen=True, kw_only=True)
class Player:
    """Somebody in the circle; seats are counted from 1 in the order of the file."""

    name: str
    say: str = ""  # how the name is spelt for a voice that would say it wrong

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", seen(self.name))


class Setup:
    """What every game's setup has; a game's own is a frozen dataclass with these keys and more, in any order."""

    game: str
    language: str
    names: str
    answers: Answerers
    voice: str
    seed: int | None
    player: tuple[Player, ...]

    @property
    def seats(self) -> range:
        """All seats of the circle, 1…n clockwise."""
        return range(1, len(self.player) + 1)

    @property
    def people(self) -> dict[int, str]:
        """The players' names by seat."""
        return dict(enumerate((player.name for player in self.player), 1))

    @property
    def spoken_names(self) -> dict[str, str]:
        """The names that a voice may say wrong, and how they are spelt for it."""
        return {player.name: player.say for player in self.player if player.say}

    @property
    def by_keys(self) -> bool:
        """Whether the players answer without a voice, by keys or phones, so that nothing has to be heard."""
        return self.answers in ("keys", "counting", "phones")

    @property
    def with_nights(self) -> bool:
        """Whether players close their eyes and are woken, so that each of them could answer in secret."""
        return False

    @property
    def addressed(self) -> bool:
        """Whether commands may be spoken too, once the narrator is called."""
        return False

    @property
    def drawn(self) -> tuple[str, ...]:
        """What the seed deals to the players, such as cards; empty if nothing is left to chance."""
        return ()

    @property
    def given(self) -> tuple[str, ...]:
        """What the setup itself gives to each player, such as a card, so that nothing of it is drawn."""
        return ()

    @property
    def of_seats(self) -> tuple[str, ...]:
        """Keys with the seat of somebody, or 0: where people change places, that goes with its person."""
        return ()

    def with_own_deck(self) -> Self | None:
        """The setup with a real deck, of which whoever leads tells the game; None if there is nothing to deal."""
        return None

    def with_phones(self) -> Self | None:
        """The setup in which players answer by phone; None in a game that wakes nobody and has no use for phones."""
        return None

    def name(self, seat: int) -> str:
        """The name of the player in this seat."""
        return self.player[seat - 1].name

    def renamed(self, seat: int, name: str) -> Self:
        """The setup with another name in this seat, which is spoken as it is written."""
        one = replace(self.player[seat - 1], name=name, say="")
        player = (*self.player[: seat - 1], one, *self.player[seat:])
        same: Self = replace(cast(Any, self), player=player)
        return same

    def joined(self, name: str) -> Self:
        """The setup with one player more, in the last seat."""
        player = (*self.player, replace(self.player[-1], name=name, say=""))
        same: Self = replace(cast(Any, self), player=player)
        return same

    def rematch(self) -> Self:
        """The setup of another game with the same people, to whom the cards are dealt anew."""
        same: Self = replace(cast(Any, self), seed=None)
        return same


S = TypeVar("S", bound=Setup)
R = TypeVar("R")


@dataclass(frozen=True)
class Table(Generic[S, R]):
    """A setup and its script, both free of faults; `warnings` are worth a look."""

    package: Package
    setup: S
    script: R
    warnings: list[Problem]

    def game(self) -> Game[Any, Any]:
        """The rules at this table."""
        return self.package.rules(self.setup, self.script)

    def with_setup(self, **changes: Any) -> Self:
        """The table with another value of these keys in its setup."""
        return replace(self, setup=replace(cast(Any, self.setup), **changes))


@dataclass(frozen=True)
class Loaded(Generic[S, R]):
    """What could be read of a setup file and its script, with all that is wrong in them.

    `setup` or `script` is None if it cannot be used at all.
    """

    package: Package
    setup: S | None
    problems: list[Problem]
    script_file: Path | None = None
    script: R | None = None
    script_problems: list[Problem] = field(default_factory=list)

    def table(self) -> Table[S, R]:
        """Make the table. Raises BadData with every fault of setup and script."""
        found = [*self.script_problems, *self.problems]
        if self.setup is None or self.script is None or any(not problem.warning for problem in found):
            raise BadData(found)
        return Table(self.package, self.setup, self.script, found)
