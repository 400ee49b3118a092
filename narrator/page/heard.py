"""What everybody heard last on a page's game, as long as what everybody knew then still holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from narrator.cues import At


class Known(NamedTuple):
    """What everybody knows: the answers that stand, of those that everybody heard, and who is what."""

    answers: tuple[Hashable, ...] = ()
    people: frozenset[Hashable] = frozenset()

    def holds(self, now: Known) -> bool:
        """Whether none of these answers is taken back or another now, and nobody is what they were not."""
        return now.answers[: len(self.answers)] == self.answers and self.people <= now.people


class _Line(NamedTuple):
    text: str
    at: At
    known: Known


class HeardLines:
    """The lines that everybody heard since eyes were opened last, each with what everybody knew then.

    A line is announced no more once that does not hold. Nothing secret counts: all would see that it was changed.
    """

    def __init__(self) -> None:
        self.known: Callable[[], Known] = Known
        self._lines: list[_Line] = []

    def add(self, text: str, at: At) -> None:
        """Take in a line that everybody hears; those from before eyes were closed, or opened, are over."""
        kept = [one for one in self._standing() if not (one.at.dark or at.dark)]
        self._lines = [*kept, _Line(text, at, self.known())]

    def only_leads(self) -> None:
        """Forget the last line, which only leads to a question."""
        del self._lines[-1:]

    @property
    def last(self) -> str:
        """The last line that stands; empty if there is none."""
        standing = self._standing()
        return standing[-1].text if standing else ""

    def stands(self, text: str) -> bool:
        """Whether this line stands, or it is none."""
        return not text or any(one.text == text for one in self._standing())

    def _standing(self) -> list[_Line]:
        now = self.known()
        return [one for one in self._lines if one.known.holds(now)]
