"""What is to be seen now: told by rooms, kept as plain data, and drawn by a terminal, in plain lines or on a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from narrator.cues import Ask
from narrator.games.view import Finale, View
from narrator.rooms import finale_page
from narrator.rooms.clock import Moment, now
from narrator.rooms.day_page import Remark
from narrator.rooms.pages import Page
from narrator.rooms.wording import Wording, question_words
from narrator.texts import Words
from narrator.values import dataclass

ANSWERED = "green"
"""The colour of an answer."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time that runs out, and whose it is."""

    until: Moment
    of: Literal["talk", "call"]
    held: float | None = None
    """The seconds that are left of one that stands still."""

    @property
    def left(self) -> float:
        """Seconds left."""
        return max(self.until() - now(), 0.0) if self.held is None else self.held


class Scene:
    """What the displays (narrator.rooms.display) have in common: whoever draws one adds what it does at once."""

    def __init__(self, wording: Wording) -> None:
        self.wording, self.texts, self.seats = wording, wording.texts, len(wording.names)
        self.over = False
        self.view: View | None = None
        """What everybody may see."""
        self.asked: Ask | None = None
        self.clock: Clock | None = None

    def turn(self, page: Page, *, keeps: bool = False, counts: bool = False) -> None:
        """Show the woken a page, in the place of another, of which it `keeps` the remarks, or what is counted."""
        raise NotImplementedError

    def add(self, remark: Remark) -> None:
        """Show a remark apart from the game."""
        raise NotImplementedError

    def see(self, view: View) -> None:
        """Take what everybody may see; what comes next shows it."""
        self.view = view

    def closed(self) -> None:
        """Need make no way for a moderator."""

    def leave(self) -> None:
        """Stand below all that was written, as ever."""

    def gate(self, cue: Ask) -> None:
        """Show who is to come to the screen, as large and bright as what they will read there."""
        self.turn(Page(self.texts.word("screen.gate", people=self.wording.people(cue.to))))

    def secret_question(self, cue: Ask, how: str) -> None:
        """Show a question to a woken player, in the place of the decoy, and why the last answer was refused."""
        whole = short = how
        asked = question_words(cue, self.texts)
        if cue.kind != "ready":
            title = self.texts.word("screen.choices")
            whole = f"{title}: {self.wording.choices(cue, self.view, who=True)}\n{how}"
            short = f"{title}: {self.wording.choices(cue, self.view, who=False, short=True)}\n{how}"
        self.turn(Page(asked, whole, short), keeps=True)

    def chosen(self, cue: Ask, said: str) -> None:
        """Show a woken player what has been chosen so far, over the question, which is not wiped before."""
        self.turn(Page(f"{question_words(cue, self.texts)}\n{self.wording.chosen(cue, said)}"), counts=True)

    def result(self, text: str) -> None:
        """Show a private result to a woken player, in the place of the decoy, and how it is taken away."""
        self.turn(Page(text, self.texts.word("screen.turn-ready")))

    def decoy(self, words: str = "screen.decoy") -> None:
        """Show as much as a question or a result would: that nothing more need be done, or is too late."""
        self.turn(Page(self.texts.word(words)))

    def count(self, text: str) -> None:
        """Show nothing: what is counted is said aloud."""

    @contextmanager
    def countdown(self, until: Moment | None) -> Iterator[None]:
        """Keep the clock that runs as long as this lasts."""
        before, talk = self.clock, self.asked is not None and self.asked.seconds > 0
        self.clock = Clock(until, "talk" if talk else "call") if until else None
        try:
            yield
        finally:
            self.clock = before

    def named(self, said: str, kind: str) -> str:
        """Name an answer: the player in the seat, or the word that stands for it."""
        return self.wording.named(said, kind)

    def going_on(self, said: str, cue: Ask) -> str:
        """How the game's own commands go on that begin so; empty if none does."""
        return self.wording.going_on(said, cue)

    def notice(self, words: Words) -> None:
        """Show as a remark what the table is told, in its language."""
        self.remark(self.texts.told(words))

    def remark(self, text: str) -> None:
        """Show a remark of the program's own."""
        self.add(Remark(text, "yellow"))

    def answered(self, text: str) -> None:
        """Show an answer that came from elsewhere than this keyboard; it stays beside the line that follows."""
        self.add(Remark(f"› {text}", ANSWERED, stays=True))

    def finale(self, finale: Finale, number: int) -> bool:
        """Write all of the finale; there are no pages of it."""
        for line in finale_page.in_lines(finale, self.view, self.texts) if self.view and not number else ():
            self.remark(line)
        return False
