"""What somebody may see of a game, as plain data: screens and pages draw from this and from cues alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from narrator.cues import Ask, At, Audience
from narrator.texts import Words
from narrator.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkView:
    """Something that lies on a seat, by its id; `by` is who left it, if the viewer may know."""

    id: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat as the viewer may see it: `card`, and the `side` that it plays for, are empty where they are unknown.

    `out` says that they play no more, and `left_as` how that came, by the id of a sign, if the game tells ways apart.
    `left` has, for each power with a limit, how often it can still be used.
    """

    seat: int
    name: str
    out: bool = False
    left_as: str = ""
    card: str = ""
    side: str = ""
    marks: tuple[MarkView, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    shown: bool = False
    """Whether everybody knows the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """A call for whoever leads: its number in the book, the ids of those called, the seats that can act by now.

    `question` is what it asks, in words; `idle` the id of why nobody can act, empty if somebody can.
    """

    id: str
    question: str = ""
    book: str = ""
    who: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    idle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Something that lies on the table for all to read, such as a rule in force: what it is, and what it says.

    It is `new` if it differs from how the game begins. The patterns of the `commands` that concern it list values
    where not all do. What one must know to tap in the grid stands `above` it where a screen has no room for all.
    """

    id: str
    label: Words
    text: Words
    new: bool = False
    commands: tuple[str, ...] = ()
    above: bool = False


Stage = Literal["done", "now", "next"]
"""How far a call of the night has come: it was made or left out, is open, or is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A call in the list of a whole night: made already, open now, or still to come.

    `why` is the id of why it was, or will be, left out or acted out, empty if somebody can act.
    """

    call: CallView
    stage: Stage
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended: the winners' ids, none of them in a draw; the rule's id; the scores, if there are any."""

    winners: tuple[str, ...]
    rule: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as its audience may see it.

    at        the place in the game, as far as the audience knows it
    seats     everybody in the circle, in seat order
    facts     what holds for the whole table, id to id, such as who is believed to have something
    counters  what is counted for the whole table
    table     what lies on the table, where that is what people look at; else they look at the circle of seats
    tension   how near the worst is, as all know, from 0 to 1: by day the ambience is as loud
    grid      answers and commands that are tapped row by row, as the cards of each suit are; not all may be legal
    due       the open question, if this audience may see it
    coming    the ids of the calls still to come in this phase, in order
    call      the open call, for whoever leads alone
    calls     those of `coming` in which something can be done, for whoever leads alone
    secret    whether nobody may hear or see who acts now, and when: a call is made with closed eyes
    tally     the votes counted so far in the open ballot, by seat; -1 for those still to be counted
    aside     whether whoever leads is asked what concerns nobody else; for themselves alone
    voters    who may raise a hand in the count that is open
    votes     how many votes each of them has in this count and those before it that belong to it
    counted   the numbers of those and of this count among the day's
    usual     of a menu's answers those that are taken most often, for whoever leads alone
    ending    the one of them that ends the phase
    title     what this part of the game is called, while eyes are open; a night is called by its number
    outcome   how the game ended, once it has
    sides     the ids of all sides of the game, in its own order, for whoever draws them
    names     what cards and sides in it are called at this table, by their ids
    belongs   the side that each card plays for, for whoever leads alone
    short     shorter names of some of them, and of what stands in the grid, for where those have no room
    powers    what each call's power is called that can be used up, for whoever leads alone
    """

    audience: Audience
    at: At
    seats: tuple[SeatView, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    table: tuple[Slip, ...] = ()
    tension: float = 0.0
    grid: tuple[tuple[str, ...], ...] = ()
    due: Ask | None = None
    coming: tuple[str, ...] = ()
    call: CallView | None = None
    calls: tuple[CallView, ...] = ()
    secret: bool = False
    tally: Mapping[int, int] = field(default_factory=dict)
    aside: bool = False
    voters: tuple[int, ...] = ()
    votes: int = 1
    counted: tuple[int, ...] = ()
    usual: tuple[str, ...] = ()
    ending: str = ""
    title: Words = ""
    outcome: Outcome | None = None
    sides: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    belongs: Mapping[str, str] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    powers: Mapping[str, Words] = field(default_factory=dict)

    @property
    def eyes_closed(self) -> bool:
        """Whether eyes are closed: by night, and by day while somebody is called in secret."""
        return self.at.dark or self.secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Finale:
    """How a game went, once it is over, in words for everybody.

    picture   a drawing for the winners, made of letters, row by row
    fates     what became of those who are out, and when, by seat
    heading   what stands above the chapters
    chapters  what is worth telling of a chapter of the game each, in their order
    turns     the few moments that made the difference, in their order, a sentence each
    """

    picture: tuple[str, ...] = ()
    fates: Mapping[int, str] = field(default_factory=dict)
    heading: str = ""
    chapters: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
