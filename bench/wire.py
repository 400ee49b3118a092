"""Listen on the wire between seven players' phones and the program, for a night, a dawn, a day and a second night.

The phones are pages in Chromium, each behind a proxy that writes down the bytes of both directions, heads of HTTP and
all. Two are woken and answer, one sleeps and taps nothing, one sleeps and taps in every call, one dies in the first
night, one is switched off in it, and one, which was away, comes by day. Fails if by night anything but one kind of
request, of one length, and messages of one length pass by, from whichever phone; if a phone sends or gets more of
them in a second than another; or if by day an answer with a card is as long as that card.
"""

from __future__ import annotations

import argparse
import socket
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from bench.phone_evening import SOON, Evening, lead_on
from tests.page.browsing import launched, new_context

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROLES = ("werewolf", "seer", *["villager"] * 5)
SETUP = 'game = "night"\n' + "".join(
    f'[[player]]\nname = "Gracz {seat}"\ncard = "{role}"\n' for seat, role in enumerate(ROLES, 1)
)
WHO = ("woken, kills", "woken, looks", "sleeps, taps nothing", "sleeps, taps", "dies", "switched off", "comes by day")
WOLF, SEER, STILL, BUSY, VICTIM, LOST, LATE = range(7)
USUAL = ("POST /phone/tap", "message")
"""All that passes by night."""

COMING = ("GET /phone/events", "GET /phone/table", "GET /static")
"""What a page asks for when it is opened, or has lost its line: as anybody's does, woken or not."""

APART = 0.25
"""By how many messages a second two phones may differ: where a computer is busy, some come late."""

EDGE = 2.0
"""Seconds of a night that are left out: a page may be about to send what it began by day."""


class Passed(NamedTuple):
    """What has passed by whole, and when: a request with its answer, or a message of a stream."""

    moment: float
    what: str
    sent: int
    came: int
    dark: bool = False
    """Whether it is a message of a night."""


class Tap:
    """A SOCKS5 proxy for one phone, which keeps what passes each of its connections, and when."""

    def __init__(self) -> None:
        self.connections = list[tuple[list[tuple[float, bytes]], list[tuple[float, bytes]]]]()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.place = f"socks5://127.0.0.1:{self._server.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._server.accept()
            Thread(target=self._try, args=(near,), daemon=True).start()

    def _try(self, near: socket.socket) -> None:
        with suppress(OSError, IndexError):  # one of the two is gone already
            self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        near.recv(near.recv(2, socket.MSG_WAITALL)[1], socket.MSG_WAITALL)
        near.sendall(b"\x05\x00")
        kind = near.recv(4, socket.MSG_WAITALL)[3]
        length = 4 if kind == 1 else near.recv(1)[0]
        host = near.recv(length, socket.MSG_WAITALL)
        port = int.from_bytes(near.recv(2, socket.MSG_WAITALL), "big")
        far = socket.create_connection((socket.inet_ntoa(host) if kind == 1 else host.decode(), port))
        near.sendall(b"\x05\x00\x00\x01" + bytes(6))
        sent, came = list[tuple[float, bytes]](), list[tuple[float, bytes]]()
        self.connections.append((sent, came))
        Thread(target=_pass_on, args=(far, near, came), daemon=True).start()
        _pass_on(near, far, sent)

    def passed(self) -> Iterator[Passed]:
        """All that has passed, connection by connection."""
        for sent, came in self.connections:
            answers = _answers(_Bytes(came))
            for request in _requests(_Bytes(sent)):
                for answer in answers:
                    if answer.what == "message":
                        yield answer
                        continue
                    yield Passed(answer.moment, request.what, request.sent, answer.came)
                    if not answer.what:
                        break
            yield from (one for one in answers if one.what == "message")


def _pass_on(from_: socket.socket, to: socket.socket, kept: list[tuple[float, bytes]]) -> None:
    with suppress(OSError):
        while data := from_.recv(65536):
            kept.append((time.monotonic(), data))
            to.sendall(data)
    for one in (from_, to):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


