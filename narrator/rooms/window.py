"""The time of one call as the room hears it: its end is the same whatever is answered, and when (R103)."""

from __future__ import annotations

from narrator.cues import At
from narrator.rooms.clock import now

LONGER = 15.0
"""Seconds that `hold` adds to a call's time, at the usual pace."""

SOON = 5.0
"""Seconds that `hurry` leaves of it at most, so that somebody who is pointing still can answer."""


DECIDING = 0.2
"""Seconds that what follows from an answer may take: it is decided, written down, and the next line found."""


class Window:
    """A call's time: answers are taken until it closes; what is left then is for reading the private results.

    It `begins` at that moment by the room's clock. `counted` seconds of it are for counting aloud; neither `hold` nor
    `hurry` changes them. The next line is handed over `ahead` seconds before the end, and answers must have had their
    effect by then: a call with time has as much more, unless nothing is waited for (`pace` 0). `used` is
    set once somebody was asked or told something in it.
    """

    def __init__(
        self,
        at: At,
        seconds: float,
        *,
        begins: float,
        tells: int = 0,
        shown: float = 0.0,
        pace: float = 1.0,
        counted: float = 0.0,
        ahead: float = 0.0,
    ) -> None:
        self.at, self.used = at, False
        self._pace, self._shown, self._untold = pace, shown, tells
        self._spare = ahead + DECIDING if seconds and pace else 0.0
        self._fixed = tells * shown + counted + self._spare
        self.ends = begins + seconds * pace + self._fixed

    @property
    def closes(self) -> float:
        """The moment until which answers are taken: what may still be told can then be read to the end."""
        return self.ends - self._untold * self._shown - self._spare

    def told(self) -> None:
        """Note that a private result was shown."""
        self._untold = max(self._untold - 1, 0)

    def hold(self) -> None:
        """Make the call last longer."""
        self.ends += LONGER * self._pace

    def hurry(self) -> None:
        """Make the call end soon."""
        self.ends = min(self.ends, now() + SOON * self._pace + self._fixed)
