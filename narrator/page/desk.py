"""The page on which the menu stands: what is shown and asked there, and its server, for this computer alone."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable, Container, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from narrator.computer import paths
from narrator.page.access import Access, Device
from narrator.page.addresses import Addresses
from narrator.page.connections import Server
from narrator.page.guard import Guard
from narrator.page.server import body_of, found, page_file, snapshots, static_file
from narrator.page.serving import listening
from narrator.page.snapshot import Json
from narrator.terminal.desk import DeskQuestion
from narrator.terminal.words import terminal_texts
from narrator.texts import Texts

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_MOST = 60
"""Texts that stand above a question at most."""

_LOOK = 0.5
"""Seconds after which a wait for an answer looks up: else Ctrl-C would be seen only with the answer."""


class PageDesk:
    """What the page shows, as plain data: what was said, and the question that is open. Any thread may use it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._said: list[Json] = []
        self._old: tuple[int, int] = 0, 0
        """How much of it was said before the last answer but one, and before the last; of a list twice the last."""
        self._asked: DeskQuestion | None = None
        self._answer: str | None = None
        self._leaves: type[BaseException] | None = None
        self._run, self._count = secrets.token_hex(4), 0
        """Both parts of the version: the run's, for a page and its port outlive a restart, and the question's."""
        self._state = "busy"
        self._watchers = set[Callable[[], None]]()
        self.snapshots: dict[str, str] = {}
        """The page, as JSON; there is one alone."""
        self._publish()

    # ---- For the program ----

    def show(self, text: str, *, printed: bool = False) -> None:
        """Show a text above what is asked next."""
        with self._changed:
            self._said.append({"text": text.strip("\n"), "kind": "printed" if printed else "said"})
            self._drop(max(len(self._said) - _MOST, 0))
            self._publish()

    def _drop(self, many: int) -> None:
        """Show so many of the oldest texts no longer."""
        del self._said[:many]
        before, last = self._old
        self._old = max(before - many, 0), max(last - many, 0)

    def put(self, asked: DeskQuestion) -> str:
        """Put a question, and wait for its answer. Raises KeyboardInterrupt if somebody leaves it."""
        with self._changed:
            self._drop(self._old[asked.anew])
            self._ask(asked)
            try:
                while self._answer is None and self._leaves is None:
                    self._changed.wait(_LOOK)
                if self._leaves:
                    raise self._leaves
                assert self._answer is not None
                self._echo(asked, self._answer)
                return self._answer
            finally:
                self._ask(None)

    @property
    def _version(self) -> str:
        return f"{self._run}.{self._count}"

    def _ask(self, asked: DeskQuestion | None) -> None:
        self._asked, self._answer, self._leaves = asked, None, None
        self._count += 1
        self._state = "asks" if asked else "busy"
        self._publish()

    def _echo(self, asked: DeskQuestion, answer: str) -> None:
        """Keep what was answered, but for what is for one player alone."""
        if not asked.private:
            labels = {one.said: one.label for one in (*asked.choices, *asked.ways)}
            listed = asked.items or asked.field == "rows"  # the list itself shows what has become of it
            text = "" if listed else labels.get(answer, answer).strip()
            self._said += [{"text": text, "kind": "answer"}] if text else []
            self._old = len(self._said) if listed else self._old[1], len(self._said)

    def withdraw(self) -> None:
        """Let whoever waits for an answer wait no longer."""
        with self._changed:
            self._leaves = EOFError
            self._changed.notify_all()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Say that the terminal is needed, as long as this lasts."""
        with self._changed:
            self._state = "away"
            self._publish()
        try:
            yield
        finally:
            with self._changed:
                self._state = "busy"
                self._publish()

    @property
    def is_away(self) -> bool:
        """Whether something else has the terminal."""
        return self._state == "away"

    def close(self) -> None:
        """Say that the program has ended."""
        with self._changed:
            self._asked, self._said, self._state = None, [], "over"
            self._publish()

    # ---- For the page ----

    def command(self, said: Json) -> tuple[int, Json]:
        """Take an answer, or that somebody leaves, if it is for the question that is open."""
        with self._changed:
            asked = self._asked
            if asked is None or said.get("version") != self._version or self._answer is not None:
                return 409, {"ok": False}
            answer = said.get("said")
            if said.get("do") == "leave":
                self._leaves = KeyboardInterrupt
            elif isinstance(answer, str) and (asked.field or answer in _taps(asked)):
                self._answer = answer if asked.field == "rows" else " ".join(answer.split())
            else:
                return 409, {"ok": False}
            self._changed.notify_all()
            return 200, {"ok": True}

    @contextmanager
    def subscribed(self, changed: Callable[[], None], by: str = "") -> Iterator[None]:  # noqa: ARG002 - all see the same
        """Have `changed` called, from any thread, whenever the page is another one."""
        self._watchers.add(changed)
        try:
            yield
        finally:
            self._watchers.discard(changed)

    def snapshot(self, by: str) -> str:
        """The page as it is now."""
        return self.snapshots[by]

    def _publish(self) -> None:
        asked = self._asked
        alone = asked is not None and asked.private
        shown = {
            "version": self._version,
            "state": self._state,
            "said": [] if alone else self._said,
            "asked": _drawn(asked) if asked else None,
            "words": terminal_texts().group("desk"),
        }
        self.snapshots = {"moderator": json.dumps(shown, ensure_ascii=False)}
        for watcher in [*self._watchers]:
            watcher()


def _taps(asked: DeskQuestion) -> list[str]:
    """What may be answered by a tap."""
    listed = [tap.said for item in asked.items for tap in item.taps if tap.said]
    return [*(one.said for one in (*asked.choices, *asked.ways)), *listed, *([""] if asked.done else [])]


def _drawn(asked: DeskQuestion) -> Json:
    return {
        "text": asked.text,
        "choices": [one._asdict() for one in asked.choices],
        "ways": [one._asdict() for one in asked.ways],
        "main": asked.main,
        "items": [one._asdict() | {"taps": [tap._asdict() for tap in one.taps]} for one in asked.items],
        "done": asked.done,
        "field": asked.field,
        "enter": asked.enter,
        "private": asked.private,
        "link": asked.link,
        "leaves": not (asked.anew or asked.link),
    }


# ---- The server ----


def make_app(desk: PageDesk, access: Access, hosts: Container[str], texts: Texts) -> ASGIApp:
    """The application; `hosts` are the names, with the port, under which it may be asked."""

    async def events(asked: Request) -> Response:
        device: Device = asked.state.device

        async def shown() -> AsyncIterator[str]:
            with access.present(device):
                async for event in snapshots(desk, "moderator", lambda: device in access.devices):
                    yield event

        return StreamingResponse(shown(), media_type="text/event-stream")

    async def command(asked: Request) -> Response:
        status, told = desk.command(await body_of(asked) or {})
        return JSONResponse(told, status)

    routes = [
        Route("/", page_file("desk.html")),
        Route("/static/{name:path}", static_file),
        Route("/words", found(_words)),
        Route("/events", events),
        Route("/command", command, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes), access, hosts, texts, coded=False)


def _words() -> dict[str, Any]:
    return {**terminal_texts().group("desk")}


@contextmanager
def desk_served(texts: Texts) -> Iterator[tuple[PageDesk, Callable[[], str]]]:
    """Serve the page to this computer alone; yields it, and what gives an address that lets one browser in."""
    desk, access = PageDesk(), Access(paths.user_data() / "pages" / "this-computer.json")
    bound = listening(0, shared=False, texts=texts, before=access.port, usual=0)
    port = bound.getsockname()[1]
    access.serve_at(port)
    addresses = Addresses(port, shared=False)
    server = Server(make_app(desk, access, addresses, texts), [bound])
    server.start()
    try:
        yield desk, lambda: f"http://{addresses.local}/#t={access.token_for_one('moderator')}"
    finally:
        desk.close()
        server.stop()
        bound.close()
