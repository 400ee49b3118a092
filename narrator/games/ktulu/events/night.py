"""What the powers of the night do."""

from __future__ import annotations

from narrator.games.ktulu.events.flow import Event
from narrator.games.ktulu.frozen import value


@value
class UseSpent(Event):
    """One of the role's limited uses was spent."""

    call: str
    role: str


@value
class StatueMoved(Event):
    """The statue came to this seat; planted means that its holder does not know (R10)."""

    to: int
    planted: bool = False


@value
class TakenOver(Event):
    """Everybody heard that the statue is now with this faction (R15)."""

    faction: str


@value
class Jailed(Event):
    """The sheriff jailed the seat (R20)."""

    seat: int


@value
class PutToSleep(Event):
    """The seat will not wake again this night: taken drinking (R25) or beaten at cards (R38)."""

    seat: int


@value
class WouldHaveSlept(Event):
    """Somebody who had died tonight was jailed, taken drinking or beaten at cards: nothing comes of it (R7, D54)."""

    seat: int


@value
class Guarded(Event):
    """The bodyguard guards the seat (R24); one who died tonight in vain (R7)."""

    seat: int


@value
class Killed(Event):
    """The seat died, by the power of that call."""

    seat: int
    by: str


@value
class Escaped(Event):
    """The fugitive in the seat left the game (R60a)."""

    seat: int


@value
class Revived(Event):
    """The doctor brought the seat back (R28)."""

    seat: int


@value
class Trailed(Event):
    """Luke trails the seat (R51)."""

    seat: int


@value
class Possessed(Event):
    """Kaszabara's possession is on the seat; 0 ends it (R73)."""

    seat: int


@value
class Poisoned(Event):
    """The shamaness poisoned the seat (R37)."""

    seat: int


@value
class Bound(Event):
    """The seat became the client of, was seduced by, or is blackmailed by the one who has this card (R17–R19)."""

    seat: int
    role: str


@value
class MasterChosen(Event):
    """Kali picked his master of the night (R62)."""

    seat: int


@value
class RunnerChosen(Event):
    """The fugitives chose who runs (R60)."""

    seat: int


@value
class Scraped(Event):
    """A portion of gold was scraped off the statue (R64)."""


@value
class Signalled(Event):
    """The UFOs sent a signal (R45)."""


@value
class StatueHit(Event):
    """The gods hit the statue (R71)."""


@value
class GiftLeft(Event):
    """The receiver of the statue sleeps and will be told before the eyes open who gave it (R74)."""

    seat: int
    by: int
