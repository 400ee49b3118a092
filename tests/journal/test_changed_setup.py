"""A game goes on with the table that its journal keeps, whatever becomes of the setup's file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.evening.leading import begin
from narrator.evening.options import RunOptions
from narrator.play import session

from tests.journal.headless import played
from tests.played import SETUP, Notebook, Played
from tests.program import narrator

EDITED = {
    "nothing": (SETUP, ""),
    "deleted": ("", "Nie da się już użyć pliku"),
    "spoilt": ('format = 1\ncards = ["sheriff"]', "Nie da się już użyć pliku"),
    "another card": (SETUP.replace('"avenger"', '"thief"'), "się zmienił"),
    "another voice": (SETUP.replace("format = 1", 'format = 1\nvoice = "slow"'), ""),
}


@pytest.mark.parametrize("edit", EDITED)
def test_a_game_outlives_its_setup(game: Played, setup: Path, tmp_path: Path, edit: str) -> None:
    path = tmp_path / "journal.jsonl"
    begun = session.begin(setup, session.load(setup, Config(), "", ""), game.seed, path, Config())
    begun.run(Notebook(iter(game.answers[:8])))
    begun.journal.close()
    text, expected = EDITED[edit]
    setup.write_text(text, encoding="utf-8")
    if not text:
        setup.unlink()
    _, stage, remark = session.resume(path, "", "")
    assert (expected in texts_of("pl").told(remark)) if expected else remark == ""
    assert stage.state == begun.state
    stage.run(Notebook(iter(game.answers[8:])))
    stage.journal.close()
    assert path.read_bytes().splitlines()[1:] == game.journal.splitlines()[1:]


def test_a_changed_setup_is_said_once(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    cues = played(game, setup, path, 3)
    setup.unlink()
    done = narrator("resume", path, "--headless")
    assert done.returncode == 0
    assert done.stderr == f"Nie da się już użyć pliku {setup}: gra toczy się dalej przy stole z zapisu\n"
    assert json.loads(done.stdout) == cues[-1]


def test_so_it_is_before_a_rematch(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    played(game, setup, path, 3)
    again = ("again", path, "--headless", "--journal")
    assert "się zmienił" not in narrator(*again, tmp_path / "second.jsonl").stderr
    setup.write_text(SETUP.replace('"avenger"', '"thief"'), encoding="utf-8")
    done = narrator(*again, tmp_path / "third.jsonl")
    assert done.stderr.count(f"{setup} albo jego skrypt się zmienił: gra toczy się dalej") == 1


def test_how_players_alone_answer_may_change(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nanswers = "keys"'), encoding="utf-8")
    narrator("play", setup, "--headless", "--journal", path)
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nanswers = "counting"'), encoding="utf-8")
    table, stage, remark = session.resume(path, "book", "slow")
    stage.journal.close()
    assert (table.setup.answers, table.setup.names, table.setup.voice, remark) == ("counting", "book", "slow", "")


def test_whether_there_is_a_moderator_is_kept(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    played(game, setup, path, 3)
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nanswers = "keys"'), encoding="utf-8")
    table, stage, remark = session.resume(path, "", "")
    stage.journal.close()
    assert table.setup.answers == "moderator"
    assert remark


def test_a_table_of_keys_that_a_page_leads_has_not_changed(setup: Path, config: Path, tmp_path: Path) -> None:
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nanswers = "keys"'), encoding="utf-8")
    said = RunOptions(page=True, journal=tmp_path / "journal.jsonl", config=config)
    begin(setup, said, said.settings()).stage.journal.close()
    table, stage, remark = session.resume(tmp_path / "journal.jsonl", "", "")
    stage.journal.close()
    assert (table.setup.answers, remark) == ("moderator", "")


def test_names_chosen_on_the_command_line_are_kept(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    narrator("play", setup, "--headless", "--names", "book", "--journal", path)
    assert session.recall(path).table.setup.names == "book"
    assert session.recall(path, "gentle").table.setup.names == "gentle"


@pytest.mark.parametrize("table", ["demo", "demo-fluxx"])
def test_another_language_of_the_settings_changes_no_table(tmp_path: Path, table: str) -> None:
    path, settings = tmp_path / "journal.jsonl", tmp_path / "config.toml"
    settings.write_text('format = 1\nlanguage = "en"\n', encoding="utf-8")
    narrator("play", table, "--headless", "--journal", path, "--config", settings)
    settings.write_text('format = 1\nlanguage = "pl"\n', encoding="utf-8")
    done = narrator("resume", path, "--headless")
    assert (session.recall(path).table.setup.language, done.stderr) == ("en", "")
