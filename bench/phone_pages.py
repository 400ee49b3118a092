"""Measure thirty phones as real pages of one Chromium, on the loopback, all on this computer.

From a tap by day (the last vote) to what follows from it on all thirty pages, in the frame that shows it; the
server's processor time over a night in which all pages send and get messages; what a phone loads before its player
sits, over the air and unpacked. Fails if 95 % of the taps take more than 150 ms, the server more than 15 % of a
processor, or a phone loads more than 60 kB. The pages take more of the computer than the server: a room is faster.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import inf
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from narrator.page.guard import COOKIES

from bench.figures import Figure, settle, within
from bench.phones import GROWTH, MOST_MS, MOST_SHARE, PHONES, serve
from tests.page.browsing import launched, new_context

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_KB = 60.0
SHOWN = 0.5
SIZE = {"width": 390, "height": 760}

WATCH = """() => {
  window.shown = {};
  const line = document.querySelector(".line");
  const seen = () => {
    const said = line.textContent;
    requestAnimationFrame(() => (window.shown[said] ??= performance.timeOrigin + performance.now()));
  };
  new MutationObserver(seen).observe(line, { childList: true, characterData: true, subtree: true });
  addEventListener("pointerdown", (event) => (window.tapped = performance.timeOrigin + event.timeStamp), true);
}"""


def opened(browser: Browser, port: int, cookie: str) -> Page:
    """A phone's page whose player sits, which notes when a line was painted and when it was tapped."""
    context = new_context(browser, viewport=SIZE, has_touch=True)
    name = f"{COOKIES['seat']}-{port}"
    context.add_cookies([{"name": name, "value": cookie, "url": f"http://127.0.0.1:{port}/"}])
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/phone")
    page.wait_for_selector(".face")
    page.evaluate(WATCH)
    return page


def first_load(browser: Browser, url: str) -> tuple[float, float]:
    """The kB that a new phone loads, heads and all, until it shows the seats; and what they are unpacked."""
    context = new_context(browser, viewport=SIZE, has_touch=True)
    page, loaded, held = context.new_page(), list[float](), list[float]()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    devtools.on("Network.dataReceived", lambda event: held.append(event["dataLength"]))
    page.goto(url)
    page.wait_for_selector(".seat")
    page.wait_for_timeout(300)  # the last of its files is counted
    context.close()
    return sum(loaded) / 1000, sum(held) / 1000


def voted(pages: list[Page], control: Connection, seat: int, line: str) -> float:
    """Milliseconds from a tap, of the only one who votes, to the line on all pages."""
    _do(control, "vote", (seat, line))
    voter = pages[seat - 1]
    voter.locator(".tile[data-answer=yes]:enabled").tap()
    time.sleep(SHOWN)  # to look for it sooner would take time from what is measured
    for page in pages:
        page.wait_for_function("line => window.shown[line]", arg=line)
    shown = [page.evaluate("line => window.shown[line]", line) for page in pages]
    tapped: float = voter.evaluate("() => window.tapped")
    took: float = max(shown) - tapped
    return took


def share_by_night(control: Connection, seconds: float) -> float:
    """Which part of a processor the server takes while all pages are open at night."""
    before, began = _do(control, "night"), time.perf_counter()
    time.sleep(seconds)
    share: float = (_do(control, "ask") - before) / (time.perf_counter() - began)
    return share


def _do(control: Connection, what: str, given: object = None) -> Any:
    control.send((what, given))
    return control.recv()


def main() -> int:
    """Measure, print and judge; 1 if anything is out of its bounds."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=30.0, help="of the night")
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    asked = parser.parse_args()
    chance = Random(1)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        control, other = Pipe()
        process = get_context("spawn").Process(target=serve, args=(other, folder))
        process.start()
        port, cookies, _ = control.recv()
        load = os.getloadavg()[0]
        browser = launched(playwright)
        loaded, held = first_load(browser, f"http://127.0.0.1:{port}/phone#t={_do(control, 'let in')}")
        pages = [opened(browser, port, cookie) for cookie in cookies]
        took = []
        for number in range(asked.taps):
            took.append(voted(pages, control, chance.randint(1, PHONES), f"Dzień {number}."))
            time.sleep(chance.uniform(0.1, 0.4))
        share = share_by_night(control, asked.seconds)
        browser.close()
        control.send(("stop", None))
        process.join(5.0)
    print(f"{PHONES} pages, Chromium {browser.version}, load {load:.1f} before; median {median(took):.0f} ms")
    figures = [
        Figure("from a tap to the answer on all, 95 %", quantiles(took, n=20)[-1], "{:.0f} ms", GROWTH),
        Figure("the server's share of a processor", share, "{:.3f}", GROWTH),
        Figure("loaded by a phone, over the air", loaded, "{:.1f} kB", 0.2),
        Figure("loaded by a phone, unpacked", held, "{:.1f} kB", 0.2),
    ]
    good = within(figures, (MOST_MS, MOST_SHARE, MOST_KB, inf))
    return 0 if settle("phone_pages", figures, keep=asked.keep) and good else 1


if __name__ == "__main__":
    sys.exit(main())
