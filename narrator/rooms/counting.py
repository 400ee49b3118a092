"""A room in which answers are counted: the narrator counts aloud, and one key at the right number is the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from threading import Lock
from typing import Protocol

from narrator.computer.awake import Remarks
from narrator.cues import COMMANDS, RESUME, Ask, At, Part, Pause, Refused
from narrator.ears.lexicon import read_lexicon
from narrator.games.registry import folders
from narrator.lexicon import NO_WORDS, TableWords, as_typed
from narrator.mouth import Mouth
from narrator.patterns import wants_a_case
from narrator.rooms.clock import alarm, now, sleep_until
from narrator.rooms.display import Display
from narrator.rooms.listener import Hearing
from narrator.rooms.presses import Presses
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import Early, RoomSettings, TableRoom
from narrator.rooms.window import DECIDING, Window

BEAT = 1.3
"""Seconds from one number to the next, whatever the pace: enough to press a key. A slow voice has a longer beat."""

SPARE = 0.3
"""Seconds that a number must have been said before the next: some players need them to begin."""

LINGERS = 0.4
"""Seconds after the last number's beat in which a key still means it: no number follows that hurries anybody."""

SHOWN = 2.0
"""Seconds that what was chosen stands after the last key that counts, so that it can be read."""

BREATH = LINGERS + SHOWN + DECIDING
"""Seconds of silence after the last number's beat, and as many more as the next line is handed over ahead."""

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
        screen: Display,
        settings: RoomSettings,
        soundscape: Soundscape | None = None,
        computer: Remarks = list,
        *,
        keys: Pressing,
        words: dict[str, str],
        early: Early = lambda _: nullcontext(),
    ) -> None:
        super().__init__(mouth, ears, screen, settings, soundscape, computer, early=early)
        self._keys, self._words = keys, words
        self._beat = BEAT
        self._drawing, self._shown = Lock(), ""
        self._rounds: list[tuple[str, ...]] = []
        self._pauses = 0.0
        self._counted = self._refused = False

    def prepare(self, lines: list[Part]) -> None:
        """Prepare the numbers too, and set the beat by the longest: it is no secret how long they are."""
        parts = numbers(self._screen.seats, self._words)
        super().prepare([*lines, *parts])
        longest = max(self._mouth.seconds(part.text, (part,)) for part in parts)
        self._beat = max(BEAT, longest + max(SPARE, self._soundscape.ahead))

    def pause(self, cue: Pause) -> None:
        """Begin a call's time, with all that is to be counted in it."""
        if self.moderated:
            self._rounds = []
            super().pause(cue)
        elif self._window is None or self._window.at != cue.at:
            self._rounds, self._counted, self._refused = list(cue.counts), False, False
            self._pauses = BREATH + self._soundscape.ahead + cue.tells * self._settings.show_seconds
            self._open(cue.at, cue.seconds, cue.tells)

    def new_window(self, at: At, seconds: float, tells: int) -> Window:
        """Reckon a call's time, with what is counted in it."""
        if self.moderated:
            return super().new_window(at, seconds, tells)
        shown, pace = self._settings.show_seconds, self._settings.pace
        counted, begins = self._left_to_count(), self._moment()
        return Window(at, seconds, begins=begins, tells=tells, shown=shown, pace=pace, counted=counted)

    def _left_to_count(self) -> float:
        """Add up the seconds that the rounds still to come take."""
        return sum(len(choices) * self._beat + self._pauses for choices in self._rounds)

    def next_end(self, window: Window) -> float:
        """The moment of the next count, as long as there is one."""
        return window.ends - self._left_to_count() - self._soundscape.ahead if self._rounds else window.clock

    def ask(self, cue: Ask) -> str | None:
        """Count what may be answered, and return what was pressed; outside a call's time, ask as usual."""
        self._resulting = False
        window = None if self.moderated else self._window_for(cue)
        if window is None:
            return super().ask(cue)
        if self._refused or not self._rounds or (self._rounds[0] == YES_OR_NO) is not (cue.kind == "yes-no"):
            return "time"
        window.used = True
        self._screen.secret_question(cue, self._how(cue))
        called, picks = self._count(window, cue)
        if called:
            self._leave_window(called)
            return called
        return _answer(cue, picks) if picks else "time"

    def _how(self, cue: Ask) -> str:
        """Say which keys are the answer."""
        texts = self._screen.texts
        return texts.word("screen.press-several", most=cue.most) if cue.most > 1 else texts.word("screen.press")

    def refuse(self, cue: Refused) -> None:
        """Show why the answer was refused; what has been counted is not counted again."""
        self._refused = True
        super().refuse(cue)

    def see_out(self) -> str:
        """Count what nobody was asked, as if somebody were, and let the call's time run out."""
        self._nothing_due()
        while self._window is not None and self._rounds:
            called, _ = self._count(self._window)
            if called:
                self._leave_window(called)
                return called
        return super().see_out()

    def _count(self, window: Window, asked: Ask | None = None) -> tuple[str, list[str]]:
        """Count the next round aloud; return the command called for before it, or else the picks in order.

        Where nobody led the game for a while, the rest is not counted, and the command is `resume`.
        """
        self._refused = False
        called = self._wait(lambda: window.ends - self._left_to_count() - self._soundscape.ahead)
        if called:
            return called, []
        begins = window.ends - self._left_to_count()
        choices = self._rounds.pop(0)
        self._counted = True
        presses = Presses(choices, self._beat)
        with self._keys.pressing(lambda: self._press(presses, asked)):
            for place, choice in enumerate(choices):
                due = begins + place * self._beat
                self._say_and_show(counted(choice, self._words), due, presses, place)
                self._listener.look(due, self._beat)
                if self._listener.was_away():
                    return RESUME, []
            over = begins + len(choices) * self._beat + LINGERS
            sleep_until(over)
        sleep_until(over + SHOWN)
        if not self._resulting:
            self._screen.decoy("screen.late" if asked and not presses.picks else "screen.decoy")
        self._show("")  # under a result too
        return "", presses.picks

    def _say_and_show(self, part: Part, due: float, presses: Presses, place: int) -> None:
        """Say what is counted next, and show it in the corner at the moment when it really begins to sound."""
        sleep_until(due - self._soundscape.ahead)
        self._next_line_at(due)
        told: list[float] = []
        with ExitStack() as shown:

            def begins(moment: float) -> None:
                told.append(moment)
                presses.begins(place, moment)
                shown.enter_context(alarm(moment, lambda: self._show(part.text)))

            with self._soundscape.begins(begins):
                if not self._soundscape.sounds:
                    begins(max(due, now()))
                self.speak(part.text, (part,))
            if not told:  # its sound was lost, and the screen says it instead
                begins(max(due, now()))

    def _show(self, text: str) -> None:
        with self._drawing:
            self._shown = text
            self._screen.count(text)

    def _press(self, presses: Presses, asked: Ask | None) -> None:
        """Take a key; who is asked sees what it means. A page on which nobody is asked anything stays as it is."""
        if not presses.press(now()) or asked is None:
            return
        with self._drawing:
            self._screen.chosen(asked, _answer(asked, presses.picks))
            self._screen.count(self._shown)

    def lengths(self) -> tuple[str, ...]:
        """List what changes a call's length; nothing once the counting has begun, which it would move."""
        return () if self._counted else super().lengths()


