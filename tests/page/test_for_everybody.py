"""The page for screen readers, for weak eyes, and in every theme: axe finds nothing serious."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.served import Served
from tests.page.shown import serious, show, tap
from tests.sweeps import trial

MOMENTS = snapshots.every()


@pytest.mark.parametrize("theme", ["dark", trial("red"), trial("light"), trial("contrast")])
def test_axe_finds_nothing_serious(page: Page, served: Served, theme: str) -> None:
    page.evaluate("theme => { localStorage.setItem('narrator.theme', theme); }", theme)
    page.reload()
    names = [*MOMENTS] if theme == "dark" else ["seat", "show", "day", "votes"]
    for name in names:
        show(page, served, MOMENTS[name], settled=False)
        assert serious(page) == [], name
    show(page, served, MOMENTS["seat-final"])
    tap(page, "[data-seat='4']")
    assert serious(page) == []


def test_axe_finds_nothing_serious_on_a_sheet(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["show"])
    for tool in ("menu", "past"):
        tap(page, f"[data-tool={tool}]")
        page.wait_for_selector("dialog li, dialog fieldset")
        assert serious(page) == [], tool
        page.keyboard.press("Escape")
    tap(page, ".turn")
    assert serious(page) == []
    page.keyboard.press("Escape")
    show(page, served, MOMENTS["wait"])
    tap(page, "[data-seat='6']")
    assert serious(page) == []


def test_axe_finds_nothing_serious_in_the_room(browser: Browser, served: Served) -> None:
    page = new_page(browser)
    page.goto(f"{served.url}/room")
    for name, room in snapshots.room().items():
        served.show_room(room | {"title": name})
        page.wait_for_function("title => document.title === title", arg=name)
        assert serious(page) == [], name
    page.close()


def test_a_new_line_is_told_to_screen_readers(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    heard = page.locator("[aria-live=polite]")
    assert heard.inner_text() == "Szeryfie, otwórz oczy. Wskaż, kogo zamykasz. Kogo zamyka szeryf?"
    show(page, served, MOMENTS["show"])
    assert "Herszt" not in heard.inner_text()
