"""What a page shows of the room: the lines to read, what is asked or shown, the clock, and the program's remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from narrator.cues import Ask, At, Audience
from narrator.games.view import Finale
from narrator.page.heard import HeardLines
from narrator.rooms.clock import Moment
from narrator.rooms.day_page import Remark
from narrator.rooms.pages import Page
from narrator.rooms.scene import Clock, Scene
from narrator.rooms.wording import Wording
from narrator.texts import Texts
from narrator.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Shown:
    """A private result, and for whom it is."""

    text: str
    to: Audience
    at: At


@dataclass(frozen=True, slots=True)
class Idle:
    """A call in which nobody can act: how long to act it out, and the id of why."""

    seconds: float
    why: str


class Board(Scene):
    """A scene that snapshots are drawn from, for somebody who sees everything.

    `changed` is told when something is to be seen at once, though no answer is waited for.
    """

    def __init__(self, names: Mapping[int, str], words: Mapping[str, str], texts: Texts) -> None:
        super().__init__(Wording(names, words, texts, between=", "))
        self.changed: Callable[[], None] = lambda: None
        self.live = False
        """Whether lines are shown as they are spoken, not only once an answer is waited for."""
        self.lines: list[str] = []
        self.notices: list[str] = []
        self.shown: Shown | None = None
        self.earlier: list[Shown] = []
        """Results of the same call that were not taken away yet: nobody waits for them while the laptop reads."""
        self.idle: Idle | None = None
        self._broken_off: Clock | None = None
        """The talk's time that ran last, as it stood when it ended."""
        self.heard = HeardLines()
        """The lines that everybody heard, but for those that only lead to a question."""
        self.led_to = False
        """Whether the last line only says in words that everybody hears what is asked now."""
        self._leads_to = False
        self.ending = ""
        self.turns: list[str] = []
        """What made the difference, once the game is over."""
        self.place = At()
        """Where in the game that is which stands here: the game may have gone on already."""
        self._stood: tuple[list[str], At] = [], At()
        """What was to be read when the game itself waited last, and where that was."""
        self._setting = False
        """Whether a moderator sets something since: what stood here comes back after it."""
        self._answered = True

    def answered_now(self) -> None:
        """Note that what was asked or shown has been dealt with: what comes next takes its place."""
        self._answered = True
        self.shown = self.idle = None
        self.earlier = []
        self.notices = []

    def anew(self) -> None:
        """Forget what stood here: the game goes on from another place."""
        self.answered_now()
        self.lines, self.asked, self.clock, self.place = [], None, None, At()

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Show a line to be read aloud, or that is being spoken."""
        del mark
        if self._answered or self.asked:
            stood = self._taken_up(at) if at.dark else []
            self.lines, self.asked, self.shown, self.earlier = stood[:-1], None, None, []  # a call is put once more
        elif self.shown and self.place != at:  # a result stays, for nobody waited for it to be shown; its lines go
            self.lines = []
        self._answered, self._setting, self.place = False, False, at
        self.lines.append(text)
        self.heard.add(text, at)
        self._leads_to, self.led_to = True, False
        if self.live:
            self.changed()

    def question(self, cue: Ask, *, who: bool) -> None:
        """Show what is asked; the lines before it stay, also if it is put once more after a refusal.

        Whoever was spoken to in a call is still waiting while a moderator is asked something aside.
        """
        del who
        before, self.place = self.asked, cue.at
        aside = before is not None and before.to == "moderator" and before.at == cue.at and cue.at.dark
        if self._setting and not cue.sets:
            self.lines = self._taken_up(cue.at)
        elif self._answered and cue != before and not aside:
            self.lines = []
        if cue.sets:
            self._setting = True
        else:
            self._broken_off = None
            self._stood = self.lines, cue.at
        self._answered = False
        if self._leads_to and not cue.at.dark and cue.to != "moderator":
            self.led_to = True
            if cue.to == "all":  # else the room sees no question, and the line says what it is about
                self.heard.only_leads()
        self._leads_to = False
        self.asked, self.shown, self.earlier = cue, None, []

    def _taken_up(self, at: At) -> list[str]:
        """The lines that stood here before something was set, if it is still their place."""
        setting, self._setting = self._setting, False
        lines, place = self._stood
        return [*lines] if setting and place == at else []

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Show a result that is for one player, or for a few."""
        del who
        if self._setting:
            self.place = self._stood[1]
        if self._answered:
            self.lines = self._taken_up(self.place)
        self._answered = False
        if self.live and self.shown and self.shown.at == self.place:
            self.earlier.append(self.shown)
        self.shown, self.asked = Shown(text, to, self.place), None
        self._stood = self.lines, self.place
        if self.live:
            self.changed()

    def nobody(self, idle: Idle) -> None:
        """Show that a call is to be acted out."""
        if self._setting:
            self.place = self._stood[1]
            self.lines = self._taken_up(self.place)
        self.idle, self.asked = idle, None
        self._stood = self.lines, self.place

    def gate(self, cue: Ask) -> None:
        """Show the question: a moderator sees every page."""
        self.question(cue, who=True)

    def secret_question(self, cue: Ask, how: str) -> None:
        """Show the question to the moderator."""
        del how
        self.question(cue, who=True)

    def result(self, text: str) -> None:
        """Show a result to the moderator."""
        self.private(text, "moderator", who=True)

    def turn(self, page: Page, *, keeps: bool = False, counts: bool = False) -> None:
        """Show no page for the woken: a moderator sees what stands on all of them."""

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        """Show the time left as long as this lasts."""
        with super().countdown(until):
            try:
                yield
            finally:
                if self.clock and self.clock.of == "talk":
                    self._broken_off = replace(self.clock, held=self.clock.left)

    @property
    def talk(self) -> Clock | None:
        """The time of a talk, for the whole room: it stands still while a moderator sets something in it."""
        if self.clock:
            return self.clock if self.clock.of == "talk" else None
        return self._broken_off if self._setting else None

    def add(self, remark: Remark) -> None:
        """Show a remark of the program's own."""
        self.notices = [*self.notices[-2:], remark.text]
        self.changed()

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """Say once that something takes a while."""
        self.notice(title)
        yield lambda _done, _total: None

    def end(self, text: str, *, more: bool = False) -> None:  # noqa: ARG002 - it has no pages
        """Show that the game is over."""
        self.over, self.ending = True, text
        self.changed()

    def finale(self, finale: Finale, number: int) -> bool:
        """Show what made the difference; a page has no further pages of it."""
        del number
        self.turns = [*finale.turns]
        self.changed()
        return False

    def wipe(self) -> None:
        """Do nothing: what is not shown any more is gone with the next snapshot."""
