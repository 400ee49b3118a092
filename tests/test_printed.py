"""Sheets and cards in a real browser: so many pages, nothing cut or one on the other, and a PDF of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.browser import browser, print_pdf
from narrator.games.ktulu.printing import sheet_of
from narrator.games.sheet import Sheet
from narrator.paper.cards import cards_page
from narrator.paper.sheet import sheet_page
from narrator.play.loading import load_table

from tests.polish import KTULU
from tests.program import narrator

PROGRAM = browser()
TWENTY = (
    *("sheriff", "pastor", "courtesan", "drunkard", "mayor", "good-gunslinger", "boss", "thief", "avenger"),
    *("bad-gunslinger", "chief", "shaman", "warrior", "great-ufo", "mind-eater", "lucky-luke", "kali", "cleaner"),
    *("kaszabara", "choragiew"),
)
SETUPS = ("demo", "short", "small", "all-roles")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no browser of Chromium's family is installed")

OVERFLOWS = """
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
document.title = JSON.stringify(found);
"""
"""What does not fit where it stands, as a list in the page's title."""


def printed(name: str) -> Sheet:
    table = load_table(paths.shipped("setups") / f"{name}.toml")
    return sheet_of(table, 5, KTULU)


def made(name: str, kind: str) -> str:
    if kind == "sheet":
        return sheet_page(printed(name), name, KTULU)
    return cards_page(printed(name), name, KTULU, named=printed(name).dealt, backs=True)


def overflowing(page: str, folder: Path) -> list[str]:
    """What does not fit, by measuring it in the browser as wide as a sheet of A4."""
    assert PROGRAM
    measured = folder / "measured.html"
    open_page = re.sub(r"<meta http-equiv=[^>]+>", "", page)
    measured.write_text(open_page.replace("</body>", f"<script>{OVERFLOWS}</script></body>"), "utf-8")
    root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    options = ("--headless", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--window-size=860,1200")
    command = [PROGRAM, *root, *options, "--dump-dom", measured.as_uri()]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=True)
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert title
    found: list[str] = json.loads(unescape(title[1]))
    return found


def page_count(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF")
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize("kind", ["sheet", "cards"])
@pytest.mark.parametrize("name", SETUPS)
def test_nothing_is_cut_or_lies_on_something_else(name: str, kind: str, tmp_path: Path) -> None:
    assert overflowing(made(name, kind), tmp_path) == []


@pytest.mark.parametrize("count", [8, 9, 12, 16, 20, 21, 30])
def test_a_circle_of_any_size_can_be_read(count: int, tmp_path: Path) -> None:
    every = printed("all-roles")
    names = ("Bartłomiej", "Małgorzata", "Ola", "Maksymilian K.", "Ktoś o Bardzo Długim Imieniu")
    people = {seat: names[seat % len(names)] for seat in range(1, count + 1)}
    cards = tuple(replace(card, seat=seat) for seat, card in enumerate(every.cards[-count:], 1))
    some = replace(every, people=people, cards=cards, nights=every.nights[:1])
    some = replace(some, nights=(replace(some.nights[0], blocks=()),))
    assert overflowing(sheet_page(some, str(count), KTULU), tmp_path) == []


def test_what_does_not_fit_is_found(tmp_path: Path) -> None:
    """The measure itself: a card with far too much on it."""
    page = made("small", "cards").replace("Szeryf", "Szeryf " * 200)
    assert [one for one in overflowing(page, tmp_path) if one.startswith("ARTICLE")]


@pytest.mark.parametrize("name", SETUPS)
def test_each_page_of_cards_is_one_sheet_of_paper(name: str, tmp_path: Path) -> None:
    assert PROGRAM
    pdf = print_pdf(PROGRAM, made(name, "cards"), tmp_path)
    sheets = 2 * -(-len(printed(name).cards) // 6)
    assert page_count(pdf) == sheets
    sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert {(round(float(wide)), round(float(high))) for wide, high in sizes} == {(595, 842)}


def test_a_night_of_twelve_takes_few_sheets(tmp_path: Path) -> None:
    assert PROGRAM
    assert 5 <= page_count(print_pdf(PROGRAM, made("demo", "sheet"), tmp_path)) <= 8


def test_the_program_writes_a_pdf_and_nothing_else(tmp_path: Path) -> None:
    done = narrator("sheet", "demo", "--out", tmp_path / "night.pdf", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert page_count((tmp_path / "night.pdf").read_bytes()) > 1
    assert [path.name for path in tmp_path.iterdir()] == ["night.pdf"]


def test_a_game_of_twenty_is_four_sheets_printed_on_both_sides(tmp_path: Path) -> None:
    """The night, a page for the days, the circle, and who is who on one page."""
    assert PROGRAM
    table = load_table(paths.shipped("setups") / "all-roles.toml")
    players = {player.card: player for player in table.setup.player}
    setup = replace(table.setup, player=tuple(players[card] for card in TWENTY))
    page = sheet_page(sheet_of(replace(table, setup=setup), 5, KTULU), "dwadzieścia", KTULU)
    assert overflowing(page, tmp_path) == []
    assert page_count(print_pdf(PROGRAM, page, tmp_path)) <= 8
