"""Strangers at a page's server, as many and as costly as they can be, and the moderator who wants to be answered."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

from tests.page.asking import Asking

CONNECTIONS = 1500
COSTLY = ['a="' + "\\0" * 7000 + '"', 'a="' + '\\"' * 7000 + '"', "a=1;" * 3500, "t=" * 7000]
"""Headers that a careless parser needs very long for."""


def connect(client: Asking, number: int) -> socket.socket:
    """A connection of a stranger's, from one of thirty addresses where this computer has them."""
    source = ("127.0.0.1" if sys.platform != "linux" else f"127.0.0.{2 + number % 30}", 0)
    return socket.create_connection(("127.0.0.1", int(client.host.rpartition(":")[2])), 10, source)


@contextmanager
def strangers(client: Asking, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Have as many connections opened as there may be, each of which says this."""
    with ExitStack() as opened:
        every = []
        for number in range(CONNECTIONS):
            every.append(opened.enter_context(connect(client, number)))
            with suppress(OSError):
                every[-1].sendall(sent)
        yield every


def is_served(client: Asking) -> bool:
    """Whether the moderator gets a page's words, and a command is carried out, each on a connection of its own."""
    asked = client.game.until()
    sent = {"id": asked["version"], "version": asked["version"], "do": "note", "seat": 1, "text": "x"}
    return [client.ask("/words")[0], client.ask("/command", "POST", sent)[0]] == [200, 200]


@contextmanager
def costly_requests(client: Asking) -> Iterator[None]:
    """Have a stranger send headers without a pause that a careless parser needs very long for."""
    over = Event()

    def flood() -> None:
        while not over.is_set():
            for cookie in COSTLY:
                with suppress(OSError), connect(client, 1) as stranger:
                    head = f"GET /?{cookie if cookie[0] == 't' else ''} HTTP/1.1\r\nHost: {client.host}\r\n"
                    stranger.sendall(f"{head}Cookie: {cookie}\r\n\r\n".encode())
                    stranger.recv(100)

    flooding = Thread(target=flood)
    flooding.start()
    try:
        yield
    finally:
        over.set()
        flooding.join()
