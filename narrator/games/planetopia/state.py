"""Where a game of Planetopia stands: the settlements, the cards that lie, the event under way, what is still due."""

from __future__ import annotations

from typing import Any, Literal, Self

from narrator.games.counting import state as counting
from narrator.games.planetopia.cards import DECK
from narrator.values import dataclass, replace

Kind = Literal["fact", "luxury", "misfortune"]

KINDS: tuple[Kind, ...] = ("fact", "luxury", "misfortune")

CROWD, CAP = 500, 80
"""From how many percent of population a settlement is crowded, and what its morale then cannot pass (PL82)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that holds in a settlement, in somebody's own words, or by a `cause` that has words."""

    kind: Kind
    note: str = ""
    cause: str = ""
    people: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A player, and the settlement they lead unless they judge; percents (PL3), and how many cards they hold."""

    name: str
    town: str = ""
    morale: int = 25
    population: int = 50
    entries: tuple[Entry, ...] = ()
    hand: int = 0
    crowded: bool = False

    def holding(self, kind: str) -> list[tuple[int, Entry]]:
        """What is not crossed out of a list, with its number; what is crossed out keeps its own."""
        listed = enumerate((entry for entry in self.entries if entry.kind == kind), 1)
        return [(number, entry) for number, entry in listed if not entry.struck]

    @property
    def wins(self) -> bool:
        """Whether it has what victory takes (PL90)."""
        return self.morale == 100 and 80 <= self.population <= 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """An event under way, or the share of a prophecy that is settled now.

    mode      `most` or `least` of an auction, `duel` of a directed one; empty until it is said
    led       the suit to follow, once it is known
    bids      the cards of this round by seat, and `left` the seats still to lay one
    winner    who won the contest, once that is known
    effects   what the Judge has said of it: morale or population, and by how much
    warned    the answer that was warned of, which holds if it is repeated
    prophecy  the turn in which it was cast, if it is a share of a prophecy
    fallen    whether its effect has fallen
    """

    by: int
    suit: str
    base: int
    card: str = ""
    mode: str = ""
    led: str = ""
    bids: tuple[tuple[int, str], ...] = ()
    left: tuple[int, ...] = ()
    winner: int = 0
    target: int = 0
    passed: bool = False
    adjusted: int = 0
    effects: tuple[tuple[str, int], ...] = ()
    warned: str = ""
    prophecy: int = 0
    fallen: bool = False

    @property
    def strength(self) -> int:
        """What the effects add up to (PL12)."""
        return max(0, self.base + self.adjusted)

    @property
    def sum(self) -> int:
        """What the effects said so far add up to."""
        return sum(abs(change) for _, change in self.effects)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prophecy:
    """A prophecy that is still to be settled, with the shares of those concerned (PL53)."""

    turn: int
    suit: str
    by: int
    shares: tuple[tuple[int, int], ...] = ()

    @property
    def left(self) -> int:
        """What is still to be shared out."""
        return 30 - sum(share for _, share in self.shares)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(counting.State[Settlement]):
    """A game as it stands; `seat` has the move.

    agenda   what is asked or done once what is asked now is answered, in order
    annals   what the chronicle tells: the turn, the line, and what stands in it
    table    the cards that lie, and `aside` those of them that keep the trump
    gone     how many cards were discarded that nobody named
    missed   the seats that let their chance of a prophecy go (PL51)
    holder   who decides on whom events of a suit fall, and the suit (PL70)
    casting  the prophecy of which shares are still to be named
    """

    judge: int = 0
    hand_size: int = 5
    decks: int = 1
    agenda: tuple[str, ...] = ()
    annals: tuple[tuple[int, str, dict[str, Any]], ...] = ()
    table: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    gone: int = 0
    pile: int = 54
    trump: str = ""
    cast: bool = False
    missed: tuple[int, ...] = ()
    holder: tuple[int, str] | None = None
    event: Incident | None = None
    casting: Prophecy | None = None
    pending: tuple[Prophecy, ...] = ()
    won: tuple[int, ...] = ()

    @property
    def under_way(self) -> Incident:
        """The event under way."""
        assert self.event is not None
        return self.event

    @property
    def about(self) -> int:
        """The seat that the open question is about, if it names one."""
        last = self.asked.rpartition(" ")[2]
        return int(last) if last.isdecimal() else 0

    @property
    def settlements(self) -> list[int]:
        """The seats of all but the Judge."""
        return [seat for seat in range(1, len(self.players) + 1) if seat != self.judge]

    @property
    def directable(self) -> list[int]:
        """Before whom the card just thrown can go: oneself only with three cards, its own too (PL7, PL43, D9)."""
        own = self.player.hand >= 2
        return [seat for seat in self.settlements if self.seat != self.judge and (seat != self.seat or own)]

    def clockwise(self, first: int) -> list[int]:
        """All seats, from this one on."""
        number = len(self.players)
        return [(first - 1 + step) % number + 1 for step in range(number)]

    def free(self, card: str) -> bool:
        """Whether the card can still be in a hand."""
        return card in DECK and self.table.count(card) < self.decks

    def with_event(self, **changes: Any) -> Self:
        """The game with this changed of the event under way."""
        return replace(self, event=replace(self.under_way, **changes))

    def then(self, *items: str) -> Self:
        """The game in which what was asked is answered, and these come next."""
        return replace(self, asked="", agenda=(*items, *self.agenda))

    def next(self, *items: str) -> Self:
        """The same, and then is asked again what is asked now."""
        return self.then(*items, *([self.asked] if self.asked else []))

    def laid(self, seat: int, *cards: str) -> Self:
        """The game after these cards were laid from a hand."""
        state = replace(self, table=(*self.table, *cards))
        return state.with_player(seat, hand=max(0, self.of(seat).hand - len(cards)))

    def tells(self, line: str, **values: Any) -> Self:
        """The game with one sentence more in its chronicle."""
        return replace(self, annals=(*self.annals, (self.turn, f"chronicle.{line}", values)))

    def announces(self, line: str, **values: Any) -> Self:
        """The game in which this is said, and stands in the chronicle."""
        return self.says(line, **values).tells(line, **values)
