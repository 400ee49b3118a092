"""A real deck on the moderator's page: who has which card is told by taps, and a card that nobody has seen is a ?."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.leading_by_taps import Hand
from tests.page.led import Led, led
from tests.page.program import Program, free_port
from tests.page.shown import settle
from tests.page.test_whole_game import opened
from tests.written import own_deck

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DEALT = ("boss", "sheriff", "townsman", "chief", "mayor")
SETUP = own_deck(("Ala", "Bartek", "Celina", "Darek", "Ewa"), DEALT)


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    path = tmp_path / "deck.toml"
    path.write_text(SETUP, encoding="utf-8")
    return path


@pytest.fixture
def game(setup: Path, tmp_path: Path) -> Iterator[Led]:
    with led(tmp_path / "a.jsonl", str(setup)) as game:
        yield game


def cards(snapshot: dict[str, Any]) -> list[str]:
    return [seat["card"] for seat in snapshot["seats"]]


def test_a_card_that_nobody_has_seen_is_a_question_mark_for_whoever_leads_alone(game: Led) -> None:
    assert cards(game.now) == ["?"] * 5
    game.go_to("Kto ma tę kartę: Szeryf?")
    assert game.now["now"]["hint"] == "Każdy, kto się budzi, pokazuje swoją kartę tylko tobie."
    assert cards(game.do("answer", said="2")) == ["?", "Szeryf", "?", "?", "?"]
    game.go_to("Kto ma tę kartę: Herszt?")
    game.do("answer", said="1")
    game.go_to("Kto ma tę kartę: Wódz?")
    game.do("answer", said="4")
    assert cards(game.do("go")) == ["Herszt", "Szeryf", "?", "Wódz", "?"]
    assert cards(game.room) == [""] * 5


def test_another_bearer_of_a_card_is_told_before_the_change_is_taken(game: Led) -> None:
    game.go_to("Kto ma tę kartę: Szeryf?")
    game.do("answer", said="2")
    entries = game.entries
    asked = next(one for one in entries if "Szeryf?" in one.get("question", ""))
    status, told = game.send("change", step=asked["step"], said="3", **{"try": True})
    assert status == 200
    assert told["changes"] == ["2 Bartek: karta jeszcze nieznana", "3 Celina: Szeryf"]


def test_a_card_that_is_told_is_final_and_is_drawn_with_its_side(game: Led) -> None:
    game.go_to("Kto ma tę kartę: Szeryf?")
    while game.now["now"].get("text") != "Co teraz?":
        asked = game.now["now"]
        game.do("answer", said="none") if asked["kind"] == "ask" and asked["optional"] else game.go_on()
    game.do("answer", said="died")
    now = game.do("answer", said="3")["now"]
    assert "Jaką kartę ma numer 3" in now["text"]
    assert now["final"]
    assert now["hint"].startswith("Kartę widzisz tylko ty. Niech ta osoba pokaże ci ją")
    assert {"id": "mayor", "label": "Burmistrz", "short": "", "side": "Miasto", "shape": 0} in now["choices"]


def test_the_line_stays_while_whoever_leads_is_asked_who_it_is(game: Led) -> None:
    game.go_to("Kto ma tę kartę: Szeryf?")
    lines = game.now["lines"]
    assert lines
    game.do("answer", said="2")
    assert game.now["now"]["text"] == "Kogo zamyka szeryf?"
    assert game.now["lines"] == lines, "the sheriff has not answered yet"
    game.do("answer", said="1")
    assert game.now["lines"] != lines


def test_who_has_a_card_takes_one_tap(setup: Path, browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        journal = ("--journal", tmp_path / "a.jsonl", "--no-browser", "--port", free_port())
        program.start("lead", setup, "--seed", 3, *journal)
        with opened(browser, program) as (_, page):
            Hand(page, Random(3)).step()
            assert "Szeryf?" in page.inner_text(".page")
            assert page.query_selector('[data-said="none"]')
            settle(page)
            page.click('[data-seat="2"]')
            page.wait_for_selector('[data-seat="2"].awake')
            assert "Szeryf" in page.inner_text('[data-seat="2"]')
            assert "?" in page.inner_text('[data-seat="1"]')
