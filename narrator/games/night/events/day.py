"""What the people do by day, and what a moderator sets."""

from __future__ import annotations

from typing import ClassVar

from narrator.games.night.events.flow import Event
from narrator.values import frozen


@frozen
class Left(Event):
    """Somebody went home and plays no more (D64)."""

    seat: int


@frozen
class CardShown(Event):
    """A living player showed the card (R6)."""

    seat: int


@frozen
class Silenced(Event):
    """All heard that the player in the seat may not speak today (D88)."""

    seat: int


@frozen
class ShotAsked(Event):
    """Somebody dead was asked for a last shot, or can have none (D83)."""

    seat: int


@frozen
class Declared(Event):
    """The people say who has won (D85)."""


@frozen
class PoisonAsked(Event):
    """The moderator asked for the poison's moment (R82)."""


@frozen
class PoisonStruck(Event):
    """The poison had its effect on the seat (R37)."""

    seat: int


@frozen
class BallotOpened(Event):
    """A ballot began: each voter has `votes`, for nominees who compete for `places`; some are `elected` already."""

    purpose: str
    nominees: tuple[int, ...]
    places: int
    votes: int
    elected: tuple[int, ...] = ()
    runoff: bool = False


@frozen
class Counted(Event):
    """The votes for the next nominee were counted."""

    votes: int


@frozen
class Recounted(Event):
    """The counts did not add up, and all are counted again (D36); or they decided nothing, and all vote `again`."""

    again: bool = False


@frozen
class BallotClosed(Event):
    """The vote is over."""

    settles: ClassVar[bool] = True


@frozen
class Condemned(Event):
    """The town has settled who hangs, or, after a pardon, who hangs still: one player, several or nobody (R86)."""

    seats: tuple[int, ...]


@frozen
class Overridden(Event):
    """A moderator set something (D41): what, to which value, of which seat or call, and in whose name."""

    what: str
    value: str
    of: str = ""
    by: str = ""


@frozen
class OverrideBegan(Event):
    """A moderator is about to set something; what was going on is put by (D65)."""


@frozen
class OverrideEnded(Event):
    """What was going on goes on: `anew` if something was set; a step of the day may be `dropped` by that.

    A question about the deck is `overtaken` if its card has been seen meanwhile (D71).
    """

    anew: bool = False
    dropped: bool = False
    overtaken: bool = False
