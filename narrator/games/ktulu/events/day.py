"""What the people do by day, and what a moderator sets."""

from __future__ import annotations

from narrator.games.ktulu.events.flow import Event
from narrator.games.ktulu.frozen import value


@value
class Challenged(Event):
    """Somebody challenged somebody to a duel (R83)."""

    attacker: int
    defender: int


@value
class DuelRefused(Event):
    """The challenge was refused; it does not count."""


@value
class DuelBegan(Event):
    """The challenge was accepted, or could not be refused."""


@value
class Voted(Event):
    """So many voted for the death of the duellist in the seat."""

    seat: int
    votes: int


@value
class Doomed(Event):
    """By the result as it stands now, these die of the duel."""

    seats: tuple[int, ...]


@value
class Spared(Event):
    """A doctor saved one of those who were to die of the duel (R28)."""

    seat: int


@value
class DuelEnded(Event):
    """The duel is over."""


@value
class CardShown(Event):
    """A living player showed the card (R6)."""

    seat: int


@value
class PoisonAsked(Event):
    """The moderator asked for the poison's moment (R82)."""


@value
class PoisonStruck(Event):
    """The poison had its effect on the seat (R37)."""

    seat: int


@value
class BallotOpened(Event):
    """A vote began: everybody gives `votes` to the nominees for so many places; some are elected already."""

    purpose: str
    nominees: tuple[int, ...]
    places: int
    votes: int
    elected: tuple[int, ...] = ()
    runoff: bool = False


@value
class Counted(Event):
    """The votes for the next nominee were counted."""

    votes: int


@value
class BallotClosed(Event):
    """The vote is over."""


@value
class Searched(Event):
    """The town searched these people (R86)."""

    seats: tuple[int, ...]


@value
class Condemned(Event):
    """The town has settled whom it hangs: one, or nobody (R86)."""

    seats: tuple[int, ...]


@value
class Overridden(Event):
    """A moderator set something that the rules would have otherwise: kill, revive, statue or believed."""

    what: str
    value: str