def words_of(language: str, game: str = "", own: TableWords = NO_WORDS) -> dict[str, str]:
    """The word that stands for each answer or command on the screen: the first that the language has for it.

    A command with values stands there with its slots, as `sign=+` the words for them, but for numbers; a player
    can stand in its phrase by name alone, so the first one comes that wants no case.
    The answers of this game, else of all, are among them, and a table's `own`.
    """
    lexicon = as_typed(read_lexicon(language, *folders(game), own=own))
    always = ("yes", "no", "none", "ready", *COMMANDS)
    spoken = {**{answer: getattr(lexicon, answer) for answer in always}, **lexicon.choices}
    spoken |= {pattern: sorted(phrases, key=wants_a_case) for pattern, phrases in lexicon.patterns.items()}
    for slot, values in lexicon.slots.items():
        spoken |= {f"{slot}={value}": forms for value, forms in values.items() if not value.isdecimal()}
    return {answer: forms[0] for answer, forms in spoken.items() if forms}


def counted(choice: str, words: Mapping[str, str]) -> Part:
    """Word a choice as a part that can be recorded: a seat's number, or yes or no as a question."""
    if choice.isdecimal():
        return Part(f"number.{choice}", choice)
    return Part(f"word.{choice}", f"{words.get(choice, choice).capitalize()}?")


def numbers(seats: int, words: Mapping[str, str]) -> list[Part]:
    """Everything that is counted aloud at a table of so many."""
    return [counted(choice, words) for choice in (*map(str, range(1, seats + 1)), *YES_OR_NO)]


def words_counted(language: str) -> list[Part]:
    """What is said beside the numbers where answers are counted aloud."""
    words = words_of(language)
    return [counted(choice, words) for choice in YES_OR_NO]


def _answer(cue: Ask, picks: list[str]) -> str:
    """Turn the picks into an answer: as many seats as may be named, or else the last one."""
    return ",".join(sorted(picks[-cue.most :], key=int)) if cue.kind == "seats" else picks[-1]
