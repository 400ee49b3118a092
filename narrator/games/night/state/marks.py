"""Marks: what a power leaves on a seat, who left it, and how long it stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from narrator.games.night.events import Marked, Until
from narrator.values import frozen


@frozen
class Mark:
    """A mark as the effect that leaves it declares it.

    untold  not even who left it may know that it is there
    early   it means nothing any more once the zero night is over
    idle    why nobody on whose seat it is acts again tonight (R3); empty if they do
    safe    nobody on whose seat it is can be killed
    """

    id: str
    until: Until
    untold: bool = False
    early: bool = False
    idle: str = ""
    safe: bool = False


MARKS: dict[str, Mark] = {}
"""Every mark that an effect can leave, by its id."""


def declare(mark: Mark) -> None:
    """Enter a mark in the register; several effects may leave the same one."""
    if MARKS.setdefault(mark.id, mark) != mark:
        raise ValueError(f"the mark {mark.id} is declared twice, with other lifetimes")
    for kind, marks in ((mark.idle, IDLE), (mark.safe, SAFE)):
        if kind and mark.id not in marks:
            marks.insert(0, mark.id)


IDLE: list[str] = []
"""Marks whose seats do not wake again tonight (R3), a game's own before the engine's."""

SAFE: list[str] = []
"""Marks whose seats cannot be killed."""


@frozen
class Marks:
    """All marks on the table, oldest first. A value: every change makes another.

    `asleep` are the seats that do not wake again tonight (R3). `known` are the marks that everybody knows of, in vain
    or not: the mark, its seat, and who left it.
    """

    every: tuple[Marked, ...] = ()
    asleep: frozenset[int] = field(init=False, compare=False, repr=False)
    known: tuple[tuple[str, int, str], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once what is looked up most."""
        object.__setattr__(self, "asleep", self.on(*IDLE))
        object.__setattr__(self, "known", tuple((one.mark, one.seat, one.by) for one in self.every if one.known))

    def on(self, *marks: str) -> frozenset[int]:
        """The seats with any of these marks, except bodies marked in vain."""
        return frozenset([one.seat for one in self.every if one.mark in marks and not one.vain])

    @property
    def put_to_sleep(self) -> frozenset[int]:
        """The seats of those who were put to sleep, bodies too."""
        return frozenset([one.seat for one in self.every if one.mark in IDLE])

    def of(self, mark: str) -> tuple[Marked, ...]:
        """Every mark of this kind, in vain or not."""
        return tuple(one for one in self.every if one.mark == mark)

    def left_by(self, mark: str, by: str) -> tuple[int, ...]:
        """The seats on which this role or faction left the mark, in vain or not; the latest last."""
        return tuple(one.seat for one in self.every if one.mark == mark and one.by == by)

    def owners(self, mark: str, seat: int) -> tuple[str, ...]:
        """The roles and factions whose mark works on the seat."""
        return tuple(one.by for one in self.every if one.mark == mark and one.seat == seat and not one.vain)

    def together(self, mark: str, *seats: int) -> bool:
        """Whether the same role or faction left the mark on all of these seats."""
        return bool(set.intersection(*({*self.owners(mark, seat)} for seat in seats)))

    def with_mark(self, mark: Marked) -> Marks:
        """Add a mark."""
        return Marks((*self.every, mark))

    def without(self, mark: str, *, by: str = "", seat: int = 0) -> Marks:
        """Remove this mark where `by` left it, or from `seat`."""
        return self._kept(lambda one: one.mark != mark or (one.by != by and one.seat != seat))

    def at_daybreak(self) -> Marks:
        """The marks that stay when the day begins."""
        return self._kept(lambda one: one.until != "day")

    def at_nightfall(self) -> Marks:
        """The marks that stay when night falls."""
        kept = self._kept(lambda one: one.until not in ("day", "night"))
        if all(one.until != "second-night" for one in kept.every):
            return kept
        return Marks(tuple(replace(one, until="night") if one.until == "second-night" else one for one in kept.every))

    def _kept(self, stays: Callable[[Marked], bool]) -> Marks:
        kept = tuple(one for one in self.every if stays(one))
        return self if len(kept) == len(self.every) else Marks(kept)


UNMARKED = Marks()
"""A table without any marks."""
