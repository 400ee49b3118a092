"""Lead a whole Ktulu of twelve players by phones alone: twelve pages of Chromium, touched, and nobody at the laptop.

The program has no keyboard. Measured, on its clock: from its start to the code, to the cards, to the first words of
the zero night, each night's length, and until somebody has won. In every call all pages pick and send something; by
day two players agree on what comes next. Fails if a night takes more than 3.5 minutes, or if nobody wins.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.page.browsing import launched, new_context
from tests.program import at_home

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_MINUTES, USUAL = 3.5, 20
NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert", "Iza", "Jan", "Kasia", "Leon")
TABLE = 'format = 1\nlanguage = "pl"\nvoice = "none"\nanswers = "phones"\n'
"""How every table of phones begins."""

CARDS = (
    *("sheriff", "pastor", "courtesan", "good-gunslinger", "boss", "avenger", "thief", "bad-gunslinger"),
    *("chief", "shaman", "warrior", "shamaness"),
)
STEPS = ("search-vote", "hang-vote")
"""What is done each day, in this order, so that a game has an end."""

SOON = 1000
"""Milliseconds in which a page is touched, or it has changed meanwhile."""

SIT = "Wszyscy siedzą u siebie"
"""What players press once all have a seat."""

BEGIN = "Zaczynamy"
"""What players press once all have seen their card."""

WON = "Wygr"
"""What stands on all pages once somebody has won."""


class Evening:
    """The program, its pages, and when what happened, in seconds since its start."""

    def __init__(self, folder: Path, pace: float, setup: str) -> None:
        table = folder / "table.toml"
        table.write_text(TABLE + setup, "utf-8")
        command = [sys.executable, "-m", "narrator", "play", str(table), "--seed", "7", "--pace", str(pace)]
        self._began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=at_home(folder)
        )
        self.said = ""
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line

    @property
    def seconds(self) -> float:
        """Seconds since the program was started."""
        return time.monotonic() - self._began

    def code(self) -> tuple[str, str]:
        """The address of the phones, and its short code."""
        while not (found := re.search(r"Bez aparatu: (\S+), kod (\w+)", self.said)):
            time.sleep(0.05)
            if self.process.poll() is not None:
                raise SystemExit(self.said)
        return found[1], found[2]


def joined(browser: Browser, place: str, code: str) -> Iterator[Page]:
    """Let in one phone after the other, each of which takes its seat."""
    for seat, name in enumerate(NAMES, 1):
        context = new_context(browser, viewport={"width": 390, "height": 760}, has_touch=True)
        page = context.new_page()
        page.goto(f"http://{place}/phone?t={code}")
        page.get_by_role("button", name=f"{seat}. {name}").tap()
        page.wait_for_selector(".face")
        yield page


def lead_on(pages: Sequence[Page], step: str) -> None:
    """Have all go on from a step of the lobby: their phones have one address, of which two count, or all players."""
    while pages[0].locator(".lobby .on:visible", has_text=step).count():
        for page in pages:
            with suppress(Exception):  # it has gone on meanwhile, or has said so
                page.locator('.lobby .on[aria-pressed="false"]', has_text=step).tap(timeout=SOON)


def look(page: Page) -> None:
    """Hold a finger on the card once there is one, and let go."""
    page.locator(".lobby .on", has_text=BEGIN).wait_for()
    page.locator(".face").dispatch_event("pointerdown")
    page.locator(".read", has_text="Wygr").wait_for(state="attached")  # every card says how its side wins
    page.locator(".face").dispatch_event("pointerup")


def act(page: Page, seat: int, chance: Random) -> None:
    """Pick somebody else, or yes, no or nobody, and send, as all do in every call."""
    said = chance.choice([*(str(one) for one in range(1, len(NAMES) + 1) if one != seat), "yes", "no", "none"])
    tile = page.locator(f'.tile[data-answer="{said}"]')
    if tile.get_attribute("aria-pressed") == "false":
        tile.tap(timeout=SOON)
    page.locator(".send").tap(timeout=SOON)


def decide(pages: Sequence[Page], chance: Random, done: set[str]) -> None:
    """Have enough of the living wish for the same: a search and a hanging each day, then the night."""
    living = [page for page in pages if page.locator("[data-wish]").count()]
    offers = [one.get_attribute("data-wish") or "" for one in living[0].locator(".offers [data-wish]").all()]
    if "that-is-all" in offers:
        living[0].locator(f'.offers [data-wish="{chance.choice(offers[:-1])}"]').tap(timeout=SOON)
        said = "that-is-all"
    elif "night" in offers:
        said = next((one for one in STEPS if one in offers and one not in done), "night")
        done.add(said)
    else:
        said = chance.choice(offers)
    for page in living[: len(living) // 2 + 1]:
        if (wish := page.locator(f'[data-wish="{said}"]').first).count():  # two may have been enough
            wish.tap(timeout=SOON)


def vote(page: Page) -> None:
    """Say yes, where it is this player's to say."""
    yes = page.locator('.tile[data-answer="yes"]:enabled:visible')
    if yes.count() and yes.get_attribute("aria-pressed") == "false":
        yes.tap(timeout=SOON)


