"""Which phones are there, and since when: those that are connected, and heard of lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from math import inf
from threading import RLock

from narrator.rooms.clock import now

LOST = 5.0
"""Seconds without a sign of a phone after which it counts as gone; it gives one twice a second."""


class Presence:
    """Knows of each seat's phone whether it is there. Any thread may ask."""

    def __init__(self, seats: Collection[int]) -> None:
        self._seats = seats
        self._connected: Counter[int] = Counter()
        self._seen: dict[int, float] = {}
        self._came: dict[int, float] = {}
        """When each came, or came back after it had been away for as long as counts as gone."""
        self.lost = LOST
        self._present = RLock()

    @contextmanager
    def connected(self, seat: int) -> Iterator[None]:
        """Count a phone of this seat as there, as long as this lasts."""
        with self._present:
            self._connected[seat] += 1
            self.sign(seat)
        try:
            yield
        finally:
            with self._present:
                self._connected[seat] -= 1
                self._connected += Counter()

    def sign(self, seat: int) -> None:
        """Note a sign of this seat's phone."""
        moment = now()
        with self._present:
            if seat not in self._seen or moment - self._seen[seat] > self.lost:
                self._came[seat] = moment
            self._seen[seat] = moment

    @property
    def there(self) -> frozenset[int]:
        """The seats whose phones are connected and have sent something lately: one without power does not hang up."""
        with self._present:
            since = now() - self.lost
            return frozenset(seat for seat in self._connected if seat in self._seats and self._seen[seat] >= since)

    def steady(self, since: float) -> frozenset[int]:
        """The seats whose phones are there, and have been since that moment."""
        return frozenset(seat for seat in self.there if self._came[seat] <= since)

    def was_there(self, seat: int, since: float) -> bool:
        """Whether there was a sign of this seat's phone since that moment."""
        with self._present:
            return self._seen.get(seat, -inf) >= since
