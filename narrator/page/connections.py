"""The connections of a page's server: strangers get little time and few places, whoever is in always has room."""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import socket

    from starlette.types import ASGIApp

HEADERS = 10.0
"""Seconds that a connection has to say what it wants, for each request anew."""

STRANGERS, WAITING, TAKEN = 64, 1024, 64
"""How many connections strangers may have in all, how many may wait to be taken on, and how many are at a time."""

EACH = 24
"""How many connections one device may have that is in; browsers have six, and may leave cut ones behind."""

LONGEST = 16_384
"""Bytes of a request's head at most: a browser sends all cookies of a host along, those of other programs too."""

_FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def places() -> int:
    """How many connections there may be of devices that are in, by how many files this program may open."""
    if sys.platform == "win32":
        return 512
    import resource

    return max(64, min(512, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - STRANGERS - 80))


class Patient(H11Protocol):
    """A connection that is given up if it is slow to ask, or a stranger's while too many are.

    Of strangers the oldest goes, from the address that has the most: whoever comes to say who they are has a moment.
    """

    _strangers: ClassVar[list[Patient]]
    _let: ClassVar[list[Patient]]
    _inside: ClassVar[Counter[str]]
    _watching: ClassVar[Counter[str]]

    @staticmethod
    def counts() -> dict[str, Any]:
        """What a server keeps of its own connections: nothing of another's counts here."""
        return {"_strangers": [], "_let": [], "_inside": Counter(), "_watching": Counter()}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it on as a stranger's, and wait for its request."""
        super().connection_made(transport)
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        self._device, self._counted = "", self._inside
        self.app_state = {**self.app_state, "let_in": self._let_in}
        self._alarm = self.loop.call_later(HEADERS, self._give_up)
        self._strangers.append(self)
        if len(self._strangers) > STRANGERS:
            most = Counter(one._address for one in self._strangers).most_common(1)[0][0]
            next(one for one in self._strangers if one._address == most)._give_up()

    def _let_in(self, device: str, *, leads: bool) -> bool:
        """Note whose it is, once a request has told; False if there is no room for it: half is for those who lead.

        Where all is full, the device that has the most makes room for one that has less.
        """
        if self._device:
            return True
        counted = self._inside if leads else self._watching
        if counted[device] >= EACH:
            return False
        if counted.total() >= places() // 2:
            [(most, many)] = counted.most_common(1)
            if many <= counted[device] + 1:
                return False
            next(one for one in self._let if one._counted is counted and one._device == most)._give_up()
        self._leave()
        self._device, self._counted = device, counted
        self._let.append(self)
        counted[device] += 1
        return True

    def _leave(self) -> None:
        with suppress(ValueError):
            self._strangers.remove(self)
        if self._device:
            self._let.remove(self)
            self._counted[self._device] -= 1
            if not self._counted[self._device]:
                del self._counted[self._device]
            self._device = ""

    def data_received(self, data: bytes) -> None:
        """Take what was sent; once that is a whole request, there is time for its answer."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, no longer than for the first."""
        self._alarm.cancel()
        self._alarm = self.loop.call_later(HEADERS, self._give_up)
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        if self.cycle is not None and not (self.cycle.more_body or self.cycle.response_complete):
            self._alarm.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._alarm.cancel()
        self._leave()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        self._alarm.cancel()
        self._leave()
        self.transport.abort()


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():  # more may wait than are taken on at a time: one sent away comes again in a second
            one.listen(WAITING)


class Server:
    """A server of this application on these sockets, in a thread of its own; `full` is told of a lack of files."""

    def __init__(self, app: ASGIApp, sockets: list[socket.socket], full: Callable[[], object] = lambda: None) -> None:
        config = uvicorn.Config(
            app,
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="none",
            http=type("Patient", (Patient,), Patient.counts()),
            server_header=False,
            proxy_headers=False,
            backlog=TAKEN,
            h11_max_incomplete_event_size=LONGEST,
            timeout_graceful_shutdown=1,
        )
        self._full, self._told = full, False
        self._server = _Server(config)
        self._sockets = sockets
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="server", daemon=True)

    async def _serve(self) -> None:
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns, on the laptop's screen, of cut lines
        asyncio.get_running_loop().set_exception_handler(self._fault)
        await self._server.serve(sockets=self._sockets)

    def _fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say once, in a line, that no more files can be opened; new connections wait meanwhile."""
        fault = context.get("exception")
        if not (isinstance(fault, OSError) and fault.errno in _FULL):
            loop.default_exception_handler(context)
        elif not self._told:
            self._told = True
            self._full()

    @property
    def connections(self) -> list[Any]:
        """The connections that are open."""
        return [*self._server.server_state.connections]

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Answer no more, and wait until what is being answered is done."""
        self._server.should_exit = True
        self._thread.join(3.0)
