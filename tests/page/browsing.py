"""The browser that opens pages in tests: Chromium's headless shell if it is there, in half the time of Chromium."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

    from tests.page.program import Program

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

PROGRAM = next(filter(None, map(shutil.which, _NAMES)), None)
"""Its path, or None."""

_QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",  # a bar that glides has all of the page painted sixty times a second
)

_ALLOWED = ["screen-wake-lock"]
"""What the shell refuses a page if nobody allows it, and other browsers do not."""


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=PROGRAM, args=_QUIETLY)


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    return browser.new_context(permissions=_ALLOWED, **options)


def let_in(browser: Browser, program: Program, width: int, height: int, **options: Any) -> BrowserContext:
    """A context of this size, let into the page of a program as its own browser was."""
    context = new_context(browser, viewport={"width": width, "height": height}, **options)
    name, _, value = program.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://{program.address}/"}])
    return context


def new_page(browser: Browser, **options: Any) -> Page:
    """In a context of its own, which is closed with it."""
    return browser.new_page(permissions=_ALLOWED, **options)
