"""What goes out in a few whole evenings, and who knows what by it, is as it was kept; secrecy is read in a diff."""

from __future__ import annotations

import pytest

from tests.playthroughs import FOLDER, tables, told


@pytest.mark.parametrize("name", tables())
def test_an_evening_is_as_it_was_kept(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert told(tables()[name]) == kept, "if it is meant: python -m tests.playthroughs, and read the diff"
