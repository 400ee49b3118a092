"""Lists that are asked about at the desk: names, cards and house rules by taps; and what a page speaks of there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.desk import AtDesk, at_desk
from tests.page.shown import measured, serious
from tests.program import at_home
from tests.test_menu import QUIET

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

NAMES = "Ala, Bartek, Celina, Darek, Ewa, Filip, Gosia, Hela"
OF_TERMINAL = re.compile(r"\bEnter\b|Ctrl|narrator (play|deal|resume|log|new)|wiersz|[Tt]erminal")
"""What nobody can do on a page."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    at_home(tmp_path, QUIET + 'language = "pl"\n')
    return tmp_path


def who(desk: AtDesk) -> list[str]:
    """The names of the list, from the top."""
    fields = desk.page.locator(".item input")
    return [fields.nth(place).input_value() for place in range(fields.count())]


def tap(desk: AtDesk, item: str, sign: str) -> AtDesk:
    """Tap this sign beside an item."""
    version = desk.version
    item_there = desk.page.get_by_role("group", name=item, exact=True)
    item_there.get_by_role("button").filter(has_text=sign).first.click()
    return desk.after(version)


def looked_at(desk: AtDesk) -> None:
    """It can be read, and speaks of nothing that is typed in a terminal."""
    assert serious(desk.page) == []
    assert measured(desk.page) == []
    assert not OF_TERMINAL.search(desk.page.inner_text("#desk")), desk.page.inner_text("#desk")


def new_table(desk: AtDesk, game: str) -> AtDesk:
    return desk.see("Co robimy?").tap("nowa gra").see("W co gramy?").tap(game).see("Gracz 1")


def test_names_are_listed_corrected_moved_and_taken_out_by_taps(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_table(desk, "Wilkołaki:").type("Ala, Bratek, Celina").see("Gracz 4")
        assert who(desk) == ["Ala", "Bratek", "Celina"]
        looked_at(desk)
        version = desk.version
        desk.page.locator(".item input").nth(1).fill("Bartek")
        desk.page.keyboard.press("Enter")
        desk.after(version)
        tap(desk, "Celina", "↑")
        assert who(desk) == ["Ala", "Celina", "Bartek"]
        tap(desk, "Ala", "×").type("Darek, Ewa, Filip, Gosia").see("Gracz 7")
        assert who(desk) == ["Celina", "Bartek", "Darek", "Ewa", "Filip", "Gosia"]
        version = desk.version
        desk.page.fill("#typed", "Hela")
        desk.page.click(".done")  # what is typed still goes into the list
        desk.after(version).see("Gracz 8")
        assert who(desk)[-1] == "Hela"
        looked_at(desk)
        desk.tap("to już wszyscy").see("Kto prowadzi noc")


def test_cards_and_rules_are_changed_by_taps(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_table(desk, "Ktulu").type(NAMES).see("Gracz 9").tap("to już wszyscy").see("Kto prowadzi").tap("klawisze")
        desk.see("Zaczynamy?").tap("więcej").see("W którą odmianę").tap("Ktulu").see("Jak tajna")
        desk.tap("maski").see("Jakich nazw").tap("łagodne").see("Które dochodzą?")
        looked_at(desk)
        faction = desk.page.locator(".item .what").first.inner_text()
        tap(desk, faction, "tak").see("Które dochodzą?")
        assert desk.page.locator("[aria-pressed=true]").first.inner_text() == "tak"
        tap(desk, faction, "nie").tap("niech tak będzie").see("Kart: 8")
        looked_at(desk)
        card = desk.page.locator(".item", has=desk.page.locator("output:text-is('1')")).first
        name = card.get_attribute("aria-label") or ""
        tap(desk, name, "\N{MINUS SIGN}").see("Kart: 7, graczy: 8")
        assert desk.page.locator(".done").count() == 0
        assert desk.page.evaluate("document.activeElement.textContent") == "+", "the hand stays at this card"
        desk.press("Enter").see("Kart: 8").tap("gramy tymi kartami").see("Zasady domowe")
        looked_at(desk)
        rule = "Ile pojedynków dziennie?"
        tap(desk, rule, "+")
        assert desk.page.get_by_role("group", name=rule).locator("output").inner_text() == "3"
        rule = "Czy po przeszukaniu można kogoś powiesić?"
        tap(desk, rule, "nie")
        assert desk.page.get_by_role("group", name=rule).locator("[aria-pressed=true]").inner_text() == "nie"
        desk.tap("tak gramy").see("Kto rozdaje").tap("wpiszę").see("Ala: karta")
        assert desk.page.locator("#typed").count() == 0
        looked_at(desk)


def test_a_long_text_is_read_from_its_beginning(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.page.set_viewport_size({"width": 1000, "height": 500})
        desk.see("Co robimy?").tap("jak się gra").see("W co gramy?").tap("Wilkołaki").see("Co robimy?")
        top = desk.page.locator(".said > *").first.bounding_box()
        assert top
        assert 0 <= top["y"] < 50


def test_a_card_is_looked_at_again_by_tapping_the_name(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_table(desk, "Wilkołaki:").type(NAMES).see("Gracz 9").tap("to już wszyscy").see("Kto prowadzi")
        desk.tap("klawisze").see("Zaczynamy?").tap("później").see("Co robimy?").tap("karty: ")
        desk.see("stół").press("Enter").see("Komu?").tap("jednej").see("Czyja karta?")
        looked_at(desk)
        desk.tap("Ewa").see("Ewa").tap("pokaż moją kartę").see("Ewa, twoja karta").tap("schowaj kartę")
        desk.see("Co robimy?")
        looked_at(desk)
