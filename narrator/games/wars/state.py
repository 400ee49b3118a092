"""Where a game of Cthulhu Wars stands: the phase, whose turn it is, and what each faction has."""

from __future__ import annotations

from typing import Literal

from narrator.games.counting import state as counting
from narrator.values import dataclass

Phase = Literal["action", "gather", "order", "doom", "end"]

TRACKS = {3: (5, 6, 7, 8, 9, 10), 4: (5, 6, 7, 7, 8, 8, 9, 10), 5: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10)}
"""What a ritual costs at each step, by the number of players; behind the last is Instant Death (CW62)."""

ENOUGH = 30
"""Doom by which the game ends (CW70)."""

BOOKS = 6
SIGNS = 36
MOST = 99


def half_up(number: int) -> int:
    """Half of it, rounded away from zero (CW1)."""
    return -(-number // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Force:
    """A faction in play. `captives` are whose cultists it holds, by their seats; `signs` are a number alone (D11).

    `cultists` and `gates` are as they were counted last.
    """

    name: str
    id: str
    power: int = 8
    doom: int = 0
    books: int = 0
    signs: int = 0
    captives: tuple[int, ...] = ()
    cultists: int = 6
    gates: int = 1

    @property
    def least(self) -> int:
        """Its Doom at the end at least, with every sign worth one (CW5)."""
        return self.doom + self.signs

    @property
    def most(self) -> int:
        """Its Doom at the end at most, with every sign worth three."""
        return self.doom + 3 * self.signs

    @property
    def has_books(self) -> bool:
        """Whether it has the six without which nobody wins (CW73)."""
        return self.books == BOOKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """A battle that the narrator leads; each pair is the attacker's and the defender's."""

    attacker: int
    defender: int
    kills: tuple[int, ...] = ()
    pains: tuple[int, ...] = ()
    pained: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State(counting.State[Force]):
    """A game as it stands; `turn` counts the rounds, and `seat` is the faction whose turn it is, or that is asked.

    `first` begins, and the turn goes `counter` clockwise or clockwise. `lap` are the seats still to be asked.
    `marker` counts the rituals' steps. Of the initiative: the `main` action, how often it `fought` besides, how often
    one has `begun`, and whether it takes longer than the table wants (`late`).
    `battles` counts those of the game. `ending` is the moment at which it ends: after this turn, or this Doom phase.
    """

    phase: Phase = "action"
    first: int = 0
    counter: bool = False
    lap: tuple[int, ...] = ()
    abandoned: int = 0
    extra: int = 0
    marker: int = 0
    main: str = ""
    fought: int = 0
    begun: int = 0
    late: bool = False
    battles: int = 0
    fight: Fight | None = None
    ending: Literal["", "turn", "doom"] = ""
    winners: tuple[int, ...] | None = None

    @property
    def track(self) -> tuple[int, ...]:
        """The steps of the ritual track."""
        return TRACKS[max(3, len(self.players))]

    @property
    def price(self) -> int:
        """What the next ritual costs; on Instant Death as much as on the last step."""
        return self.track[min(self.marker, len(self.track) - 1)]

    @property
    def instant_death(self) -> bool:
        """Whether the marker stands on Instant Death."""
        return self.marker >= len(self.track)

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats in turn order, from the one behind this to this itself (CW3)."""
        count, step = len(self.players), -1 if self.counter else 1
        return tuple((seat - 1 + step * place) % count + 1 for place in range(1, count + 1))

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in turn order (CW3)."""
        rest = self.after(self.first)
        return (self.first, *rest[:-1])

    @property
    def hopeful(self) -> tuple[int, ...]:
        """The seats that would win if the game ended today, with signs worth most to some and least to others.

        Of those with six books: who can reach the Doom that another of them has for sure (CW73, CW74).
        """
        with_books = [(seat, one) for seat, one in enumerate(self.players, 1) if one.has_books]
        sure = max((one.least for _, one in with_books), default=0)
        return tuple(seat for seat, one in with_books if one.most >= sure)
