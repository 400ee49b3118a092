"""Who sits where: phones take a seat each, and see its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from secrets import choice
from threading import Lock
from typing import Any

from narrator.page.access import Access, Device
from narrator.page.phones.lobby import Lobby
from narrator.page.phones.phones import Phones
from narrator.play.journal import Journal
from narrator.rooms.clock import now
from narrator.texts import Words, message
from narrator.values import dataclass, replace

LATE = 400.0
"""Milliseconds that a phone may take for an answer; a slower one is far away, or in another network."""

WANTED = 300.0
"""Seconds for which a phone waits for leave to take a seat after its player has tapped that."""

MOVES = 5
"""How often one phone may change its free seat; each time all say anew that they sit right."""

CALM = 10.0
"""Seconds that lie between two remarks on the laptop about phones that want a seat, however many do."""

LISTED = 6
"""The most waiting phones that the laptop lists, the newest; leave may be given to any."""

_DOUBTS = {"sleepy": ("phones.sleepy", "phone.sleepy"), "late": ("phones.late", "phone.late")}
"""The keys of what is to be changed on a phone: as all are told, and as its player is."""


_LETTERS = "ACDEFHJKLMNPRTUVWXY"
SIGNS = [f"{first}{digit}{last}" for first in _LETTERS for digit in "3479" for last in _LETTERS]
"""What a waiting phone is known by: no seat's number, and nothing that reads like another. More than may be in."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """A device that waits for leave: the seat that it wants, the sign that its player shows, and since when."""

    key: str
    seat: int
    sign: str
    asked: float
    remarked: float
    """When the laptop spoke of it last."""


