"""The time of talks and speeches: all may hold or hurry it, and one that is broken off goes on with what was left."""

from __future__ import annotations

from narrator.cues import Ask
from narrator.rooms.clock import Moment, now
from narrator.rooms.window import SOON

MINUTE = 60.0
"""Seconds by which a talk is made longer or shorter, where that is offered."""


class Talks:
    """The talks and speeches of one game, of which one runs at a time; another room may go on with them.

    Unless they are `lasting` each is over at once.
    """

    def __init__(self, *, lasting: bool) -> None:
        self.lasting = lasting
        self._left: dict[object, float] = {}
        """The seconds left of those that were broken off."""
        self._ends = 0.0

    @property
    def running(self) -> bool:
        """Whether the time of one runs, and can be moved."""
        return self._ends > 0

    def begin(self, cue: Ask) -> Moment | None:
        """Set the moment when the question's own time is up; after a pause it has the time that was left.

        It follows no pace, for the words name it in seconds and minutes.
        """
        if not cue.seconds or not (self.lasting or "time" in cue.choices):
            return None  # where nothing waits, a talk is over at once; silence is not an answer
        self._ends = now() + self._left.pop(_timed(cue), cue.seconds if self.lasting else 0.0)
        return lambda: self._ends

    def move(self, *, longer: bool) -> None:
        """Give the one that runs a minute more, or take one, but leave a moment to come to an end."""
        sooner = min(self._ends, max(self._ends - MINUTE, now() + SOON))
        self._ends = self._ends + MINUTE if longer else sooner

    def keep(self, cue: Ask, until: Moment | None) -> None:
        """Keep what is left of one that is broken off."""
        if cue.seconds and until:
            self._left[_timed(cue)] = max(until() - now(), 0.01)

    def end(self) -> None:
        """Let none run any more."""
        self._ends = 0.0


def _timed(cue: Ask) -> object:
    """Tell a timed question from others: the same one comes back after a pause."""
    return cue.timer or (cue.at, cue.text, cue.seconds)