class _Bytes:
    """Reads on in what has passed one way; raises EOFError at its end."""

    def __init__(self, pieces: Sequence[tuple[float, bytes]]) -> None:
        self._all, self._at = b"".join(data for _, data in pieces), 0
        ends = iter(pieces)
        self._ends, total = list[tuple[int, float]](), 0
        for moment, data in ends:
            total += len(data)
            self._ends.append((total, moment))

    @property
    def moment(self) -> float:
        return next(moment for end, moment in self._ends if end >= self._at)

    def until(self, mark: bytes) -> bytes:
        end = self._all.find(mark, self._at)
        return self.take(end + len(mark) - self._at) if end >= 0 else self.take(1 << 40)

    def take(self, length: int) -> bytes:
        if self._at + length > len(self._all):
            raise EOFError
        self._at += length
        return self._all[self._at - length : self._at]


def _header(head: bytes, name: bytes) -> bytes:
    lines = (line.partition(b":") for line in head.lower().split(b"\r\n"))
    return next((value.strip() for found, _, value in lines if found == name), b"")


def _requests(data: _Bytes) -> Iterator[Passed]:
    with suppress(EOFError):
        while head := data.until(b"\r\n\r\n"):
            body = data.take(int(_header(head, b"content-length") or 0))
            method, path, _ = head.split(b" ", 2)
            yield Passed(data.moment, f"{method.decode()} {path.decode()}", len(head) + len(body), 0)


def _answers(data: _Bytes) -> Iterator[Passed]:
    """Answers, and after the head of a stream its messages."""
    with suppress(EOFError):
        while head := data.until(b"\r\n\r\n"):
            if _header(head, b"transfer-encoding") != b"chunked":
                body = data.take(int(_header(head, b"content-length") or 0))
                yield Passed(data.moment, "", 0, len(head) + len(body))
                continue
            yield Passed(data.moment, "stream", 0, len(head))
            while (length := data.until(b"\r\n")) != b"0\r\n":
                chunk = data.take(int(length, 16) + 2)
                yield Passed(data.moment, "message", 0, len(length) + len(chunk), b'"dark":true' in chunk)
            data.take(2)


class Table:
    """The pages of seven players, and what they do."""

    def __init__(self, browser: Browser, place: str, code: str) -> None:
        self._browser, self._place, self._code = browser, place, code
        self.taps = [Tap() for _ in ROLES]
        self.contexts = [new_context(browser, proxy={"server": tap.place}, has_touch=True) for tap in self.taps]
        self.pages = [self._joined(seat) for seat in range(len(ROLES))]
        self.nights = list[tuple[float, float]]()

    def _joined(self, seat: int) -> Page:
        page = self.contexts[seat].new_page()
        page.goto(f"http://{self._place}/phone?t={self._code}")
        page.locator(f'.seat[data-seat="{seat + 1}"]').tap()
        page.wait_for_selector(".face")
        return page

    def look(self) -> None:
        """Have all hold a finger on their card."""
        for page in self.pages:
            page.locator(".lobby .on", has_text="Zaczynamy").wait_for()
            page.locator(".face").dispatch_event("pointerdown")
            page.locator(".read", has_text="Wygr").wait_for(state="attached")
            page.locator(".face").dispatch_event("pointerup")

    def agree(self, said: str, seats: Sequence[int]) -> None:
        """Have these players wish for this by day."""
        for seat in seats:
            with suppress(Exception):  # it has been enough meanwhile
                self.pages[seat].locator(f'.together [data-wish="{said}"]').first.tap(timeout=5 * SOON)

    def night(self, lost: int | None) -> None:
        """Play a night: the woken and one sleeper tap in every call, and one phone is switched off amid it."""
        watched = self.pages[BUSY]
        watched.wait_for_selector("body.night", timeout=60_000)
        begun = time.monotonic()
        while watched.evaluate("document.body.className") == "night":
            for seat, said in ((WOLF, VICTIM + 1), (SEER, WOLF + 1), (BUSY, STILL + 1)):
                with suppress(Exception):
                    self._act(self.pages[seat], str(said))
            if lost is not None and time.monotonic() - begun > 10.0:
                self.contexts[lost].close()
                lost = None
        self.nights.append((begun, time.monotonic()))

    def _act(self, page: Page, said: str) -> None:
        tile = page.locator(f'.tile[data-answer="{said}"]')
        if tile.get_attribute("aria-pressed") == "false":
            tile.tap(timeout=SOON)
        page.locator(".send").tap(timeout=SOON)
        page.locator(".face").dispatch_event("pointerdown")
        page.locator(".face").dispatch_event("pointerup")


