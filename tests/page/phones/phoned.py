"""Players' phones at a real server, as browsers ask it, and as nobody should; no game is led."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from narrator.computer.texts import texts_of
from narrator.games.table import Table
from narrator.page.access import Access
from narrator.page.addresses import Addresses
from narrator.page.connections import Server
from narrator.page.guard import COOKIES
from narrator.page.phones.inviting import Invitation, WifiNetwork
from narrator.page.phones.phones import Phones
from narrator.page.phones.reception import Reception
from narrator.page.phones.seats import Seats
from narrator.page.phones.server import make_app
from narrator.page.phones.television import Television
from narrator.page.serving import listening
from narrator.play.stage import Stage
from narrator.texts import Texts, Words

from tests.page.asking import Asking

PEOPLE = {1: "Ala", 2: "Bob", 3: "Cyla"}
CARDS = ("Szeryf\n\nZamykasz.", "Herszt\n\nZabijasz.", "Wódz\n\nPrzewodzisz.")
_SENT = count(1)


class Served:
    """The phones of a table at their server, and what its laptop was shown of them."""

    def __init__(self, port: int, access: Access, phones: Phones, cards: Sequence[str]) -> None:
        self.phones = phones
        self.notices = list[Words]()
        self.access = access
        self.addresses = Addresses(port, shared=False)
        self.seats = Seats(phones, access, (lambda seat: cards[seat - 1]) if cards else None, self.notices.append)
        self.port = port
        self.television: Television | None = None
        self.stop: Callable[[], None] = lambda: None

    def phone(self, seat: int = 0, address: str = "") -> Phone:
        """A phone that was let in, from another address than this computer's or not, and has this seat."""
        found = Phone(self)
        if address:
            found.enter_from(address)
        else:
            found.enter_by_code()
        if seat:
            before = self.phones.page
            self.phones.show(joining=True)
            assert found.take(seat)[0] == 200
            self.phones.show(joining=before.joining)
        return found


class Phone(Asking):
    """A browser on a player's phone."""

    def __init__(self, served: Served) -> None:
        super().__init__(served.port, served.access, None, None)  # type: ignore[arg-type]
        self.phones = served.phones
        self.run = served.phones.page.run

    def enter_by_code(self) -> str:
        """Let this phone in with a new token; returns its cookie."""
        status, _, headers = self.ask(f"/phone?t={self.access.new_token('seat')}")
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]
        assert self.cookie.startswith(COOKIES["seat"])
        return self.cookie

    def enter_from(self, address: str) -> None:
        """Let this phone in as one with that address."""
        entered = self.access.enter(self.access.new_token("seat"), "phone", address)
        assert entered
        self.cookie = f"{COOKIES['seat']}-{self.host.rpartition(':')[2]}={entered[1]}"

    def take(self, seat: object) -> tuple[int, dict[str, Any]]:
        status, text, _ = self.ask("/phone/seat", "POST", {"seat": seat})
        return status, json.loads(text) if text.startswith("{") else {}

    def wait_for(self, seat: int) -> str:
        """Want a seat that needs leave; returns the sign that this phone shows then."""
        status, found = self.take(seat)
        assert status == 409
        [sign] = signs_in(found["why"])
        return sign

    def tap(self, said: str, call: int) -> tuple[int, str]:
        sent = f"{next(_SENT):016x}"
        body = {"run": self.run, "call": f"{call:08}", "said": said, "sent": sent, "fill": " " * (100 - len(said))}
        status, text, _ = self.ask("/phone/tap", "POST", body)
        return status, text

    def messages(self) -> Iterator[tuple[bytes, dict[str, Any]]]:
        """What comes on a new stream: each message as it is, and as it is read."""
        connection, response = self.begin("/phone/events")
        try:
            while line := response.readline():
                rest = response.readline()
                yield line + rest, json.loads(line[6:])
        finally:
            connection.close()


def signs_in(text: str) -> list[str]:
    """Each sign of a waiting phone that stands in a text."""
    return list(dict.fromkeys(re.findall(r"\b[A-Z]\d[A-Z]\b", text)))


@contextmanager
def phoned(
    tmp_path: Path,
    phones: Phones | None = None,
    cards: Sequence[str] = CARDS,
    televised: tuple[Stage[Any, Any], Table[Any, Any]] | None = None,
) -> Iterator[Served]:
    """Serve the phones of a table, and the room's page of a game that is `televised`."""
    bound = listening(0, shared=False, texts=Texts("en", {"lead.busy": ""}))
    port = bound.getsockname()[1]
    access = Access(tmp_path / "pages" / "devices.json")
    served = Served(port, access, phones or Phones(PEOPLE, texts_of("pl")), cards)
    if televised:
        served.television = Television(
            *televised, Invitation(access, served.addresses, WifiNetwork("Dom", "tajne123"))
        )
    app = make_app(served.phones, served.seats, access, served.addresses, served.television)
    server = Server(app, [bound])
    server.start()
    served.stop = server.stop
    try:
        yield served
    finally:
        server.stop()
        bound.close()


def reception_of(served: Served) -> Reception:
    """What lets phones in at this laptop; its notices are printed."""
    served.seats.notice = lambda words: print(served.phones.texts.told(words))
    return Reception(served.seats, Invitation(served.access, served.addresses, WifiNetwork()), served.access)
