"""A display without boxes, colours or redrawing, one message a line: for screen readers, and for simple terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, Audience
from narrator.games.naming import numbered
from narrator.rooms.day_page import Remark, end_title, has_sides
from narrator.rooms.pages import Page
from narrator.rooms.paper import TIE, is_dumb, printable
from narrator.rooms.scene import Scene
from narrator.rooms.screen import Screen
from narrator.rooms.wording import Wording, question_words, table_told
from narrator.texts import DEFAULT, Texts

if TYPE_CHECKING:
    from rich.console import Console

_AWAY = 60
"""Empty lines that push a private message out of sight: what is written cannot be wiped without redrawing."""


class PlainScreen(Scene):
    """Writes every message below the last, in one line; what nobody need read it leaves out.

    A message that was for one player alone is pushed out of sight, and stays in the terminal's memory.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        words: Mapping[str, str] | None = None,
        console: Console | None = None,
        texts: Texts | None = None,
        *,
        numbered: bool = True,
        **_pages: bool,
    ) -> None:
        """Lines are the same whether a screen would be paged, or has to leave room for what is counted."""
        from rich.console import Console

        super().__init__(Wording(names, words or {}, texts or texts_of(DEFAULT), numbered))
        self._console = console or Console(no_color=True, highlight=False, soft_wrap=True)
        self._place = At()
        self._private, self._counts = False, ""
        self._lock = RLock()

    @property
    def is_terminal(self) -> bool:
        """Whether people look at it as it is written."""
        return self._console.is_terminal

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Write a spoken line, after the place where the game is if that has changed."""
        self._head(at)
        self._write(f"{mark} {text}".strip())

    def _head(self, at: At) -> None:
        if at != self._place:
            self._place = at
            self._write(self.wording.place(at, self.view))

    def gate(self, cue: Ask) -> None:
        """Write who is to come to the screen, after the place where the game is if that has changed."""
        self._head(cue.at)
        super().gate(cue)

    def question(self, cue: Ask, *, who: bool) -> None:
        """Write what is asked, whom to wake where a moderator looks, and what may be answered."""
        closed = bool(cue.at.dark or cue.window)
        wakes = who and closed and not isinstance(cue.to, str)
        woken = f"{self.texts.word('screen.wake')}: {self.wording.people(cue.to)}." if wakes else ""
        self._count_anew(closed=closed)
        choices = self.wording.to_choose(cue, self.view, who=who or not closed)
        self._write(f"{woken} {question_words(cue, self.texts)} {choices}".strip())

    def _count_anew(self, *, closed: bool) -> None:
        """Write by day what is counted, if it has changed since it was written."""
        counted = table_told(self.view, self.texts) if self.view and not closed else self._counts
        if counted != self._counts:
            self._counts = counted
            self._write(counted)

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Write a private result, and for whom it is."""
        self._write(f"{self.texts.word('screen.show', people=self.wording.people(to))}: {text}" if who else text)

    def chosen(self, cue: Ask, said: str) -> None:
        """Write what a woken player has chosen so far."""
        self._write(self.wording.chosen(cue, said))

    def decoy(self, words: str = "screen.decoy") -> None:
        """Push what was private out of sight; nothing else need be read."""
        del words
        self.wipe()

    def fit(self) -> None:
        """Draw nothing anew."""

    def typing(self, line: str) -> None:
        """Write nothing: whoever types hears their keys."""

    def typed(self, line: str) -> None:
        """Write the line that somebody has typed."""
        self._write(f"› {line}" if line else "")

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """Write what takes time, once it is under way."""
        begun: list[bool] = []

        def told(done: int, total: int) -> None:
            del done, total
            if not begun:
                begun.append(True)
                self._write(title)

        yield told

    def end(self, text: str, *, more: bool = False) -> None:  # noqa: ARG002 - it has no pages
        """Write who has won, and who was who, a player a line."""
        self.over = True
        if self.view is None or not has_sides(self.view):
            self._write(text)
            return
        self._write(end_title(self.view, self.texts))
        for one in self.view.seats:
            self._write(f"{numbered(one.seat, one.name)}: {self.view.names.get(one.card, one.card)}")

    def wipe(self) -> None:
        """Push what was private out of sight."""
        if self._private:
            self._private = False
            self._console.file.write("\n" * max(self._console.height, _AWAY))

    def turn(self, page: Page, *, keeps: bool = False, counts: bool = False) -> None:  # noqa: ARG002 - what was remarked stands above
        """Write what stands on the page, and remember that it was for one player alone."""
        self._private = True
        self._write(f"{page.text} {page.choices}")

    def add(self, remark: Remark) -> None:
        """Write the remark."""
        self._write(remark.text)

    def _write(self, text: str) -> None:
        """Write a message in one line."""
        words = " ".join(printable(text).replace(TIE, " ").split())
        if words:
            with self._lock:
                self._console.file.write(f"{words}\n")
                self._console.file.flush()


TerminalScreen = Screen | PlainScreen


def display(plain: bool) -> Callable[..., TerminalScreen]:  # noqa: FBT001 - it is a setting
    """The kind of display: plain where the setting, or the terminal, asks for it."""
    return PlainScreen if plain or is_dumb() else Screen
