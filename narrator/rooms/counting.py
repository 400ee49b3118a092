"""A room in which answers are counted: the narrator counts aloud, and one key at the right number is the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

from narrator.cues import Ask, At, Part, Pause, Refused
from narrator.mouth import Mouth
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.listener import Hearing
from narrator.rooms.screen import Screen
from narrator.rooms.surroundings import Surroundings
from narrator.rooms.table import Manner, TableRoom
from narrator.rooms.window import Window
from narrator.rooms.words import word

BEAT = 1.3
"""Seconds from one number to the next: enough to say the longest, and to press a key."""

REACTION = 0.2
"""Seconds after a number begins in which a key still means the one before."""

BOUNCE = 0.3
"""Seconds in which a second press is the same one."""

BREATH = 1.0
"""Seconds of silence after the last number."""

YES_OR_NO = ("yes", "no")
"""What is counted for a question that is no choice of seats."""


class Pressing(Protocol):
    """Keys of which every one counts at once."""

    def pressing(self, pressed: Callable[[], None]) -> AbstractContextManager[None]:
        """Call `pressed` for every key as long as this lasts."""


class CountingRoom(TableRoom):
    """A circle that answers without a voice: in each secret call all that can be asked is counted, asked or not."""

    def __init__(
        self,
        mouth: Mouth,
        ears: Hearing,
        screen: Screen,
        manner: Manner,
        around: Surroundings | None = None,
        *,
        keys: Pressing,
        words: dict[str, str],
    ) -> None:
        super().__init__(mouth, ears, screen, manner, around)
        self._keys, self._words = keys, words
        self._beat = BEAT * min(manner.pace, 1.0)
        self._rounds: list[tuple[str, ...]] = []
        self._pauses = 0.0
        self._counted = self._refused = False

    def prepare(self, texts: list[str]) -> None:
        """Make ready the numbers too."""
        numbers = [str(seat) for seat in range(1, self._screen.seats + 1)]
        super().prepare([*texts, *numbers, *(counted(choice, self._words).text for choice in YES_OR_NO)])

    def pause(self, cue: Pause) -> None:
        """Begin a call's time, with all that is to be counted in it."""
        if self._window is None or self._window.at != cue.at:
            self._rounds, self._counted, self._refused = list(cue.counts), False, False
            self._pauses = BREATH + cue.tells * self._manner.show_seconds
            self._open(cue.at, cue.seconds, cue.tells)

    def _new_window(self, at: At, seconds: float, tells: int) -> Window:
        shown, pace = self._manner.show_seconds, self._manner.pace
        counted, begins = self._left_to_count(), self._moment()
        return Window(at, seconds, begins=begins, tells=tells, shown=shown, pace=pace, counted=counted)

    def _left_to_count(self) -> float:
        """Give the seconds that the rounds still to come take."""
        return sum(len(choices) * self._beat + self._pauses for choices in self._rounds)

    def ask(self, cue: Ask) -> str | None:
        """Count what may be answered, and give what was pressed; a question outside a call's time is put as usual."""
        window = self._window
        if window is None or window.at != cue.at:
            return super().ask(cue)
        if self._refused or not self._rounds or (self._rounds[0] == YES_OR_NO) is not (cue.kind == "yes-no"):
            return "time"
        self._screen.secret_question(replace(cue, text=f"{cue.text} {word('press')}"))
        called, picks = self._count(window)
        if called:
            self._leave_window()
            return called
        self._screen.decoy()
        picked = picks[-cue.most :]
        return ",".join(sorted(picked, key=int)) if cue.kind == "seats" and picked else (picked or ["time"])[-1]

    def refuse(self, cue: Refused) -> None:
        """Show why the answer was refused; what has been counted is not counted again."""
        self._refused = True
        super().refuse(cue)

    def _see_out(self) -> str:
        """Count what nobody was asked, as if somebody were, and let the call's time run out."""
        while self._window is not None and self._rounds:
            called, _ = self._count(self._window)
            if called:
                self._leave_window()
                return called
        return super()._see_out()

    def _count(self, window: Window) -> tuple[str, list[str]]:
        """Count the next round aloud; give the command called for before it, or else the answers picked, in order."""
        self._refused = False
        called = self._wait(lambda: window.ends - self._left_to_count() - self._around.ahead)
        if called:
            return called, []
        begins = window.ends - self._left_to_count()
        choices = self._rounds.pop(0)
        self._counted = True
        presses: list[float] = []
        with self._keys.pressing(lambda: presses.append(now())):
            for number, choice in enumerate(choices):
                due = begins + number * self._beat
                sleep_until(due - self._around.ahead)
                self._next_line_at(due)
                part = counted(choice, self._words)
                self._screen.count(part.text)
                self._speak(part.text, (part,))
            sleep_until(begins + len(choices) * self._beat + REACTION)
        return "", _picked(choices, [moment - begins for moment in presses], self._beat)

    def _lengths(self) -> tuple[str, ...]:
        """Give what changes a call's length; nothing once the counting has begun, which it would move."""
        return () if self._counted else super()._lengths()


def counted(choice: str, words: Mapping[str, str]) -> Part:
    """Give what is said for a choice as a part that can be recorded: a seat's number, or yes or no as a question."""
    if choice.isdecimal():
        return Part(f"number.{choice}", choice)
    return Part(f"word.{choice}", f"{words.get(choice, choice).capitalize()}?")


def _picked(choices: Sequence[str], presses: Sequence[float], beat: float) -> list[str]:
    """Give the choices at which a key was pressed, in seconds since the first; each once, the last press last."""
    picks: list[str] = []
    before = -BOUNCE
    for moment in presses:
        place = int((moment - REACTION) // beat)
        if moment - before >= BOUNCE and 0 <= place < len(choices):
            picks = [*(pick for pick in picks if pick != choices[place]), choices[place]]
        before = moment
    return picks
