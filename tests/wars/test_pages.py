"""The game's page in docs/ names every key, faction and moment, and its setup is one."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

from narrator.games.wars.setup import FACTIONS, Moment, Setup
from narrator.play.loading import load_table

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "wars.md").read_text("utf-8")
OF_ANY_GAME = {"format", "game", "names"}


def test_the_keys_factions_and_moments_are_told() -> None:
    told = {key for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for key in re.findall(r"`([\w-]+)`", row)}
    assert told >= {field.name for field in fields(Setup)} - OF_ANY_GAME
    assert all(f"`{one}`" in PAGE for one in (*FACTIONS, *get_args(Moment)))


def test_the_setup_of_the_page_is_one(tmp_path: Path) -> None:
    [setup] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    (tmp_path / "a.toml").write_text(setup, "utf-8")
    table = load_table(tmp_path / "a.toml")
    assert (table.warnings, table.setup.ledger, len(table.setup.remind)) == ([], "actions", 1)
