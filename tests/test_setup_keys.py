"""The manual's page about setups lists every key with its default, and every line-up."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import NarratorError
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import HouseRules, Setup
from narrator.games.night.script.setup import in_force
from narrator.games.night.simulation import game_of
from narrator.play.loading import load_table

from tests.book_line_ups import LINE_UPS
from tests.checked import faults_of

PACKAGE = KtuluPackage()
PAGE = (Path(__file__).parent.parent / "docs" / "setups.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([a-z_]+)` \| ([^|]+?) \|", PAGE, re.MULTILINE))
WITHOUT_DEFAULT = {
    "language": "that of the settings",
    "seed": "none",
    "player": "none",
    "cards": "none",
    "rules": "the book's",
    "from_players": "none",
}


def default(shape: Any, name: str) -> str:
    if name in WITHOUT_DEFAULT:
        return WITHOUT_DEFAULT[name]
    value = next(field.default for field in fields(shape) if field.name == name)
    assert value is not MISSING, name
    if value is None:
        value = getattr(in_force(HouseRules(), 12), name)
    return f"`{json.dumps(value)}`"


@pytest.mark.parametrize("shape", [Setup, HouseRules])
def test_every_key_is_on_the_page_with_its_default(shape: Any) -> None:
    for field in fields(shape):
        assert ROWS.get(field.name) == default(shape, field.name), field.name


def test_no_key_is_on_the_page_that_a_setup_does_not_have() -> None:
    assert {*ROWS} == {field.name for shape in (Setup, HouseRules) for field in fields(shape)}


def test_line_ups_on_the_page_are_the_programs() -> None:
    found = {int(row[0]): [int(size or 0) for size in row[1:]] for row in re.findall(_ROW, PAGE, re.MULTILINE)}
    assert {*found} == {*range(LINE_UPS.fewest, LINE_UPS.most + 1)}
    for players, numbers in found.items():
        sizes = LINE_UPS.sizes_for(players)
        assert numbers == [sizes.get(faction, 0) for faction in ("town", "bandits", "indians", "ufos")], players


_ROW = r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d*) ?\|$"


def test_the_smallest_setup_on_the_page_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "smallest.toml"
    path.write_text(PAGE.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    assert faults_of(path) == []


DECK = next(part for part in PAGE.split("```toml\n")[2:] if part.startswith('deal = "table"')).partition("```")[0]


@pytest.fixture
def own_deck(tmp_path: Path) -> Path:
    """A setup whose deck is dealt at the table, as on the page."""
    path = tmp_path / "deck.toml"
    people = ", ".join(f'{{ name = "Gracz {name}" }}' for name in "ABCDEFGH")
    path.write_text(f"format = 1\nseed = 4\n{DECK}player = [{people}]\n", encoding="utf-8")
    return path


def test_a_deck_of_ones_own_on_the_page_can_be_played(own_deck: Path) -> None:
    assert faults_of(own_deck) == []


def test_a_deck_of_ones_own_is_not_dealt_by_the_program(own_deck: Path) -> None:
    table = load_table(own_deck)
    assert table.setup.drawn == ()
    with pytest.raises(NarratorError, match="papierowej talii"):
        PACKAGE.dealt(table, 4, "gentle")
    assert "seed = 4\n" in own_deck.read_text(encoding="utf-8")


def test_a_deck_of_ones_own_is_printed_without_names_and_simulated_like_any(own_deck: Path) -> None:
    table = load_table(own_deck)
    assert [card.seat for card in PACKAGE.sheet(table, 1).cards] == [0] * 8
    assert not PACKAGE.sheet(table, 1).dealt
    assert game_of(PACKAGE, own_deck, None, 1).setup.deal == "engine"
