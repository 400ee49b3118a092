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


def sleep_until(moment: float) -> None:
    """Sleep until that moment; not at all if it has passed."""
    time.sleep(max(moment - now(), 0.0))


@contextmanager
def alarm(moment: float, act: Callable[[], None]) -> Iterator[None]:
    """Act at that moment, beside what is done meanwhile, which is not over before; at once if it has passed."""
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
    timer.join()
