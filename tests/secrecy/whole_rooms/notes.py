"""What everybody in a room notices, with its moment and how much was known by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from tests.secrecy.whole_rooms.clock import Clock

SAME = 0.0005
"""Seconds by which two moments may differ and still be the same: half a millisecond, for sums of floats."""

LONGEST = 1500
"""Letters of what was noticed that are told."""

FAR = 10**9
"""More than can be known: what follows is not compared."""


class Noticed(NamedTuple):
    """Something heard or seen, and the moments that belong to it; the first is when it was noticed."""

    what: Any
    moments: tuple[float, ...]

    def same(self, other: Noticed) -> bool:
        """Whether nobody could tell the two apart."""
        pairs = zip(self.moments, other.moments, strict=True)
        return self.what == other.what and all(abs(one - two) < SAME for one, two in pairs)

    def __str__(self) -> str:
        return f"{' / '.join(f'{moment:.3f}' for moment in self.moments)} s: {str(self.what)[:LONGEST]}"


@dataclass
class Notes:
    """Everything that can be noticed at one table: sounds, lights, and what goes to phones, each in order."""

    clock: Clock
    known: Callable[[], int]
    """How much everybody at the table knows now."""
    sounds: list[Noticed] = field(default_factory=list)
    lights: list[Noticed] = field(default_factory=list)
    air: list[Noticed] = field(default_factory=list)
    """What all phones are sent alike."""
    learned: list[tuple[float, int]] = field(default_factory=list)
    """When more was known than before, and how much."""
    ended: float = 0.0
    astray: bool = False
    """Whether another answer was taken than was meant, so that the rest cannot be compared."""

    def __post_init__(self) -> None:
        self.clock.before_moving = self.look
        self.light: Callable[[], Any] | None = None

    def hear(self, what: Any, *moments: float) -> None:
        """Note a sound of this moment, and other moments that belong to it."""
        self.sounds.append(Noticed(what, (self.clock.now, *moments)))

    def show(self, what: Any) -> None:
        """Note what everybody can see, if it has changed."""
        if not self.lights or self.lights[-1].what != what:
            self.lights.append(Noticed(what, (self.clock.now,)))

    def send(self, what: Any) -> None:
        """Note what goes to all phones at this moment."""
        self.air.append(Noticed(what, (self.clock.now,)))

    def look(self) -> None:
        """Note how bright it is, if that has changed, and whether more is known."""
        if self.light:
            self.show(self.light())
        known = self.known()
        if not self.learned or known > self.learned[-1][1]:
            self.learned.append((self.clock.now, known))
        self.ended = self.clock.now

    def parted(self, agreed: int) -> float:
        """The moment from which more was known than so many facts, or else the last one."""
        return next((moment for moment, known in self.learned if known > agreed), self.ended)


def first_difference(
    one: list[Noticed], other: list[Noticed], until: float
) -> tuple[int, Noticed | None, Noticed | None]:
    """Find the first thing noticed before that moment that differs, with its place; (-1, None, None) if none does."""
    pairs = zip_longest(*([item for item in items if item.moments[0] < until - SAME] for items in (one, other)))
    for place, (left, right) in enumerate(pairs):
        if left is None or right is None or not left.same(right):
            return place, left, right
    return -1, None, None
