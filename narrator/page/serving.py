"""A game's pages served: where the server listens, under which names, and until when."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from narrator.computer.awake import Remarks
from narrator.computer.network import PORT
from narrator.errors import NarratorError
from narrator.page.access import Access, devices_of
from narrator.page.addresses import HERE, Addresses
from narrator.page.connections import WAITING, Server
from narrator.page.console import Console
from narrator.page.leading import Leading
from narrator.page.server import make_app
from narrator.play.journal import read_header
from narrator.texts import Texts


def listening(port: int, *, shared: bool, texts: Texts, before: int = 0, usual: int | None = None) -> socket.socket:
    """A socket that listens at this port; if it is 0, where it was `before`, else at the `usual` port, or any.

    Raises NarratorError.
    """
    host = "0.0.0.0" if shared else HERE
    tries = [port] if port else [*([before] if before else []), PORT if usual is None else usual, 0]
    for one in tries:
        try:
            return _bound(host, one)
        except OSError:
            continue
    raise NarratorError(texts.word("lead.busy", port=port, other=port + 1))


def _bound(host: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so answers do not wait for more
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(WAITING)
    except (OSError, OverflowError):
        bound.close()
        raise
    return bound


def place_of(
    access: Access, texts: Texts, *, shared: bool, bound: socket.socket | None
) -> tuple[socket.socket, Addresses]:
    """Where a game's pages are served: on this socket, else where they were before; it is kept for the next time."""
    bound = bound or listening(0, shared=shared, texts=texts, before=access.port)
    number = bound.getsockname()[1]
    access.serve_at(number)
    return bound, Addresses(number, shared=shared)


@contextmanager
def served(leading: Leading, texts: Texts, *, shared: bool, bound: socket.socket | None = None) -> Iterator[Console]:
    """Serve the pages of this game as long as this lasts, on this socket, else where they were served before."""
    access = Access(devices_of(read_header(leading.game.stage.journal.path)))
    bound, addresses = place_of(access, texts, shared=shared, bound=bound)
    console = Console(leading, access, texts, addresses, shared=shared)
    leading.commands.invitation = console.invitation if shared else None
    leading.commands.throw_out = console.throw_out
    full = lambda: console.tell("lead.full")  # noqa: E731 - it is handed on at once
    server = Server(make_app(leading, access, addresses), [bound], full)
    server.start()
    try:
        if not access.whole:
            console.tell("lead.damaged")
        leading.start(lambda: access.lately()[0])
        yield console
    finally:
        leading.close()
        server.stop()
        bound.close()


Browse = Callable[[str], object]
"""Opens an address in the computer's browser."""


def lead_from_page(
    leading: Leading,
    texts: Texts,
    *,
    shared: bool,
    browse: Browse,
    bound: socket.socket | None = None,
    computer: Remarks = list,
) -> str:
    """Serve the game's pages, show them in the browser, and stay until somebody leaves; give what is wanted next.

    `computer` is asked what it has to say of itself, such as that its battery is low.
    """
    with served(leading, texts, shared=shared, bound=bound) as console:
        console.computer = computer
        console.invite_all()
        browse(console.opened_here())
        return console.run()
