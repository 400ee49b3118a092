"""A game on paper, as plain data: what is printed to lead it without a screen, and the cards to deal by hand."""

from __future__ import annotations

from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class Direction:
    """One thing for whoever leads: a line to say aloud, or else what to do silently."""

    text: str
    said: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side of the game, by its id; `aim` says how it wins."""

    id: str
    name: str
    aim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card of tonight; `seat` is 0 until it is dealt, and `does` says what its holder does."""

    title: str
    side: str
    seat: int = 0
    does: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCall:
    """A call by its number in the book.

    title       who of the block acts, if it is not all of them
    seats       where they sit; a 0 for each who is not known before the deal
    directions  what is said and done, in order
    written     whether something is to be written down
    nights      the nights in which it is made, as far as that is known in advance
    uses        how often in a game; 0 is always
    """

    number: str
    title: str = ""
    seats: tuple[int, ...] = ()
    directions: tuple[Direction, ...]
    written: bool
    nights: tuple[int, ...]
    uses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The calls between waking somebody and letting them sleep again; `seats` as in a call.

    What is only said to all is a block of no `side`.
    """

    title: str
    side: str
    seats: tuple[int, ...]
    calls: tuple[PrintedCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A night, or several that are alike: `nights` are their numbers.

    `before` and `after` frame the calls, `asides` are for whenever they fit.
    """

    title: str
    nights: tuple[int, ...]
    before: tuple[Direction, ...]
    asides: tuple[Direction, ...]
    blocks: tuple[Block, ...]
    after: tuple[Direction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The days: how they run; what is kept of each and of the night before, and how many of a kind it may have.

    votes  what hands are counted for, for names, each time in a day; empty where nobody votes
    """

    title: str
    rules: tuple[str, ...]
    tallies: tuple[tuple[str, int], ...]
    votes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All that is printed of a table.

    people  the players' names by seat
    cards   in seat order once they are dealt, else in the order of the ranks
    sides   all sides of the game, whoever plays, always in the same order
    nights  the zero night, and all others, if there are any
    day     the days between the nights
    hints   what to know before the first night
    ticks   what may be ticked off beside a player
    """

    dealt: bool
    people: dict[int, str]
    cards: tuple[Card, ...]
    sides: tuple[Side, ...]
    nights: tuple[Night, ...]
    day: Day
    hints: tuple[str, ...]
    ticks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a reference: each row has what is looked up, if it has a name, and what there is to know."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a table keeps at hand on paper while it plays.

    people   the players' names by seat
    counted  what can be counted for each of them by hand, should the device fail
    """

    people: dict[int, str]
    sections: tuple[Section, ...]
    counted: tuple[str, ...] = ()
