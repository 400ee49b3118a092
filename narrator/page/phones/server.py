"""The server of the players' phones: a seat for each, messages of one length at a fixed rate, and taps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Container, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from narrator.page.access import Access, Device
from narrator.page.guard import Guard
from narrator.page.panels import labels
from narrator.page.phones.inviting import word_for_codes
from narrator.page.phones.phones import TICK, Phones
from narrator.page.phones.seats import Seats
from narrator.page.phones.shared import SharedPage
from narrator.page.phones.television import Television
from narrator.page.server import body_of, found, page_file, snapshots, static_file
from narrator.values import asdict

if TYPE_CHECKING:
    from starlette.types import ASGIApp

SIZE = 3072
"""Bytes of each message to a phone."""

GAP = 0.1
"""Seconds between two changes by day at least, however fast somebody taps."""

_CUT = " …"

LONGEST = 120
"""Signs of an answer at most: all seats of the largest table."""


def make_app(
    phones: Phones, seats: Seats, access: Access, hosts: Container[str], television: Television | None = None
) -> ASGIApp:
    """The application; `hosts` are the names, with the port, under which it may be asked."""
    routes = [
        Route("/phone", page_file("phone.html")),
        Route("/phone/table", _table(seats)),
        Route("/phone/card", _card(phones, seats, access)),
        Route("/phone/events", _events(phones, access)),
        Route("/phone/seat", _take_seat(seats), methods=["POST"]),
        Route("/phone/tap", _tap(phones, access), methods=["POST"]),
        Route("/phone/check", _check(seats, access), methods=["POST"]),
        Route("/phone/agree", _agree(seats, access), methods=["POST"]),
        Route("/static/{name:path}", static_file),
        *(_room(television, access) if television else ()),
    ]
    return Guard(
        Starlette(routes=routes), access, hosts, phones.texts, on_table=True, word=partial(word_for_codes, seats)
    )


def _room(television: Television, access: Access) -> list[Route]:
    """The room's page, which shows no phone's page, and how one more phone comes in."""

    async def events(asked: Request) -> Response:
        device = _device(asked)

        async def shown() -> AsyncIterator[str]:
            with access.present(device):
                async for event in snapshots(television.broadcast, "room", lambda: device in access.devices):
                    yield event

        return StreamingResponse(shown(), media_type="text/event-stream")

    return [
        Route("/room", page_file("room.html")),
        Route("/room/events", events),
        Route("/room/invite", found(television.invited)),
        Route("/words", found(partial(labels, television.texts, television.game))),
    ]


def _device(asked: Request) -> Device:
    """The phone that asks; one that leads a game elsewhere has no seat."""
    device: Device = asked.state.device
    return device


def _table(seats: Seats) -> Callable[[Request], Any]:
    async def answer(asked: Request) -> Response:
        return JSONResponse(seats.shown_to(_device(asked)))

    return answer


def _take_seat(seats: Seats) -> Callable[[Request], Any]:
    async def answer(asked: Request) -> Response:
        body = await body_of(asked)
        seat = body.get("seat") if body else None
        why = seats.take(_device(asked), seat) if type(seat) is int else "?"
        return JSONResponse({"ok": not why, "why": why}, 409 if why else 200)

    return answer


def _card(phones: Phones, seats: Seats, access: Access) -> Callable[[Request], Any]:
    """The card of the own seat, as long as any other: none before all sit, nor by night, when it gives more light."""

    async def answer(asked: Request) -> Response:
        key = _device(asked).key
        seat = access.seat_of(key)
        if not seat or phones.page.dark or phones.page.joining or phones.page.leaving:
            return PlainTextResponse("not now", 409)
        return Response(_packed({"card": seats.card(seat, key)}).ljust(SIZE), media_type="application/json")

    return answer


def _tap(phones: Phones, access: Access) -> Callable[[Request], Any]:
    """Take what was tapped; the answer is the same whatever became of it."""

    async def answer(asked: Request) -> Response:
        body = await body_of(asked)
        seat = access.seat_of(_device(asked).key)
        if seat and body and _is_tap(body):
            phones.tap(seat, (body["run"], int(body["call"])), body["said"], body["sent"])
        return JSONResponse({})

    return answer


def _check(seats: Seats, access: Access) -> Callable[[Request], Any]:
    """Take what a phone found out of itself."""

    async def answer(asked: Request) -> Response:
        body = await body_of(asked) or {}
        seat, late = access.seat_of(_device(asked).key), body.get("late")
        change = list[str]()
        if seat and isinstance(late, int | float) and not isinstance(late, bool):
            change = seats.check(seat, late, sleepy=body.get("sleepy") is True)
        return JSONResponse({"change": change})

    return answer


def _agree(seats: Seats, access: Access) -> Callable[[Request], Any]:
    """Take who wants to go on in the lobby."""

    async def answer(asked: Request) -> Response:
        body = await body_of(asked) or {}
        seats.lobby.agree(access.seat_of(_device(asked).key), body.get("step"), yes=body.get("yes") is True)
        return JSONResponse({})

    return answer


def _is_tap(body: Mapping[str, Any]) -> bool:
    texts = [body.get(key) for key in ("call", "run", "said", "sent")]
    return all(isinstance(one, str) and len(one) <= LONGEST for one in texts) and str(texts[0]).isdecimal()


def _events(phones: Phones, access: Access) -> Callable[[Request], Any]:
    async def answer(asked: Request) -> Response:
        device = _device(asked)
        seat = access.seat_of(device.key)
        if not seat:
            return PlainTextResponse("take a seat first", 409)
        stays = lambda: access.seat_of(device.key) == seat  # noqa: E731 - it is handed on at once
        return StreamingResponse(_messages(phones, access, device, seat, stays), media_type="text/event-stream")

    return answer


async def _messages(
    phones: Phones, access: Access, device: Device, seat: int, stays: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """A message each TICK as long as the phone has the seat; by day another one whenever that page changes."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        with suppress(RuntimeError):  # the server may be closing
            loop.call_soon_threadsafe(changed.set)

    with access.present(device), phones.connected(seat), phones.watched(wake):
        tick = soonest = loop.time()
        while stays():
            phones.look()
            yield message_to(phones, seat)
            changed.clear()
            tick += TICK * (loop.time() >= tick)
            while loop.time() < tick:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), tick - loop.time())
                if changed.is_set() and not phones.page.dark:
                    await asyncio.sleep(max(soonest - loop.time(), 0.0))
                    if not phones.page.dark:
                        soonest = loop.time() + GAP
                        break
                changed.clear()


def message_to(phones: Phones, seat: int) -> bytes:
    """Write what this seat's phone shows as one server-sent event of SIZE bytes.

    A note or a line that is too long for it ends with an ellipsis.
    """
    shown: dict[str, Any] = {**_plain(phones.page), "left": phones.left, "note": phones.note(seat)}
    data = _packed(shown)
    for cut in ("line", "note"):
        while len(data) > SIZE - _FRAME and shown[cut]:
            shown[cut] = shown[cut].removesuffix(_CUT)[: -max((len(data) - SIZE + _FRAME) // 4, 1)]
            shown[cut] += _CUT if shown[cut] else ""
            data = _packed(shown)
    return b"data: " + data + b" " * (SIZE - _FRAME - len(data)) + b"\n\n"


_FRAME = len(b"data: \n\n")


@lru_cache(maxsize=4)  # all phones show the same page
def _plain(page: SharedPage) -> dict[str, Any]:
    return asdict(page)


def _packed(shown: dict[str, Any]) -> bytes:
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()
