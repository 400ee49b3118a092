"""Whatever stands on the command line is done, or refused in words before anything is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from narrator.computer.config import load_config
from narrator.play import session

from tests.program import narrator

NO_WORD = os.fsdecode(b"\xff")
"""What a line holds where a byte of it is no UTF-8."""

TABLE = 'format = 1\ngame = "cthulhu-fluxx"\n[[player]]\nname = "Ala"\n[[player]]\nname = "Ola"\n'


@pytest.mark.parametrize("manner", [("--headless",), ("--silent",), ("--voice", "none")], ids=" ".join)
@pytest.mark.parametrize(
    ("option", "fault"),
    [("--voice", "voice: nie ma głosu"), ("--names", "names: nie ma profilu nazw")],
)
@pytest.mark.parametrize("table", ["demo", "demo-fluxx"])
def test_a_voice_or_names_that_are_no_word_are_refused_before_the_journal_begins(
    table: str, option: str, fault: str, manner: tuple[str, ...], tmp_path: Path
) -> None:
    done = narrator("play", table, *manner, option, NO_WORD, "--journal", tmp_path / "game.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(fault)
    assert not [*tmp_path.iterdir()]


def test_a_setup_whose_voice_is_not_there_is_refused_before_the_journal_begins(tmp_path: Path) -> None:
    setup = tmp_path / "table.toml"
    setup.write_text(f'voice = "nobody"\n{TABLE}')
    done = narrator("play", setup, "--journal", tmp_path / "game.jsonl")
    assert (done.returncode, done.stderr.partition(" →")[0]) == (1, "voice: nie ma głosu „nobody”")
    assert [*tmp_path.iterdir()] == [setup]


def test_files_whose_names_are_no_words_are_taken(tmp_path: Path) -> None:
    settings, setup, journal, page = (
        tmp_path / f"{NO_WORD}.{ending}" for ending in ("config", "toml", "jsonl", "html")
    )
    settings.write_text("format = 1\n")
    setup.write_text(TABLE)
    done = narrator("play", setup, "--silent", "--config", settings, "--journal", journal)
    assert journal.exists(), done.stderr
    assert narrator("play", setup, "--silent", "--config", settings).returncode == done.returncode
    assert not [*session.games_from(setup, load_config())]
    for command in (("log", journal, "--out", page), ("sheet", setup, "--out", page, "--force")):
        done = narrator(*command)
        assert done.returncode == 0, done.stderr
        assert "<title>?</title>" in page.read_text("utf-8")


def test_a_script_whose_name_no_script_can_hold_is_refused_as_a_base(tmp_path: Path) -> None:
    base, script = tmp_path / f"{NO_WORD}.toml", tmp_path / "own.toml"
    assert narrator("script", "copy", "ktulu", base).returncode == 0
    done = narrator("script", "new", script, "--extends", base)
    assert (done.returncode, done.stderr.startswith(r"extends: \udcff ")) == (1, True), done.stderr
    assert not script.exists()
