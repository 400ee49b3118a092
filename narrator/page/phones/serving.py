"""The phones of a game, served as long as it is led: how they come in, the lobby, and the room that uses them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socket
from typing import Any

from narrator.computer.network import network_name
from narrator.computer.texts import texts_of
from narrator.ears import Ears
from narrator.ears.terminal import Terminal
from narrator.games.package import HasDeal
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.page.access import Access, devices_of
from narrator.page.addresses import Addresses
from narrator.page.connections import Server
from narrator.page.console import code, coloured, tell
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.seats import Seats
from narrator.page.phones.server import make_app
from narrator.page.serving import place_of
from narrator.play.journal import read_header
from narrator.play.stage import Stage
from narrator.texts import Words, message

LOOK = 0.3
"""Seconds after which the lobby looks again whether anybody has come."""


class ServedPhones:
    """The phones beside a room: the ears that hear them, the room that shows on them, and how they come in."""

    def __init__(
        self, phones: Phones, seats: Seats, access: Access, addresses: Addresses, *, led: bool = False
    ) -> None:
        """`led` by a moderator, players vote by phone, and answer nothing by night."""
        self.phones, self.seats = phones, seats
        self._access, self._addresses = access, addresses
        self.ears: Ears = PhoneEars(phones, votes_alone=led)

    def room(self, *around: Any, **more: Any) -> PhonesRoom:
        """Make the room that shows on phones what is for their players, from what any room is made of."""
        return PhonesRoom(*around, phones=self.phones, invite=self.invited, **more)

    def invited(self) -> Words:
        """Let the phone that waits for it have its seat; else tell how one more comes in."""
        if given := self.seats.give_leave():
            return given
        self._addresses.look()
        return message("phones.come-later", place=self._addresses.shown, code=self._access.short_code("seat"))

    def notices(self, notice: Callable[[Words], None]) -> None:
        """Have what the room must know of phones told so from now on."""
        self.seats.notice = notice

    def lobby(self, show_card: Callable[[int], object]) -> None:
        """Have phones take their seats, then show their cards, each until Enter; nothing where there is no terminal.

        No card is seen before all have said that they sit right. Then the number of a seat has its card shown on the
        laptop, for a player without a phone.
        """
        if sys.stdin is None or not sys.stdin.isatty():
            return
        self.seats.notice = lambda words: tell(self.phones.texts.told(words))
        self.phones.show(joining=True)
        try:
            self._invite()
            self._until_enter("phones.in", lambda said: self._join(said))
        finally:
            self.phones.show(joining=False)
        if self.seats.has_cards:
            self._tell("phones.cards")
            self._until_enter("phones.looked", lambda said: self._show_card(said, show_card))

    def _until_enter(self, key: str, obey: Callable[[str], None]) -> None:
        """Tell how far it is, whenever that changes, and obey what is typed, until it is Enter alone."""
        terminal = Terminal(sys.stdin)
        shown: object = None
        while True:
            state = len(self.seats.taken), self.seats.looked, self.seats.doubts
            if state != shown:
                shown = state
                for words in self.seats.doubts:
                    tell(self.phones.texts.told(words))
                self._tell(
                    key, count=len(self.seats.taken), all=len(self.phones.people), looked=len(self.seats.looked)
                )
            if not terminal.wait(LOOK):
                continue
            said = sys.stdin.readline().strip()
            if not said:
                return
            obey(said)
            shown = None

    def _join(self, said: str) -> None:
        """Give a phone leave to take another's seat, or show the code, here or in the next network."""
        texts = self.phones.texts
        if said == texts.word("lead.next-network"):
            self._addresses.turn()
        elif given := self.seats.give_leave():
            tell(texts.told(given))
            return
        self._invite()

    def _show_card(self, said: str, show: Callable[[int], object]) -> None:
        if said.isdecimal() and int(said) in self.phones.people:
            show(int(said))
            self.seats.card(int(said))
        elif given := self.seats.give_leave():
            tell(self.phones.texts.told(given))

    def _invite(self) -> None:
        url = f"http://{self._addresses.shown}/phone#t={self._access.new_token('seat')}"
        if not self._addresses.others:
            self._tell("lead.no-network")
        name = network_name()
        if name:
            self._tell("phones.network", name=name)
        print(code(url, coloured=coloured()).rstrip("\n"), flush=True)
        self._tell("phones.come", place=self._addresses.shown, code=self._access.short_code("seat"))

    def _tell(self, key: str, **values: object) -> None:
        tell(self.phones.texts.word(key, **values))


@contextmanager
def phones_served(
    stage: Stage[Any, Any], table: Table[Any, Any], *, bound: socket | None = None
) -> Iterator[ServedPhones]:
    """Serve the phones of this game as long as this lasts, on this socket, else where they were served before."""
    setup = table.setup
    texts = texts_of(setup.language, *folders(setup.game))
    phones = Phones(setup.people, texts)
    known = stage.game.view(stage.state, "all")
    phones.show(living=tuple(seat.seat for seat in known.seats if not seat.out), dark=known.at.dark)
    header = read_header(stage.journal.path)
    access = Access(devices_of(header))
    bound, addresses = place_of(access, texts, shared=True, bound=bound)
    seats = Seats(phones, access, _cards(table, header.seed), lambda _: None)
    served = ServedPhones(phones, seats, access, addresses, led=setup.answers == "moderator")
    server = Server(make_app(phones, seats, access, addresses), [bound])
    server.start()
    try:
        yield served
    finally:
        server.stop()
        bound.close()


def _cards(table: Table[Any, Any], seed: int) -> list[str]:
    """What each player was dealt, in words; nothing where the table deals a deck of its own."""
    if not (table.setup.drawn or table.setup.given) or not isinstance(table.package, HasDeal):
        return []
    return [*table.package.dealt(table, seed, table.setup.names)]
