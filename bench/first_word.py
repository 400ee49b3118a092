"""Measure the way from `narrator` alone to a game's first word, by somebody who reads nothing: by taps, and by keys.

They start it for the first time, on the page of a desktop and in a terminal without one, take what is lit wherever
something is, type eight names, and let each player look at their card. Counted are taps, and keys besides the names.
The seconds are the program's own, without the time in which people choose or type.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.computer.texts import texts_of

from bench.figures import Figure, settle
from tests.first_evening import PLAYERS, to_the_first_word
from tests.page.browsing import launched
from tests.page.desk import AtDesk, at_desk
from tests.sitting import home_without_words, sitting

TEXTS = texts_of("pl")
LIT = ".done:not([disabled]), .choice.main:not([disabled]), .choice:not([disabled])"
SLOWER = 0.5
"""The share by which a time may be longer than the one that was kept: browsers vary."""


class Newcomer:
    """Taps, and counts."""

    def __init__(self, desk: AtDesk, began: float) -> None:
        self.desk, self.taps, self.seconds = desk, 0, 0.0
        desk.page.wait_for_selector("#asked")
        self.seconds = time.monotonic() - began

    def tap(self, selector: str = LIT) -> None:
        """Tap this, and wait for what follows."""
        self.taps += 1
        button, version = self.desk.page.locator(selector).first, self.desk.version
        began = time.monotonic()
        button.click()
        self.desk.after(version)
        self.desk.page.wait_for_selector("#desk:not([data-state=busy])")
        if self.asked:  # a card takes no tap for a while
            self.desk.page.wait_for_selector("#asked ~ * button:not([disabled]), button.done")
        self.seconds += time.monotonic() - began

    @property
    def asked(self) -> str:
        """What is asked now; empty where the page asks nothing."""
        asked = self.desk.page.locator("#asked")
        return asked.inner_text() if asked.count() else ""


def at_terminal() -> tuple[int, float]:
    """The keys besides the names, and the seconds of the program, until a game speaks in a terminal."""
    with home_without_words() as home:
        began, silent = time.monotonic(), {"PULSE_SERVER": str(home / "nothing")}
        with sitting(home, places=silent) as one:
            to_the_first_word(one)
            return one.presses - len(", ".join(PLAYERS)), time.monotonic() - began


def on_the_page(home: Path) -> tuple[int, float]:
    """The taps and the seconds of the program until a game speaks."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser, began = launched(playwright), time.monotonic()
        with at_desk(browser, home, hurried=False) as desk:
            newcomer = Newcomer(desk, began)
            while not desk.page.locator("#typed").count():
                # without a loudspeaker one tap goes on in silence, where another would say that it was heard
                silent = TEXTS.word("first.what-now") in newcomer.asked
                newcomer.tap(".way:not(.leave)" if silent else LIT)
            for name in PLAYERS:
                desk.type(name)
            while newcomer.asked:
                newcomer.tap()
            began = time.monotonic()
            desk.sitting.see("Czy wszyscy są gotowi?")
            taps, seconds = newcomer.taps, newcomer.seconds + time.monotonic() - began
        browser.close()
    return taps, seconds


def main(arguments: list[str] | None = None) -> int:
    """Measure, compare with what was kept, and keep it if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as home:
        taps, seconds = on_the_page(Path(home))
    keys, typed = at_terminal()
    figures = [
        Figure("taps to a game's first word", taps, "{:.0f}", 0.0),
        Figure("seconds of the program on the way", seconds, "{:.0f} s", SLOWER),
        Figure("keys to it in a terminal, besides the names", keys, "{:.0f}", 0.0),
        Figure("seconds of the program on that way", typed, "{:.0f} s", SLOWER),
    ]
    for figure in figures:
        print(f"{figure.name:45} {figure.form.format(figure.value)}")
    return 0 if settle("first_word", figures, keep=options.keep) else 1


if __name__ == "__main__":
    sys.exit(main())
