"""What goes wrong for a while at an evening's table, and then no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

KINDS = {
    "answer": 40,
    "deaf": 4,
    "late": 6,
    "nonsense": 6,
    "command": 8,
    "doubted": 10,
    "twice": 4,
    "lost": 1,
    "ended": 1,
    "killed": 2,
}
"""What may happen when the ears are asked, and how often in comparison."""


class Killed(BaseException):
    """The process is gone, from one moment to the next."""


class Trouble:
    """Strikes so many times that the ears are asked, then never again; `stopped` is told of it."""

    def __init__(self, chance: Random, hearings: int, stopped: Callable[[], None]) -> None:
        self.chance, self._left, self._stopped = chance, hearings, stopped
        self._streak: tuple[str, int] = ("", 0)
        self.struck: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        """Whether nothing goes wrong any more."""
        return self._left <= 0

    def next(self) -> str:
        """What happens at this hearing; deafness and nonsense may go on for minutes."""
        self._left -= 1
        kind, more = self._streak
        if more <= 0:
            kind = self.chance.choices([*KINDS], [*KINDS.values()])[0]
            more = self.chance.choice((1, 1, 5, 30)) if kind in ("deaf", "nonsense", "late", "command") else 1
        self._streak = kind, more - 1
        if self.over:
            self._stopped()
        self.struck[kind] += 1
        return kind

    def breaks(self, share: float) -> bool:
        """Draw whether something breaks now that does so often."""
        return not self.over and self.chance.random() < share
