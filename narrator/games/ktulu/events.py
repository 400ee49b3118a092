"""What can happen in Ktulu: all that can in any game of nights, and what the statue, duels and factions bring."""

from __future__ import annotations

from typing import ClassVar

from narrator.games.night.events import *
from narrator.games.night.events import Event
from narrator.values import frozen


@frozen
class StatueMoved(Event):
    """The statue came to this seat; planted means that its holder does not know (R10). `by` is who planted it."""

    deed: ClassVar[bool] = True
    to: int
    planted: bool = False
    by: str = ""
    to_seat = property(lambda self: self.to)
    hidden = property(lambda self: self.planted)


@frozen
class TakenOver(Event):
    """Everybody heard that the statue is now with this faction (R15)."""

    faction: str
    to_side = property(lambda self: self.faction)


@frozen
class SailChosen(Event):
    """The bandits have chosen to sail, and will once everybody has read their page (D60)."""


@frozen
class Scraped(Event):
    """A portion of gold was scraped off the statue (R64)."""


@frozen
class Signalled(Event):
    """The UFOs sent a signal (R45)."""


@frozen
class StatueHit(Event):
    """The gods hit the statue (R71)."""


@frozen
class Challenged(Event):
    """Somebody challenged somebody to a duel (R83)."""

    seen: ClassVar[bool] = True
    attacker: int
    defender: int


@frozen
class DuelRefused(Event):
    """The challenge was refused; it does not count."""


@frozen
class DuelBegan(Event):
    """The challenge was accepted, or could not be refused."""


@frozen
class Voted(Event):
    """The votes for the death of the duellist in the seat were counted."""

    seat: int
    votes: int


@frozen
class Doomed(Event):
    """As things stand, these die in the duel."""

    settles: ClassVar[bool] = True
    seats: tuple[int, ...]


@frozen
class Spared(Event):
    """A doctor saved one of those who were to die of the duel (R28)."""

    seat: int


@frozen
class DuelEnded(Event):
    """The duel is over."""


@frozen
class Searched(Event):
    """The town searched these people (R86)."""

    seats: tuple[int, ...]
