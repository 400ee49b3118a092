"""The tables that people may choose from are told apart: by name, by how many play, and by the variant."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.evening.offers import table_offered, tables


@pytest.mark.parametrize(("script", "words"), [("ktulu", ""), ("burza", ", Burza")])
def test_a_table_of_a_variant_is_offered_with_its_name(
    script: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "tables").mkdir()
    monkeypatch.chdir(tmp_path / "tables")
    small = (paths.shipped("setups") / "small.toml").read_text("utf-8")
    Path("friday.toml").write_text(small.replace("format = 1", f'format = 1\nscript = "{script}"'), "utf-8")
    (table,) = tables()
    assert table_offered(table, texts_of("pl")) == f"stół friday, {table.players} graczy{words}"
