"""A whole game, and the setup that it is played from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.played import SETUP, Played, whole_game


@pytest.fixture(scope="module")
def game() -> Played:
    return whole_game()


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(SETUP, encoding="utf-8")
    return path
