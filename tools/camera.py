"""A camera for the pictures of the page: a real game that is led, and its page in Chromium, in two windows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.page.browsing import let_in
from tests.page.program import Program, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, LAPTOP = (390, 844), (1280, 800)
MENU, NIGHT = "What now?", "night"
"""What is asked by day, and answered; else the first that is offered."""


class Camera:
    """A game under way, and its page in two windows."""

    def __init__(self, program: Program, browser: Browser, folder: Path) -> None:
        self._program, self._folder = program, folder
        self.phone, self.laptop = (self._opened(browser, size) for size in (PHONE, LAPTOP))

    def _opened(self, browser: Browser, size: tuple[int, int]) -> Page:
        page = let_in(browser, self._program, *size, has_touch=True).new_page()
        page.goto(f"http://{self._program.address}/")
        page.wait_for_selector("[data-answers]")
        return page

    def act(self, **command: Any) -> None:
        """Do something, and wait until it is on both pages."""
        now = self._program.now
        done = {"do": "go"} if now["now"]["kind"] != "ask" else {"do": "answer", "said": _said(now["now"])}
        self._send(now, **(command or done))
        self._settle()

    def answer(self, *said: str) -> None:
        """Answer all this, one after another, and wait until it is on both pages."""
        for one in said:
            self._send(self._program.now, do="answer", said=one)
        self._settle()

    def _send(self, now: dict[str, Any], **command: Any) -> None:
        status, told = self._program.send(self._program.command(now, **command))
        assert status == 200, told

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


@contextmanager
def led(browser: Browser, setup: str, folder: Path, language: str = "en") -> Iterator[Camera]:
    """Lead a game in this language, and have its pictures put into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home, Program(Path(home)) as program:
        journal, own = Path(home) / "a.jsonl", Path(home) / "config.toml"
        own.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
        options = "--seed", 3, "--journal", journal, "--config", own, "--no-browser", "--port", free_port()
        program.start("lead", setup, *options)
        yield Camera(program, browser, folder)
