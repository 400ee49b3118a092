"""Sheets and cards in a real browser: so many pages, nothing cut or one on the other, and a PDF of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from narrator.computer import paths
from narrator.games.night.printed.printing import sheet_of
from narrator.games.sheet import Sheet
from narrator.paper.cards import cards_page
from narrator.paper.sheet import sheet_page
from narrator.play.loading import load_table

from tests.page.browsing import new_page
from tests.polish import KTULU
from tests.program import narrator

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TWENTY = (
    *("sheriff", "pastor", "courtesan", "drunkard", "mayor", "good-gunslinger", "boss", "thief", "avenger"),
    *("bad-gunslinger", "chief", "shaman", "warrior", "great-ufo", "mind-eater", "lucky-luke", "kali", "cleaner"),
    *("kaszabara", "choragiew"),
)
SETUPS = ("demo", "short", "small", "all-roles")

OVERFLOWS = """() => {
const wide = node => node.scrollWidth > node.clientWidth + 1 ||
  (node.tagName != "HTML" && node.scrollHeight > node.clientHeight + 1);
const told = node => node.tagName + "." + node.getAttribute("class") + " " + node.textContent.slice(0, 40);
const inside = (one, all) => one.left >= all.left - 1 && one.right <= all.right + 1 && one.top >= all.top - 1 &&
  one.bottom <= all.bottom + 1;
const apart = (one, two) => one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 ||
  two.bottom <= one.top + 1;
const found = [...document.querySelectorAll("html, article, td, th, p, .seated")].filter(wide).map(told);
for (const circle of document.querySelectorAll("svg.circle")) {
  const spokes = circle.querySelector(".spoke");
  const drawn = [...circle.querySelectorAll(spokes ? "g" : "text:not(.seat), .ring")];
  const boxes = drawn.map(node => node.getBoundingClientRect()), all = circle.getBoundingClientRect();
  for (const node of circle.querySelectorAll("text"))
    if (!inside(node.getBoundingClientRect(), all)) found.push("outside: " + told(node));
  boxes.forEach((one, i) => boxes.forEach((two, j) => {
    if (i < j && !apart(one, two)) found.push("on each other: " + told(drawn[i]) + " | " + told(drawn[j]));
  }));
}
return found;
}"""
"""What does not fit where it stands, as a list."""


@cache
def printed(name: str) -> Sheet:
    table = load_table(paths.shipped("setups") / f"{name}.toml")
    return sheet_of(table, 5, KTULU)


@cache
def made(name: str, kind: str) -> str:
    if kind == "sheet":
        return sheet_page(printed(name), name, KTULU)
    return cards_page(printed(name), name, KTULU, named=printed(name).dealt, backs=True)


@pytest.fixture
def paper(browser: Browser) -> Iterator[Paper]:
    """A browser's page as wide as a sheet of A4."""
    page = new_page(browser, viewport={"width": 860, "height": 1200})
    yield Paper(page)
    page.close()


class Paper:
    """A page of HTML as it comes to lie on paper."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def overflowing(self, html: str) -> list[str]:
        """What does not fit, by measuring it."""
        self._page.set_content(html)
        found: list[str] = self._page.evaluate(OVERFLOWS)
        return found

    def pdf(self, html: str) -> bytes:
        """What the browser prints, on sheets as large as the page wants them."""
        self._page.set_content(html)
        return self._page.pdf(prefer_css_page_size=True)


def page_count(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF")
    return len(re.findall(rb"/Type /Page\b", pdf))


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    """Width and height of its pages, in points."""
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return {(round(float(wide)), round(float(high))) for wide, high in found}


@pytest.mark.parametrize("kind", ["sheet", "cards"])
@pytest.mark.parametrize("name", SETUPS)
def test_nothing_is_cut_or_lies_on_something_else(name: str, kind: str, paper: Paper) -> None:
    assert paper.overflowing(made(name, kind)) == []


@pytest.mark.parametrize("count", [8, 9, 12, 16, 20, 21, 30])
def test_a_circle_of_any_size_can_be_read(count: int, paper: Paper) -> None:
    every = printed("all-roles")
    names = ("Bartłomiej", "Małgorzata", "Ola", "Maksymilian K.", "Ktoś o Bardzo Długim Imieniu")
    people = {seat: names[seat % len(names)] for seat in range(1, count + 1)}
    cards = tuple(replace(card, seat=seat) for seat, card in enumerate(every.cards[-count:], 1))
    some = replace(every, people=people, cards=cards, nights=every.nights[:1])
    some = replace(some, nights=(replace(some.nights[0], blocks=()),))
    assert paper.overflowing(sheet_page(some, str(count), KTULU)) == []


def test_what_does_not_fit_is_found(paper: Paper) -> None:
    """The measure itself: a card with far too much on it."""
    page = made("small", "cards").replace("Szeryf", "Szeryf " * 200)
    assert [one for one in paper.overflowing(page) if one.startswith("ARTICLE")]


@pytest.mark.parametrize("name", SETUPS)
def test_each_page_of_cards_is_one_sheet_of_paper(name: str, paper: Paper) -> None:
    pdf = paper.pdf(made(name, "cards"))
    sheets = 2 * -(-len(printed(name).cards) // 6)
    assert page_count(pdf) == sheets
    assert sizes(pdf) == {(595, 842)}


def test_a_night_of_twelve_takes_few_sheets(paper: Paper) -> None:
    assert 5 <= page_count(paper.pdf(made("demo", "sheet"))) <= 8


def test_the_program_prints_the_same_and_writes_a_pdf_and_nothing_else(paper: Paper, tmp_path: Path) -> None:
    done = narrator("sheet", "demo", "--out", tmp_path / "night.pdf", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    written, pdf = (tmp_path / "night.pdf").read_bytes(), paper.pdf(made("demo", "sheet"))
    assert (page_count(written), sizes(written)) == (page_count(pdf), sizes(pdf))
    assert [path.name for path in tmp_path.iterdir()] == ["night.pdf"]


def test_a_game_of_twenty_is_four_sheets_printed_on_both_sides(paper: Paper) -> None:
    """The night, a page for the days, the circle, and who is who on one page."""
    table = load_table(paths.shipped("setups") / "all-roles.toml")
    players = {player.card: player for player in table.setup.player}
    setup = replace(table.setup, player=tuple(players[card] for card in TWENTY))
    page = sheet_page(sheet_of(replace(table, setup=setup), 5, KTULU), "dwadzieścia", KTULU)
    assert paper.overflowing(page) == []
    assert page_count(paper.pdf(page)) <= 8
