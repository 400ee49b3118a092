"""Tables of games that count, pages that show them, and a finger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.page.codes import Scope

from tests.page.asking import Asking
from tests.page.browsing import new_page
from tests.page.shown import settle, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = "".join(f'[[player]]\nname = "{name}"\n' for name in ("Anna", "Bartek", "Celina", "Darek"))
FLUXX = f'format = 1\ngame = "cthulhu-fluxx"\nlevel = "counts"\n{PEOPLE}'
HARVEST = f'format = 1\ngame = "harvest"\nslips = true\n{PEOPLE}'
BEGUN = ("no", "1", "none")
"""What is answered before Anna's first turn."""


def table(tmp_path: Path, setup: str) -> str:
    path = tmp_path / "table.toml"
    path.write_text(setup, encoding="utf-8")
    return str(path)


@contextmanager
def visited(
    browser: Browser, found: Asking, scope: Scope = "table", size: tuple[int, int] = (360, 640)
) -> Iterator[Page]:
    page = new_page(browser, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    page.goto(f"http://{found.host}/{'room' if scope == 'room' else ''}?t={found.access.new_token(scope)}")
    page.wait_for_selector("main li")
    yield page
    page.close()


class Finger:
    """Taps what is in sight, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, *selectors: str) -> None:
        for selector in selectors:
            settle(self.page)
            place = self.page.locator(selector)
            box = place.bounding_box()
            high = self.page.evaluate("innerHeight")
            assert box, selector
            assert 0 <= box["y"] <= high - box["height"], f"{selector} is out of sight"
            tap(self.page, selector)
            self.taps += 1

    def shown(self, slip: str, text: str) -> None:
        self.page.wait_for_function(
            "([slip, text]) => document.querySelector(`[data-slip='${slip}'] .text`)?.textContent === text",
            arg=[slip, text],
        )


def turn(page: Page) -> str:
    return page.locator("[aria-current=true] .name").inner_text()


def groups(now: dict[str, Any], **where: Any) -> dict[str, list[str]]:
    """The commands in a place, by the words that they have in common."""
    found: dict[str, list[str]] = {}
    for group in now["now"]["commands"]:
        if all(group.get(key, 0 if key == "seat" else "") == value for key, value in where.items()):
            found.setdefault(group["label"], []).extend(one["id"] for one in group["choices"])
    return found


def told(now: dict[str, Any]) -> list[str]:
    """All commands that can be tapped."""
    return [one["id"] for group in now["now"]["commands"] for one in group["choices"]]