class Seats:
    """The seats of one table, and the phones that have taken them. Any thread may ask.

    While phones are `joining`, before anybody sees a card, free seats are for any phone. After that, and for taken
    ones always, somebody at the laptop gives leave, by day, to the phone that shows the sign that they type.
    """

    def __init__(
        self,
        phones: Phones,
        access: Access,
        card_of: Callable[[int], str] | None,
        notice: Callable[[Words], None],
        journal: Journal | None = None,
    ) -> None:
        """`card_of` a seat gives the text of what its player has now; None where a deck of their own lies there.

        The `journal` keeps that cards may have been seen, which no crash undoes.
        """
        self.phones, self._access, self._card_of, self._journal = phones, access, card_of, journal
        self._cards_open = bool(journal and journal.kept("cards_open"))
        self.notice = notice
        self._wishes = dict[str, _Wish]()
        """What waiting phones want, by their devices, the oldest first."""
        self._remarked = -CALM
        self._lock = Lock()
        self._looked = dict[int, str]()
        """The seats whose card was looked at, and by which device; empty at the laptop."""
        self._moves = Counter[str]()
        self._tried = 0
        """How many wrong codes the laptop spoke of last."""
        self._doubts = dict[int, tuple[str, ...]]()
        self.lobby = Lobby(phones, self.addresses)

    def addresses(self) -> dict[int, str]:
        """The seats that a phone has taken, each with that phone's address."""
        return {one.seat: one.address for one in self._access.devices if one.scope == "seat" and one.seat}

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has taken."""
        return frozenset(self.addresses())

    @property
    def has_cards(self) -> bool:
        """Whether phones show cards."""
        return self._card_of is not None

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

    def strangers(self) -> list[Words]:
        """What is new of those who try codes that are wrong: at once, then each time that it was twice as often."""
        count, address = self._access.lately()
        self._tried = min(self._tried, count)
        if count < max(2 * self._tried, 1):
            return []
        self._tried = count
        return [message("lead.strangers", count=count, address=address)]

    @property
    def unready(self) -> list[int]:
        """The seats whose phones are out of reach, or have something to be changed on them."""
        there = self.phones.there
        return [seat for seat in sorted(self.taken) if seat not in there or self._doubts.get(seat)]

    @property
    def joining(self) -> bool:
        """Whether free seats are for any phone."""
        return self.phones.page.joining and not self._cards_open

    def open_cards(self) -> None:
        """Note that cards may be seen from now on, in this run of the program or another. Raises NarratorError."""
        if self._journal and not self._cards_open:
            self._journal.keep(cards_open=True)
        self._cards_open = True

    def take(self, device: Device, seat: int) -> str:
        """Give a phone this seat; why not, in words of the table, if it cannot have it, or not yet."""
        texts, people = self.phones.texts, self.phones.people
        if device.scope != "seat" or seat not in people:
            return texts.word("phones.no-seat")
        if self._access.seat_of(device.key) == seat:
            return ""
        if self.joining and seat not in self.taken and self._moves[device.key] <= MOVES:
            self._moves[device.key] += 1
            self._seat(device.key, seat)
            return ""
        return texts.word("phones.by-day") if self.phones.page.dark else self._ask_leave(device.key, seat)

    def _seat(self, key: str, seat: int) -> Words:
        with self._lock:
            self._wishes.pop(key, None)
        self._doubts.pop(self._access.seat_of(key), None)
        self._access.seated(key, seat)
        self.lobby.done("sit", self.taken)
        self._look_anew(key, seat)
        return message(
            "phones.sits", name=self.phones.people[seat], count=len(self.taken), all=len(self.phones.people)
        )

    def _look_anew(self, key: str, seat: int) -> None:
        """Have a player look at their card if only another phone has shown it, and say that it has."""
        if self.phones.page.lobby == "look" and self._looked.get(seat, key) not in ("", key):
            del self._looked[seat]
            self.lobby.done("look", self.looked)
            self.notice(message("phones.shown-before", name=self.phones.people[seat]))

    def _ask_leave(self, key: str, seat: int) -> str:
        """Note that this phone waits for leave, and have the laptop say so; both show the same sign."""
        name, moment = self.phones.people[seat], now()
        with self._lock:
            wish, here = self._wishes.get(key), {one.key for one in self._access.devices}
            if wish is None or wish.seat != seat:
                shown = {one.sign for one in self._wishes.values()}
                sign = choice([one for one in SIGNS if one not in shown])
                wish = _Wish(key, seat, sign, moment, wish.remarked if wish else -WANTED)
            speaks = moment - wish.remarked >= WANTED and moment - self._remarked >= CALM
            if speaks:
                self._remarked = moment
            wish = replace(wish, asked=moment, remarked=moment if speaks else wish.remarked)
            self._wishes = {one: other for one, other in self._wishes.items() if one in here} | {key: wish}
        if speaks:
            self.notice(message("phones.wants", name=name, sign=wish.sign))
        return self.phones.texts.word("phones.leave", name=name, sign=wish.sign)

    def _waiting(self) -> list[_Wish]:
        """What is wanted now, the oldest first."""
        here = {one.key for one in self._access.devices}
        return [one for one in self._wishes.values() if one.key in here and now() - one.asked <= WANTED]

    @property
    def waiting(self) -> Words | None:
        """Which phones wait for leave, with their signs; None if none does, or it is night."""
        found = [] if self.phones.page.dark else self._waiting()[-LISTED:]
        signs = ", ".join(f"{one.sign} ({self.phones.people[one.seat]})" for one in found)
        return message("phones.waiting", signs=signs) if signs else None

    def give_leave(self, sign: str) -> Words:
        """Give the phone with this sign the seat that it wants; why not, if it cannot have it."""
        if self.phones.page.dark:
            return message("phones.by-day")
        with self._lock:
            wish = next((one for one in self._waiting() if one.sign == sign.upper()), None)
        return self._seat(wish.key, wish.seat) if wish else message("phones.no-sign", sign=sign.upper())

    def card(self, seat: int, key: str = "") -> str:
        """The card of this seat in words, noted as looked at, by the device with this key or at the laptop."""
        self._looked[seat] = key
        self.lobby.done("look", self.looked)
        return self._card_of(seat) if self._card_of else ""

    def shown_to(self, device: Device) -> dict[str, Any]:
        """What a phone must know once: words, players, its own seat, and which seats are free."""
        own, taken = self._access.seat_of(device.key), self.taken
        people = [
            {"seat": seat, "name": name, "free": seat not in taken} for seat, name in self.phones.people.items()
        ]
        texts = self.phones.texts
        words = {**texts.group("phone"), "look": texts.word("phones.look"), "language": texts.language}
        return {"seat": own, "people": people, "words": words, "card": self.has_cards}
