"""The room's page beside phones: by day what all may see and the codes for latecomers, by night a dark page alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from narrator.computer.config import Config
from narrator.computer.paths import shipped
from narrator.cues import Ask, At
from narrator.page.phones.television import Television
from narrator.play import session
from narrator.play.loading import load_table
from narrator.rooms.clock import now

from tests.page.browsing import new_context
from tests.page.phones.phoned import Served, phoned

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DAY, NIGHT = At(night=1, phase="day"), At(call="sheriff.jail", night=1)
TALK = Ask(at=DAY, line="", text="Ile minut?", to="all", kind="ready", choices=("ready",), seconds=60.0)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    table = load_table(shipped("setups") / "demo.toml")
    stage = session.begin(None, table, 1, tmp_path / "game.jsonl", Config())
    with phoned(tmp_path, televised=(stage, table)) as served:
        yield served
    stage.journal.close()


@pytest.fixture
def television(served: Served) -> Television:
    assert served.television
    return served.television


def shown(television: Television) -> dict[str, object]:
    found: dict[str, object] = json.loads(television.broadcast.snapshot("room"))
    return found


def test_it_shows_what_is_said_asked_and_timed(television: Television) -> None:
    television.line("Budzi się dzień.", DAY, dark=False)
    assert (shown(television)["line"], shown(television)["phones"]) == ("Budzi się dzień.", True)
    television.question(TALK)
    television.talk(lambda: now() + 60.0)
    assert shown(television)["question"] == TALK.text
    assert shown(television)["clock"]
    television.line("Czas minął.", DAY, dark=False)
    assert shown(television)["clock"] is None


def test_in_the_dark_it_is_drawn_once_whatever_is_said(television: Television) -> None:
    television.line("Dzień.", DAY, dark=False)
    told = list[str]()
    with television.broadcast.subscribed(lambda: told.append(television.broadcast.snapshots["room"]), "room"):
        for text in ("Zapada noc.", "Budzi się szeryf.", "Szeryf zasypia."):
            television.line(text, NIGHT, dark=True)
    assert len(told) <= 1
    assert all("szeryf" not in one for one in told)


def test_no_secret_stands_on_it(television: Television) -> None:
    television.line("Dzień.", DAY, dark=False)
    seats = shown(television)["seats"]
    assert isinstance(seats, list)
    assert [seat["card"] for seat in seats] == [""] * len(seats)


@pytest.fixture
def screen(browser: Browser, served: Served) -> Iterator[Page]:
    """A television that has opened the room's page."""
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{served.port}/room#t={served.access.new_token('room')}")
    yield page
    context.close()


def test_codes_for_network_and_seat_stand_beside_what_is_said_by_day_alone(
    screen: Page, served: Served, television: Television
) -> None:
    page = screen
    television.line("Budzi się dzień.", DAY, dark=False)
    page.get_by_text("Budzi się dzień.").wait_for()
    page.locator(".joining svg").nth(1).wait_for()
    assert page.locator(".joining svg").count() == 2
    words = page.locator(".joining").inner_text()
    assert "Dom" in words
    assert "tajne123" not in words
    code = words.rpartition("kod ")[2].split()[0]
    assert served.access.enter(code, "Chrome", "192.0.2.1") is not None
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    television.line("Zapada noc.", NIGHT, dark=True)
    page.locator("main.night").wait_for()
    assert page.locator("svg").count() == 0
