"""Keeping the computer awake while a game is led, and an eye on its battery; both in a thread of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread

from narrator.texts import Words, message

LOW = 15
"""Percent of the battery below which the table is told, unless it is being charged."""

EVERY = 60.0
"""Seconds between two looks at the battery."""

AFTER = 3.0
"""Seconds before anything is begun: the libraries take a while to load, and the first word is due."""

Remarks = Callable[[], list[Words]]
"""Hands over what the table has to be told since it was last asked."""


@contextmanager
def kept_awake(after: float = AFTER, every: float = EVERY) -> Iterator[Remarks]:
    """Keep screen and computer awake as long as this lasts, and look at the battery; each is told once."""
    stopped, told = Event(), SimpleQueue[Words]()
    thread = Thread(target=_keep, args=(stopped, told.put, after, every), name="awake", daemon=True)
    thread.start()
    try:
        yield lambda: [*_waiting(told)]
    finally:
        stopped.set()
        thread.join(2.0)


def _waiting(told: SimpleQueue[Words]) -> Iterator[Words]:
    with suppress(Empty):
        while True:
            yield told.get_nowait()


def _keep(stopped: Event, tell: Callable[[Words], None], after: float, every: float) -> None:
    if stopped.wait(after):
        return
    from wakepy import keep

    with keep.presenting(on_fail="pass") as mode:  # it wants to be entered and left in one thread
        if not mode.result.success:
            tell(message("screen.may-sleep"))
        while (left := _left()) is None or left >= LOW:
            if stopped.wait(every):
                return
        tell(message("screen.battery", percent=round(left)))
        stopped.wait()


def _left() -> float | None:
    """Percent of the battery that are left; None if there is none, or if it is being charged."""
    import psutil

    with suppress(OSError, RuntimeError):
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
        if battery and not battery.power_plugged:
            return float(battery.percent)
    return None
