"""A game that somebody else's package brings is played as those that came along."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from narrator.errors import BadData
from narrator.games import registry

from tests.program import at_home, narrator

TESTS = Path(__file__).parent
BROUGHT = {"harvest": "HarvestPackage", "broken": "Nobody", "ktulu": "HarvestPackage"}
POINTS = "".join(f"{name} = harvest_game:{what}\n" for name, what in BROUGHT.items())


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder into which the game of the tests is installed from a wheel."""
    wheel = tmp_path / "harvest_game-1-py3-none-any.whl"
    info = "harvest_game-1.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in (TESTS / "harvest").rglob("*"):
            if file.suffix in (".py", ".toml") and file.name != "__main__.py":
                text = file.read_text("utf-8").replace("tests.harvest", "harvest_game")
                archive.writestr(f"harvest_game/{file.relative_to(TESTS / 'harvest').as_posix()}", text)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: harvest-game\nVersion: 1\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", f"[{registry.INSTALLED}]\n{POINTS}")
        archive.writestr(f"{info}/RECORD", "")
    into = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", into, wheel]
    subprocess.run([*map(str, pip)], check=True, capture_output=True)
    return into


COMMANDS = (
    ("check", "table.toml"),
    ("new", "made.toml", "--game", "harvest"),
    ("play", "table.toml", "--headless"),
)
TABLE = 'format = 1\ngame = "harvest"\n[[player]]\nname = "Ala"\n[[player]]\nname = "Bartek"\n'


def test_it_is_checked_made_and_played_like_any_other(installed: Path, tmp_path: Path) -> None:
    home = {**at_home(tmp_path), "PYTHONPATH": str(installed)}
    (tmp_path / "table.toml").write_text(TABLE, "utf-8")
    for words in COMMANDS:
        done = narrator(*words, said="ready\n", cwd=tmp_path, env=home, timeout=60)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    assert 'game = "harvest"' in (tmp_path / "made.toml").read_text("utf-8")


def test_what_cannot_be_loaded_is_told_and_takes_nothing_else_away(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(installed))
    registry._installed.cache_clear()
    try:
        assert "harvest" in registry.offered()
        assert "broken" not in registry.offered()
        assert type(registry.package("ktulu")).__name__ == "KtuluPackage", "no other takes the place of those here"
        with pytest.raises(BadData, match="Nobody"):
            registry.package("broken")
    finally:
        registry._installed.cache_clear()
    assert metadata.version("harvest-game") == "1"
