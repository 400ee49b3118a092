"""What version 0.3.0 wrote is read: its journals go on where they stood, its tables, variants and settings hold."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from narrator.computer.config import load_config
from narrator.games.ktulu.own_rules import KtuluRules
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.flow.own_rules import day_of
from narrator.play import session
from narrator.play.loading import load_table

from tests.program import at_home, narrator

FILES = Path(__file__).with_name("version_0_3_0")
JOURNALS = sorted(path.name.partition(".")[0] for path in FILES.glob("*.gz"))
OVER = ["werewolf"]
"""The games that had ended."""


@pytest.fixture
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The journal of the game that a test asks for, as it lay there."""
    path: Path = tmp_path / f"{request.param}.jsonl"
    path.write_bytes(gzip.decompress((FILES / f"{request.param}.jsonl.gz").read_bytes()))
    return path


@pytest.mark.parametrize("journal", JOURNALS, indirect=True)
def test_an_old_game_is_played_again_as_it_went(journal: Path) -> None:
    kept = session.recall(journal)
    assert kept.header.program == "0.3.0"
    assert len([*kept.steps()]) == len(kept.batches)
    assert session.is_over(kept) == (journal.stem in OVER)


@pytest.mark.parametrize("journal", [name for name in JOURNALS if name not in OVER], indirect=True)
def test_it_goes_on_with_the_question_that_was_open(journal: Path, tmp_path: Path) -> None:
    done = narrator("resume", journal, "--headless", env=at_home(tmp_path))
    assert done.returncode == 0, done.stderr
    assert '"cue": "ask"' in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("journal", ["ktulu"], indirect=True)
def test_what_no_file_may_say_holds_in_a_game_that_has_begun(journal: Path) -> None:
    data = json.loads(journal.read_text(encoding="utf-8").partition("\n")[0])["data"]
    data["script"]["day"] = {"steps": [], "from": {}}  # as of a script that named none
    data["script"]["timing"]["speech"] = 0.0
    table = KtuluPackage().rebuild(data["setup"], data["script"], journal.name).table()
    assert day_of(table.script).steps == KtuluRules.usual_steps


@pytest.mark.parametrize("journal", JOURNALS, indirect=True)
def test_its_story_is_told(journal: Path, tmp_path: Path) -> None:
    done = narrator("log", journal, env=at_home(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")


def test_old_tables_and_variants_have_no_fault(tmp_path: Path) -> None:
    done = narrator("check", FILES / "table.toml", FILES / "variant.toml", "--games", "0", env=at_home(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert load_table(FILES / "table.toml").setup.answers == "phones"


def test_old_settings_hold() -> None:
    settings = load_config(FILES / "config.toml")
    assert (settings.language, settings.names, settings.pace, settings.plain) == ("en", "book", 0.8, True)
