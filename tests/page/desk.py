"""The program at a desktop: somebody starts it in a terminal, and its menu opens in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.page.browsing import new_context
from tests.sitting import Sitting, sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSER = """#!/bin/sh
echo "$1" >> {opened}
"""
"""A browser that only keeps what it was to open."""

HURRIED = "const usual = setTimeout; window.setTimeout = (what, ms) => usual(what, ms / 20);"
"""Lets time pass twenty times as fast on the page."""


class AtDesk:
    """Somebody at the page, and the terminal behind it."""

    def __init__(self, browser: Browser, sitting: Sitting, opened: Path, *, hurried: bool = True) -> None:
        self.sitting, self._opened = sitting, opened
        context = new_context(browser, viewport={"width": 1000, "height": 800})
        if hurried:
            context.add_init_script(HURRIED)
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        sitting.see("--terminal")
        self.address = self.addresses[0]
        self.page.goto(self.address)

    @property
    def addresses(self) -> list[str]:
        """The addresses that the browser was to open, one after the other."""
        return self._opened.read_text().split()

    def see(self, text: str | re.Pattern[str]) -> AtDesk:
        """Wait until this is asked."""
        self.page.locator("#asked", has_text=text).wait_for()
        return self

    def tap(self, label: str) -> AtDesk:
        """Tap what has this on it."""
        version = self.version
        self.page.locator("button:not([disabled])", has_text=label).first.click()
        return self.after(version)

    def press(self, key: str) -> AtDesk:
        """Press this key, which answers."""
        version = self.version
        self.page.keyboard.press(key)
        return self.after(version)

    def press_held(self, key: str, *, leads_to: str) -> AtDesk:
        """Hold this key, which answers once, until what it leads to, with this text, takes answers too."""
        button = self.page.locator("button:not([disabled])").first
        button.wait_for()
        self.page.keyboard.down(key)
        self.see(leads_to)
        button.wait_for()
        version = self.version
        for _ in range(3):
            self.page.keyboard.down(key)
        self.page.evaluate("fetch('/words').then((answer) => answer.text())")  # an answer would be there before it
        assert self.version == version
        self.page.keyboard.up(key)
        return self

    def type(self, text: str) -> AtDesk:
        """Type this, and send it."""
        version = self.version
        self.page.fill("#typed", text)
        self.page.click(".enter")
        return self.after(version)

    @property
    def version(self) -> str:
        """The number of the question that is open."""
        return self.page.get_attribute("#desk", "data-version") or ""

    def after(self, version: str) -> AtDesk:
        """Wait until something else stands there than at this version, and the program is busy no more."""
        self.page.wait_for_function(
            """before => {
              const { version, state } = document.getElementById("desk").dataset;
              return version !== before && state !== "busy";
            }""",
            arg=version,
        )
        return self


def desktop(home: Path) -> tuple[dict[str, str], Path]:
    """What a desktop sets around a program, with a browser; and where that keeps what it was to open."""
    opened, program = home / "opened", home / "browser"
    program.write_text(BROWSER.format(opened=opened))
    program.chmod(0o755)
    return {"SSH_CONNECTION": "", "DISPLAY": ":0", "BROWSER": f"{program} %s"}, opened


@contextmanager
def at_desk(browser: Browser, home: Path, *, hurried: bool = True) -> Iterator[AtDesk]:
    """Sit down at a computer with a desktop, where the program was started and its menu is open."""
    places, opened = desktop(home)
    with sitting(home, places=places, own_port=True) as one:
        desk = AtDesk(browser, one, opened, hurried=hurried)
        try:
            yield desk
        finally:
            desk.page.context.close()
    assert desk.faults == []
