"""What the powers of the night do."""

from __future__ import annotations

from typing import ClassVar, Literal

from narrator.games.night.events.flow import Event
from narrator.values import frozen

Until = Literal["day", "night", "second-night", "own-call", "end"]
"""How long a mark stays: until day breaks, night falls (once or twice), its owner's next such call, or the end."""


@frozen
class Marked(Event):
    """A power of this role or faction left its mark on the seat.

    It is `known` if the pick was announced. On a body it is in `vain` (R7): it has no effect, even if the doctor
    revives the player later.
    """

    mark: str
    seat: int
    by: str
    until: Until
    known: bool = False
    vain: bool = False


@frozen
class Unmarked(Event):
    """These marks ended; `by` is the role or faction that had left them."""

    mark: str
    by: str


@frozen
class CardsSwapped(Event):
    """As the night ends these two have each other's cards (D89)."""

    seat: int
    other: int


@frozen
class CardsChanged(Event):
    """The night is over, and these have changed cards, one pair after the other (D89)."""

    pairs: tuple[tuple[int, int], ...]


@frozen
class UseSpent(Event):
    """One of the role's limited uses was spent."""

    call: str
    role: str


@frozen
class Killed(Event):
    """The seat died, by the power of that call."""

    deed: ClassVar[bool] = True
    seat: int
    by: str


@frozen
class Escaped(Event):
    """The fugitive in the seat left the game (R60a)."""

    seat: int


@frozen
class Revived(Event):
    """The doctor brought the seat back (R28)."""

    deed: ClassVar[bool] = True
    seat: int
