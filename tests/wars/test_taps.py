"""A whole round is led by taps alone, on a phone's page of the table, from a captive to the next round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.page import commands

from tests.page.asking import Asking, asking
from tests.page.tables import Finger, visited
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def served_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asking]:
    """The game before its first question; no tap is so fast that it counts as a slip."""
    monkeypatch.setattr(commands, "TWICE", 0.0)
    with asking(tmp_path, setup="demo-wars") as found:
        yield found


def counts(now: dict[str, Any], seat: int) -> dict[str, int]:
    """What is counted at a seat."""
    return {one["id"]: one["count"] for one in now["seats"][seat - 1]["counters"]}


GATHERED = {1: "3 2 1", 2: "5 2 0", 3: "2 0 0", 4: "5 2 0"}
"""Cultists, gates and captives, by the seats in turn order."""


@pytest.mark.parametrize(("width", "height"), [trial(390, 844), (360, 640)])
def test_a_round_is_led_by_taps(browser: Browser, served_game: Asking, width: int, height: int) -> None:
    game = served_game.game
    with visited(browser, served_game, size=(width, height)) as page:
        finger = Finger(page)

        def tap(*selectors: str) -> dict[str, Any]:
            before = game.now["version"]
            finger.tap(*selectors)
            now = game.until("ask", after=before)
            page.wait_for_selector(f'.page[data-version="{now["version"]}"]')
            return now

        tap("[data-said=clockwise]")
        tap("[data-player='1']", "dialog [data-said='captive 1 2']")
        tap("[data-said=next]")
        tap("[data-said=gather]")
        now = tap("[data-said='1']")
        for told in GATHERED.values():
            for count in told.split():
                now = tap(f"[data-said='{count}']")
        assert finger.taps == 1 + 2 + 3 + 12
        assert [counts(now, seat)["power"] for seat in GATHERED] == [9, 10, 5, 10]
        assert now["now"]["text"].startswith("Remis: Czarna Koza, Żółty Znak.")
        assert page.locator("[data-player='3']").get_attribute("data-seat") is None
        tap("[data-player='4']")
        now = tap("[data-said=counter]")
        assert [one["text"] for one in now["slips"] if one["id"] == "order"] == [
            "Żółty Znak → Pełzający Chaos → Czarna Koza → Wielki Cthulhu"
        ]
        now = tap("[data-said=yes]")
        assert [counts(now, seat)["doom"] for seat in GATHERED] == [2, 2, 0, 2]
        tap("[data-said=yes]")
        now = tap("[data-said='1']")
        assert counts(now, 4) == {"doom": 4, "least": 5, "most": 7, "power": 5, "signs": 1}
        assert now["now"]["text"] == "Czarna Koza, rytuał za 6?"
        tap("[data-said=yes]")
        tap("[data-said='0']")
        now = tap("[data-said=no]")
        assert [one["text"] for one in now["slips"] if one["id"] == "ritual"] == ["7"]
        assert (now["title"], page.locator("[aria-current=true]").get_attribute("data-player")) == (
            "Runda 2 · akcja · Żółty Znak",
            "4",
        )
