"""The server of a moderator's page: what it gives to whom its guard let through."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Container
from contextlib import AbstractContextManager, suppress
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from narrator.page.access import Access, Device
from narrator.page.codes import Scope
from narrator.page.guard import Guard
from narrator.page.leading import Leading
from narrator.page.panels import labels
from narrator.page.snapshot import Json

if TYPE_CHECKING:
    from starlette.types import ASGIApp

STATIC = Path(__file__).with_name("static")
BEAT = 1.0
"""Seconds between two signs of life to a page that has nothing new to show, so that both notice a lost line."""

LARGEST = 4096
"""Bytes of a command at most."""

_LOOKED_UP = ("cards", "night", "signs", "voices")
_KEPT = {"cache-control": "private, max-age=31536000, immutable"}
"""For what holds no secret and is called otherwise once it is otherwise."""


def make_app(leading: Leading, access: Access, hosts: Container[str]) -> ASGIApp:
    """The application; `hosts` are the names, with the port, under which it may be asked."""
    routes = [
        Route("/", page_file("index.html")),
        Route("/room", page_file("room.html")),
        Route("/static/{name:path}", static_file),
        Route("/words", found(partial(labels, leading.game.texts, leading.game.table.setup.game))),
        Route("/events", _events(leading, access)),
        Route("/room/events", _events(leading, access, "room")),
        Route("/past", found(leading.told_past)),
        *(Route(f"/{what}", found(partial(leading.looked_up, what))) for what in _LOOKED_UP),
        Route("/devices", _devices(access)),
        Route("/command", _command(leading), methods=["POST"]),
    ]
    game = leading.game
    return Guard(Starlette(routes=routes), access, hosts, game.texts, on_table=bool(game.known.table))


Endpoint = Callable[[Request], Awaitable[Response]]


@cache
def edition() -> str:
    """A short name for the static files as they are: a browser keeps those of a name that it knows."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return blake2b(b"".join(path.read_bytes() for path in files), digest_size=6).hexdigest()


@cache
def page(name: str) -> str:
    """A page that asks for all its modules at once: a chain of imports would be loaded one after another."""
    text = (STATIC / name).read_text("utf-8")
    modules = re.findall(r'type="module" src="/static/(.+?)"', text)
    for module in modules:  # those that it imports are looked at in their turn
        imported = re.findall(r'from "\./(.+?)"', (STATIC / module).read_text("utf-8"))
        modules += [one for one in imported if one not in modules]
    links = "".join(f'<link rel="modulepreload" href="/static/{one}">\n' for one in modules[1:])
    return text.replace('<script type="module"', f'{links}<script type="module"')


def page_file(name: str) -> Endpoint:
    """One of the pages."""

    async def answer(_: Request) -> Response:
        return HTMLResponse(page(name).replace('"/static/', f'"/static/{edition()}/'))

    return answer


_TYPES = {".js": "text/javascript", ".css": "text/css"}
_GZIP = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


@cache
def _packed(path: Path) -> bytes:
    """A static file as it goes over the air, packed once: a phone's network is slower than any packing."""
    return gzip.compress(path.read_bytes(), mtime=0)


async def static_file(asked: Request) -> Response:
    """One of the files that pages are made of."""
    name = asked.path_params["name"]
    own = name.removeprefix(f"{edition()}/")
    with suppress(OSError, ValueError):  # no file can have such a name
        path = (STATIC / own).resolve()
        if path.is_relative_to(STATIC.resolve()) and path.is_file():
            headers = {} if own == name else _KEPT
            if path.suffix in _TYPES and "gzip" in asked.headers.get("accept-encoding", ""):
                return Response(_packed(path), headers=headers | _GZIP, media_type=_TYPES[path.suffix])
            return FileResponse(path, headers=headers)
    return PlainTextResponse("there is no such file", 404)


def found(find: Callable[[], Json]) -> Endpoint:
    """What this finds, which holds up nobody else meanwhile."""

    async def answer(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(find))

    return answer


def _devices(access: Access) -> Endpoint:
    """The devices that are in, those of one kind and address together; `own` is the one that asks."""

    async def answer(asked: Request) -> Response:
        own: Device = asked.state.device
        rows = [
            {
                "key": group[-1].key,
                "name": group[-1].name,
                "address": group[-1].address,
                "since": time.strftime("%H:%M", time.localtime(group[-1].since)),
                "scope": group[-1].scope,
                "times": len(group),
                "own": own in group,
            }
            for group in access.groups()
        ]
        return JSONResponse({"devices": rows})

    return answer


def _command(leading: Leading) -> Endpoint:
    async def answer(asked: Request) -> Response:
        body = await body_of(asked)
        if body is None or asked.headers.get("content-type", "").partition(";")[0] != "application/json":
            return PlainTextResponse("not a command", 400)
        device: Device = asked.state.device
        status, told = await run_in_threadpool(leading.commands.result, body, device.scope, device.key)
        return JSONResponse(told, status)

    return answer


async def body_of(asked: Request) -> dict[str, Any] | None:
    """The JSON object that was sent; None if it is none, or too large."""
    data = b""
    async for piece in asked.stream():
        data += piece
        if len(data) > LARGEST:
            return None
    try:
        found = json.loads(data)
        json.dumps(found, ensure_ascii=False).encode()  # half a sign could not be written down
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _events(leading: Leading, access: Access, scope: Scope | None = None) -> Endpoint:
    """The snapshots of this scope, or of the device's own."""

    async def answer(asked: Request) -> Response:
        device: Device = asked.state.device
        shown = scope or device.scope
        events = _while_in(leading, access, device, shown)
        # only where nothing is secret, for how well something packs tells of it
        if shown == "table" and "gzip" in asked.headers.get("accept-encoding", ""):
            return StreamingResponse(_packed_events(events), headers=_GZIP, media_type="text/event-stream")
        return StreamingResponse(events, media_type="text/event-stream")

    return answer


async def _packed_events(events: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Events that can each be unpacked as they come; what was in the last ones is seldom sent again."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    async for event in events:
        yield packer.compress(event.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


async def _while_in(leading: Leading, access: Access, device: Device, scope: Scope) -> AsyncIterator[str]:
    with access.present(device):
        stays = lambda: device in access.devices and not leading.closed  # noqa: E731 - it is handed on at once
        async for event in snapshots(leading.broadcast, scope, stays):
            yield event


class Watched(Protocol):
    """What hands out snapshots, such as a game's broadcast."""

    snapshots: dict[str, str]

    def subscribed(self, changed: Callable[[], None], by: str) -> AbstractContextManager[None]:
        """Have `changed` called, from any thread, whenever there is another snapshot for them."""

    def snapshot(self, by: str) -> str:
        """The snapshot for somebody who comes now."""


async def snapshots(broadcast: Watched, scope: Scope, stays: Callable[[], bool]) -> AsyncIterator[str]:
    """Every snapshot from now on, beginning with the one that stands, as long as the device `stays` let in."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        with suppress(RuntimeError):  # the server may be closing
            loop.call_soon_threadsafe(changed.set)

    with broadcast.subscribed(wake, scope):
        sent, beat = "", loop.time() + BEAT
        while stays():
            changed.clear()
            now = broadcast.snapshots[scope]
            if now != sent:
                first, sent = not sent, now
                yield f"data: {broadcast.snapshot(scope) if first else now}\n\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), max(beat - loop.time(), 0.0))
            if loop.time() >= beat:  # on a clock of its own: else the room's page would tell when somebody answers
                beat += BEAT
                yield "event: beat\ndata: .\n\n"  # an event without data is none