def played(browser: Browser, evening: Evening) -> Table:
    """Play two nights and the day between them."""
    table = Table(browser, *evening.code())
    lead_on(table.pages, "Wszyscy siedzą u siebie")
    table.look()
    lead_on(table.pages, "Zaczynamy")
    living = (WOLF, SEER, STILL, BUSY)
    table.agree("ready", living)
    table.pages[BUSY].locator('[data-wish="night"]').wait_for(timeout=120_000)  # after the zero night
    table.pages[LATE].goto("about:blank")
    table.agree("night", living)
    table.night(LOST)
    table.pages[LATE].goto(f"http://{table._place}/phone")
    table.pages[BUSY].locator('[data-wish="night"]').wait_for(timeout=120_000)
    table.agree("night", (*living, LATE))
    table.night(None)
    return table


def _by_night(tap: Tap, begin: float, end: float) -> list[Passed]:
    """What passed by while that phone knew that it was night, between these moments, in turn."""
    passed = sorted(one for one in tap.passed() if begin <= one.moment <= end)
    dark = [one.moment for one in passed if one.dark]
    return [one for one in passed if dark and dark[0] + EDGE <= one.moment <= dark[-1]]


def judged(table: Table) -> list[str]:
    """Print what passed each phone by night and by day, and give what tells phones apart."""
    faults, kinds = list[str](), defaultdict[tuple[str, int, int], set[int]](set)
    for number, (begin, end) in enumerate(table.nights, 1):
        rates = dict[int, tuple[float, float]]()
        for seat, tap in enumerate(table.taps):
            by_night = _by_night(tap, begin, end)
            for one in by_night:
                kinds[one.what, one.sent, one.came].add(seat)
            count = Counter(one.what for one in by_night if one.what in USUAL)
            lasts = max(by_night[-1].moment - by_night[0].moment if by_night else 0.0, 1.0)
            rates[seat] = (count[USUAL[0]] / lasts, count[USUAL[1]] / lasts)
            print(f"night {number}, {WHO[seat]:22} sends {rates[seat][0]:.2f} a second, gets {rates[seat][1]:.2f}")
        there = [rates[seat] for seat in rates if not (seat == LOST or (seat == LATE and number == 1))]
        spreads = [max(one) - min(one) for one in zip(*there, strict=True)]
        faults += [f"night {number}: rates {spread:.2f} a second apart" for spread in spreads if spread > APART]
    print("by night:", *sorted(kinds), sep="\n  ")
    usual = {kind: seats for kind, seats in kinds.items() if not kind[0].startswith(COMING)}
    if sorted(kind[0] for kind in usual) != [*USUAL]:
        faults += [f"by night {kind} of {[WHO[seat] for seat in seats]}" for kind, seats in usual.items()]
    cards = {one.came for tap in table.taps for one in tap.passed() if one.what == "GET /phone/card"}
    print("answers with a card:", *cards)
    return [*faults, *([f"cards are {cards} long"] if len(cards) > 1 else [])]


def main() -> int:
    """Play, listen and judge; 1 if anything tells phones apart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pace", type=float, default=0.5)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as after:
        evening = Evening(Path(folder), asked.pace, SETUP)
        after.callback(evening.process.kill)
        faults = judged(played(launched(playwright), evening))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
