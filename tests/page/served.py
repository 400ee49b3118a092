"""A server of the page's files with the real one's headers: it shows what it is told to, and keeps what is sent."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import narrator
from narrator.computer.texts import texts_of
from narrator.page.panels import drawings, ways_out
from narrator.page.server import page

from tests.page import looked_up, snapshots
from tests.polish import OWN_WORDS

STATIC = Path(narrator.__file__).parent / "page" / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Served:
    """The server's other side: what to show next, how to answer, and what was sent."""

    def __init__(self, language: str = "pl") -> None:
        self.language = language
        self.url = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._followers: set[asyncio.Queue[None]] = set()
        self.count = 0
        self.begin_again()

    def begin_again(self) -> None:
        """Forget what was shown and sent."""
        self.snapshot: dict[str, Any] = snapshots.every()["seat"]
        self.room: dict[str, Any] = snapshots.room()["day"]
        self.answer: tuple[int, dict[str, Any]] = (200, {"ok": True})
        self.commands: list[dict[str, Any]] = []
        self.lost = 0  # how many of the next commands get no answer
        self.locked = False

    def show(self, snapshot: dict[str, Any], *, anew: bool = True) -> None:
        """Tell every page of another snapshot; `anew` gives it a version of its own."""
        self.count += 1
        self.snapshot = snapshot | {"version": f"t:{self.count}"} if anew else snapshot
        self.tell()

    def show_room(self, room: dict[str, Any]) -> None:
        """Tell every page for the room of another snapshot."""
        self.room = room
        self.tell()

    def tell(self) -> None:
        """Send the snapshots as they are now."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        for one in self._followers:
            one.put_nowait(None)

    # ---- Routes ----

    def app(self) -> Starlette:
        """The routes of the real server."""
        routes = [
            Route("/", self._file("index.html")),
            Route("/room", self._file("room.html")),
            Route("/words", self._words),
            Route("/events", self._events),
            Route("/room/events", self._room_events),
            Route("/past", self._past),
            *(Route(f"/{what}", self._looked_up) for what in looked_up.LOOKED_UP),
            Route("/command", self._command, methods=["POST"]),
            Mount("/static", _Headed(directory=STATIC)),
        ]
        return Starlette(routes=routes)

    def _file(self, name: str) -> Any:
        async def served(_: Request) -> Response:
            return HTMLResponse(page(name), headers=HEADERS)

        return served

    async def _words(self, _: Request) -> Response:
        if self.locked:
            return JSONResponse({"ok": False}, 401, headers=HEADERS)
        words, own = texts_of(self.language).group("pages"), ways_out(texts_of(self.language, *OWN_WORDS))
        return JSONResponse({**words, **own, "drawings": drawings("ktulu")}, headers=HEADERS)

    async def _past(self, _: Request) -> Response:
        return JSONResponse(looked_up.PAST, headers=HEADERS)

    async def _looked_up(self, request: Request) -> Response:
        return JSONResponse(looked_up.LOOKED_UP[request.url.path.strip("/")], headers=HEADERS)

    async def _command(self, request: Request) -> Response:
        command = await request.json()
        self.commands.append(command)
        if self.lost:
            self.lost -= 1
            raise ConnectionAbortedError
        if self.locked:
            return JSONResponse({"ok": False}, 401, headers=HEADERS)
        status, told = self.answer
        if command["do"] == "change" and command.get("try"):
            told = looked_up.MISFITS
        return JSONResponse(told, status, headers=HEADERS)

    async def _events(self, _: Request) -> Response:
        return self._stream(lambda: self.snapshot)

    async def _room_events(self, _: Request) -> Response:
        return self._stream(lambda: self.room)

    def _stream(self, snapshot: Any) -> Response:
        if self.locked:
            return JSONResponse({"ok": False}, 401, headers=HEADERS)
        return StreamingResponse(self._told(snapshot), media_type="text/event-stream", headers=HEADERS)

    async def _told(self, snapshot: Any) -> AsyncIterator[str]:
        changed: asyncio.Queue[None] = asyncio.Queue()
        self._followers.add(changed)
        self._loop = asyncio.get_running_loop()
        try:
            yield f"data: {json.dumps(snapshot())}\n\n"
            while True:
                try:
                    await asyncio.wait_for(changed.get(), 1)
                    yield f"data: {json.dumps(snapshot())}\n\n"
                except TimeoutError:
                    yield "event: beat\ndata: .\n\n"
        finally:
            self._followers.discard(changed)


class _Headed(StaticFiles):
    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.update(HEADERS)
        return response


class Server:
    """A web server in a thread of its own, which can go down and come up again at the same address."""

    def __init__(self, served: Served) -> None:
        self.served = served
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        served.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Come up, and return once pages are served."""
        config = uvicorn.Config(
            self.served.app(),
            port=self.port,
            log_level="critical",
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=0,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            threading.Event().wait(0.01)

    def stop(self) -> None:
        """Go down at once: open connections break."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(5)


@contextmanager
def serving(language: str = "pl") -> Iterator[tuple[Served, Server]]:
    """Serve the page for as long as the block lasts."""
    served = Served(language)
    server = Server(served)
    try:
        yield served, server
    finally:
        server.stop()
