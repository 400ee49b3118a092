"""Who sits where: phones take a seat each, and see its card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import choice
from typing import Any

from narrator.page.access import Access, Device
from narrator.page.phones.lobby import Lobby
from narrator.page.phones.phones import Phones
from narrator.rooms.clock import now
from narrator.texts import Words, message
from narrator.values import dataclass

LATE = 400.0
"""Milliseconds that a phone may take for an answer; a slower one is far away, or in another network."""

WANTED = 60.0
"""Seconds for which a phone waits for leave to take a seat; until then no other one is asked about."""

_DOUBTS = {"sleepy": ("phones.sleepy", "phone.sleepy"), "late": ("phones.late", "phone.late")}
"""The keys of what is to be changed on a phone: as all are told, and as its player is."""


SIGNS = [f"{letter}{digit}" for letter in "ACDEFHJKLMNPRTUVWXY" for digit in "3479"]
"""What a waiting phone is known by: no seat's number, and nothing that reads like another."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """The device that waits for leave, the seat that it wants, since when, and the sign that its player shows."""

    key: str = ""
    seat: int = 0
    since: float = 0.0
    sign: str = ""


class Seats:
    """The seats of one table, and the phones that have taken them. Any thread may ask.

    While phones are `joining`, before anybody sees a card, free seats are for any phone. After that, and for taken
    ones always, somebody at the laptop gives leave, to one phone at a time and by day.
    """

    def __init__(self, phones: Phones, access: Access, cards: Sequence[str], notice: Callable[[Words], None]) -> None:
        """`cards` has a text for each seat, what its player was dealt; empty where a deck of their own lies there."""
        self.phones, self._access, self._cards = phones, access, cards
        self.notice = notice
        self._wanted = _Wish()
        self._looked = set[int]()
        self._doubts = dict[int, tuple[str, ...]]()
        self.lobby = Lobby(phones)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has taken."""
        return frozenset(one.seat for one in self._access.devices if one.scope == "seat" and one.seat)

    @property
    def has_cards(self) -> bool:
        """Whether phones show cards."""
        return bool(self._cards)

    @property
    def looked(self) -> frozenset[int]:
        """The seats whose card was looked at."""
        return frozenset(self._looked)

    @property
    def doubts(self) -> list[Words]:
        """What is to be changed on phones before a night, in words, seat by seat."""
        people = self.phones.people
        return [
            message(_DOUBTS[doubt][0], name=people[seat])
            for seat, doubts in sorted(self._doubts.items())
            for doubt in doubts
        ]

    def check(self, seat: int, late: float, *, sleepy: bool) -> list[str]:
        """Note how many milliseconds a phone takes for an answer, and whether its screen may go dark.

        Give what is to be changed on it, in words for its player.
        """
        found = {"sleepy": sleepy, "late": late > LATE}
        self._doubts[seat] = tuple(doubt for doubt, doubtful in found.items() if doubtful)
        return [self.phones.texts.word(_DOUBTS[doubt][1]) for doubt in self._doubts[seat]]

    @property
    def unready(self) -> list[int]:
        """The seats whose phones are out of reach, or have something to be changed on them."""
        there = self.phones.there
        return [seat for seat in sorted(self.taken) if seat not in there or self._doubts.get(seat)]

    @property
    def joining(self) -> bool:
        """Whether free seats are for whoever comes."""
        return self.phones.page.joining

    def take(self, device: Device, seat: int) -> str:
        """Give a phone this seat; why not, in words of the table, if it cannot have it, or not yet."""
        texts, people = self.phones.texts, self.phones.people
        if device.scope != "seat" or seat not in people:
            return texts.word("phones.no-seat")
        if self._access.seat_of(device.key) == seat:
            return ""
        if self.joining and seat not in self.taken:
            self.notice(self._seat(device.key, seat))
            return ""
        return texts.word("phones.by-day") if self.phones.page.dark else self._ask_leave(device.key, seat)

    def _seat(self, key: str, seat: int) -> Words:
        self._doubts.pop(self._access.seat_of(key), None)
        self._access.seated(key, seat)
        self.lobby.done("sit", self.taken)
        return message(
            "phones.sits", name=self.phones.people[seat], count=len(self.taken), all=len(self.phones.people)
        )

    def _ask_leave(self, key: str, seat: int) -> str:
        """Have the laptop ask whether this phone may have the seat; both show the same sign."""
        texts, name, before = self.phones.texts, self.phones.people[seat], self._wanted
        other = (before.key, before.seat) != (key, seat)
        if other and now() - before.since < WANTED and before.key:
            return texts.word("phones.one-by-one")
        sign = choice([one for one in SIGNS if one != before.sign]) if other else before.sign
        self._wanted = _Wish(key, seat, now(), sign)
        if other:
            self.notice(message("phones.wants", name=name, sign=sign))
        return texts.word("phones.leave", name=name, sign=sign)

    def give_leave(self) -> Words | None:
        """Give the phone that waits the seat that it wants; None if none waits, or it is night."""
        wish, self._wanted = self._wanted, _Wish(sign=self._wanted.sign)
        here = any(one.key == wish.key for one in self._access.devices)
        if not here or self.phones.page.dark or now() - wish.since > WANTED:
            return None
        return self._seat(wish.key, wish.seat)

    def card(self, seat: int) -> str:
        """The card of this seat in words, noted as looked at."""
        self._looked.add(seat)
        self.lobby.done("look", self.looked)
        return self._cards[seat - 1] if self._cards else ""

    def shown_to(self, device: Device) -> dict[str, Any]:
        """What a phone must know once: words, players, its own seat, and which seats are free."""
        own, taken = self._access.seat_of(device.key), self.taken
        people = [
            {"seat": seat, "name": name, "free": seat not in taken} for seat, name in self.phones.people.items()
        ]
        texts = self.phones.texts
        words = {**texts.group("phone"), "look": texts.word("phones.look"), "language": texts.language}
        return {"seat": own, "people": people, "words": words, "card": bool(self._cards)}
