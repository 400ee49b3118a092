"""A clock for games that are led from pages: it stands still but for the moments in which a test waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, current_thread

Happened = Callable[[], bool]

_OTHERS = 0.001
"""Real seconds in which other threads may do something, between two moves of the clock."""


class StandingClock:
    """Stands for the module `time`.

    While the game waits for an answer, time passes only as long as a test waits for something that has not happened
    yet, and stands from then on: however slow the computer, a test acts at that moment. Rests pass at once.
    """

    def __init__(self) -> None:
        self._now = 1000.0
        self._waits: list[_Waits] = []
        self.awaited: Happened | None = None

    def monotonic(self) -> float:
        return self._now

    def time(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds

    def condition(self) -> Condition:
        """Make a condition whose waiting in the game's thread goes by this clock."""
        self._waits.append(_Waits(self))
        return self._waits[-1]

    @contextmanager
    def passing(self, happened: Happened) -> Iterator[None]:
        """Let time pass until this has happened."""
        self.awaited = happened
        for one in self._waits:
            with one:
                one.notify_all()
        try:
            yield
        finally:
            self.awaited = None


class _Waits(Condition):
    def __init__(self, clock: StandingClock) -> None:
        super().__init__()
        self._clock = clock

    def wait(self, timeout: float | None = None) -> bool:
        if current_thread().name != "game":
            return super().wait(timeout)
        awaited = self._clock.awaited
        if timeout is None or awaited is None or awaited():
            return super().wait()
        notified = super().wait(_OTHERS)
        if not notified:
            self._clock.sleep(timeout)
        return notified
