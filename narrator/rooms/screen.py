"""The display of a table's terminal: large lines, plain questions, and private results that can be wiped away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from math import ceil
from threading import RLock, Timer
from typing import TYPE_CHECKING

from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, Audience
from narrator.games.view import Finale, View
from narrator.rooms import day_page, finale_page
from narrator.rooms.clock import Moment, now
from narrator.rooms.day_page import Remark, Talk
from narrator.rooms.lettering import HALVED, halved
from narrator.rooms.pages import ROOMY, Page
from narrator.rooms.paper import HOME, WIPE, Paper, in_columns, wrapped, written
from narrator.rooms.scene import ANSWERED, Scene
from narrator.rooms.window import INSTANT
from narrator.rooms.wording import Wording, question_words
from narrator.texts import DEFAULT, Texts

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress
    from rich.rule import Rule
    from rich.segment import Segment

__all__ = ["HOME", "WIPE", "Screen"]

_FADES = 8.0  # seconds for which a remark stands beside a clock
_REMARKS = 2  # as many stand on a page
_BANDED = 24  # rows of a terminal in which what is counted has a band of its own
_LIGHT = ("day", "over")  # all eyes are open, and the screen is for everybody


def _whole(left: float) -> int:
    """The seconds that a clock shows of what is left."""
    return max(ceil(left - INSTANT), 0)


def _passing(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """The remarks as they go with the next question, whether or not they stayed over this one's answer."""
    return tuple(one._replace(stays=False) for one in remarks)


