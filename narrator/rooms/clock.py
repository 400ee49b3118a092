"""The clock that a room goes by: when a call's time ends, when a line is due, when a result is wiped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

Moment = Callable[[], float]
"""A moment by the room's clock, in seconds, that may still be moved."""


def now() -> float:
    """Read the clock, in seconds since some moment of the past."""
    return time.monotonic()


class Absence:
    """Notices that the computer slept, as with its lid closed, or that the program was stopped."""

    def __init__(self) -> None:
        self._ahead = _of_day_ahead()

    def after(self, begun: float, seconds: float | None) -> bool:
        """Whether it was away since the last look, or in what began at that moment and was to take so long."""
        before, self._ahead = self._ahead, _of_day_ahead()
        late = 0.0 if seconds is None else now() - begun - seconds
        return max(self._ahead - before, late) > AWAY


AWAY = 5.0
"""Seconds for which nobody led the game, after which people may have opened their eyes."""


def _of_day_ahead() -> float:
    """Seconds by which the time of day is ahead of the room's clock, which stands still while the computer sleeps."""
    return time.time() - now()


def sleep_until(moment: float) -> None:
    """Sleep until that moment; not at all if it has passed."""
    time.sleep(max(moment - now(), 0.0))


@contextmanager
def alarm(moment: float, act: Callable[[], None], *, certain: bool = True) -> Iterator[None]:
    """Act at that moment, beside what is done meanwhile; at once if it has passed.

    If it is `certain`, what is done is not over before that; else nothing happens any more once that is over.
    """
    left = moment - now()
    if left <= 0:
        act()
        yield
        return
    timer = Timer(left, act)
    timer.daemon = True
    timer.start()
    try:
        yield
    except BaseException:
        timer.cancel()
        raise
    if not certain:
        timer.cancel()
    timer.join()
