"""Where phones find the page: this computer's addresses, looked up anew, and the names it may be asked under."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

from narrator.computer.network import inside, own_addresses
from narrator.rooms.clock import now
from narrator.texts import Message, message

HERE = "127.0.0.1"

HTTP = 80
"""The port that browsers leave out of an address."""

_SECONDS = 1.0
"""How long an answer of the system is good: strangers cannot make it look more often."""


class Addresses:
    """The addresses at one port. The one to show is the likeliest until another is chosen with `turn`."""

    def __init__(self, port: int, *, shared: bool, find: Callable[[], list[str]] = own_addresses) -> None:
        self._port, self._shared, self._find = port, shared, find
        self._chosen = ""
        self._names = frozenset({HERE, "localhost"})
        self._hosts = frozenset[str]()
        self.others: list[str] = []
        """The addresses in networks, likeliest first."""
        self._system = ""
        """The system inside which this one runs, if even the likeliest address is that of its inside."""
        self.look()

    def look(self) -> None:
        """Look up the addresses of this computer, for networks come and go."""
        self._looked = now()
        self.others = self._find() if self._shared else []
        self._system = next(map(inside, self.others), "")
        name = socket.gethostname().lower()
        own = {name, f"{name.removesuffix('.local')}.local"} if self._shared else set()
        names = {*self._names, *self.others, *own}
        self._hosts = frozenset({*(f"{name}:{self._port}" for name in names), *(names if self._port == HTTP else ())})

    def keep_up(self) -> None:
        """Look them up if that was not done just now: this may be asked as often as one likes."""
        if self._shared and now() - self._looked > _SECONDS:
            self.look()

    def turn(self) -> None:
        """Choose the next address, and after the last the first."""
        self.look()
        place = self.others.index(self._chosen) if self._chosen in self.others else 0
        self._chosen = self.others[(place + 1) % len(self.others)] if self.others else ""

    @property
    def shown(self) -> str:
        """The address to show, with the port: the chosen one as long as it is there."""
        return f"{self._chosen if self._chosen in self.others else (self.others or [HERE])[0]}:{self._port}"

    def trouble(self, again: str = "") -> Message | None:
        """Why phones find no page here, and what helps; `again` is what shows the codes once more, if it is typed."""
        if not self.others:
            return message("lead.no-network", word=again) if again else message("desk.no-network")
        return message(f"lead.inside.{self._system}", port=self._port) if self._system else None

    @property
    def elsewhere(self) -> list[str]:
        """The addresses in networks other than that of the one to show, with the port."""
        return [place for one in self.others if (place := f"{one}:{self._port}") != self.shown]

    @property
    def local(self) -> str:
        """The address for this computer's own browser, with the port."""
        return f"{HERE}:{self._port}"

    def __contains__(self, host: object) -> bool:
        """Whether the page may be asked under this name; of an unknown one, whether a new network brought it."""
        host = str(host).lower()
        if host not in self._hosts:
            self.keep_up()
        return host in self._hosts or self._is_handed_on(host)

    def _is_handed_on(self, host: str) -> bool:
        """Whether a system around this one may have been asked: by an address, since a name may be a stranger's."""
        with suppress(ValueError):
            return bool(self._system) and ip_address(host.partition(":")[0]).is_private
        return False
