"""The people around the laptop, as its ears and keys have them: troubled for a while, then plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from narrator.answers import Answer, Command, EndOfInput, Heard, Silence, Unsure, meant, typed
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.errors import ChannelLost
from narrator.games import registry
from narrator.games.night.events import Asked
from narrator.games.night.simulation.people import sensible
from narrator.games.night.state.state import State
from narrator.rooms.clock import now, sleep_until

from tests.mishaps.hands import Hands
from tests.mishaps.happenings import CALLED, Guests, Habits
from tests.mishaps.trouble import Killed, Trouble

DECIDING = 3.0
"""Seconds that an answer takes at the least."""

PRESSED = 0.4
"""Seconds after a number begins in which a key is pressed for it."""

LISTENED = 60.0
"""Seconds that pass in silence where nothing says how long to wait."""

LEXICON = read_lexicon("pl", *registry.folders())
TROUBLED = Habits(late=0.1, hurry=0.2)


class Plain:
    """People who answer what they are asked, sensibly; each day one more dies, so that the end comes for certain."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._buried = chance, 0

    def __call__(self, state: State, question: Asked) -> str:
        """A legal answer to the question."""
        if question.key == "day" and state.night + 1 != self._buried:
            self._buried = state.night + 1
            return "died"
        if question.key == "day":
            return next(step for step in ("search-vote", "hang-vote", "night") if step in question.choices)
        if question.key == "day.died":
            return question.choices[int(self._chance.random() * len(question.choices))]
        return sensible(self._chance, state, question)


class People:
    """Ears that hear what the people say, and the keys that they press."""

    def __init__(
        self,
        table: Callable[[], State],
        names: dict[int, str],
        chance: Random,
        trouble: Trouble,
        hands: Hands | None = None,
    ) -> None:
        self._table, self._names, self._chance, self._trouble = table, names, chance, trouble
        self._hands = hands
        self._plain, self._guests = Plain(chance), Guests(chance, TROUBLED, len(names))
        self._before: Heard = Silence()
        self._presses: dict[str, int] = {}
        self._pressed: Callable[[], None] | None = None

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """What is heard in so many seconds. Raises ChannelLost if the last ears are lost."""
        if self._hands and (tapped := self._hands.tapped(ask)):
            return tapped
        if self._trouble.over:
            return self._plainly(ask, seconds)
        kind = self._trouble.next()
        if kind == "killed":
            raise Killed
        if kind == "lost":
            raise ChannelLost("nobody can answer any more")
        if kind == "ended":
            return EndOfInput()
        if kind in ("deaf", "late"):
            return self._silence(seconds)
        return self._said(kind, ask, seconds)

    def _silence(self, seconds: float | None) -> Heard:
        _wait(LISTENED if seconds is None else seconds)
        return Silence()

    def _said(self, kind: str, ask: Ask, seconds: float | None) -> Heard:
        """Let something be said or typed in that time, if there is anything to say."""
        if not ask.choices and kind not in ("nonsense", "command", "doubted"):
            return self._silence(seconds)
        _wait(self._chance.random() * (LISTENED if seconds is None else seconds))
        if kind == "twice":
            return self._before
        self._before = self._utterance(kind, ask)
        return self._before

    def _utterance(self, kind: str, ask: Ask) -> Heard:
        if kind == "nonsense":
            return self._typed(self._guests.nonsense(), ask)
        command = kind == "command" or not ask.choices or self._chance.random() < 0.2
        said = self._chance.choice(ask.commands or CALLED) if command else self._guests.answer(ask)
        if said == "time" and said not in ask.choices:
            return Silence()
        if kind == "doubted":
            return Unsure(said, said)
        return self._typed(said, ask) if self._chance.random() < 0.5 else meant(said, spoken=True)

    def _typed(self, text: str, ask: Ask) -> Heard:
        return typed(text, ask, LEXICON, self._names)

    def _plainly(self, ask: Ask, seconds: float | None) -> Heard:
        if ask.kind == "text" and "undo" in ask.commands:
            return Command("undo")  # some trouble began to set a name
        if not ask.choices:
            return self._silence(seconds)
        _wait(min(DECIDING, DECIDING if seconds is None else seconds / 2))
        if "confirm" in ask.choices:
            return Answer("yes")
        if ask.kind == "ready":
            return Answer("ready")
        return meant(self._answer())

    def _answer(self) -> str:
        state = self._table()
        assert state.question is not None, "something was asked"
        return self._plain(state, state.question)

    def close(self) -> None:
        """Have nothing to close."""

    # ---- Keys, where answers are counted ----

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        """Have a key pressed at the right numbers if somebody is asked, and at wrong ones while there is trouble."""
        state = self._table()
        asked = state.question is not None and not state.queue
        self._presses = dict.fromkeys(self._answer().split(","), 1) if asked else {}
        if self._trouble.breaks(0.5):
            self._presses = {str(self._chance.randint(1, 30)): self._chance.choice((1, 2, 9)) for _ in range(3)}
        self._pressed = pressed
        try:
            yield
        finally:
            self._pressed = None

    def counted(self, text: str) -> None:
        """Press the key as often as is meant to be at what is being counted."""
        times = self._presses.pop({"Tak?": "yes", "Nie?": "no"}.get(text, text), 0)
        for _ in range(times if self._pressed else 0):
            _wait(PRESSED / times)
            self._press()

    def _press(self) -> None:
        if self._pressed:
            self._pressed()


def _wait(seconds: float) -> None:
    sleep_until(now() + seconds)
