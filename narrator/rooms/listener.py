"""Who listens for a question's answer: what was heard is taken, confirmed, or asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence, Unsure
from narrator.cues import COMMANDS, Ask, At
from narrator.rooms.clock import Moment, now
from narrator.rooms.screen import Screen
from narrator.rooms.words import word

CONFIRMING = 8.0
"""Seconds that somebody has to confirm what was heard: later, it would be talk that is taken for a yes."""

SURE = Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", "confirm", "no"), commands=())
"""What is asked back: a voice answers *confirm*, for a yes is too easily heard; a key may say either."""


class Hearing(Protocol):
    """What the room needs of its ears."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer to the question."""

    def close(self) -> None:
        """Let go of devices and helper processes."""


class Listener:
    """Hears out one question after the other."""

    def __init__(self, ears: Hearing, screen: Screen) -> None:
        self._ears, self._screen = ears, screen
        self._failed = 0

    def answer(self, cue: Ask, until: Moment | None, do: Callable[[Heard], bool]) -> str | None:
        """Wait for the answer or command; nothing if there will be none, `time` if it has not come by then.

        `do` takes what the game need not know of, and says whether it was such.
        """
        self._failed = 0
        while True:
            left = _left(until)
            if left is not None and left <= 0:
                return "time"
            heard = self._ears.hear(cue, left)
            if isinstance(heard, EndOfInput):
                return None
            said = "" if do(heard) else self._understand(cue, heard, until)
            if said:
                return said

    def _understand(self, cue: Ask, heard: Heard, until: Moment | None) -> str:
        """Give the answer or command that was meant, or an empty text."""
        if isinstance(heard, Command):
            return heard.name
        if isinstance(heard, Answer):
            spoken = cue.final and heard.spoken and heard.canonical != "none"
            return self._confirmed(cue, heard.canonical, until) if spoken else heard.canonical
        if isinstance(heard, Unsure):
            return self._confirmed(cue, heard.canonical, until)
        if isinstance(heard, NoMatch):
            self._screen.remark(word("not-understood", heard=heard.heard))
        if not (isinstance(heard, Silence) and until):
            self._fail()
        return ""

    def _confirmed(self, cue: Ask, said: str, until: Moment | None) -> str:
        """Give the answer if it is meant."""
        final = cue.final and said not in COMMANDS
        self._screen.remark(word("final" if final else "sure", answer=self._screen.named(said, cue.kind)))
        left = _left(until)
        seconds = CONFIRMING if left is None else max(min(left, CONFIRMING), 0.01)
        if _means_it(self._ears.hear(SURE, seconds)):
            return said
        self._screen.remark(word("unconfirmed"))
        self._fail()
        return ""

    def _fail(self) -> None:
        """After two hearings that failed, offer the keys."""
        self._failed += 1
        if self._failed == 2:
            self._screen.remark(word("keys"))


def _means_it(again: Heard) -> bool:
    match again:
        case Answer("confirm") | Answer("yes", spoken=False):
            return True
    return False


def _left(until: Moment | None) -> float | None:
    return until() - now() if until else None
