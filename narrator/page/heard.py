"""What everybody heard last on a page's game, as long as the answers that led to it stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from narrator.cues import At

Answers = Sequence[Hashable]
"""The answers that stand in a game, in their order."""


class _Line(NamedTuple):
    text: str
    at: At
    after: Answers


class Heard:
    """The lines that everybody heard since eyes were opened last, each with the answers that stood then.

    A line is announced no more once one of those is taken back, or is another.
    """

    def __init__(self) -> None:
        self.answers: Callable[[], Answers] = tuple
        self._lines: list[_Line] = []

    def add(self, text: str, at: At) -> None:
        """Take in a line that everybody hears; those from before eyes were closed, or opened, are over."""
        kept = [one for one in self._standing() if not (one.at.dark or at.dark)]
        self._lines = [*kept, _Line(text, at, tuple(self.answers()))]

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
        answers = tuple(self.answers())
        return [one for one in self._lines if answers[: len(one.after)] == one.after]
