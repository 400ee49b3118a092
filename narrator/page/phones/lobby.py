"""The lobby: phones take their seats, then all look at their cards; more than half say by phone when it goes on.

One person may have taken several seats. So of the phones at one address two count, and they must be at three; else,
as behind a router of their own, all players must say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Literal

from narrator.page.phones.phones import Phones

Step = Literal["sit", "look"]

VOICES = 2
"""How many phones of one address count: a family may share a browser's address, but nobody leads on alone."""

PLACES = 3
"""At how many addresses they must be, unless all players want to go on: one person may have a phone and a laptop.

At a table of no more players than that it is any.
"""


class Lobby:
    """How far the players are, as all phones show it. Any thread may ask; of a step that is over nothing is taken."""

    def __init__(self, phones: Phones, addresses: Callable[[], Mapping[int, str]]) -> None:
        """`addresses` has that of each seat's phone."""
        self._phones, self._addresses, self._lock = phones, addresses, RLock()
        self._agreed = set[int]()

    @contextmanager
    def step(self, step: Step, done: Collection[int]) -> Iterator[None]:
        """Have all phones show this step as long as this lasts; `done` are the seats that need nothing more."""
        with self._lock:
            self._agreed.clear()
            self._show(step, done, joining=step == "sit", leaving=False)
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
                self._phones.show(agreed=tuple(sorted(self._agreed)), needed=self._needed)

    def goes_on(self) -> bool:
        """Whether enough players want to go on."""
        with self._lock:
            return len(self._agreed) >= self._needed

    @property
    def crowded(self) -> list[int]:
        """The seats of those who want to go on from an address with more of them than count."""
        with self._lock:
            at = self._addresses()
            crowds = {address for address, those in self._at_each(at).items() if those > VOICES}
            return [seat for seat in sorted(self._agreed) if at.get(seat) in crowds]

    @property
    def _needed(self) -> int:
        """How many must want it: more than half of all players, and one more for each that does not count.

        So many more, at least, as there are addresses missing.
        """
        at, players = self._at_each(self._addresses()), len(self._phones.people)
        spare = sum(max(those - VOICES, 0) for those in at.values())
        missing = max(PLACES - len(at), 0) if players > PLACES else 0
        return min(max(players // 2 + 1 + spare, at.total() + missing), players)

    def _at_each(self, at: Mapping[int, str]) -> Counter[str | None]:
        """How many of those who want to go on are at each address."""
        return Counter(at.get(seat) for seat in self._agreed)

    def _show(self, step: Step, done: Collection[int], **more: bool) -> None:
        missing = tuple(seat for seat in self._phones.people if seat not in done)
        agreed = tuple(sorted(self._agreed))
        self._phones.show(lobby=step, missing=missing, agreed=agreed, needed=self._needed, **more)
