"""Measure a moderator's page in Chromium, on the loopback, with twenty players, over nights and days.

From a tap to the next line, taps for a call, by how much a seat moves between two screens of four devices, first
paint, and size. Of a game that lies on the table: the taps of a turn with a new rule, and from a tap to what follows.
Fails if 95 % of the taps take more than 100 ms, a call more than 2.1 taps or a turn more than three, any seat moves
at all, the first paint takes more than 1 s, or the page is more than 150 kB.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, settle
from tests.page import shown
from tests.page.browsing import PROGRAM, launched, let_in
from tests.page.leading_by_taps import Hand
from tests.page.program import Program, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TAPS, LOADS, NIGHTS = 100, 7, 3
TAP_MS, TAPS_A_CALL, TAPS_A_TURN, MOVED_PX, PAINT_MS, SIZE_KB = 100.0, 2.1, 3.0, 0.0, 1000.0, 150.0
PASSES = 0.2
"""How often those who may choose nobody do."""

DEVICES = ((390, 844), (360, 640), (768, 1024), (1280, 800))
"""Widths and heights of the screens that show the same game; the first one leads."""

CARDS = (
    "sheriff", "pastor", "courtesan", "drunkard", "mayor", "good-gunslinger", "boss", "thief", "avenger",
    "bad-gunslinger", "chief", "shaman", "warrior", "great-ufo", "mind-eater", "lucky-luke", "kali", "cleaner",
    "kaszabara", "choragiew",
)  # fmt: skip
NAMES = (
    "Ala", "Bartek", "Celina", "Daniel", "Ewa", "Filip", "Gosia", "Hubert", "Iza", "Jan", "Kasia", "Leon", "Marta",
    "Norbert", "Ola", "Piotr", "Renata", "Szymon", "Teresa", "Ula",
)  # fmt: skip

ON_TABLE = Path("demo-fluxx")
BEGUN = (".actions [data-said=no]", "[data-player='1']", "[data-said=none]")
"""What is tapped before the first turn."""
TURNS = 24

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


PLACES = """() => [...document.querySelectorAll(".round li")].map((seat) => {
  const { left, top, width, height } = seat.getBoundingClientRect();
  return [left, top, width, height];
})"""
CALL = """() => document.querySelector(".page").dataset.phase === "day" ? "" :
  document.querySelector("h1").textContent.replace(/^[^·]*$/, "")"""
"""The night and the number of the call that is open."""

VERSION = "() => document.querySelector('.page').dataset.version"
POLLED_MS = 20
"""How often a page that may lie behind others is looked at: a browser draws those once a second only."""

DRAWN = "version => document.querySelector('.page').dataset.version === version"


def table(folder: Path) -> Path:
    """Write a table of twenty, at which all factions play."""
    players = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(NAMES, CARDS, strict=True)
    )
    path = folder / "twenty.toml"
    path.write_text(f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players}', encoding="utf-8")
    return path


def opened(browser: Browser, program: Program) -> tuple[Page, list[int]]:
    """The page in a window of its own, and the sizes of all that it loaded, in bytes."""
    page, sizes = let_in(browser, program, 390, 844).new_page(), list[int]()
    page.on("response", lambda response: sizes.append(_size(response)))
    page.goto(f"http://{program.address}/")
    page.wait_for_selector("[data-answers]")
    page.wait_for_timeout(300)
    return page, sizes


def beside(page: Page) -> list[Page]:
    """The page and the same one on the other devices, let in as it is."""
    pages = [page]
    for width, height in DEVICES[1:]:
        other = page.context.new_page()
        other.set_viewport_size({"width": width, "height": height})
        other.goto(page.url)
        other.wait_for_selector(".page")
        pages.append(other)
    page.bring_to_front()
    return pages


def _size(response: Any) -> int:
    """The bytes that went over the air: the server packs scripts and styles."""
    if "event-stream" in response.headers.get("content-type", ""):
        return 0
    return int(response.headers.get("content-length", 0)) or len(response.body())


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


class Evening:
    """Nights and days led by taps: how many a call takes, and by how much the seats move meanwhile."""

    def __init__(self, pages: list[Page]) -> None:
        self._pages, self.hand = pages, Hand(pages[0], Random(5), PASSES)
        self._first: dict[int, list[list[float]]] = {}
        self._calls = dict[str, int]()
        self.moved, self.asked_back = 0.0, 0
        self.hand.asked_back = self._look_at_confirming

    def lead(self) -> None:
        """Lead until so many nights are over, or the game is."""
        while self._nights() <= NIGHTS:
            title, before = self._pages[0].evaluate(CALL), self.hand.taps
            if not self.hand.step():
                break
            if title:
                self._calls[title] = self._calls.get(title, 0) + self.hand.taps - before
            self._look()

    def _nights(self) -> int:
        return len({title.partition(" · ")[0] for title in self._calls})

    @property
    def taps_a_call(self) -> float:
        """Of the nights, on average."""
        return sum(self._calls.values()) / len(self._calls)

    def _look_at_confirming(self, tapped: str) -> None:
        """Look while a choice is asked back, for which it is tapped on the other devices too."""
        self.asked_back += 1
        for page in self._pages[1:]:
            page.bring_to_front()
            shown.settle(page)  # or the tap would be a slip: the question has just changed there
            page.click(tapped, timeout=5_000)
            page.wait_for_selector(".confirming")
        self._pages[0].bring_to_front()
        self._look()

    def _look(self) -> None:
        version = self._pages[0].evaluate(VERSION)
        for number, page in enumerate(self._pages):
            page.wait_for_function(DRAWN, arg=version, polling=POLLED_MS)
            places = page.evaluate(PLACES)
            if not places:
                continue  # a message is up
            first = self._first.setdefault(number, places)
            ways = [
                abs(one - other)
                for place, was in zip(places, first, strict=True)
                for one, other in zip(place, was, strict=True)
            ]
            self.moved = max(self.moved, *ways)


class Turns:
    """Turns of a new draw rule each: how many taps they are, and the milliseconds of those that the game answers."""

    def __init__(self, page: Page) -> None:
        self._page, self.taps = page, 0
        self.times = list[float]()

    def lead(self) -> None:
        """Begin, and then lead so many turns, of which alone the taps count."""
        for selector in BEGUN:
            self._tap(selector)
        self.taps, self.times = 0, []
        for number in range(TURNS):
            self._tap("[data-slip=draw]", opens=True)
            self._tap(f"dialog [data-said='rule draw {number % 7 + 1}']")
            self._tap("[data-said=end-turn]")

    def _tap(self, selector: str, *, opens: bool = False) -> None:
        self._page.wait_for_timeout(320)
        self._page.wait_for_selector(f"{selector}:not([disabled])")
        self.taps += 1
        if opens:
            self._page.click(selector)
        else:
            self.times.append(self._page.evaluate(TAPPED.replace("SELECTOR", f'"{selector}"')))


def selected(now: dict[str, Any]) -> str:
    """What one tap answers: to go on. A choice may want a second tap."""
    plain = now["main"] and not (now["seats"] or now["said"] or now["sure"])
    return ".actions .answer.main" if plain else ""


@contextmanager
def led(browser: Browser, setup: Path | None = None) -> Iterator[tuple[Page, list[float], float]]:
    """A new game, its page, the milliseconds until each of its first paints, and its size in kB."""
    with TemporaryDirectory() as folder, Program(Path(folder)) as program:
        port, journal = free_port(), Path(folder) / "a.jsonl"
        setup = setup or table(Path(folder))
        program.start("lead", setup, "--seed", 6, "--journal", journal, "--no-browser", "--port", port)
        paints = list[float]()
        for _ in range(LOADS):
            page, sizes = opened(browser, program)
            paints.append(float(page.evaluate(PAINT)))
            page.context.close()
        page, _ = opened(browser, program)
        yield page, paints, sum(sizes) / 1000


def measure() -> dict[str, float]:
    """All figures of one run."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launched(playwright)
        with led(browser) as (page, paints, size):
            times = sorted(taps(page))
        with led(browser) as (page, _, _):
            evening = Evening(beside(page))
            evening.lead()
        with led(browser, ON_TABLE) as (page, _, _):
            on_table = Turns(page)
            on_table.lead()
        browser.close()
    return {
        "tap, median": median(times),
        "tap, 95 %": times[int(len(times) * 0.95)],
        "taps a call": evening.taps_a_call,
        "seats moved": evening.moved,
        "asked back": float(evening.asked_back),
        "first paint, median": median(paints),
        "size": size,
        "table: tap, median": median(on_table.times),
        "table: tap, 95 %": sorted(on_table.times)[int(len(on_table.times) * 0.95)],
        "table: taps a turn": on_table.taps / TURNS,
    }


FORMS = {
    "size": "{:.0f} kB",
    "taps a call": "{:.2f}",
    "seats moved": "{:.1f} px",
    "asked back": "{:.0f} times",
    "table: taps a turn": "{:.2f}",
}
LIMITS = {
    "tap, 95 %": TAP_MS,
    "taps a call": TAPS_A_CALL,
    "seats moved": MOVED_PX,
    "first paint, median": PAINT_MS,
    "size": SIZE_KB,
    "table: tap, 95 %": TAP_MS,
    "table: taps a turn": TAPS_A_TURN,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    keep = parser.parse_args().keep
    if PROGRAM is None:
        print("there is no Chromium: on Debian, apt-get install chromium", file=sys.stderr)
        return 1
    found = measure()
    for name, value in found.items():
        print(f"{name:<20} {FORMS.get(name, '{:.0f} ms').format(value)}")
    good = all(found[name] <= limit for name, limit in LIMITS.items())
    figures = [
        Figure(name, value, FORMS.get(name, "{:.0f} ms"), GROWTH if name not in FORMS else 0.1)
        for name, value in found.items()
    ]
    return 0 if settle("page", figures, keep=keep and good) and good else 1


if __name__ == "__main__":
    sys.exit(main())
