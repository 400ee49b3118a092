"""A game goes on as it was begun: silent or aloud, at its pace, with its settings; what is named then comes first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.config import Config
from narrator.errors import BadData
from narrator.play import session
from narrator.play.journal import Header, Journal, read
from narrator.play.session import SavedOptions

from tests.played import SETUP
from tests.polish import word
from tests.program import narrator

ALOUD = word("aloud")
INTO_THE_NIGHT = "ready\n"
"""What is answered before the game is broken off: in a call, going on says its line again."""


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    path.write_text(f'voice = "none"\n{SETUP}', encoding="utf-8")
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(f'format = 1\nears = "keys"\nshow_seconds = 0.0\njournals = "{tmp_path.as_posix()}"\n', "utf-8")
    return path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


@pytest.mark.parametrize(
    "begun",
    [
        SavedOptions(),
        SavedOptions(silent=True),
        SavedOptions(pace=0.0),
        SavedOptions(pace=1.5, config="own.toml"),
        SavedOptions(silent=True, pace=1.0),
    ],
    ids=str,
)
def test_the_journal_keeps_what_a_game_was_begun_with(setup: Path, journal: Path, begun: SavedOptions) -> None:
    table = session.load(setup, Config(), "", "")
    session.begin(setup, table, 1, journal, Config(), begun).journal.close()
    assert session.saved_options(journal) == begun
    head = json.loads(journal.read_text("utf-8").splitlines()[0])
    assert bool(head["manner"]) is (begun != SavedOptions())


def test_a_silent_game_goes_on_silently(setup: Path, config: Path, journal: Path) -> None:
    begun = narrator("play", setup, "--silent", "--config", config, "--journal", journal, said=INTO_THE_NIGHT)
    assert ALOUD in begun.stdout
    again = narrator("resume", journal)
    assert again.returncode == 0, again.stderr
    assert ALOUD in again.stdout
    aloud = narrator("resume", journal, "--aloud")
    assert aloud.returncode == 0, aloud.stderr
    assert ALOUD not in aloud.stdout
    assert ALOUD in narrator("resume", journal).stdout  # that was for once


def test_a_game_that_was_led_aloud_can_go_on_silently(setup: Path, config: Path, journal: Path) -> None:
    begun = narrator("play", setup, "--config", config, "--pace", "0", "--journal", journal, said=INTO_THE_NIGHT)
    assert ALOUD not in begun.stdout
    assert ALOUD not in narrator("resume", journal).stdout
    assert ALOUD in narrator("resume", journal, "--silent").stdout


def test_a_game_for_programs_is_resumed_for_whoever_resumes_it(setup: Path, config: Path, journal: Path) -> None:
    narrator("play", setup, "--headless", "--silent", "--config", config, "--journal", journal, said=INTO_THE_NIGHT)
    assert narrator("resume", journal, "--headless").stdout.startswith("{")
    assert ALOUD in narrator("resume", journal).stdout


def test_settings_that_are_gone_are_told_and_done_without(setup: Path, config: Path, journal: Path) -> None:
    narrator("play", setup, "--silent", "--config", config, "--journal", journal)
    config.unlink()
    done = narrator("resume", journal, "--headless")
    assert done.returncode == 0
    assert done.stderr == f"Nie ma już pliku {config}: dalej ze zwykłymi ustawieniami\n"


@pytest.mark.parametrize(
    ("manner", "fault"),
    [
        (5, "beginning is damaged"),
        ({"silent": 1}, "expected true or false"),
        ({"pace": "slow"}, "expected a number"),
        ({"pace": -1.0}, "a pace of -1.0 cannot be"),
        ({"pace": float("nan")}, "expected a number"),
        ({"loud": True}, "unknown key"),
    ],
)
def test_a_manner_that_nobody_wrote_is_refused(manner: Any, fault: str, journal: Path) -> None:
    Journal.begin(journal, Header(game="ktulu", setup="", fingerprint="", seed=1, manner={"silent": True})).close()
    head = json.loads(journal.read_text("utf-8")) | {"manner": manner}
    journal.write_text(json.dumps(head) + "\n", encoding="utf-8")
    before = journal.read_bytes()
    with pytest.raises(BadData, match=fault):
        session.saved_options(journal)
    assert journal.read_bytes() == before


def test_a_journal_without_it_is_as_good(setup: Path, journal: Path) -> None:
    table = session.load(setup, Config(), "", "")
    session.begin(setup, table, 1, journal, Config()).journal.close()
    assert read(journal)[0].manner == {}
    assert session.saved_options(journal) == SavedOptions()
