"""The display of a table's terminal: large lines, plain questions, and private results that can be wiped away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, Audience
from narrator.rooms.clock import Moment, now
from narrator.rooms.pages import ROOMY, Page, in_ranges
from narrator.rooms.paper import HOME, WIPE, Paper, written
from narrator.texts import Texts, Words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress, TaskID
    from rich.rule import Rule

__all__ = ["HOME", "WIPE", "Screen"]

_REMARKS = 2  # as many stand on a page


class Screen:
    """Writes to a terminal. `names` are the players by seat, `words` how each answer is called, `texts` the rest.

    Threads may write at once. Control characters of what is shown never reach the terminal.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        words: Mapping[str, str] | None = None,
        console: Console | None = None,
        texts: Texts | None = None,
    ) -> None:
        from rich.console import Console

        self._paper = Paper(console or Console(highlight=False))
        self._names = names
        self._words = words or {}
        self.texts = texts or texts_of()
        """What the program itself says at this table."""
        self.seats = len(names)
        """How many players there are."""
        self._place = At()
        self._line: tuple[str, At] | None = None
        self._page: Page | None = None
        self._remarks: list[str] = []
        self._lock = RLock()
        self.over = False
        """Whether the end was shown."""

    @property
    def is_terminal(self) -> bool:
        """Whether people look at it as it is written."""
        return self._paper.console.is_terminal

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Show a spoken line, large, under a rule that says where the night is; `mark` stands before it."""
        self._line = (text, at)
        if at != self._place:
            self._place = at
            self._paper.print(self._rule(at))
        self._paper.print(self._large(text, mark))

    def _large(self, text: str, mark: str = "") -> RenderableType:
        from rich.padding import Padding

        words = written(f"{mark}  ", "cyan") if mark else written("")
        side = 4 if self._paper.console.width >= ROOMY else 1
        return Padding(words.append_text(written(text, "bold")), (1, side, 0, side))

    def _rule(self, at: At) -> Rule:
        from rich.rule import Rule

        return Rule(written(self._title(at), "rule.text"), style="dim", align="left")

    def _title(self, at: At) -> str:
        if not at.dark:
            return self.texts.word("screen.day") if at.phase == "day" else ""
        night = self.texts.word("screen.zero") if at.night == 0 else self.texts.word("screen.night", night=at.night)
        return f"{night} · {at.book}" if at.book else night

    def question(self, cue: Ask, *, who: bool) -> None:
        """Show what is asked and what may be answered; `who` shows the players asked, for a moderator's eyes."""
        from rich.padding import Padding

        asked = self.texts.word("screen.wake" if cue.at.dark else "screen.asked")
        woken = f"\n{asked}: {self.people(cue.to)}" if who and cue.to != "all" else ""
        acts = [self.texts.word("screen.acts")] if cue.window else []
        commands = " · ".join([*(self._words.get(command, command) for command in cue.commands), *acts])
        below = f"{woken}\n{self.texts.word('screen.choices')}: {self._choices(cue, who=who)}\n{commands}"
        self._paper.print(Padding(written(cue.text).append_text(written(below, "dim")), (1, 4, 0, 4)))

    def _choices(self, cue: Ask, *, who: bool, short: bool = False) -> str:
        choices = [choice for choice in cue.choices if not (cue.seconds and choice == "time")]
        if cue.kind == "count" and len(choices) > 2:
            return f"{choices[0]}–{choices[-1]}"
        if short:
            choices = in_ranges(choices)
        names = self._names if who and cue.kind in ("seat", "seats") else {}
        shown = [f"{choice} {names[int(choice)]}" if choice.isdecimal() and names else choice for choice in choices]
        return " · ".join(self._words.get(choice, choice) for choice in [*shown, *["none"] * cue.optional])

    def people(self, to: Audience) -> str:
        """Name the players of these seats."""
        if isinstance(to, str):
            return self.texts.word("screen.everybody" if to == "all" else "screen.moderator")
        return "; ".join(f"{seat} {self._names.get(seat, '')}".strip() for seat in to)

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Show a private result in a frame."""
        from rich.panel import Panel

        title = written(self.texts.word("screen.show", people=self.people(to))) if who else None
        self._paper.print(Panel(written(text, "bold"), title=title, title_align="left", padding=(1, 3)))

    def secret_question(self, cue: Ask) -> None:
        """Show a question to a woken player, in the place of the decoy, and why the last answer was refused."""
        title = self.texts.word("screen.choices")
        whole, short = (f"{title}: {self._choices(cue, who=False, short=short)}" for short in (False, True))
        self._show(Page(cue.text, whole, short), remarks=self._remarks)

    def chosen(self, cue: Ask, said: str) -> None:
        """Show a woken player what has been chosen so far, over the question, which is not wiped before."""
        key = "screen.chosen" if {*said.split(",")} <= {*cue.choices} else "screen.not-offered"
        self._show(Page(f"{cue.text}\n{self.texts.word(key, answer=self.named(said, cue.kind))}"), HOME)

    def result(self, text: str) -> None:
        """Show a private result to a woken player, in the place of the decoy."""
        self._show(Page(text))

    def decoy(self) -> None:
        """Show as much as a question or a result would, and nothing."""
        self._show(Page(self.texts.word("screen.decoy")))

    def _show(self, page: Page, clear: str = WIPE, remarks: Sequence[str] = ()) -> None:
        """Show one of the pages of a call's time: all are as large and as bright, under the line said last."""
        with self._lock:
            self._page, self._remarks = page, [*remarks]
            rule = self._rule(self._line[1] if self._line else At(phase="start"))
            large = self._large(self._line[0]) if self._line else None
            self._paper.draw(page.rows(self._paper.console, self._names, self._remarks, rule, large), clear)

    def named(self, said: str, kind: str) -> str:
        """Name an answer: the player in the seat, or the word that stands for it."""
        if kind in ("seat", "seats") and said.replace(",", "").isdecimal():
            return self.people(tuple(int(seat) for seat in said.split(",")))
        return self._words.get(said, said)

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        """Show the seconds left in the corner, as long as this lasts; `until` gives the moment they end."""
        if until is None or not self.is_terminal:
            yield
            return
        stopped = Event()
        clock = Thread(target=self._tick, args=(until, stopped), name="countdown", daemon=True)
        clock.start()
        try:
            yield
        finally:
            stopped.set()
            clock.join()

    def _tick(self, until: Moment, stopped: Event) -> None:
        while True:
            behind = "─" if self._page else " "  # where the clocks differ, the page is as bright
            with suppress(OSError):  # the terminal is gone; the game is told so where it writes next
                self._corner(f"{max(round(until() - now()), 0):{behind}>4} s")
            if stopped.wait(1.0):
                return

    def count(self, text: str) -> None:
        """Show in the corner what is being counted."""
        if self.is_terminal:
            self._corner(f"{text[:6]:>6}")

    def _corner(self, text: str) -> None:
        """Write six signs into the corner."""
        self._paper.corner(text)

    def remark(self, text: str) -> None:
        """Show a remark of the program's own, apart from the game; on a page it stands within."""
        self._remark(text, "yellow")

    def notice(self, words: Words) -> None:
        """Show as a remark what the table is told, in its language."""
        self.remark(self.texts.told(words))

    def answered(self, text: str) -> None:
        """Show an answer that came from elsewhere than this keyboard."""
        self._remark(f"› {text}", "green")

    def _remark(self, text: str, style: str) -> None:
        with self._lock:  # whoever remarks something, no page comes back that has made way for another
            if self._page:
                self._show(self._page, remarks=[*self._remarks, text][-_REMARKS:])
            else:
                self._paper.print(written(f"    {text}", style))

    def end(self, text: str) -> None:
        """Show that the game is over."""
        self.remark(text)
        self.over = True

    def typing(self, line: str) -> None:
        """Show the line that somebody is typing as it is so far; never on a page of the night."""
        if self._page is None:
            self._paper.typing(line)

    def typed(self, line: str) -> None:
        """Show the line that somebody has typed."""
        if self._page is None:
            self._paper.typed(line)

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """Show a bar and the time left, once `(done, total)` is told; it leaves nothing behind."""
        with ExitStack() as shown:
            bars: list[tuple[Progress, TaskID]] = []

            def told(done: int, total: int) -> None:
                if not bars:
                    bars.append(self._bar(title, shown))
                bar, task = bars[0]
                bar.update(task, completed=done, total=total)

            yield told

    def _bar(self, title: str, shown: ExitStack) -> tuple[Progress, TaskID]:
        from rich.progress import Progress

        console = self._paper.console
        bar = shown.enter_context(Progress(console=console, transient=True, disable=not self.is_terminal))
        return bar, bar.add_task(title, total=None)

    def wipe(self) -> None:
        """Clear the screen, and what it would scroll back to."""
        with self._lock:
            self._paper.wipe()
            self._place, self._line, self._page, self._remarks = At(), None, None, []
