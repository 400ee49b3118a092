"""Ears that hear answers from a script, for a demonstration, and the table where they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrator.answers import Answer, EndOfInput, Heard, Silence, meant
from narrator.cues import Ask
from narrator.mouth import Mouth
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.display import Display
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom


class ScriptedEars:
    """Hears the next answer that `following` gives at each question of the game; without one the input has ended."""

    def __init__(self, following: Callable[[], str | None]) -> None:
        self._following = following

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Return the answer; where there is nothing to answer, let the time pass."""
        if not ask.open:
            sleep_until(now() + (seconds or 0.0))
            return Silence()
        if "confirm" in ask.choices:  # what is written was meant
            return Answer("yes")
        if not ask.line:  # the room's own question: the answers are those to the game's
            return Answer("ready")
        answer = self._following()
        return meant(answer) if answer else EndOfInput()

    def close(self) -> None:
        """Do nothing."""


class WrittenAnswers(ScriptedEars):
    """Ears that hear written answers, one after the other."""

    def __init__(self, answers: Iterator[str]) -> None:
        super().__init__(self._take)
        self._answers = answers
        self._next = next(answers, None)

    @property
    def ended(self) -> bool:
        """Whether there is no answer left."""
        return self._next is None

    def _take(self) -> str | None:
        taken, self._next = self._next, next(self._answers, None)
        return taken


class ScriptedRoom(TableRoom):
    """A table whose answers are written down: where they end, nothing more is asked."""

    def __init__(
        self, mouth: Mouth, ears: WrittenAnswers, screen: Display, settings: RoomSettings, soundscape: Soundscape
    ) -> None:
        super().__init__(mouth, ears, screen, settings, soundscape)
        self._script = ears

    def ask(self, cue: Ask) -> str | None:
        """Put the question, if there is an answer to it."""
        return None if self._script.ended else super().ask(cue)
