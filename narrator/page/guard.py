"""The guard of a page's server: requests are looked over before any route sees them, answers are sealed."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from narrator.page import door
from narrator.page.access import Access, Device, Full
from narrator.page.codes import Scope
from narrator.page.connections import LONGEST
from narrator.texts import Texts

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Send
    from starlette.types import Scope as Asked

COOKIES: dict[Scope, str] = {
    "moderator": "narrator-page",
    "table": "narrator-table",
    "room": "narrator-room",
    "seat": "narrator-seat",
}
PATHS: dict[Scope, str] = {"moderator": "/", "table": "/", "room": "/room", "seat": "/phone"}
"""Where the page of each scope is."""

SEALS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

_ENTERED = '<!doctype html><html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={path}">'
_ROOM = ("/room", "/room/events", "/static/", "/words")
"""What a device that was let in for the room's page alone may ask for."""
_TABLE = ("/events", "/command", *_ROOM)
"""What one that lies on the table may ask for, beside the page itself."""
_SEAT = ("/phone", "/static/")
"""What a player's phone may ask for."""


class Guard:
    """Refuses strangers, other hosts, and other origins' commands, before any route is looked for."""

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        hosts: Container[str],
        texts: Texts,
        *,
        on_table: bool = False,
        coded: bool = True,
        word: Callable[[], str] | None = None,
    ) -> None:
        """Where nothing is `coded`, an address alone lets in; `word` says what shows a code if it is typed now."""
        self._app, self._access, self._hosts, self._texts = app, access, hosts, texts
        self._word = word or partial(texts.word, "lead.invite")
        self._on_table, self._coded = on_table, coded

    async def __call__(self, scope: Asked, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it with a refusal."""
        if scope["type"] != "http":
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {key.decode().lower() for key, _ in message["headers"]}
                seals = [(key.encode(), value.encode()) for key, value in SEALS.items() if key not in own]
                message = {**message, "headers": [*message["headers"], *seals]}
            await send(message)

        refusal = self._refusal(Request(scope))
        if refusal is not None and not refusal.headers.get("set-cookie"):
            refusal.headers["connection"] = "close"
        await (refusal or self._app)(scope, receive, sealed)

    def _refusal(self, asked: Request) -> Response | None:
        address = asked.client.host if asked.client else ""
        if _head(asked) > LONGEST:
            return PlainTextResponse("too long", 431)
        if asked.headers.get("host", "") not in self._hosts:
            return PlainTextResponse("wrong host", 421)
        if not _same_origin(asked, self._hosts):
            return PlainTextResponse("wrong origin", 403)
        page = asked.method == "GET" and asked.url.path in PATHS.values()
        if token := _token(asked) if page else "":
            return self._enter(token, asked, address)
        if asked.method == "POST" and asked.url.path == "/enter":
            return self._entered(asked, address)
        state = asked.scope.setdefault("state", {})
        state["device"] = device = self._device(asked)
        if device:
            let_in = state.get("let_in")
            room = let_in is None or let_in(device.key, leads=device.scope == "moderator")
            return None if room else PlainTextResponse("too many connections", 503)
        return self._closed(401) if page else PlainTextResponse("not let in", 401)

    def _enter(self, token: str, asked: Request, address: str) -> Response:
        status, why, found = self._tried(token, asked, address)
        if found is None:
            if self._device(asked):  # stays in; a wrong token counts as a stranger's does
                return HTMLResponse(_ENTERED.format(path=asked.url.path))
            return self._closed(status, why)
        scope, cookie = found
        path = asked.url.path if PATHS[scope] == "/" else PATHS[scope]
        return _with_cookie(HTMLResponse(_ENTERED.format(path=path)), scope, cookie, asked)

    def _closed(self, status: int, why: str = "") -> Response:
        return door.closed(self._texts, status, self._told(why), on_table=self._on_table, coded=self._coded)

    def _told(self, why: str) -> str:
        return self._texts.word(why, word=self._word()) if why else ""

    def _entered(self, asked: Request, address: str) -> Response:
        """Let in whoever brings a token in a header, as the door's script does: so it stands in no address."""
        status, why, found = self._tried(asked.headers.get(door.TOKEN, ""), asked, address)
        if found is None:
            return JSONResponse({"why": self._told(why)}, status)
        scope, cookie = found
        return _with_cookie(JSONResponse({"path": PATHS[scope]}), scope, cookie, asked)

    def _tried(self, token: str, asked: Request, address: str) -> tuple[int, str, tuple[Scope, str] | None]:
        wait = self._access.too_many(address)
        own = [
            value for scope in COOKIES for value in _values(asked.headers.get("cookie", ""), _cookie(scope, asked))
        ]
        try:
            found = self._access.enter(token, browser(asked.headers.get("user-agent", "")), address, own)
        except Full as full:
            return 503, "phones.door-full" if full.args == ("seat",) else "lead.door-full", None
        wrong = "lead.door-wrong" if self._coded else "desk.door-old"
        return *((429, "lead.door-wait") if wait else (401, wrong)), found

    def _device(self, asked: Request) -> Device | None:
        """The device that asks, if it may see what it asks for."""
        sent = asked.headers.get("cookie", "")
        leads = self._known(sent, _cookie("moderator", asked))
        if leads is not None and leads.scope == "moderator":
            return leads
        path = asked.url.path
        if path.startswith(_SEAT):
            seat = self._known(sent, _cookie("seat", asked))
            if seat is not None and seat.scope == "seat":
                return seat
        if path == "/" or path.startswith(_TABLE):
            table = self._known(sent, _cookie("table", asked))
            if table is not None and table.scope == "table":
                return table
        return self._known(sent, _cookie("room", asked)) if path.startswith(_ROOM) else None

    def _known(self, cookies: str, name: str) -> Device | None:
        """The device that any cookie of this name belongs to: another program may have left one too."""
        found = map(self._access.known, _values(cookies, name))
        return next((device for device in found if device), None)


def _head(asked: Request) -> int:
    """The bytes of a request's head: h11 counts those of an unfinished one alone, and this one came at once."""
    line = len(f"{asked.method}  HTTP/1.1\r\n") + len(asked.scope["raw_path"]) + len(asked.scope["query_string"])
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in asked.headers.raw) + len("\r\n")