class Watch:
    """When it grew dark and light, as it is seen on a page."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self.dark = evening, False
        self.moments = list[tuple[str, float]]()

    def look(self, page: Page) -> None:
        """Note whether it is night now."""
        dark = page.evaluate("document.body.className") == "night"
        if dark != self.dark:
            self.dark = dark
            self.note("night" if dark else "day")

    def note(self, what: str) -> None:
        """Note what happened, and print it."""
        self.moments.append((what, self._evening.seconds))
        print(f"{self._evening.seconds / 60:6.2f} min  {what}", flush=True)

    @property
    def nights(self) -> list[float]:
        """The minutes of each night that has ended."""
        pairs = pairwise(self.moments)
        return [(end - begin) / 60 for (what, begin), (_, end) in pairs if what == "night"]


def led(evening: Evening, pages: Sequence[Page], watch: Watch, nights: int) -> None:
    """Play until somebody has won, or for so many nights."""
    chance, done = Random(7), set[str]()
    while evening.process.poll() is None and len(watch.nights) <= nights:
        for seat, page in enumerate(pages, 1):
            watch.look(page)
            if WON in page.locator(".line").inner_text():
                return watch.note("won")
            with suppress(Exception):  # a page that changes while it is touched is touched again
                (act(page, seat, chance) if watch.dark else vote(page))
        if watch.dark:
            done.clear()
        elif pages[-1].locator(".asked:visible").count():
            with suppress(Exception):
                decide(pages, chance, done)
    return None


def main() -> int:
    """Lead an evening, and print when what happened; 1 if a night was too long, or nobody won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--nights", type=int, default=USUAL, help="the evening is broken off after so many")
    asked = parser.parse_args()
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in NAMES)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        evening = Evening(Path(folder), asked.pace, f"cards = {json.dumps(CARDS)}\n{people}")
        try:
            place, code = evening.code()
            print(f"{evening.seconds:6.1f} s  the code")
            browser = launched(playwright)
            pages = [*joined(browser, place, code)]
            print(f"{evening.seconds:6.1f} s  all sit")
            lead_on(pages, SIT)
            for page in pages:
                look(page)
            print(f"{evening.seconds:6.1f} s  all have seen their card")
            lead_on(pages, BEGIN)
            led(evening, pages, watch := Watch(evening), asked.nights)
        finally:
            evening.process.kill()
    print("nights:", ", ".join(f"{length:.1f} min" for length in watch.nights))
    won = watch.moments[-1][0] == "won"
    return 0 if max(watch.nights) <= MOST_MINUTES and (won or asked.nights < USUAL) else 1


if __name__ == "__main__":
    sys.exit(main())
