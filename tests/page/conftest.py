"""A browser, a page of the moderator in it, as large as a phone if nothing else is said, and a game on a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from narrator.page import ears
from narrator.rooms import clock as rooms_clock

from tests.page.asking import Asking, asking
from tests.page.browsing import new_context
from tests.page.led import Led, led
from tests.page.standing import StandingClock
from tests.page.tables import BEGUN, FLUXX, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.page.served import Served, Server


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> StandingClock:
    """Let time pass in a game that is led from pages only while a test waits for something to happen in it."""
    clock = StandingClock()
    monkeypatch.setattr(rooms_clock, "time", clock)
    monkeypatch.setattr(ears, "time", clock)
    monkeypatch.setattr(ears, "Condition", clock.condition)
    monkeypatch.setattr(Led, "waiting", clock.passing)
    return clock


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Served, Server]]:
    from tests.page.served import serving

    with serving() as served:
        yield served


@pytest.fixture
def served(both: tuple[Served, Server]) -> Served:
    """The server's other side, as if nothing had been shown or sent."""
    served = both[0]
    served.begin_again()
    return served


@pytest.fixture(scope="module")
def opened(browser: Browser, both: tuple[Served, Server]) -> Iterator[tuple[Page, list[str]]]:
    """The page, opened once, and what the browser complained of."""
    page = new_context(browser, has_touch=True).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(both[0].url)
    yield page, faults
    page.context.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]], served: Served) -> Iterator[Page]:
    """The moderator's page as on a new phone; a test fails if the browser tells of any fault."""
    from tests.page.shown import resize

    page, faults = opened
    resize(page, 390, 844)
    if page.evaluate("() => localStorage.length > 0 || document.querySelector('dialog') !== null"):
        page.evaluate("() => localStorage.clear()")
        page.reload()
    served.show(served.snapshot)
    page.wait_for_selector(f'.page[data-version="{served.snapshot["version"]}"]')
    yield page
    assert faults == []


# ---- A game that lies on the table ----


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Led]:
    """Anna's first turn."""
    with led(tmp_path / "a.jsonl", table(tmp_path, FLUXX)) as found:
        for said in BEGUN:
            found.do("answer", said=said)
        yield found


@pytest.fixture
def served_game(tmp_path: Path) -> Iterator[Asking]:
    """The same turn, with its pages."""
    with asking(tmp_path, setup=table(tmp_path, FLUXX)) as found:
        for said in BEGUN:
            found.game.do("answer", said=said)
        yield found
