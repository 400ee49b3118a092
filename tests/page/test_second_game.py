"""A game that listens is led from a page as any other: its commands are tapped, and what it counts is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from narrator.computer.texts import texts_of
from narrator.games import registry
from narrator.page.codes import Scope
from narrator.page.panels import drawings, ways_out

from tests.harvest import WEIGHTS, HarvestPackage
from tests.page.asking import Asking, asking
from tests.page.browsing import new_page
from tests.page.led import Led, led
from tests.page.shown import measured, serious, settle
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TABLE = 'format = 1\ngame = "harvest"\n[[player]]\nname = "Ala"\n[[player]]\nname = "Bartek"\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    """Led up to its first rest."""
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    setup = tmp_path / "table.toml"
    setup.write_text(TABLE, encoding="utf-8")
    with led(tmp_path / "a.jsonl", str(setup)) as found:
        while found.now["now"].get("answer") != "open":
            found.go_on()
        yield found


def test_it_takes_commands_and_counts(game: Led) -> None:
    calls = [(group["label"], [one["id"] for one in group["choices"]]) for group in game.now["now"]["commands"]]
    assert calls == [
        ("burza", ["storm"]),
        ("spichlerz", ["granary"]),
        ("deszcz", ["rain 1", "rain 2", "rain 3"]),
        ("następna runda", ["next"]),
    ]
    assert game.now["now"]["choices"] == []
    assert (game.now["title"], game.room["title"]) == ("Runda 2", "Runda 2")
    assert (game.room["dawn"], game.room["nights"]) == (None, False)
    now = game.do("answer", said="rain 2")
    assert [seat["counters"] for seat in now["seats"]] == [[{"id": "sheaves", "label": "snopy", "count": 7}]] * 2
    now = game.do("answer", said="storm")
    assert now["counters"] == [{"id": "storms", "label": "burze", "count": 1}]
    assert [seat["counters"][0]["count"] for seat in game.room["seats"]] == [6, 6]
    assert game.room["counters"] == now["counters"]
    status, _ = game.send("answer", said="rain 4")
    assert status == 409


def test_a_command_that_cannot_be_taken_back_says_so(game: Led, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WEIGHTS, "storm", "final")
    now = game.do("answer", said="rain 1")["now"]
    assert {one["id"] for group in now["commands"] for one in group["choices"] if one["final"]} == {"storm"}


def test_its_scores_are_told_in_the_end(game: Led) -> None:
    for said in ("rain 1", "next", "0", "0", "next", "0"):
        game.do("answer", said=said)
    game.do("answer", said="2")
    game.send("go")
    now = game.see(lambda: bool(game.now["outcome"]))
    assert now["outcome"]["title"] == "Wygrywa: Ala." or len(now["outcome"]["winners"]) == 1
    assert {one["label"] for one in now["outcome"]["scores"]} == {"Ala", "Bartek"}
    assert now["now"]["text"].startswith("Koniec gry. Wygrywa: ")


def test_its_past_is_told_and_changed_and_gone_back_to(game: Led) -> None:
    game.do("answer", said="rain 3")
    game.do("answer", said="storm")
    rain, storm = game.entries[-2:]
    assert (rain["answer"], storm["answer"]) == ("deszcz 3", "burza")
    assert [one["id"] for one in rain["choices"]][:2] == ["rain 1", "rain 2"]
    now = game.do("change", step=rain["step"], said="rain 1")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [5, 5]
    now = game.do("undo")
    assert now["can"]["redo"]
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [6, 6]
    now = game.do("redo")
    assert now["counters"][0]["count"] == 1
    now = game.do("jump", step=game.entries[0]["step"])
    assert now["now"]["answer"] == "count"


def test_each_game_has_its_own_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    own, other = (texts_of("pl", *registry.folders(game)) for game in ("harvest", "ktulu"))
    assert (ways_out(own), drawings("harvest")) == ({"out": "poza grą"}, {})
    assert {*ways_out(other)} == {"dead", "escaped"}
    assert {*drawings("ktulu")} == {*ways_out(other), *other.group("moderator.marks")}


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asking]:
    """The same table with its pages, at its first question."""
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    setup = tmp_path / "table.toml"
    setup.write_text(TABLE, encoding="utf-8")
    with asking(tmp_path, setup=str(setup)) as found:
        yield found


def visited(browser: Browser, served: Asking, scope: Scope, width: int = 390, height: int = 844) -> Page:
    page = new_page(browser, viewport={"width": width, "height": height}, has_touch=True)
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    path = "" if scope == "moderator" else "room"
    page.goto(f"http://{served.host}/{path}?t={served.access.new_token(scope)}")
    return page


def tap(page: Page, *selectors: str) -> None:
    for selector in selectors:
        settle(page)
        page.tap(selector)


@pytest.mark.parametrize(("width", "height"), [(360, 640), trial(390, 844), trial(1280, 800)])
def test_its_commands_are_tapped_and_what_it_counts_is_drawn(
    browser: Browser, served: Asking, width: int, height: int
) -> None:
    page, room = (visited(browser, served, scope, width, height) for scope in ("moderator", "room"))
    page.wait_for_selector(".seat")
    tap(page, "[data-open=commands]", "dialog [data-said='rain 3']")
    page.wait_for_function("() => document.querySelector('[data-seat=\"1\"] .card')?.textContent === '8'")
    assert page.query_selector("dialog") is None
    for name in ("Ala", "Bartek"):
        page.wait_for_selector(f"text={name}, ile snopów siejesz?")
        assert measured(page) == []
        tap(page, ".actions .answer.main")
    page.wait_for_selector("[data-calls=deszcz]")
    tap(page, "[data-calls=deszcz]")
    assert measured(page) == []
    tap(page, "[data-said='rain 2']")
    page.wait_for_function("() => document.querySelector('[data-seat=\"1\"] .card')?.textContent === '10'")
    tap(page, "[data-said=storm]")
    page.wait_for_selector("text=burze")
    assert measured(page) == []
    assert serious(page) == []
    assert page.get_attribute("[data-seat='1']", "aria-label") == "1 Ala, snopy: 9"
    room.wait_for_function("() => document.querySelector('.counters')?.textContent.includes('burze')")
    assert room.locator(".place .card").all_inner_texts() == ["9", "9"]
    assert measured(room) == []
    page.keyboard.type("nast")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tally")
    page.close()
    room.close()


def test_a_command_with_two_values_is_tapped_one_after_the_other(browser: Browser, served: Asking) -> None:
    page = visited(browser, served, "moderator")
    page.wait_for_selector(".seat")
    tap(page, "[data-open=commands]")
    assert page.query_selector("dialog [data-said^=give]") is None
    tap(page, "dialog [data-calls=Bartek]")
    assert page.locator("dialog [data-said^=give]").all_inner_texts() == [f"Bartek dostaje {n}" for n in range(1, 6)]
    assert measured(page) == []
    tap(page, "dialog [data-calls=Bartek]")
    page.wait_for_selector("dialog [data-said^=give]", state="detached")
    tap(page, "dialog [data-calls=Bartek]", "dialog [data-said='give 2 3']")
    page.wait_for_function("() => document.querySelector('[data-seat=\"2\"] .card')?.textContent === '8'")
    page.close()


def test_a_query_is_nothing_to_go_back_to(game: Led) -> None:
    game.do("answer", said="rain 3")
    now = game.do("answer", said="granary")
    assert [one["answer"] for one in game.entries[-1:]] == ["deszcz 3"]
    assert now["can"]["redo"] is False
    now = game.do("undo")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [5, 5]
    assert now["can"]["redo"]
    now = game.do("redo")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [8, 8]
    assert not now["can"]["redo"], "the query was undone, too, and waits to be asked again"


def test_a_command_with_a_name_and_a_number_is_tapped_told_and_changed(game: Led) -> None:
    game.do("answer", said="next")
    give = next(group for group in game.now["now"]["commands"] if group["label"] == "dostaje")
    assert [one["label"] for one in give["choices"]] == [f"Bartek dostaje {n}" for n in range(1, 6)]
    assert [one["steps"] for one in give["choices"]] == [["Bartek", str(n)] for n in range(1, 6)]
    now = game.do("answer", said="give 2 3")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [2, 8]
    assert game.entries[-1]["answer"] == "Bartek dostaje 3"
    now = game.do("change", step=game.entries[-1]["step"], said="give 2 1")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [4, 6]
    for other in ("give 1 1", "give 2 6", "give {seat} {n}"):
        assert game.send("answer", said=other)[0] == 409
