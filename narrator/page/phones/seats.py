"""Who sits where: phones take a seat each, and see its card."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from narrator.page.access import Access, Device
from narrator.page.phones.phones import Phones
from narrator.texts import Words, message

LATE = 400.0
"""Milliseconds that a phone may take for an answer; a slower one is far away, or in another network."""

CHANGING = 120.0
"""Seconds for which a seat may be taken from another phone, once somebody at the laptop has allowed it."""


class Seats:
    """The seats of one table, and the phones that have taken them. Any thread may ask."""

    def __init__(self, phones: Phones, access: Access, cards: Sequence[str], notice: Callable[[Words], None]) -> None:
        """`cards` has a text for each seat, what its player was dealt; empty where a deck of their own lies there."""
        self._phones, self._access, self._cards = phones, access, cards
        self.notice = notice
        self._until = 0.0
        self._looked = set[int]()
        self._doubts = dict[int, tuple[Words, ...]]()

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has taken."""
        return frozenset(one.seat for one in self._access.devices if one.scope == "seat" and one.seat)

    @property
    def looked(self) -> frozenset[int]:
        """The seats whose card was looked at."""
        return frozenset(self._looked)

    @property
    def doubts(self) -> list[Words]:
        """What is to be changed on phones before a night, in words, seat by seat."""
        return [words for _, doubts in sorted(self._doubts.items()) for words in doubts]

    def check(self, seat: int, late: float, *, sleepy: bool) -> None:
        """Note how many milliseconds a phone takes for an answer, and whether its screen may go dark."""
        name = self._phones.people[seat]
        found = {"phones.sleepy": sleepy, "phones.late": late > LATE}
        self._doubts[seat] = tuple(message(key, name=name) for key, doubtful in found.items() if doubtful)

    def allow_changes(self) -> None:
        """Let seats be taken from other phones for a while: somebody at the laptop wants it."""
        self._until = time.monotonic() + CHANGING

    def take(self, device: Device, seat: int) -> str:
        """Give a phone this seat; why not, in words of the table, if it cannot have it."""
        texts, people = self._phones.texts, self._phones.people
        if device.scope != "seat" or seat not in people:
            return texts.word("phones.no-seat")
        before = next((one for one in self._access.devices if one.seat == seat and one.key != device.key), None)
        own = next((one.seat for one in self._access.devices if one.key == device.key), 0)
        changing = time.monotonic() < self._until
        if before and not changing:
            self.notice(message("phones.two", name=people[seat]))
            return texts.word("phones.taken", name=people[seat])
        if own not in (0, seat) and not changing:
            return texts.word("phones.yours", name=people[own])
        self._access.seated(device.key, seat)
        self.notice(message("phones.sits", name=people[seat], count=len(self.taken), all=len(people)))
        return ""

    def card(self, seat: int) -> str:
        """The card of this seat in words, noted as looked at."""
        self._looked.add(seat)
        return self._cards[seat - 1] if self._cards else ""

    def shown_to(self, device: Device) -> dict[str, Any]:
        """What a phone must know once: words, players, its own seat, and which seats are free."""
        own = next((one.seat for one in self._access.devices if one.key == device.key), 0)
        taken = self.taken
        people = [
            {"seat": seat, "name": name, "free": seat not in taken} for seat, name in self._phones.people.items()
        ]
        texts = self._phones.texts
        words = {**texts.group("phone"), "look": texts.word("phones.look"), "language": texts.language}
        return {"seat": own, "people": people, "words": words, "card": bool(self._cards)}
