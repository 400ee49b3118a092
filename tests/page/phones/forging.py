"""A stranger who answers for the seat that is asked, in every way that a laptop in the same network has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice
from threading import Event, Thread
from typing import Any

from tests.page.phones.phoned import Phone

_SENT = count(1)


def forgeries(asked: Phone, other: Phone) -> Iterator[int]:
    """Send what the asked phone would, with one thing false each time, and give the status of each answer."""
    port = asked.host.rpartition(":")[2]
    false: list[dict[str, str]] = [
        {"Cookie": ""},
        {"Cookie": f"narrator-seat-{port}=2"},
        {"Cookie": asked.cookie[:-1]},
        {"Cookie": asked.cookie.replace("seat", "page")},
        {"Cookie": other.cookie},
        {"Origin": "http://evil.example"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": f"evil.example:{port}"},
        {"Host": f"127.0.0.2:{port}"},
    ]
    for headers in cycle(false):
        yield asked.ask("/phone/tap", "POST", tap_of(asked), **{"Cookie": asked.cookie, **headers})[0]


def tap_of(asked: Phone) -> dict[str, Any]:
    """A tap as the phone's page sends it."""
    page = asked.phones.page
    fill = " " * 99
    return {"run": page.run, "call": f"{page.call:08}", "said": "3", "sent": f"forged{next(_SENT):010}", "fill": fill}


@contextmanager
def forging(asked: Phone, other: Phone, most: int) -> Iterator[None]:
    """Have a stranger forge taps without a pause, so many at most, as long as this lasts."""
    over = Event()

    def forge() -> None:
        for _ in islice(forgeries(asked, other), most):
            if over.is_set():
                return

    stranger = Thread(target=forge)
    stranger.start()
    try:
        yield
    finally:
        over.set()
        stranger.join()
