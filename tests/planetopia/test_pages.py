"""The game's page in docs/ names every key and level, and its setup is one."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from narrator.games.planetopia.commands import LEVELS
from narrator.games.planetopia.setup import REMINDERS, Leader, Setup
from narrator.play.loading import load_table

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "planetopia.md").read_text("utf-8")
OF_ANY_GAME = {"format", "game", "player", "names", "name", "say"}


def test_the_keys_and_levels_are_told() -> None:
    told = {key for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for key in re.findall(r"`([\w-]+)`", row)}
    assert told >= {field.name for one in (Setup, Leader) for field in fields(one)} - OF_ANY_GAME
    assert all(f'`"{one}"`' in PAGE for one in LEVELS)
    assert all(f"`{one}`" in PAGE for one in REMINDERS)


def test_the_setup_of_the_page_is_one(tmp_path: Path) -> None:
    [setup] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    (tmp_path / "a.toml").write_text(setup, "utf-8")
    table = load_table(tmp_path / "a.toml")
    assert (table.warnings, table.setup.level, table.setup.player[0].town) == ([], "full", "Nowy Rynek")
