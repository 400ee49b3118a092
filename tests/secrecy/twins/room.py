"""A room without sound or clock: what everybody hears of a game, and when, with people who answer as they please."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

from narrator.cues import Ask, Cue, Pause, Say, Tell
from narrator.games.view import View

LETTER, LOOK, PUBLIC = 0.07, 6.0, 5.0
"""Seconds that a letter of a line takes, that a private result is shown, and that a public answer takes."""


class Heard(NamedTuple):
    """A cue that is for everybody, when it began, how much was known by then, and what a page for all would show."""

    cue: Cue
    at: float
    known: int
    seen: View | None = None


class Room:
    """Keeps the time of one table as a room does. `chance` is secret: who answers quickly, and who slowly."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._now = self._until = self._deadline = 0.0
        self.heard: list[Heard] = []

    def give(self, cue: Cue, known: int, seen: View | None = None) -> None:
        """Let a cue go out: a line waits for the end of a call's time, which has room for its private results."""
        if isinstance(cue, Say):
            self._now = max(self._now, self._until)
            self._hear(cue, known, seen)
            self._now += LETTER * len(cue.text) + cue.pause
        elif isinstance(cue, Pause):
            self._now = max(self._now, self._until)
            self._hear(cue, known)
            self._deadline = self._now + cue.seconds
            self._until = self._deadline + LOOK * cue.tells
        elif isinstance(cue, Tell):
            self._now += LOOK

    def ask(self, cue: Ask, known: int) -> None:
        """Put a question to everybody; its answer takes no secret time."""
        self._now = max(self._now, self._until)
        self._hear(replace(cue, to="all"), known)
        self._now += cue.seconds or PUBLIC

    def page(self, cue: Ask, known: int) -> None:
        """Let one player read alone: all see who it is, nobody what it says."""
        self._now = max(self._now, self._until)
        self._hear(replace(cue, text="", line=""), known)
        self._now += LOOK

    def interrupt(self) -> None:
        """Let somebody ask aloud to go back, to hear it again or to pause: at the end of the call's time."""
        self._now = max(self._now, self._until)

    def whisper(self, said: str) -> None:
        """Let somebody answer in secret: at any moment of the call's time, or not before its end."""
        left = max(self._deadline - self._now, 0.0)
        self._now += left if said == "time" else left * self._chance.random()

    def _hear(self, cue: Cue, known: int, seen: View | None = None) -> None:
        self.heard.append(Heard(cue, round(self._now, 6), known, seen))
