"""Take the pictures of the moderator's page, in Chromium, from a real English game: docs/page, or another folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.page.browsing import launched, new_context  # noqa: E402 - it is found by then
from tests.page.program import Program, free_port  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
JAIL, MENU = "Who does the sheriff lock up?", "What now?"
NIGHT = "night"
"""What is answered by day; else the first that is offered."""


class Camera:
    """A game under way, and its page in two windows."""

    def __init__(self, program: Program, browser: Browser, folder: Path) -> None:
        self._program, self._folder = program, folder
        self.phone, self.laptop = (self._opened(browser, size) for size in (PHONE, LAPTOP))

    def _opened(self, browser: Browser, size: dict[str, int]) -> Page:
        context = new_context(browser, viewport={"width": size["width"], "height": size["height"]}, has_touch=True)
        name, _, value = self._program.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": f"http://{self._program.address}/"}])
        page = context.new_page()
        page.goto(f"http://{self._program.address}/")
        page.wait_for_selector("[data-answers]")
        return page

    def act(self, **command: Any) -> None:
        """Do something, and wait until it is on both pages."""
        now = self._program.now
        done = {"do": "go"} if now["now"]["kind"] != "ask" else {"do": "answer", "said": _said(now["now"])}
        status, told = self._program.send(self._program.command(now, **(command or done)))
        assert status == 200, told
        self._settle()

    def _settle(self) -> None:
        version = self._program.now["version"]
        for page in (self.phone, self.laptop):
            page.wait_for_selector(f'.page[data-version="{version}"]')
            page.wait_for_timeout(400)

    def go_to(self, text: str = "", kind: str = "ask") -> None:
        """Go on until this is asked, or something of this kind stands there."""
        for _ in range(200):
            now = self._program.now["now"]
            if now["kind"] == kind and text in now.get("text", ""):
                return
            self.act()
        raise AssertionError(f"there is no {kind} {text}")

    def take(self, name: str, page: Page) -> None:
        """Take a picture."""
        page.screenshot(path=self._folder / f"{name}.png")


def _said(now: dict[str, Any]) -> str:
    return NIGHT if now["text"] == MENU else str(now["choices"][0]["id"])


def main() -> None:
    os.environ["WAKEPY_FAKE_SUCCESS"] = "1"  # no remark about this computer's screen saver in the pictures
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "page"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home, Program(Path(home)) as program, sync_playwright() as playwright:
        journal, own = Path(home) / "a.jsonl", Path(home) / "english.toml"
        own.write_text('format = 1\nlanguage = "en"\n', "utf-8")
        options = "--seed", 3, "--journal", journal, "--config", own, "--no-browser", "--port", free_port()
        program.start("lead", "demo", *options)
        browser = launched(playwright)
        pictures(Camera(program, browser, folder))
        browser.close()


def pictures(camera: Camera) -> None:
    """The main states, in the order of an evening."""
    camera.go_to(kind="show")
    camera.take("show", camera.phone)
    camera.phone.click(".turn")
    camera.phone.wait_for_timeout(300)
    camera.take("turned", camera.phone)
    camera.phone.keyboard.press("Escape")
    camera.go_to(JAIL)
    camera.act()
    camera.go_to(JAIL)
    camera.take("question", camera.phone)
    camera.take("laptop", camera.laptop)
    camera.go_to(kind="wait")
    camera.take("wait", camera.phone)
    camera.phone.click('[data-tool="past"]')
    camera.phone.wait_for_timeout(600)
    camera.take("past", camera.phone)
    camera.phone.keyboard.press("Escape")
    camera.go_to(MENU)
    camera.take("day", camera.laptop)
    camera.act(do="answer", said="timer")
    camera.act(do="answer", said="5")
    camera.laptop.goto(camera.laptop.url + "room")
    camera.laptop.wait_for_timeout(1000)
    camera.take("room", camera.laptop)


if __name__ == "__main__":
    main()
