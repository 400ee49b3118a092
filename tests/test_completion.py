"""The shell completes commands, setups and journals by what there is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import forking
from tests.program import narrator


@pytest.fixture
def home(tmp_path: Path) -> Path:
    games = tmp_path / "data" / "narrator" / "games"
    games.mkdir(parents=True)
    (games / "2026-11-12_21-40-00.jsonl").touch()
    (tmp_path / "piatek.toml").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "stoly").mkdir()
    (tmp_path / "stoly" / "sobota.toml").touch()
    return tmp_path


def completed(home: Path, line: str) -> list[str]:
    """What bash is offered for the last word of the line."""
    return offered(home, COMP_WORDS=line, COMP_CWORD=str(line.count(" ")), _NARRATOR_COMPLETE="complete_bash").split()


def offered(home: Path, **asked: str) -> str:
    """What a shell is told that asks so."""
    places = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    done = forking.run(forking.NARRATOR, [], "", home, {**os.environ, **asked, **places})
    assert not done.stderr, done.stderr
    return done.stdout


def test_commands_are_completed(home: Path) -> None:
    assert completed(home, "narrator re") == ["resume", "replay", "report"]


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        (
            "",
            [
                "all-roles",
                "demo",
                "demo-fluxx",
                "demo-planetopia",
                "demo-wars",
                "short",
                "small",
                "data/",
                "piatek.toml",
                "stoly/",
            ],
        ),
        ("s", ["short", "small", "stoly/"]),
        ("pi", ["piatek.toml"]),
        ("stoly/", ["stoly/sobota.toml"]),
        ("no", []),
        ("nowhere/x", []),
        ("~nobodyy/", []),
    ],
)
def test_setups_are_completed(home: Path, begun: str, offered: list[str]) -> None:
    assert completed(home, f"narrator play {begun}") == offered


def test_journals_are_completed(home: Path) -> None:
    games = home / "data" / "narrator" / "games"
    assert completed(home, f"narrator resume {games}/2026") == [str(games / "2026-11-12_21-40-00.jsonl")]


@pytest.mark.parametrize(
    ("line", "locale", "told"),
    [
        ("narrator re", "pl_PL", '"replay":"Odtwarza grę tak, jak ją było słychać; dopóki trwa,…"'),
        ("narrator re", "en_GB", '"replay":"Play back a game as the room heard it; secrets are hidden…"'),
        ("narrator stats --j", "pl_PL", '"--json":"Dla programów."'),
        ("narrator voice tr", "en_GB", '"try":"Say a line in a voice; without a name hear them all, and…"'),
    ],
)
def test_a_shell_that_tells_what_it_completes_does_so_in_the_language_of_the_settings(
    home: Path, line: str, locale: str, told: str
) -> None:
    asked = {"_NARRATOR_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line, "LC_ALL": f"{locale}.UTF-8"}
    assert told in offered(home, **asked)


def test_the_help_tells_how_it_is_switched_on() -> None:
    assert "--install-completion" in narrator("--help").stdout
