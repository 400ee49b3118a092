"""The screen of a table: large lines, plain questions, and private results that can be wiped away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from narrator.cues import Ask, At, Audience
from narrator.rooms.clock import Moment, now
from narrator.rooms.words import word

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.text import Text

_SCENE, _HEIGHT = 240, 12  # how many signs and lines every scene of a call's time fills at least

WIPE = "\x1b[3J\x1b[2J\x1b[H"
"""Clears the screen and what could be scrolled back to."""

HOME = "\x1b[H"
"""Goes back to where a screen that was wiped begins: a page as large as the last one replaces it without a flash."""


class Screen:
    """Writes to a terminal. `names` are the players by seat, `words` how each answer is called."""

    def __init__(
        self, names: Mapping[int, str], words: Mapping[str, str] | None = None, console: Console | None = None
    ) -> None:
        from rich.console import Console

        self._console = console or Console(highlight=False)
        self._names = names
        self._words = words or {}
        self.seats = len(names)
        """How many players there are."""
        self._place = At()
        self._line: tuple[str, At] | None = None

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Show a spoken line, large, under a rule that says where the night is; `mark` stands before it."""
        from rich.padding import Padding
        from rich.text import Text

        self._line = (text, at)
        self._rule(at)
        words = Text(f"{mark}  ", style="cyan") if mark else Text()
        self._console.print(Padding(words.append(text, style="bold"), (1, 4, 0, 4)))

    def _rule(self, at: At) -> None:
        from rich.rule import Rule

        if at != self._place:
            self._place = at
            self._console.print(Rule(self._title(at), style="dim", align="left"))

    def _title(self, at: At) -> str:
        if not at.dark:
            return word("day") if at.phase == "day" else ""
        night = word("zero") if at.night == 0 else word("night", night=at.night)
        return f"{night} · {at.book}" if at.book else night

    def question(self, cue: Ask, *, who: bool) -> None:
        """Show what is asked and what may be answered; `who` shows the players asked, for a moderator's eyes."""
        from rich.padding import Padding
        from rich.text import Text

        text = Text(cue.text)
        if who and cue.to != "all":
            text.append(f"\n{word('wake')}: {self.people(cue.to)}", style="dim")
        text.append(f"\n{word('choices')}: {self._choices(cue, who=who)}", style="dim")
        acts = f" · {word('acts')}" if cue.window else ""
        text.append(f"\n{word('commands')}{acts}", style="dim")
        self._console.print(Padding(text, (1, 4, 0, 4)))

    def _choices(self, cue: Ask, *, who: bool) -> str:
        choices = [choice for choice in cue.choices if not (cue.seconds and choice == "time")]
        if cue.kind == "count" and len(choices) > 2:
            return f"{choices[0]}–{choices[-1]}"
        names = self._names if who and cue.kind in ("seat", "seats") else {}
        shown = [f"{choice} {names[int(choice)]}" if choice.isdecimal() and names else choice for choice in choices]
        return " · ".join(self._words.get(choice, choice) for choice in [*shown, *["none"] * cue.optional])

    def people(self, to: Audience) -> str:
        """Name the players of these seats."""
        if isinstance(to, str):
            return word("everybody" if to == "all" else "moderator")
        return "; ".join(f"{seat} {self._names.get(seat, '')}".strip() for seat in to)

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Show a private result in a frame."""
        from rich.panel import Panel
        from rich.text import Text

        title = word("show", people=self.people(to)) if who else None
        self._console.print(Panel(Text(text, style="bold"), title=title, title_align="left", padding=(1, 3)))

    def secret_question(self, cue: Ask) -> None:
        """Show a question to a woken player, in the place of the decoy."""
        from rich.text import Text

        text = Text(cue.text, style="bold")
        text.append(f"\n{word('choices')}: {self._choices(cue, who=False)}", style="dim")
        self._scene(text)

    def chosen(self, cue: Ask, said: str) -> None:
        """Show a woken player what has been chosen so far, over the question, which is not wiped before."""
        from rich.text import Text

        self._scene(Text(f"{cue.text}\n{word('chosen', answer=self.named(said, cue.kind))}", style="bold"), HOME)

    def result(self, text: str) -> None:
        """Show a private result to a woken player, in the place of the decoy."""
        from rich.text import Text

        self._scene(Text(text, style="bold"))

    def decoy(self) -> None:
        """Show as much as a question or a result would, and nothing."""
        from rich.text import Text

        self._scene(Text(word("decoy"), style="bold"))

    def _scene(self, inside: Text, clear: str = WIPE) -> None:
        """Show one of the scenes of a call's time: all are as large and as bright, under the line said last."""
        from rich.panel import Panel

        line = self._line
        self.wipe(clear)
        if line:
            self.line(*line)
        inside.append("\n\n" + "▒" * max(_SCENE - len(inside.plain), 0), style="dim")
        self._console.print(Panel(inside, padding=(1, 3), height=_HEIGHT))

    def named(self, said: str, kind: str) -> str:
        """Name an answer: the player in the seat, or the word that stands for it."""
        if kind in ("seat", "seats") and said.replace(",", "").isdecimal():
            return self.people(tuple(int(seat) for seat in said.split(",")))
        return self._words.get(said, said)

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        """Show the seconds left in the corner, as long as this lasts; `until` gives the moment they end."""
        if until is None or not self._console.is_terminal:
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
            self._corner(f"{max(round(until() - now()), 0):>4} s")
            if stopped.wait(1.0):
                return

    def count(self, text: str) -> None:
        """Show in the corner what is being counted."""
        if self._console.is_terminal:
            self._corner(f"{text[:6]:>6}")

    def _corner(self, text: str) -> None:
        """Write six signs into the corner, and go back to where the writing was."""
        place = f"\x1b[1;{max(self._console.width - 6, 1)}H"
        self._console.file.write(f"\x1b7{place}{text}\x1b8")
        self._console.file.flush()

    def remark(self, text: str) -> None:
        """Show a remark of the program's own, apart from the game."""
        from rich.text import Text

        self._console.print(Text(f"    {text}", style="yellow"))

    def answered(self, text: str) -> None:
        """Show an answer that came from elsewhere than this keyboard."""
        from rich.text import Text

        self._console.print(Text(f"    › {text}", style="green"))

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

        bar = shown.enter_context(
            Progress(console=self._console, transient=True, disable=not self._console.is_terminal)
        )
        return bar, bar.add_task(title, total=None)

    def wipe(self, clear: str = WIPE) -> None:
        """Clear the screen, and what it would scroll back to; or with `HOME` be about to write over it."""
        if self._console.is_terminal:
            self._console.file.write(clear)
            self._console.file.flush()
        self._place, self._line = At(), None
