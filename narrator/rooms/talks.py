"""The time of talks and speeches: all may hold or hurry it, and one that is broken off goes on with what was left."""

from __future__ import annotations

from collections.abc import Callable

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
        self.left: dict[str, float] = {}
        """The seconds left of those that were broken off."""
        self.note: Callable[[str, float], None] = lambda *_: None
        """Keeps the seconds left of one, 0 once it is over, where another process finds them."""
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
        self._ends = now() + (self.left.get(_timed(cue), cue.seconds) if self.lasting else 0.0)
        return lambda: self._ends

    def move(self, *, longer: bool) -> None:
        """Give the one that runs a minute more, or take one, but leave a moment to come to an end."""
        sooner = min(self._ends, max(self._ends - MINUTE, now() + SOON))
        self._ends = self._ends + MINUTE if longer else sooner

    def keep(self, cue: Ask, until: Moment | None, *, over: bool = False) -> None:
        """Keep what is left of one that is broken off, unless it is `over`."""
        timed = _timed(cue)
        if over and self.left.pop(timed, 0.0):
            self.note(timed, 0.0)
        elif not over and cue.seconds and until and self.lasting:
            self.left[timed] = max(until() - now(), 0.01)
            self.note(timed, self.left[timed])

    def end(self) -> None:
        """Let none run any more."""
        self._ends = 0.0


def _timed(cue: Ask) -> str:
    """Tell a timed question from others: the same one comes back after a pause."""
    return cue.timer or f"{cue.at.night} {cue.at.call} {cue.seconds:g} {cue.text}"
