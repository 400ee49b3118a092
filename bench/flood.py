"""Measure how soon a moderator's page is answered while strangers do what they can to its server, on the loopback.

Alone; among 1,500 connections that say nothing, half a request or a whole one; and while headers are sent that a
careless parser needs seconds for. Fails if 95 % of the answers take more than 100 ms.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bench.figures import Figure, settle
from tests.page.asking import Asking, asking
from tests.page.strangers import CONNECTIONS, costly_requests, is_served, strangers

TIMES, MOST_MS = 100, 100.0
GROWTH = 1.0
"""The share by which a time may be longer than the one that was kept: sockets vary."""


def main() -> int:
    """Measure, print and judge; 1 if the moderator waits too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    keep = parser.parse_args().keep
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures = list[Figure]()
    with TemporaryDirectory() as folder, asking(Path(folder)) as client:
        client.enter()
        for name, flood in floods(client):
            with flood:
                found = sorted(answered(client) for _ in range(TIMES))
            figures.append(Figure(f"{name}, median", found[TIMES // 2], "{:.1f} ms", GROWTH))
            figures.append(Figure(f"{name}, 95 %", quantiles(found, n=20)[-1], "{:.1f} ms", GROWTH))
    for figure in figures:
        print(f"{figure.name:56} {figure.form.format(figure.value):>10}")
    slow = [figure.name for figure in figures if figure.value > MOST_MS]
    return 0 if settle("flood", figures, keep=keep) and not slow else 1


def floods(client: Asking) -> Iterator[tuple[str, AbstractContextManager[Any]]]:
    """Give what strangers do, by what it is called."""
    yield "alone", nullcontext()
    for name, sent in (("silent", b""), ("half a request", b"GET / HTTP/1.1\r\nHost:"), ("refused", REFUSED)):
        yield f"{CONNECTIONS} connections, {name}", strangers(client, sent)
    yield "costly headers without a pause", costly_requests(client)


REFUSED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def answered(client: Asking) -> float:
    """Milliseconds in which the moderator is answered twice, each time on a new connection."""
    began = time.perf_counter()
    assert is_served(client)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    sys.exit(main())
