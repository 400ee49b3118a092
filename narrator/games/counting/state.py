"""Where a game stands in which everybody plays at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, Self, TypeVar

from narrator.cues import Part
from narrator.games.parts import listed, person
from narrator.values import dataclass, field, replace

Said = tuple[str, Mapping[str, Any]]
"""A line to be said, and what stands in it."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class HasName(Protocol):
    """Somebody who plays, as this game counts for them."""

    @property
    def name(self) -> str:
        """What the table calls them."""


Person = TypeVar("Person", bound=HasName)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Generic[Person]):
    """A game as it stands; `seat` plays its turn, and `asked` is what everything waits for, but for the table's own.

    The first word of `asked` names the question; what belongs to it stands behind. `heard` counts the lines that went
    out. `deed` led here, from where `before` is.
    """

    seed: int
    players: tuple[Person, ...]
    turn: int = 0
    seat: int = 0
    asked: str = ""
    to_say: tuple[Said, ...] = ()
    paused: bool = False
    heard: int = 0
    deed: str = ""
    before: Self | None = field(default=None, compare=False, repr=False)

    @property
    def player(self) -> Person:
        """Whose turn it is."""
        return self.players[self.seat - 1]

    @property
    def question(self) -> str:
        """What the open question is called; empty at the state of rest."""
        return self.asked.partition(" ")[0]

    def of(self, seat: int) -> Person:
        """The player in this seat."""
        return self.players[seat - 1]

    def part(self, seat: int = 0) -> tuple[Part, ...]:
        """The name of whoever sits here, or else of whose turn it is, as it stands in a line."""
        return (person(self.of(seat or self.seat).name),)

    def parts(self, seats: Iterable[int]) -> tuple[Part, ...]:
        """The names of those who sit there, as a list."""
        return listed(map(self.part, seats))

    def with_player(self, seat: int, **changes: Any) -> Self:
        """The game with this changed of a player."""
        one: Any = replace(self.players[seat - 1], **changes)  # type: ignore[type-var]
        return replace(self, players=(*self.players[: seat - 1], one, *self.players[seat:]))

    def says(self, line: str, **values: Any) -> Self:
        """The game with one line more to be said."""
        return replace(self, to_say=(*self.to_say, (line, values)))
