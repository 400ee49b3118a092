"""What a room shows: the door to a terminal today, to a page in a browser or a projector tomorrow."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from narrator.cues import Ask, At, Audience
from narrator.games.view import Finale, View
from narrator.rooms.clock import Moment
from narrator.texts import Texts, Words


class Display(Protocol):
    """Anything that shows a game to the people at the table; threads may call it at once.

    While a call's time runs, a display for closed eyes shows one page after the other, all alike from afar: a woken
    player's question, choice and result, and for everybody else `decoy`. By day it is for everybody: lines, questions
    and remarks stand there beside what everybody may `see` of the game.
    """

    seats: int
    """How many players there are."""
    over: bool
    """Whether the end was shown."""
    texts: Texts
    """What the program itself says at this table."""

    def see(self, view: View) -> None:
        """Take what everybody may see from now on: a page for the day, or the end, shows it with what comes next."""

    def line(self, text: str, at: At, mark: str = "") -> None:
        """Show a spoken line, and where the game is; `mark` stands before it."""

    def question(self, cue: Ask, *, who: bool) -> None:
        """Show what is asked and what may be answered; with `who`, for a moderator's eyes, the players asked."""

    def closed(self) -> None:
        """Make way for what a moderator alone looks at: all others have their eyes closed."""

    def private(self, text: str, to: Audience, *, who: bool) -> None:
        """Show a private result to the moderator."""

    def gate(self, cue: Ask) -> None:
        """Show who is to come to the screen for a page, and that all others look away."""

    def secret_question(self, cue: Ask, how: str) -> None:
        """Show a question, or a page, to the player who reads it, and `how` it is answered."""

    def chosen(self, cue: Ask, said: str) -> None:
        """Show a woken player what has been chosen so far."""

    def result(self, text: str) -> None:
        """Show a private result to a woken player."""

    def decoy(self, words: str = "screen.decoy") -> None:
        """Show what looks like a question or a result: that nothing more need be done, or that it is too late."""

    def count(self, text: str) -> None:
        """Show what is being counted aloud."""

    def countdown(self, until: Moment | None) -> AbstractContextManager[None]:
        """Show the time left until the moment, which may move, as long as this lasts; nothing without one.

        By day, where it is a talk's or a speech's, it is for the whole room.
        """

    def notice(self, words: Words) -> None:
        """Show what the program itself tells the table, in its language, apart from the game."""

    def answered(self, text: str) -> None:
        """Show an answer that came from elsewhere than this keyboard; it stays beside the line that follows."""

    def going_on(self, said: str, cue: Ask) -> str:
        """How the game's own commands go on that begin so; empty if none does."""

    def named(self, said: str, kind: str) -> str:
        """Name an answer: the player in the seat, or the word that stands for it."""

    def progress(self, title: str) -> AbstractContextManager[Callable[[int, int], None]]:
        """Show how far something is, once `(done, total)` is told, as long as this lasts."""

    def end(self, text: str, *, more: bool = False) -> None:
        """Show that the game is over: what was seen last, if it has the outcome, else these words.

        Where there is `more`, its pages follow at once: who was who has one of its own there, after the winners'.
        """

    def finale(self, finale: Finale, number: int) -> bool:
        """Show this page of the finale, from 0 on, in the place of the table; return whether there are more."""

    def wipe(self) -> None:
        """Leave nothing to be read."""
