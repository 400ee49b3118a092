"""Measure a moderator's page in Chromium, on the loopback: from a tap to the next line, first paint, and size.

Fails if the median tap takes more than 100 ms, the first paint more than 1 s, or the page more than 150 kB.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, settle
from tests.page.conftest import CHROMIUM, QUIETLY
from tests.page.leading_by_taps import Hand
from tests.page.program import Program, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TAPS, LOADS = 100, 7
TAP_MS, PAINT_MS, SIZE_KB = 100.0, 1000.0, 150.0
GROWTH = 0.5
"""The share by which a time may be longer than the one that was kept: browsers vary."""

TAPPED = """() => new Promise((done) => {
  const page = () => document.querySelector(".page").dataset.version;
  const before = page();
  const seen = new MutationObserver(() => {
    if (page() === before || !document.querySelector("[data-answers], .outcome")) return;
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  });
  seen.observe(document.querySelector(".page").parentElement, { subtree: true, childList: true, attributes: true });
  const began = performance.now();
  document.querySelector(SELECTOR).click();
})"""
"""Tap, and measure until what comes next is about to be painted."""

PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def opened(browser: Browser, program: Program) -> tuple[Page, list[int]]:
    """The page in a window of its own, and the sizes of all that it loaded, in bytes."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    name, _, value = program.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://{program.address}/"}])
    page, sizes = context.new_page(), list[int]()
    page.on("response", lambda response: sizes.append(_size(response)))
    page.goto(f"http://{program.address}/")
    page.wait_for_selector("[data-answers]")
    page.wait_for_timeout(300)
    return page, sizes


def _size(response: Any) -> int:
    return 0 if "event-stream" in response.headers.get("content-type", "") else len(response.body())


def taps(page: Page) -> list[float]:
    """The milliseconds of so many taps that one command follows at once, in a game of all roles."""
    hand, found = Hand(page, Random(3)), list[float]()
    while len(found) < TAPS:
        selector = selected(hand.offered())
        if selector:
            page.wait_for_timeout(320)
            found.append(page.evaluate(TAPPED.replace("SELECTOR", f"'{selector}'")))
        elif not hand.step():
            break
    return found


def selected(now: dict[str, Any]) -> str:
    """What one tap answers: to go on. A choice may want a second tap."""
    plain = now["main"] and not (now["seats"] or now["said"] or now["sure"])
    return ".actions .answer.main" if plain else ""


def measure() -> dict[str, float]:
    """All figures of one run."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, Program(Path(folder)) as program, sync_playwright() as playwright:
        journal = Path(folder) / "a.jsonl"
        program.start("lead", "all-roles", "--seed", 6, "--journal", journal, "--no-browser", "--port", free_port())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        paints, size = [], 0.0
        for _ in range(LOADS):
            page, sizes = opened(browser, program)
            paints.append(float(page.evaluate(PAINT)))
            size = sum(sizes) / 1000
            page.context.close()
        page, _ = opened(browser, program)
        times = sorted(taps(page))
        browser.close()
    return {
        "tap, median": median(times),
        "tap, 95 %": times[int(len(times) * 0.95)],
        "first paint, median": median(paints),
        "size": size,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    keep = parser.parse_args().keep
    if CHROMIUM is None:
        print("there is no Chromium: on Debian, apt-get install chromium", file=sys.stderr)
        return 1
    found = measure()
    for name, value in found.items():
        print(f"{name:<20} {value:7.1f} {'kB' if name == 'size' else 'ms'}")
    good = found["tap, median"] <= TAP_MS and found["first paint, median"] <= PAINT_MS and found["size"] <= SIZE_KB
    figures = [
        Figure(name, value, "{:.0f} kB" if name == "size" else "{:.0f} ms", 0.1 if name == "size" else GROWTH)
        for name, value in found.items()
    ]
    return 0 if settle("page", figures, keep=keep and good) and good else 1


if __name__ == "__main__":
    sys.exit(main())