def _with_cookie(response: Response, scope: Scope, cookie: str, asked: Request) -> Response:
    response.set_cookie(_cookie(scope, asked), cookie, max_age=86_400, httponly=True, samesite="strict")
    return response


def _token(asked: Request) -> str:
    """The token in the address, if there is one."""
    with suppress(ValueError):  # too many fields
        return parse_qs(asked.url.query, max_num_fields=4).get("t", [""])[0]
    return ""


def _cookie(scope: Scope, asked: Request) -> str:
    """The cookie's name: browsers keep one for all ports of a host, on each of which another game may be led."""
    return f"{COOKIES[scope]}-{asked.headers.get('host', '').rpartition(':')[2]}"


def _values(cookies: str, name: str) -> list[str]:
    """What cookies of this name hold, a few at most; whatever else stands there, other programs leave."""
    pairs = (one.strip().partition("=") for one in cookies.split(";"))
    return [value for found, _, value in pairs if found == name][:8]


def _same_origin(asked: Request, hosts: Container[str]) -> bool:
    """Whether a page of this server asks, or nobody's: a command must come from one of its own pages."""
    origin, site = asked.headers.get("origin"), asked.headers.get("sec-fetch-site", "none")
    if origin is not None and not (origin.startswith("http://") and origin.removeprefix("http://") in hosts):
        return False
    if asked.method in ("GET", "HEAD"):
        clicked = asked.headers.get("sec-fetch-user") == "?1" and asked.headers.get("sec-fetch-dest") == "document"
        return site in ("same-origin", "none") or clicked
    return origin is not None and site in ("same-origin", "none")


def browser(agent: str) -> str:
    """A short name for a browser, from what it says of itself."""
    found = [name for name in ("Firefox", "Edg", "OPR", "Chrome", "Safari") if name in agent]
    system = [name for name in ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux") if name in agent]
    return re.sub(r"[^\w ,]", "", ", ".join([*found[:1], *system[:1]])) or "?"
