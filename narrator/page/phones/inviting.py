"""How a phone comes in: the address as a code to scan, a short code to type, and the network's own code before it."""

from __future__ import annotations

from threading import Lock

from narrator.cues import PHONES
from narrator.ears.lexicon import read_lexicon
from narrator.page.access import Access
from narrator.page.addresses import Addresses
from narrator.page.codes import LIVES
from narrator.page.phones.seats import Seats
from narrator.rooms.clock import now
from narrator.texts import Words, message
from narrator.values import dataclass

FRESH = LIVES / 2
"""Seconds for which a code is shown: whoever scans it then has as long again to come in."""


@dataclass(frozen=True, slots=True)
class WifiNetwork:
    """The wireless network that phones must be in, as its host named it; it is kept nowhere."""

    name: str = ""
    password: str = ""

    @property
    def code(self) -> str:
        """What a camera reads to join it; empty where its name is not known."""
        from segno.helpers import make_wifi_data

        return make_wifi_data(self.name, self.password or None, "WPA" if self.password else None) if self.name else ""


@dataclass(frozen=True, slots=True)
class ShownCodes:
    """The codes of one moment: the address to open, its place, and the short code."""

    url: str
    place: str
    short: str


class Invitation:
    """The codes that let phones in, the same wherever they are shown, and always good. Any thread may ask."""

    def __init__(self, access: Access, addresses: Addresses, network: WifiNetwork) -> None:
        self._access, self.addresses, self.network = access, addresses, network
        self._lock = Lock()
        self._codes, self._until = ShownCodes("", "", ""), 0.0

    def codes(self) -> ShownCodes:
        """The codes to show now."""
        with self._lock:
            self.addresses.keep_up()
            place = self.addresses.shown
            if now() >= self._until or self._codes.place != place or not self._access.is_good(self._codes.short):
                url = f"http://{place}/phone#t={self._access.new_token('seat')}"
                self._codes, self._until = ShownCodes(url, place, self._access.short_code("seat")), now() + FRESH
            return self._codes


def word_for_codes(seats: Seats) -> str:
    """What shows codes when it is typed now: a letter while seats are taken, then the word for phones."""
    texts = seats.phones.texts
    if seats.phones.page.lobby == "sit":
        return texts.word("lead.invite")
    return next(iter(read_lexicon(texts.language).keys.get(PHONES, ())), PHONES)


def invited(seats: Seats, invitation: Invitation, sign: str) -> list[Words]:
    """Give the phone with this sign its seat; without one say how a phone comes in, and which wait."""
    if sign:
        return [seats.give_leave(sign)]
    invitation.addresses.look()
    codes, waiting = invitation.codes(), seats.waiting
    come = message("phones.come-later", place=codes.place, code=codes.short)
    trouble = invitation.addresses.trouble(word_for_codes(seats))
    others = ", ".join(invitation.addresses.elsewhere)
    return [one for one in (trouble, come, others and message("phones.elsewhere", others=others), waiting) if one]
