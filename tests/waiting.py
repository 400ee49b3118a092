"""Rooms without waiting: time passes when somebody waits for it, and what is typed is heard at once."""

from __future__ import annotations

from narrator.answers import Heard, Silence, typed
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.rooms import clock


class Clock:
    """Stands for the module `time` in the room's clock."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def wait(seconds: float) -> None:
    """Let so many seconds pass on the room's clock."""
    clock.sleep_until(clock.now() + seconds)


class Typing:
    """Ears that hear what is typed at given questions, each once: (what is asked, what is typed).

    What is asked is `ask`, or `acts` where only commands are taken. Nothing typed is silence till the end.
    """

    def __init__(self, names: dict[int, str], *lines: tuple[str, str]) -> None:
        self._names, self._lines = names, list(lines)

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        kind = "ask" if ask.choices else "acts"
        if self._lines and self._lines[0][0] == kind:
            return typed(self._lines.pop(0)[1], ask, read_lexicon("pl"), self._names)
        assert seconds is not None
        wait(seconds)
        return Silence()

    def close(self) -> None:
        """Have nothing to close."""
