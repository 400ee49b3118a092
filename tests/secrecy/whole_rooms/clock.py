"""A clock that moves only when somebody waits, with threads that go by it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Any
from unittest.mock import patch

from narrator.rooms import clock as rooms_clock


class Clock:
    """Stands for the module `time` in the room's clock. What is due at a moment happens when that moment comes."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._slept = 0.0
        self.before_moving: Callable[[], None] = lambda: None
        """What is done at the end of every instant, before the time goes on."""
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._order = count()

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + self._slept

    def shut(self, seconds: float) -> None:
        """Let the computer sleep so long: of its clocks the time of day alone goes on."""
        self._slept += seconds

    def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        while self._due and self._due[0][0] <= until:
            moment, _, happen = heappop(self._due)
            self._move(moment)
            happen()
        self._move(until)

    def until(self, moment: float) -> None:
        """Sleep until that moment; not at all if it has passed."""
        self.sleep(max(moment - self.now, 0.0))

    def at(self, moment: float, happen: Callable[[], object]) -> None:
        """Let something happen at that moment."""
        heappush(self._due, (moment, next(self._order), happen))

    def _move(self, moment: float) -> None:
        if moment > self.now:
            self.before_moving()
            self.now = moment

    @contextmanager
    def ruling(self) -> Iterator[None]:
        """Let all rooms, and their threads, go by this clock as long as this lasts."""
        stands_for = {
            "Thread": (threading.Thread, lambda **how: Thread(**how)),
            "Event": (threading.Event, lambda: Event(self)),
            "Timer": (threading.Timer, lambda *what, **how: Timer(self, *what, **how)),
        }
        with ExitStack() as patched:
            patched.enter_context(patch.object(rooms_clock, "time", self))
            rooms = [module for name, module in sys.modules.items() if name.startswith("narrator.rooms.")]
            for room in rooms:
                for name, (real, own) in stands_for.items():
                    if getattr(room, name, None) is real:
                        patched.enter_context(patch.object(room, name, own))
            yield


class Thread:
    """Stands for a thread: it runs when it is started and when its waiting ends, and never beside anybody."""

    _running: dict[int, Thread] = {}  # noqa: RUF012 - shared by all on purpose

    def __init__(self, *, target: Callable[..., object], args: tuple[Any, ...] = (), **_more: Any) -> None:
        self._target, self._args = target, args
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._real = threading.Thread(target=self._run, daemon=True)
        self._fault: BaseException | None = None
        self._done = False

    @classmethod
    def running(cls) -> Thread | None:
        """The one that runs now, if it is not the main one."""
        return cls._running.get(threading.get_ident())

    def start(self) -> None:
        self._real.start()
        self.go_on()

    def is_alive(self) -> bool:
        return not self._done

    def join(self, timeout: float | None = None) -> None:  # noqa: ARG002 - it never has to be waited for
        self.go_on()
        assert self._done, "a thread that is joined should not wait for anything"

    def go_on(self) -> None:
        """Let it run until it waits again, or ends."""
        if self._done:
            return
        self._go.release()
        self._back.acquire()
        if self._fault is not None:
            raise self._fault

    def wait(self) -> None:
        """Let those go on who let this one run."""
        self._back.release()
        self._go.acquire()

    def _run(self) -> None:
        self._running[threading.get_ident()] = self
        self._go.acquire()
        try:
            self._target(*self._args)
        except BaseException as fault:  # noqa: BLE001 - it is raised in the main thread
            self._fault = fault
        finally:
            self._done = True
            del self._running[threading.get_ident()]
            self._back.release()


class Event:
    """Stands for a threading.Event."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._set = clock, False
        self._waits = 0

    def set(self) -> None:
        self._set = True

    def is_set(self) -> bool:
        return self._set

    def wait(self, timeout: float) -> bool:
        thread = Thread.running()
        if thread is None:
            self._clock.sleep(0.0 if self._set else timeout)
        elif not self._set:
            self._waits += 1
            number = self._waits
            self._clock.at(self._clock.now + timeout, lambda: self._wake(number, thread))
            thread.wait()
        return self._set

    def _wake(self, number: int, thread: Thread) -> None:
        if number == self._waits:
            thread.go_on()


class Timer:
    """Stands for a threading.Timer."""

    def __init__(self, clock: Clock, interval: float, function: Callable[[], object]) -> None:
        self._clock, self._interval, self._function = clock, interval, function
        self._over = self.daemon = False

    def start(self) -> None:
        self._clock.at(self._clock.now + self._interval, self._go_off)

    def cancel(self) -> None:
        self._over = True

    def is_alive(self) -> bool:
        return not self._over

    def join(self, timeout: float | None = None) -> None:  # noqa: ARG002 - it goes off in time
        if not self._over:
            self._clock.sleep(self._interval)
        assert self._over

    def _go_off(self) -> None:
        if not self._over:
            self._over = True
            self._function()