class Screen(Scene):
    """Writes to a terminal. `names` are the players by seat, `words` how each answer is called, `texts` the rest.

    What is shown by day, and at the end, stands on a page if it is `paged`, else below what came before. Calls have
    the numbers of the book if they are `numbered`, for whoever has it at hand. Where answers are counted (`counting`)
    pages leave room for what is being counted, drawn large.
    Threads may write at once. Control characters of what is shown never reach the terminal.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        words: Mapping[str, str] | None = None,
        console: Console | None = None,
        texts: Texts | None = None,
        *,
        paged: bool = True,
        numbered: bool = True,
        counting: bool = False,
        timed: bool = True,
    ) -> None:
        from rich.console import Console

        super().__init__(Wording(names, words or {}, texts or texts_of(DEFAULT), numbered))
        self._paged, self._counting = paged, counting
        self._counted = ""
        """What is being counted aloud."""
        self._paper = Paper(console or Console(highlight=False))
        self._place = At()
        self._line: tuple[str, At] | None = None
        self._read_at = At(phase="start")
        """Where in the game whoever reads a page alone is: its title, if no line was said since the game went on."""
        self._page: Page | None = None
        self._remarked = 0.0
        self._ticking: Timer | None = None
        self._paged_at: object = None
        """How large the terminal was when a page was drawn last."""
        self._remarks: list[str] = []
        self._talk: Talk | None = None
        """What stands on the page of the day, as long as it is there."""
        self._layout: tuple[View, object, list[list[Segment]] | None] | None = None
        """The upper part of that page, what it was laid out from, and for which size of the terminal."""
        self._finale: tuple[Finale, int] | None = None
        """The finale, and which of its pages stands in the place of the table."""
        self._lock = RLock()
        self.timed = timed
        """Whether calls have a time that can be held or hurried."""

    @property
    def is_terminal(self) -> bool:
        """Whether people look at it as it is written."""
        return self._paper.console.is_terminal

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Show a spoken line, large, under a rule that says where the night is; `mark` stands before it."""
        self._line = (text, at)
        before = self._talk or Talk()
        if before.question:  # what was told of it goes with it
            before = Talk(remarks=_passing(one for one in before.remarks if one.stays))
        gone_on = before.line if self.view and self.view.table else ""  # there several lines follow from one answer
        said = f"{gone_on}\n{text}".strip()
        if at.phase in _LIGHT and self._show_by_day(Talk(line=said, remarks=before.remarks)):
            return
        self._leave_day()
        self._paged_at = None
        self._head(at)
        self._paper.print(self._large(text, mark))

    def _head(self, at: At) -> None:
        """Write where the night is, unless it stands above."""
        if at != self._place:
            self._place = at
            self._paper.print(self._rule(at))

    def _large(self, text: str, mark: str = "") -> RenderableType:
        from rich.padding import Padding

        words = written(f"{mark}  ", "cyan") if mark else written("")
        side = 4 if self._paper.console.width >= ROOMY else 1
        return Padding(words.append_text(written(text, "bold")), (1, side, 0, side))

    def _indented(self, remark: Remark) -> RenderableType:
        from rich.padding import Padding

        return Padding(written(remark.text, remark.style), (0, 1, 0, 4))

    def _rule(self, at: At) -> Rule:
        from rich.rule import Rule

        return Rule(written(self.wording.place(at, self.view), "rule.text"), style="dim", align="left")

    def question(self, cue: Ask, *, who: bool) -> None:
        """Show what is asked and what may be answered; `who` shows whom to wake, for a moderator's eyes.

        By day it names nobody: all look at it then, and who must answer may be a secret card's holder.
        """
        from rich.padding import Padding

        closed = cue.at.dark or cue.window
        if not closed and cue.at.phase in _LIGHT and self._show_by_day(self._asked(cue)):
            return
        self._leave_day()
        self._head(cue.at)
        wakes = who and closed and not isinstance(cue.to, str)
        woken = f"\n{self.texts.word('screen.wake')}: {self.wording.people(cue.to)}" if wakes else ""
        acts = [self.texts.word("screen.acts")] if cue.window and self.timed else []
        commands = " · ".join([self.wording.commands(cue), *acts])
        width = self._paper.console.width
        side = 4 if width >= ROOMY else 1
        room = width - 2 * side
        choices = self.wording.to_choose(cue, self.view, who=who or not closed)
        if cue.kind in ("seat", "seats") and len(choices) > room:  # a paragraph of names is not read at a glance
            names = in_columns(self.wording.offered(cue, self.view, who=who or not closed), room)
            choices = f"{self.wording.choices_title(cue)}:\n{names}"
        below = wrapped("\n".join([woken, *filter(None, [choices]), commands]), room)
        self._paper.print(
            Padding(written(question_words(cue, self.texts)).append_text(written(below, "dim")), (1, side, 0, side))
        )

    def _asked(self, cue: Ask) -> Talk:
        """Put a question of the day beside what was said."""
        return replace(
            self._talk or Talk(),
            question=cue.text,
            answers=self.wording.answers_by_day(cue, self.view),
            commands=self.wording.commands(cue),
            remarks=_passing(self._talk.remarks) if self._talk else (),
        )

    def _show_by_day(self, talk: Talk) -> bool:
        """Show this on the page of the day; False if there is no page, or no room for one."""
        with self._lock:
            console, laid = self._paper.console, self._layout
            if self.view is None or not (self._paged and self.is_terminal):
                return False
            size = console.size
            if laid is None or laid[0] is not self.view or laid[1] != size:
                self._layout = (self.view, size, self._upper_rows(self.view))
            table = self._layout and self._layout[2]
            if table is None:
                return False
            if self._talk is None or (laid and laid[1] != size):
                self._paper.wipe()
            self._talk, self._page = talk, None
            self._paper.draw([*table, *day_page.talk_rows(talk, console, size.height - 1 - len(table))], over=True)
            return True

    def _upper_rows(self, view: View) -> list[list[Segment]] | None:
        """The upper part of a page of the day: the table, or in the end the finale's page that is open."""
        console = self._paper.console
        if self._finale is None:
            return day_page.table_rows(view, self.texts, console)
        finale, number = self._finale
        pages = finale_page.pages(finale, view, self.texts, console)
        return [row for text in pages[min(number, len(pages) - 1)] for row in day_page.row_of(text, console)]

    def finale(self, finale: Finale, number: int) -> bool:
        """Show this page of the finale, from 0 on; return whether there are more. Elsewhere all is written.

        Where pages do not take each other's place it is written below, and there is none of large letters.
        """
        view = self.view
        if view is None or not day_page.has_sides(view) or not self.is_terminal:
            return super().finale(finale, number)
        with self._lock:
            console = self._paper.console
            if self._paged:
                self._finale, self._layout = (finale, number), None
                self._show_by_day(Talk())
                return number + 1 < len(finale_page.pages(finale, view, self.texts, console))
            pages = finale_page.pages(finale, view, self.texts, console, finale_page.SCROLLED)[1:]
            self._paper.print(*pages[number])
            return number + 1 < len(pages)

    def fit(self) -> None:
        """Draw the page that stands there anew, if the terminal is not as large any more as when it was drawn."""
        with self._lock:
            size = self._paper.console.size
            if self._page and self._paged_at != size:
                self._show(self._page, self._remarks, self._counted)
                self._tick()
            elif self._talk and self._layout and self._layout[1] != size:
                self._show_by_day(self._talk)
            else:
                self._paper.fit()

    def _leave_day(self) -> None:
        with self._lock:
            if self._talk is not None or self._page is not None:
                self._talk, self._page, self._place = None, None, At()
                self._paper.wipe()

    def closed(self) -> None:
        """Take the page of the day away: what comes is for a moderator's eyes."""
        self._leave_day()

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Show a private result in a frame."""
        from rich.panel import Panel

        self._leave_day()
        title = written(self.texts.word("screen.show", people=self.wording.people(to))) if who else None
        self._paper.frame(Panel(written(text, "bold"), title=title, title_align="left", padding=(1, 3)))

    def gate(self, cue: Ask) -> None:
        """Show who is to come to the screen, as large and bright as what they will read there."""
        self._read_at = cue.at
        super().gate(cue)

    def turn(self, page: Page, *, keeps: bool = False, counts: bool = False) -> None:
        """Show one of the pages of a call's time: all are as large and as bright, under the line said last."""
        self._show(page, self._remarks if keeps else (), self._counted if counts else "")

    def _show(self, page: Page, remarks: Sequence[str] = (), counted: str = "") -> None:
        """Draw a page; in the place of another, in a terminal as large, over it: what is wiped might flicker."""
        with self._lock:
            size = self._paper.console.size
            over, self._paged_at = bool(self._page and self._paged_at == size), size
            self._page, self._remarks, self._talk, self._counted = page, [*remarks], None, counted
            rule = self._rule(self._line[1] if self._line else self._read_at)
            large = self._large(self._line[0]) if self._line else None
            rows = page.rows(self._paper.console, self.wording.names, self._remarks, rule, large, self._band())
            self._paper.draw(rows, over=over)

    def _band(self) -> list[str]:
        """The rows for what is being counted, where there are rows enough; empty ones between two counts."""
        if not self._counting or self._paper.console.height < _BANDED:
            return []
        room = self._paper.console.width - 4
        return [f"    {row}".rstrip() for row in halved(self._counted, room)] or [""] * HALVED

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        """Show the time left, in the corner or on the page of the day; `until` gives the moment it ends."""
        with super().countdown(until if self.is_terminal else None):
            self._tick()
            try:
                yield
            finally:
                with self._lock:
                    self.clock = None
                    self._tick()
                    self._talk = self._talk and replace(self._talk, clock="")
                    self._paper.beside("")

    def _tick(self) -> None:
        """Show the time left, and from then on each second when it is due; nothing once no clock runs."""
        with self._lock:
            if self._ticking:
                self._ticking.cancel()
            if self.clock is None:
                return
            with suppress(OSError):  # the terminal is gone; the game is told so where it writes next
                self._show_left(_whole(self.clock.left))
            left = self.clock.left
            self._ticking = Timer(left - _whole(left) + 1.0 if _whole(left) else 1.0, self._tick)
            self._ticking.daemon = True
            self._ticking.start()

    def _show_left(self, seconds: int) -> None:
        if self._page:
            self._paper.corner(f"{seconds:─>4} s")  # where the clocks differ, the page is as bright
        elif self._talk is None:
            self._paper.beside(f"{seconds:>4} s")
        else:
            remarks = self._talk.remarks if now() < self._remarked + _FADES else ()  # the clock needs their room
            clock = f"{seconds // 60}:{seconds % 60:02}"
            self._show_by_day(replace(self._talk, clock=clock, remarks=remarks))

    def count(self, text: str) -> None:
        """Show what is being counted, in the corner and, where there is room, large; nothing empties that."""
        if self.is_terminal:
            with self._lock:
                if self._page and self._band():
                    self._show(self._page, self._remarks, text)
                if text:
                    self._paper.corner(f"{text[:6]:>6}")

    def add(self, remark: Remark) -> None:
        """Show a remark apart from the game; on a page it stands within."""
        with self._lock:  # whoever remarks something, no page comes back that has made way for another
            if self._page:
                self._show(self._page, remarks=[*self._remarks, remark.text][-_REMARKS:], counted=self._counted)
                self._tick()  # the clock may have been moved
                return
            self._remarked = now()
            talk = self._talk and replace(self._talk, remarks=(*self._talk.remarks, remark)[-_REMARKS:])
            if talk is None or not self._show_by_day(talk):
                self._paper.print(self._indented(remark))

    def end(self, text: str, *, more: bool = False) -> None:
        """Show a table of who won and who was who, or else these words; nothing where pages with `more` follow."""
        self.over = True
        view, last = self.view, Talk(line=self._line[0] if self._line else "")
        if view is None or not day_page.has_sides(view):
            self.remark(text)
        elif more and self.is_terminal:
            return
        elif not self._show_by_day(last):
            self._leave_day()
            title = written(f"{day_page.end_title(view, self.texts)}\n", "bold")
            self._paper.print(title, *day_page.end_table(view, self.texts, self._paper.console.width))

    def typing(self, line: str) -> None:
        """Show the line that somebody is typing as it is so far; never on a page of the night."""
        with self._lock:
            if self._talk is not None:
                self._show_by_day(replace(self._talk, typing=line))
            elif self._page is None:
                self._paper.typing(line)

    def typed(self, line: str) -> None:
        """Show the line that somebody has typed."""
        with self._lock:
            if self._talk is not None:
                self._talk = replace(self._talk, typing="")
                if line:
                    self.add(Remark(f"› {line}", ANSWERED))
                else:
                    self._show_by_day(self._talk)
            elif self._page is None:
                self._paper.typed(line)

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """Show a bar and the time left, once `(done, total)` is told; it leaves nothing behind.

        Where there is no terminal the title is written, once.
        """
        with ExitStack() as shown:
            bars: list[Progress] = []

            def told(done: int, total: int) -> None:
                from rich.progress import Progress

                if not bars:
                    if not self.is_terminal:
                        self._paper.console.print(title, markup=False, highlight=False)
                    bar = Progress(console=self._paper.console, transient=True, disable=not self.is_terminal)
                    bars.append(shown.enter_context(bar))
                    bar.add_task(title, total=None)
                bars[0].update(bars[0].task_ids[0], completed=done, total=total)

            yield told

    def leave(self) -> None:
        """Go below the page that stands there, which is drawn no more."""
        with self._lock:
            self._talk = self._page = None
            self._paper.leave()

    def wipe(self) -> None:
        """Clear the screen, and what it would scroll back to."""
        with self._lock:
            self._paper.wipe()
            self._place, self._line, self._page, self._talk, self._remarks = At(), None, None, None, []
