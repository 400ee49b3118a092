"""A call whose answers are counted, and a mouth that counts them and stands for the keyboard too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from narrator.cues import Ask, At, Part, Pause, Say, Tell
from narrator.rooms import counting
from narrator.rooms.captions import NoMouth

from tests.waiting import wait

CALL = At(call="choragiew.nightmare", book="53", night=2)
SLEEP = Say(at=CALL, line="", text="Zamknij oczy.")
SEATS = ("1", "2", "4")
TIME = Pause(at=CALL, seconds=20.0, tells=1, counts=(SEATS, ("yes", "no")))
WHOM = Ask(at=CALL, line="", text="Kogo?", to=(1,), kind="seat", choices=("2", "4"), optional=True, window=20.0)
WHETHER = Ask(at=CALL, line="", text="Pomożesz?", to=(2,), kind="yes-no", choices=("yes", "no"), window=20.0)
TOLD = Tell(at=CALL, line="", text="Karta: Herszt.", to=(1,))
PLAYERS = {seat: f"Gracz {seat}" for seat in range(1, 5)}


class Narrator(NoMouth):
    """A mouth that notes what it says; it presses a key after the texts that somebody waits for."""

    def __init__(self, *pressed_at: str) -> None:
        self.said: list[str] = []
        self.parts: list[Part] = []
        self._at = list(pressed_at)
        self._pressed: Callable[[], None] | None = None

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        self.said.append(text)
        self.parts += parts
        if self._at and text == self._at[0]:
            assert self._pressed
            self._at.pop(0)
            wait(counting.BEAT / 2)
            self._pressed()

    @contextmanager
    def pressing(self, pressed: Callable[[], None]) -> Iterator[None]:
        """Stand for the keyboard too."""
        self._pressed = pressed
        yield
        self._pressed = None
