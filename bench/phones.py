"""Measure thirty players' phones at one server on the loopback: what it costs, how soon it answers, what times tell.

By night each phone keeps a stream open and sends a tap at its own moments. Three are asked again and again: the first
tap of theirs that comes then is an answer, which is written down. Measured: the server's processor time, the gaps
between messages to phones whose seat is asked, beside those whose is not, and in how much time their taps are
answered. By day it is measured how soon a change is on all phones. Fails if the server takes more than 15 % of a
processor, if a change takes more than 150 ms in 95 of 100 cases, or if the times of the two kinds of phones, at 95 %,
may differ by more than 3 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from contextlib import ExitStack
from itertools import chain, pairwise
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from os import fsync
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import mean, quantiles, variance
from tempfile import TemporaryDirectory
from threading import Thread

from narrator.answers import Heard
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.page.access import Access
from narrator.page.addresses import Addresses
from narrator.page.connections import Server
from narrator.page.guard import COOKIES
from narrator.page.phones.phones import TICK, Phones
from narrator.page.phones.seats import Seats
from narrator.page.phones.server import SIZE, make_app
from narrator.page.serving import listening
from narrator.texts import Texts
from narrator.values import replace

from bench.figures import Figure, settle, within

PHONES, CHANGES, ASKED = 30, 60, 3
MOST_SHARE, MOST_MS, MOST_APART = 0.15, 150.0, 3.0
WHOM = Ask(
    at=At(call="sheriff.jail", night=1), line="", text="Kogo?", to=(), kind="seat", choices=("7",), window=20.0
)
GROWTH = 1.0
"""The share by which a figure may be worse than the one that was kept."""


def serve(control: Connection, folder: str) -> None:
    """Serve the phones in a process of its own; do what the other one wants, and tell the processor time."""
    phones = Phones({seat: f"Gracz {seat}" for seat in range(1, PHONES + 1)}, texts_of("pl"))
    bound = listening(0, shared=False, texts=Texts("en", {"lead.busy": ""}))
    port = bound.getsockname()[1]
    access = Access(Path(folder) / "devices.json")
    seats = Seats(phones, access, None, lambda _: None)
    cookies = list[str]()
    phones.show(joining=True)
    for seat in phones.people:
        found = access.enter(access.new_token("seat"), "phone", f"192.0.2.{seat}")
        assert found
        cookies.append(found[1])
        assert not seats.take(access.devices[-1], seat)
    server = Server(make_app(phones, seats, access, Addresses(port, shared=False)), [bound])
    server.start()
    answers = SimpleQueue[Heard | Lost]()
    Thread(target=_write_down, args=(answers, Path(folder) / "answers"), daemon=True).start()
    control.send((port, cookies, phones.page.run))
    for what, given in iter(control.recv, ("stop", None)):
        if what == "night":
            phones.begin_call()
        elif what == "vote":
            _begin_vote(phones, *given)
        elif what == "let in":
            phones.show(joining=True)
            control.send(access.new_token("seat"))
            continue
        elif what == "day":
            phones.show(dark=False, open=False, line=given)
        elif what == "write":
            phones.write(given, f"Karta: Szeryf. {time.perf_counter()} " * 8)
            phones.put(replace(WHOM, to=tuple(given)), answers.put)
        control.send(time.process_time())
    server.stop()


def _write_down(answers: SimpleQueue[Heard | Lost], file: Path) -> None:
    """Write each answer to the disk, as a game does with its journal, while the server goes on."""
    with file.open("a") as journal:
        while True:
            journal.write(f"{answers.get()}\n")
            journal.flush()
            fsync(journal.fileno())


def _begin_vote(phones: Phones, seat: int, line: str) -> None:
    """Have one seat vote, alone in the game; once it has, all phones show the line."""
    vote = ExitStack()

    def heard(_: object) -> None:
        vote.close()
        phones.take_back()
        phones.show(line=line)

    phones.show(dark=False, living=(seat,), line="")
    phones.put(Ask(at=At(), line="", text="", to="all", kind="count", choices=("0", "1")), heard)
    vote.enter_context(phones.voting([seat], vote="Kto jest za?"))


class Phone:
    """A phone's two connections: a stream, and one on which it sends."""

    def __init__(self, port: int, cookie: str, run: str) -> None:
        self._port, self._run = port, run
        self._head = f"Host: 127.0.0.1:{port}\r\nCookie: {COOKIES['seat']}-{port}={cookie}\r\n"
        self.came = list[tuple[float, str]]()
        """When each message came, and its line."""
        self.took = list[float]()
        """Seconds until each message that was sent was answered."""

    async def follow(self) -> None:
        """Keep the page open, and note what comes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET /phone/events HTTP/1.1\r\n{self._head}\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                self.came.append((time.perf_counter(), json.loads(line[6:])["line"]))

    async def send(self, chance: Random) -> None:
        """Send a tap each TICK, from a moment of its own on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.sleep(chance.uniform(0, TICK))
        number = 0
        while True:
            number += 1
            body = json.dumps(
                {"run": self._run, "call": f"{1:08}", "said": "7", "sent": f"{number:016}", "fill": " " * 99}
            )
            began = time.perf_counter()
            head = f"POST /phone/tap HTTP/1.1\r\n{self._head}Origin: http://127.0.0.1:{self._port}\r\n"
            writer.write(
                f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            answer = await reader.readuntil(b"\r\n\r\n")
            length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length"))
            await reader.readexactly(int(length.partition(b":")[2]))
            self.took.append(time.perf_counter() - began)
            await asyncio.sleep(TICK)


async def measured(phones: list[Phone], control: Connection, seconds: float) -> dict[str, float]:
    """Lead a night of so many seconds, then some changes by day, and give what was measured."""
    chance = Random(1)
    following = [asyncio.create_task(phone.follow()) for phone in phones]
    await asyncio.sleep(2.0)
    began_processor = _do(control, "night")
    began = time.perf_counter()
    sending = [asyncio.create_task(phone.send(chance)) for phone in phones]
    while time.perf_counter() - began < seconds:
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        _do(control, "write", [*range(1, ASKED + 1)])  # all other phones get nothing of it
    share = (_do(control, "ask") - began_processor) / (time.perf_counter() - began)
    for task in sending:
        task.cancel()
    gaps = [_gaps(phone, began) for phone in phones]
    took = [phone.took for phone in phones]
    shown = [await _change(phones, control, f"Dzień {number}.") for number in range(CHANGES)]
    for task in following:
        task.cancel()
    return {
        "share of a processor": share,
        "a tap answered, 95 %": quantiles(chain(*took), n=20)[-1] * 1000,
        "a change on all phones, 95 %": quantiles(shown, n=20)[-1] * 1000,
        "messages to those who are asked and to others apart, at most": _apart(gaps) * 1000,
        "answers to taps of those who are asked and of others apart, at most": _apart(took) * 1000,
    }


def _apart(times: list[list[float]]) -> float:
    """How far the times of those who are asked and of others may be apart in truth, at 95 %."""
    asked, other = [*chain(*times[:ASKED])], [*chain(*times[ASKED:])]
    spread = (variance(asked) / len(asked) + variance(other) / len(other)) ** 0.5
    apart: float = abs(mean(asked) - mean(other)) + 1.96 * spread
    return apart


def _do(control: Connection, what: str, given: object = None) -> float:
    control.send((what, given))
    found: float = control.recv()
    return found


def _gaps(phone: Phone, began: float) -> list[float]:
    moments = [moment for moment, _ in phone.came if moment > began]
    return [later - before for before, later in pairwise(moments)]


async def _change(phones: list[Phone], control: Connection, line: str) -> float:
    """Seconds until a line of the day is on all phones."""
    await asyncio.sleep(0.1)
    began = time.perf_counter()
    _do(control, "day", line)
    while not all(phone.came[-1][1] == line for phone in phones):
        await asyncio.sleep(0.001)
    return max(next(moment for moment, said in phone.came if said == line) for phone in phones) - began


FORMS = ("{:.3f}", "{:.1f} ms", "{:.1f} ms", "{:.2f} ms", "{:.2f} ms")
BOUNDS = (MOST_SHARE, MOST_MS, MOST_MS, MOST_APART, MOST_APART)


def main() -> int:
    """Measure, print and judge; 1 if anything is out of its bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the night")
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        control, other = Pipe()
        process = get_context("spawn").Process(target=serve, args=(other, folder))
        process.start()
        port, cookies, run = control.recv()
        phones = [Phone(port, cookie, run) for cookie in cookies]
        found = asyncio.run(measured(phones, control, asked.seconds))
        control.send(("stop", None))
        process.join(5.0)
        if not (Path(folder) / "answers").read_text():
            raise SystemExit("no tap was taken for an answer")
    print(f"{PHONES} phones, {SIZE} bytes each {TICK} s")
    figures = [Figure(name, value, form, GROWTH) for (name, value), form in zip(found.items(), FORMS, strict=True)]
    good = within(figures, BOUNDS)
    return 0 if settle("phones", figures, keep=asked.keep) and good else 1


if __name__ == "__main__":
    sys.exit(main())
