"""How a game goes on: its beginning, cues and answers, calls, dawn, day and end."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar

from narrator.cues import AskKind, Audience
from narrator.values import frozen

Values = dict[str, Any]
"""What a line's placeholders stand for: seats, ids, numbers."""


@frozen
class Event:
    """Something that happened.

    deed     a choice that leads to it in its own call is told as a deed
    settles  votes that were counted before it stand
    seen     all see it, though no line says so
    hidden   who is concerned does not know: it has a sentence of its own
    to_seat, to_side  to whom what all fight for comes by it, or to whom all hear that it has come
    """

    deed: ClassVar[bool] = False
    settles: ClassVar[bool] = False
    seen: ClassVar[bool] = False
    hidden: ClassVar[bool] = False
    to_seat: ClassVar[int] = 0
    to_side: ClassVar[str] = ""


@frozen
class Began(Event):
    """The game began with these cards in seats 1…n."""

    seed: int
    cards: tuple[str, ...]


@frozen
class Answered(Event):
    """The open question was answered (canonical form)."""

    answer: str


@frozen
class Delivered(Event):
    """The cue at the head of the queue has gone out; `unheard`, if answers were only given again."""

    unheard: bool = False


@frozen
class Undone(Event):
    """A step was taken back: the last answer, or at night, unless the table is open, the open call (D42).

    `unheard`, if answers were only given again: then nobody has gone back, and it is always one step.
    """

    unheard: bool = False


@frozen
class Repeated(Event):
    """Somebody asked to hear the open call again."""


@frozen
class Paused(Event):
    """Somebody asked for a pause."""


@frozen
class Resumed(Event):
    """A game broken off in the night goes on: all close their eyes, then its call is heard again."""


@frozen
class Continued(Event):
    """The pause is over."""


@frozen
class NightBegan(Event):
    """Night fell; 0 is the zero night."""

    night: int


@frozen
class CallOpened(Event):
    """A call was made; `actors` can act in it (empty: nobody can, and the room shall not know)."""

    call: str
    role: str
    actors: tuple[int, ...]


@frozen
class CallReopened(Event):
    """A moderator set something, or said whose cards are called: these can act in the open call now (D65)."""

    actors: tuple[int, ...]


@frozen
class CallSkipped(Event):
    """A call of a dealt role was left out."""

    call: str
    role: str
    reason: str


@frozen
class CallClosed(Event):
    """A call came to its end; those who woke for it close their eyes."""


@frozen
class Asked(Event):
    """A question was put, about a seat or at a stage of its step.

    A `final` answer is shown or announced at once, and cannot be taken back. `barred` pairs a seat with the id of the
    reason why it is not offered. `card` is the one whose holder is asked for.
    """

    key: str
    kind: AskKind
    to: Audience
    choices: tuple[str, ...]
    line: str
    optional: bool = False
    most: int = 1
    about: int = 0
    stage: int = 0
    seconds: float = 0.0
    final: bool = False
    barred: tuple[tuple[int, str], ...] = ()
    card: str = ""


@frozen
class Announced(Event):
    """A line for everybody was queued."""

    line: str
    values: Values = field(default_factory=dict)


@frozen
class Told(Event):
    """A private result was queued."""

    to: Audience
    line: str
    data: Values = field(default_factory=dict)


@frozen
class Waited(Event):
    """A call's time began: it is the same whether or not anybody can choose (R102).

    `line` is its instruction, if that is not the call's own; `tells` how many private results may come in it, `asks`
    the kinds of the questions that may. Where no call is open, `question` is the key of the one that it is for.
    """

    line: str = ""
    tells: int = 0
    asks: tuple[AskKind, ...] = ()
    question: str = ""


@frozen
class Kept(Event):
    """A private result is kept for somebody who sleeps, until they read it in a round (D59).

    With `asks` it is a question too, whose answer goes to the follow-up of that name; `call` is where it comes from.
    """

    seat: int
    line: str
    data: Values = field(default_factory=dict)
    asks: str = ""
    call: str = ""


@frozen
class RoundDue(Event):
    """A call was made after which there must be a round before the day; `asks`: one in which all are asked."""

    asks: bool = False


@frozen
class RoundBegan(Event):
    """All open their eyes, and these players come to the screen in turn."""

    readers: tuple[int, ...]


@frozen
class HandedOver(Event):
    """What was kept was shown by night, in a call of its reader's own."""

    letter: Kept


@frozen
class PageRead(Event):
    """In a round a player read what was kept for them; `answer` is theirs to what it asked."""

    seat: int
    answer: str


@frozen
class RoundOver(Event):
    """Everybody has read their page."""


@frozen
class CardSeen(Event):
    """A moderator saw that the seat has this card, at a table that dealt its own deck."""

    seat: int
    card: str


@frozen
class Acted(Event):
    """The power of the open call has been used, declined, or found impossible."""


@frozen
class PolicyChanged(Event):
    """From the next night on the table plays by this policy (R102)."""

    policy: str


@frozen
class HelpOffered(Event):
    """All heard that those who are out may watch and answer (D63)."""


@frozen
class HelpChanged(Event):
    """From now on those who are out help as a moderator would, or the players are alone again (D63)."""

    helped: bool


@frozen
class DawnBroke(Event):
    """The night's calls are over; only those of the dawn are left."""


@frozen
class Woken(Event):
    """All have opened their eyes; what happened tonight waits for the cards of those who are out."""


@frozen
class DayBegan(Event):
    """Everybody woke; who died or escaped is public now (R80)."""


@frozen
class Winning(Event):
    """All have opened their eyes, for somebody has won; who is out tonight shows the card first."""

    winner: str
    rule: str


NOBODY = "nobody"
"""Who wins when all are dead."""


@frozen
class Won(Event):
    """The game ended. `winner` is a faction or NOBODY; `rule` says why.

    `seats` are those who won in the name of a side that has no cards; empty where a side of cards has won (D87).
    """

    winner: str
    rule: str
    seats: tuple[int, ...] = ()
