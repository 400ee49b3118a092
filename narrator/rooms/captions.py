"""Mouths without sound: lines are on the room's screen alone, and stand there as long as they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

from narrator.cues import Part
from narrator.mouth.sound import seconds_to_say
from narrator.rooms.clock import now, sleep_until

_GLANCE = 0.05  # seconds between two looks whether the line is to end


class NoMouth:
    """A mouth for a table without sound: the room's screen shows every line anyway."""

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Need no preparation."""

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say nothing."""

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:  # noqa: ARG002 - other mouths know a line by it
        """Take no time."""
        return 0.0

    def hush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Captions(NoMouth):
    """Each line stands as long as a voice of this rate would need for it, or until it is hushed.

    The time follows from the line alone, which all may read: by night it tells no more than a voice would (R103).
    """

    def __init__(self, rate: int, pace: float) -> None:
        """`rate` is in words a minute; at a `pace` of 0 nothing is waited for."""
        self._rate, self._pace, self._hushed = rate, min(pace, 1.0), Event()

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - other mouths know recordings by it
        """Leave the line on the screen."""
        self._hushed.clear()
        over = now() + seconds_to_say(text, self._rate) * self._pace
        while not self._hushed.is_set() and now() < over:
            sleep_until(min(now() + _GLANCE, over))

    def hush(self) -> None:
        """Go on with what comes next."""
        self._hushed.set()
