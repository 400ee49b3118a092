"""A setup with far more players than can sit at a table is refused for that, and not name by name."""

from __future__ import annotations

from pathlib import Path

from narrator.computer.paths import shipped

from tests.checked import faults_of

MOST = 60


def test_beyond_the_most_players_no_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    small = Path(shipped("setups") / "small.toml").read_text("utf-8")
    path.write_text(small + '[[player]]\nname = "Jan"\n' * 3 * MOST, "utf-8")
    keys = [one.key for one in faults_of(path)]
    assert "too-many-players" in keys
    assert keys.count("same-name") == MOST - 8 - 1
