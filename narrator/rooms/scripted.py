"""Ears that hear answers from a script: for a demonstration, or for a game shown again."""

from __future__ import annotations

from collections.abc import Callable

from narrator.answers import Answer, EndOfInput, Heard, Silence, meant
from narrator.cues import Ask
from narrator.rooms.clock import now, sleep_until


class ScriptedEars:
    """Hears the next answer that `following` gives at each question of the game; without one the input has ended."""

    def __init__(self, following: Callable[[], str | None]) -> None:
        self._following = following

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Return the answer; where there is nothing to answer, let the time pass."""
        if not ask.choices:
            sleep_until(now() + (seconds or 0.0))
            return Silence()
        if not ask.line:  # the room's own question: the answers are those to the game's
            return Answer("ready")
        answer = self._following()
        return meant(answer) if answer else EndOfInput()

    def close(self) -> None:
        """Do nothing."""
