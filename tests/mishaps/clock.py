"""A clock of the evening's own: time passes when somebody waits, and an evening without an end is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from narrator.rooms import clock as rooms_clock


class Stuck(BaseException):
    """An evening goes on and on, though nothing is wrong any more."""


class Clock:
    """Stands for the module `time` in a room; from `bound` on it lets so many seconds, and looks at it, pass."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._until: float | None = None
        self._looks = 0

    def bound(self, seconds: float, looks: int) -> None:
        """Let no more than this pass from now on."""
        self._until, self._looks = self.now + seconds, looks

    def monotonic(self) -> float:
        """The moment. Raises Stuck if the evening should have ended."""
        if self._until is not None:
            self._looks -= 1
            if self.now > self._until or self._looks < 0:
                raise Stuck(f"{self.now - self._until:+.0f} s, {self._looks} looks at the clock left")
        return self.now

    def time(self) -> float:
        """The moment on the wall: nobody sets that clock, and the computer never sleeps."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@contextmanager
def rooms_go_by(clock: Clock) -> Iterator[None]:
    """Let all rooms go by this clock."""
    usual = vars(rooms_clock)["time"]
    vars(rooms_clock)["time"] = clock
    try:
        yield
    finally:
        vars(rooms_clock)["time"] = usual
