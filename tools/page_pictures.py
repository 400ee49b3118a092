"""Take the pictures of the page, in Chromium, from real games: docs/page, and docs/pl/page in Polish."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import phone_pictures, table_pictures  # noqa: E402 - it is found by then
from tools.camera import MENU, Camera, led  # noqa: E402

from tests.page.browsing import launched  # noqa: E402

JAIL = "Who does the sheriff lock up?"


def main() -> None:
    os.environ["WAKEPY_FAKE_SUCCESS"] = "1"  # no remark about this computer's screen saver in the pictures
    docs = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    with sync_playwright() as playwright:
        browser = launched(playwright)
        with led(browser, "demo", docs / "page") as camera:
            moderated(camera)
        for language, folder in ("en", docs / "page"), ("pl", docs / "pl" / "page"):
            table_pictures.taken(browser, folder, language)
            phone_pictures.taken(browser, folder, language)
        browser.close()


def moderated(camera: Camera) -> None:
    """The main states of a moderator's page, in the order of an evening."""
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
    camera.answer("timer", "5")
    camera.laptop.goto(camera.laptop.url + "room")
    camera.laptop.wait_for_timeout(1000)
    camera.take("room", camera.laptop)


if __name__ == "__main__":
    main()
