"""Requests to a real server of a game's pages, as a browser sends them, and as nobody should."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from narrator.page.access import Access
from narrator.page.addresses import Addresses
from narrator.page.codes import Scope
from narrator.page.connections import Server
from narrator.page.guard import COOKIES
from narrator.page.server import make_app
from narrator.page.serving import listening
from narrator.texts import Texts

from tests.page.led import SECONDS, Led, led

Answer = tuple[int, str, dict[str, str]]
"""A status, a body, and headers by their names in small letters."""


class Asking:
    """A client of one server."""

    def __init__(self, port: int, access: Access, game: Led, server: Server) -> None:
        self.host = f"127.0.0.1:{port}"
        self.server = server
        self.access, self.game = access, game
        self.cookie = ""

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Answer:
        """Send a request; a header's `_` is a hyphen. The connection is closed at the head of a stream of events."""
        connection, response = self.begin(path, method, body, **headers)
        try:
            streams = response.getheader("content-type", "").startswith("text/event-stream")
            text = "" if streams else response.read().decode()
            return response.status, text, {key.lower(): value for key, value in response.getheaders()}
        finally:
            connection.close()

    def begin(
        self, path: str, method: str = "GET", body: Any = None, **headers: str
    ) -> tuple[HTTPConnection, HTTPResponse]:
        """Send a request, and hand over what begins to come back."""
        sent = {"Host": self.host} | ({"Cookie": self.cookie} if self.cookie else {})
        if body is not None:
            sent |= {"Content-Type": "application/json", "Origin": f"http://{self.host}"}
        sent |= {key.replace("_", "-"): value for key, value in headers.items()}
        connection = HTTPConnection(self.host, timeout=SECONDS)
        data = body if isinstance(body, str | None) else json.dumps(body)
        connection.request(method, path, data, {key: value for key, value in sent.items() if value})
        return connection, connection.getresponse()

    def enter(self, scope: Scope = "moderator") -> str:
        """Let this client in as a new device; returns its cookie."""
        self.cookie = ""
        path = "/" if scope == "moderator" else "/room"
        status, _, headers = self.ask(f"{path}?t={self.access.new_token(scope)}")
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]
        assert self.cookie.startswith(COOKIES[scope])
        return self.cookie

    def snapshots(self, path: str = "/events") -> Generator[dict[str, Any], None, None]:
        """What comes on a new stream of events."""
        connection, response = self.begin(path)
        try:
            while line := response.readline():
                if line.startswith(b"data: {"):  # no beat
                    yield json.loads(line[6:])
        finally:
            connection.close()


def addresses(host: str, *others: str) -> Addresses:
    """The addresses of a computer that is in the network of this one, and in others."""
    address, _, port = host.rpartition(":")
    return Addresses(int(port), shared=True, find=lambda: [address, *others])


@contextmanager
def asking(tmp_path: Path, **options: Any) -> Iterator[Asking]:
    """Serve the pages of a new game."""
    with led(tmp_path / "a.jsonl", **options) as game:
        bound = listening(0, shared=False, texts=Texts("en", {"lead.busy": ""}))
        port = bound.getsockname()[1]
        access = Access(tmp_path / "pages" / "devices.json")
        server = Server(make_app(game.leading, access, Addresses(port, shared=False)), [bound])
        server.start()
        try:
            yield Asking(port, access, game, server)
        finally:
            game.leading.close()
            server.stop()
            bound.close()
