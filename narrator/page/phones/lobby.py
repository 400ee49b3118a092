"""The lobby: phones take their seats, then all look at their cards; more than half say by phone when it goes on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Literal

from narrator.page.phones.phones import Phones

Step = Literal["sit", "look"]


class Lobby:
    """How far the players are, as all phones show it. Any thread may ask; of a step that is over nothing is taken."""

    def __init__(self, phones: Phones) -> None:
        self._phones, self._lock = phones, RLock()
        self._needed = len(phones.people) // 2 + 1  # of all players: one person may have taken several seats
        self._agreed = set[int]()

    @contextmanager
    def step(self, step: Step, done: Collection[int]) -> Iterator[None]:
        """Have all phones show this step as long as this lasts; `done` are the seats that need nothing more."""
        with self._lock:
            self._agreed.clear()
            self._show(step, done, joining=step == "sit", needed=self._needed)
        try:
            yield
        finally:
            with self._lock:
                self._phones.show(lobby="", missing=(), agreed=(), needed=0, joining=False)

    def done(self, step: Step, seats: Collection[int]) -> None:
        """Note who has a phone, or has seen their card; that all sit right is agreed on anew with each who comes."""
        with self._lock:
            if self._phones.page.lobby == step:
                if step == "sit":
                    self._agreed.clear()
                self._show(step, seats)

    def agree(self, seat: int, step: object, *, yes: bool) -> None:
        """Note that this player wants to go on, or does no more."""
        with self._lock:
            if seat and step and self._phones.page.lobby == step:
                (self._agreed.add if yes else self._agreed.discard)(seat)
                self._phones.show(agreed=tuple(sorted(self._agreed)))

    def goes_on(self) -> bool:
        """Whether more than half of the players want to go on."""
        return len(self._agreed) >= self._needed

    def _show(self, step: Step, done: Collection[int], **more: int) -> None:
        missing = tuple(seat for seat in self._phones.people if seat not in done)
        self._phones.show(lobby=step, missing=missing, agreed=tuple(sorted(self._agreed)), **more)
