"""Measure how soon a moderator and a player's phone are answered while strangers do what they can, on the loopback.

Alone; among 1,500 connections that say nothing, half a request or a whole one; while headers are sent that a careless
parser needs seconds for; and, by night, while 3,000 taps are forged for the seat that is asked. Fails if 95 % of the
answers take more than 100 ms, or if a forged tap is taken for an answer.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from narrator.answers import Heard
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.page.phones.ears import PhoneEars

from bench.figures import Figure, settle, within
from tests.page.asking import Asking, asking
from tests.page.phones.forging import forging
from tests.page.phones.phoned import phoned
from tests.page.strangers import CONNECTIONS, costly_requests, is_served, strangers

TIMES, MOST_MS = 100, 100.0
REFUSED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
FORGED = 3000
WHOM = Ask(
    at=At(call="sheriff.jail", night=1), line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=20.0
)
GROWTH = 1.0
"""The share by which a time may be longer than the one that was kept: sockets vary."""


def main() -> int:
    """Measure, print and judge; 1 if the moderator waits too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    keep = parser.parse_args().keep
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with TemporaryDirectory() as folder:
        figures = [*moderator(Path(folder)), *phone(Path(folder))]
    good = within(figures, [MOST_MS] * len(figures))
    return 0 if settle("flood", figures, keep=keep) and good else 1


def moderator(folder: Path) -> list[Figure]:
    """How soon a moderator's words and command are answered, each on a new connection."""
    with asking(folder) as client:
        client.enter()
        return [figure for name, flood in floods(client) for figure in timed(name, flood, lambda: is_served(client))]


def phone(folder: Path) -> list[Figure]:
    """How soon a tap is answered by night, on a new connection; another seat is asked, and only strangers answer."""
    heard = list[Heard | Lost]()
    with phoned(folder) as served:
        served.phones.begin_call()
        PhoneEars(served.phones).listen(WHOM, heard.append)
        asked, other = served.phone(2), served.phone(1)
        tapped = lambda: other.tap("3", served.phones.page.call)[0] == 200  # noqa: E731
        figures = [figure for name, flood in floods(other) for figure in timed(f"phone, {name}", flood, tapped)]
        figures += timed("phone, forged taps without a pause", forging(asked, other, FORGED), tapped)
    if heard:
        raise SystemExit(f"a forged tap was taken for an answer: {heard}")
    return figures


def timed(name: str, flood: AbstractContextManager[Any], served: Callable[[], bool]) -> list[Figure]:
    """Milliseconds in which somebody is served while a flood stands."""
    with flood:
        found = sorted(seconds(served) * 1000 for _ in range(TIMES))
    return [
        Figure(f"{name}, median", found[TIMES // 2], "{:.1f} ms", GROWTH),
        Figure(f"{name}, 95 %", quantiles(found, n=20)[-1], "{:.1f} ms", GROWTH),
    ]


def seconds(served: Callable[[], bool]) -> float:
    """Seconds that it takes to be served."""
    began = time.perf_counter()
    assert served()
    return time.perf_counter() - began


def floods(client: Asking) -> Iterator[tuple[str, AbstractContextManager[Any]]]:
    """Give what strangers do, by what it is called."""
    yield "alone", nullcontext()
    for name, sent in (("silent", b""), ("half a request", b"GET / HTTP/1.1\r\nHost:"), ("refused", REFUSED)):
        yield f"{CONNECTIONS} connections, {name}", strangers(client, sent)
    yield "costly headers without a pause", costly_requests(client)


if __name__ == "__main__":
    sys.exit(main())
