"""The pages of a morning: all who have a phone there read at once, and the others one after another at the laptop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.cues import TIME, Ask, At
from narrator.page.phones.phones import BACK, Phones
from narrator.rooms.clock import now

TO_LOOK = 4.0
"""Seconds that a reading takes beyond the longest page: to take the phone, and to hold a finger on it."""


class Morning:
    """What is read in one round. Whose phone comes only while others read, or after it, reads there all the same.

    Each page that the game asks for leads to one reading at most, so no phone that comes and goes holds all up.
    """

    def __init__(
        self, phones: Phones, before: Callable[[], str], shown: Callable[[At, float], str], *, alone: bool
    ) -> None:
        """`shown` has all look at their phones for so many seconds; both may give a command called for meanwhile.

        Where nobody can type (`alone`), phones are read on though none is back yet after the game went on.
        """
        self._phones, self._before, self._shown, self._alone = phones, before, shown, alone
        self._pages: list[Ask] = []
        """The pages that are read next, in turn."""
        self.calls = False
        """Whether the line that comes next calls the first of these readers."""
        self._answers: dict[int, str] | None = None
        """What was answered on the pages that were read by phone; None before the first reading of a round."""

    def round(self, pages: Sequence[Ask], lines: int) -> None:
        """Take the pages that are read next, in turn, and how many lines are said before the first."""
        self._pages, self.calls = [*pages], lines == 1
        if not pages:
            self._answers = None

    def forget(self) -> None:
        """Have all read anew."""
        self._answers = None

    def answer(self, page: Ask) -> str:
        """What its reader answered by phone; empty if they have not read it."""
        return (self._answers or {}).get(_reader(page), "")

    @property
    def next(self) -> str:
        """What was answered on the page that comes next."""
        return self.answer(self._pages[0])

    def ask(self, page: Ask, seconds: float, at_laptop: Callable[[], str | None]) -> str | None:
        """Have a page read: by phone, also if that comes only once its reader was called to the laptop."""
        called = self.begin(seconds)  # a game that goes on may begin here
        expected = self._expected
        while not (read := called or self.answer(page)):
            if self._alone:  # so nobody would ever say that it was read
                return TIME
            with self._phones.expecting(expected):
                said = at_laptop()
            if said != BACK:
                return said
            called, expected = self.go_on(seconds), frozenset()
        return read

    @property
    def _expected(self) -> frozenset[int]:
        """Whose phones begin a reading once they are there: those of all who read, then that of the next."""
        return frozenset(map(_reader, self._pages if self._answers is None else self._pages[:1]))

    def begin(self, seconds: float) -> str:
        """Have all read who have a phone, unless they have; for so many seconds, or as long as the longest takes."""
        return self._read(seconds) if self._answers is None else ""

    def go_on(self, seconds: float) -> str:
        """Have those read whose phones have come since, if the next reader's has."""
        late = self._answers is not None and not self.next and _reader(self._pages[0]) in self._phones.there
        return self._read(seconds) if late else self.begin(seconds)

    def _read(self, seconds: float) -> str:
        """Have all who have not read yet read by phone, whatever stands on their pages."""
        if called := self._before():
            return called
        read = self._answers or {}
        pages = {_reader(page): page for page in self._pages if _reader(page) not in read}
        if not (self._alone or self._phones.there & pages.keys()):
            return ""
        asked = "yes" in self._pages[0].choices
        for seat, page in pages.items():
            self._phones.write([seat], page.text)
        longest = max(seconds, *(page.more for page in pages.values()))
        begun = now()
        with self._phones.voting(pages, reading=True, yes_no=asked, dark=True) as votes:
            called = self._shown(self._pages[0].at, longest + TO_LOOK)
        self._phones.wipe()
        if not called:
            readers = self._phones.steady(max(begun, now() - longest))  # they had it for as long as it takes
            said = dict.fromkeys(readers, "time") | votes.given if asked else dict.fromkeys(readers, "ready")
            self._answers = read | {seat: said[seat] for seat in pages if seat in said}
        return called


def _reader(page: Ask) -> int:
    return page.to[0] if isinstance(page.to, tuple) else 0
