"""The phones of a game, served as long as it is led: how they come in, the lobby, and the room that uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from socket import socket
from typing import Any

from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Part
from narrator.ears import Ears
from narrator.ears.keyboard import nobody_types
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.page.access import Access, devices_of
from narrator.page.connections import Server
from narrator.page.panels import deals_cards, held_card
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.inviting import Invitation, WifiNetwork, invited
from narrator.page.phones.phones import Phones
from narrator.page.phones.reception import Reception
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.seats import Seats
from narrator.page.phones.server import make_app
from narrator.page.phones.television import Television
from narrator.page.serving import place_of
from narrator.play.journal import Journal, read_header
from narrator.play.stage import Stage
from narrator.texts import Words


class ServedPhones:
    """The phones beside a room: the ears that hear them, the room that shows on them, and how they come in."""

    def __init__(
        self,
        phones: Phones,
        seats: Seats,
        access: Access,
        invitation: Invitation,
        television: Television,
        journal: Journal,
        *,
        led: bool,
    ) -> None:
        """`led` by a moderator, players vote by phone, and answer nothing by night; the `journal` is the game's."""
        self.phones, self.seats = phones, seats
        self._access, self._invitation, self._television, self._journal = access, invitation, television, journal
        self.ears: Ears = PhoneEars(phones, votes_alone=led)
        self._checked: tuple[Part, ...] = ()

    def room(self, *around: Any, **more: Any) -> PhonesRoom:
        """Make the room that shows on phones what is for their players, from what any room is made of."""
        return PhonesRoom(
            *around,
            phones=self.phones,
            television=self._television,
            checked=self._checked,
            invite=partial(invited, self.seats, self._invitation),
            strangers=self.seats.strangers,
            alone=nobody_types(),
            journal=self._journal,
            **more,
        )

    def notices(self, notice: Callable[[Words], None]) -> None:
        """Have what the room must know of phones told so from now on."""
        self.seats.notice = notice

    def lobby(self, show_card: Callable[[int], object], *, or_keys: bool = False) -> None:
        """Let phones in before the first night; `show_card` shows a seat's card on the laptop.

        With `or_keys` the laptop's keys are offered while no phone is in. Raises KeysWanted.
        """
        self.phones.show(dark=False, leaving=True)  # all eyes are open, though a night goes on after it
        self._checked = Reception(self.seats, self._invitation, self._access).receive(show_card, or_keys=or_keys)


@contextmanager
def phones_served(
    stage: Stage[Any, Any], table: Table[Any, Any], settings: Config, *, bound: socket | None = None
) -> Iterator[ServedPhones]:
    """Serve the phones of this game as long as this lasts, on this socket, else where they were served before."""
    setup = table.setup
    texts = texts_of(setup.language, *folders(setup.game))
    phones = Phones(setup.people, texts)
    known = stage.game.view(stage.state, "all")
    living = tuple(seat.seat for seat in known.seats if not seat.out)
    phones.show(living=living, dark=known.at.dark, leaving=known.at.phase == "start")  # until the lobby lets in
    header = read_header(stage.journal.path)
    access = Access(devices_of(header))
    bound, addresses = place_of(access, texts, shared=True, bound=bound)
    card = partial(_card_now, stage, table) if deals_cards(table) else None
    seats = Seats(phones, access, card, lambda _: None, stage.journal)
    invitation = Invitation(access, addresses, WifiNetwork(settings.wifi, settings.wifi_password))
    television = Television(stage, table, invitation)
    led = setup.answers == "moderator"
    served = ServedPhones(phones, seats, access, invitation, television, stage.journal, led=led)
    server = Server(make_app(phones, seats, access, addresses, television), [bound])
    server.start()
    try:
        yield served
    finally:
        server.stop()
        bound.close()


def _card_now(stage: Stage[Any, Any], table: Table[Any, Any], seat: int) -> str:
    """What this player has now: cards may have changed hands since they were dealt (D89)."""
    return held_card(table, stage.game.view(stage.state, "moderator"), seat)
