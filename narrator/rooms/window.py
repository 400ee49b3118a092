"""The time of one call as the room hears it: its end is the same whatever is answered, and when (R103)."""

# How a call's time works
#
# With closed eyes a room hears only two things of a call: what is said, and when. So at a table with secrets the
# time of a call may depend on public facts alone (R103): on the script, on public chance, on the settings, and on
# what was called out for all to hear. Who is asked, what they answer, how fast, and whether anybody can act at all,
# must make no difference. That is why the time begins with a cue of its own (`Pause`), before anybody is asked, and
# not with the question. A silence put only where nobody acts would not do: a private result, and the time to read
# it, would make the calls in which something happens longer.
#
# The time `begins` when the last line's rest is over, not when the program gets there. Its length is the sum of what
# is public:
#
#     seconds × pace      drawn by public chance for this call of this night
#     tells × shown       the most results that the call can have, each for as long as a woken player reads it;
#                         a moderator reads them meanwhile, so there it is nothing
#     counted             a counting table's rounds and their silences: all that can be asked is counted, asked or not
#     ahead + DECIDING    the next line is handed over `ahead` of its sample, and what follows from an answer given at
#                         the last moment must be decided and written down by then
#
# Two moments follow. It `ends` when the next line begins. It `closes` to answers before that, by the time that the
# results that may still come need: so whoever answers at the last moment can read what comes of it, and the call is
# no longer for it. Once a result has been `told`, its time need not be kept back again, and a second question in the
# same call may be answered for so much longer. `closes` moves with secrets, therefore, and `ends` never does.
#
# - An early answer waits: the next line is not said before the end (TableRoom.see_out).
# - A late one is none. At `closes` the room itself answers `time`, for which the game has a rule: nobody was chosen
#   (D43). A question that comes after `closes`, because an answer led to another question, is answered `time` at
#   once.
# - `hold` and `hurry` are called out by anybody, and heard by all. They are taken whether or not somebody is being
#   asked, and move the end by the same rule: 15 s more, or at most 5 s from now. `hurry` leaves the time for *all*
#   results of the call, told or not, for else the end would say how many were told. At a counting table they are not
#   offered once the counting has begun: it cannot be moved.
# - `repeat`, `undo` and `pause` end the time at once, asked or not. What begins anew is the game's to say.
# - `used` notes that somebody was asked or told something. Only a moderator's screen shows it; nothing sounds
#   different.
#
# The game is ahead of the room here. A call in which nobody can act is over for the game as soon as its time has
# begun, and the next may be open; so may it be after an early answer. The room does not look: the time belongs to
# the place (`at`) of the `Pause` that began it, till the next line. At a pace of 0, as for a prompter, nothing is
# waited for.
#
# Tests: tests/test_windows.py, and tests/secrecy/whole_rooms, which compares whole rooms that differ only in
# secrets.

from __future__ import annotations

from narrator.cues import At
from narrator.rooms.clock import now

LONGER = 15.0
"""Seconds that `hold` adds to a call's time, at the usual pace."""

SOON = 5.0
"""Seconds that `hurry` leaves of it at most, so that somebody who is pointing still can answer."""


DECIDING = 0.2
"""Seconds that what follows from an answer may take: it is decided, written down, and the next line found."""


INSTANT = 1e-4
"""Seconds by which sums of them may be wrong."""


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
        self._pace, self._shown, self._tells, self._untold = pace, shown, tells, tells
        self._spare = ahead + DECIDING if seconds and pace else 0.0
        self._fixed = tells * shown + counted + self._spare
        self.ends = begins + seconds * pace + self._fixed

    @property
    def closes(self) -> float:
        """The moment until which answers are taken: what may still be told can then be read to the end."""
        return self.ends - self._untold * self._shown - self._spare

    @property
    def clock(self) -> float:
        """The moment that the time left is reckoned to for the woken: the same whether or not anything was told."""
        closes = self.ends - self._tells * self._shown - self._spare
        return closes if now() < closes - INSTANT else self.ends

    def told(self) -> None:
        """Note that a private result was shown."""
        self._untold = max(self._untold - 1, 0)

    def hold(self) -> None:
        """Make the call last longer."""
        self.ends += LONGER * self._pace

    def hurry(self) -> None:
        """Make the call end soon."""
        self.ends = min(self.ends, now() + SOON * self._pace + self._fixed)
