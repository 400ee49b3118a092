"""Rooms without waiting: time passes when somebody waits for it, and what is typed is heard at once."""

from __future__ import annotations

from collections.abc import Callable

from narrator.answers import Heard, Silence, typed
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.rooms import clock

from tests.polish import OWN_WORDS


class Clock:
    """Stands for the module `time` in the room's clock; with its timers, for `Timer` too."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept = 0.0
        """Seconds of the day that passed while the computer slept."""
        self._timers: list[VirtualTimer] = []

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + self.slept

    def sleep(self, seconds: float) -> None:
        over = self.now + seconds
        while due := [timer for timer in self._timers if timer.due <= over]:
            first = min(due, key=lambda timer: timer.due)
            self._timers.remove(first)
            self.now = max(self.now, first.due)
            first.act()
        self.now = over

    def timer(self, seconds: float, act: Callable[[], object]) -> VirtualTimer:
        """Make a timer that goes off while somebody sleeps."""
        return VirtualTimer(self, seconds, act)


class VirtualTimer:
    """Stands for `threading.Timer`."""

    daemon = False

    def __init__(self, clock: Clock, seconds: float, act: Callable[[], object]) -> None:
        self._clock, self._seconds, self.act = clock, seconds, act
        self.due = 0.0

    def start(self) -> None:
        self.due = self._clock.now + self._seconds
        self._clock._timers.append(self)

    def cancel(self) -> None:
        if self in self._clock._timers:
            self._clock._timers.remove(self)

    def join(self) -> None:
        if self in self._clock._timers:
            self._clock.sleep(self.due - self._clock.now)


def wait(seconds: float) -> None:
    """Let so many seconds pass on the room's clock."""
    clock.sleep_until(clock.now() + seconds)


def later(seconds: float, act: Callable[[], object]) -> None:
    """Let something happen in so many seconds, whatever is done meanwhile."""
    vars(clock)["Timer"](seconds, act).start()


class Typing:
    """Ears that hear what is typed at given questions, each once: (what is asked, what is typed).

    What is asked is `ask`, or `acts` where only commands are taken. Nothing typed is silence till the end.
    """

    def __init__(self, names: dict[int, str], *lines: tuple[str, str]) -> None:
        self._names, self._lines = names, list(lines)

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        kind = "ask" if ask.choices else "acts"
        if self._lines and self._lines[0][0] == kind:
            return typed(self._lines.pop(0)[1], ask, read_lexicon("pl", *OWN_WORDS), self._names)
        assert seconds is not None
        wait(seconds)
        return Silence()

    def close(self) -> None:
        """Have nothing to close."""
