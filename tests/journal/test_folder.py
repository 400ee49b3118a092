"""The folder of journals: whose they are, and which game began last."""

from __future__ import annotations

import json
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from narrator.computer import parsing
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import BadData
from narrator.play import session
from narrator.play.journal import FORMAT, Header, Journal
from narrator.play.stats import stats_of

from tests.played import Played
from tests.program import narrator


def test_a_journal_is_for_its_owner_alone_and_its_name_says_nothing(setup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    config = tmp_path / "config.toml"
    config.write_text(f"format = 1\njournals = {str(folder)!r}\n", encoding="utf-8")
    old = os.umask(0o000)
    try:
        done = narrator("play", setup, "--headless", "--config", config)
    finally:
        os.umask(old)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    name = session.latest_journal(Config(journals=str(folder))).stem
    assert name.replace("-", "").replace("_", "").isdecimal()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
def test_every_folder_that_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "narrator" / "games" / "journal.jsonl"
    old = os.umask(0o000)
    try:
        Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1)).close()
    finally:
        os.umask(old)
    for folder in path.parents[:3]:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
def test_a_journal_that_others_could_read_is_closed_to_them_when_it_goes_on(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(game.journal[: game.ends[-8]])
    path.chmod(0o644)
    _, stage, _ = session.resume(path, "", "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644, "nothing was written yet: it may be any file"
    stage.again()
    stage.journal.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def begun_at(path: Path, *times: str) -> Path:
    """Write headers that say when they began into journals of these names, the last one touched first."""
    for age, (name, time) in enumerate(entry.split(" ") for entry in times):
        file = path / f"{name}.jsonl"
        Journal.begin(file, Header(game="ktulu", setup="", fingerprint="", seed=age, begun=time)).close()
        os.utime(file, (1e9 - age, 1e9 - age))
    return path


def last(folder: Path) -> str:
    return session.latest_journal(Config(journals=str(folder))).stem


def test_the_last_game_is_the_one_that_began_last(tmp_path: Path) -> None:
    with pytest.raises(BadData) as told:
        session.latest_journal(Config(journals=str(tmp_path)))
    (problem,) = told.value.problems
    polish, english = (problem.told(texts_of(language).told) for language in ("pl", "en"))
    assert [polish, english] == [
        f"{tmp_path}: nie ma w nim żadnego zapisu gry → zacznij grę: narrator play",
        str(problem),
    ]
    (tmp_path / "folder.jsonl").mkdir()
    times = ("d 2026-11-23T21:00:00+01:00", "a 2026-11-23T20:30:00+00:00", "b 2026-11-23T20:15:00+00:00")
    assert last(begun_at(tmp_path, *times)) == "a"


def test_when_games_began_is_read_without_the_scripts_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shelf of a hundred games would hold up the next one's start by a fifth of a second."""
    planted = {"say": ', "begun": "1999-01-01T00:00:00+00:00", "manner": {'}
    for name, begun in (("a", "2026-11-23T20:00:00+00:00"), ("b", "2026-11-23T21:00:00+00:00")):
        header = Header(
            game="ktulu", setup="", fingerprint="", seed=1, data=planted if name == "b" else {}, begun=begun
        )
        Journal.begin(tmp_path / f"{name}.jsonl", header).close()
    monkeypatch.setattr(parsing, "json_object", lambda _: pytest.fail("a header was read whole"))
    assert last(tmp_path) == "b"


def test_a_game_for_practice_is_none_of_those_that_were_played(game: Played, tmp_path: Path) -> None:
    config = Config(journals=str(tmp_path))
    for practice in (False, True):
        options = session.SavedOptions(practice=practice)
        session.begin(None, game.table, game.seed, tmp_path / f"{practice}.jsonl", config, options).journal.close()
    assert session.journals(config) == [tmp_path / "False.jsonl"]
    assert session.saved_options(tmp_path / "True.jsonl").practice
    assert stats_of(sorted(tmp_path.glob("*.jsonl"))).unfinished == 1


def test_of_those_that_began_at_once_the_last_by_name_counts(tmp_path: Path) -> None:
    games = [f"{name} 2026-11-23T21:00:00+01:00" for name in ("c_2", "c")]
    assert last(begun_at(tmp_path, *games)) == "c_2"


def test_where_the_header_tells_no_time_the_files_date_does(game: Played, tmp_path: Path) -> None:
    """As in journals of the format before, which the version that wrote them can go on with."""
    (tmp_path / "old.jsonl").write_bytes(second_format(game))
    begun_at(tmp_path, f"new {datetime(2026, 11, 23, 21).astimezone().isoformat()}")
    (tmp_path / "damaged.jsonl").write_bytes(b'{"journal": %d, "begun": 5}\n' % FORMAT)
    (tmp_path / "foreign.jsonl").write_bytes(b'{"messages": [{"journal": 4}]}\n')  # of today, and another program's
    for name, hour in (("old", 22), ("damaged", 20)):
        touched = datetime(2026, 11, 23, hour).timestamp()
        os.utime(tmp_path / f"{name}.jsonl", (touched, touched))
    assert last(tmp_path) == "old"
    with pytest.raises(BadData, match="format 2"):
        session.recall(session.latest_journal(Config(journals=str(tmp_path))))
    os.utime(tmp_path / "old.jsonl", (1e9, 1e9))
    assert last(tmp_path) == "new"
    for path in {*tmp_path.glob("*.jsonl")} - {tmp_path / "foreign.jsonl"}:
        path.unlink()
    assert last(tmp_path) == "foreign"  # which is named, and that it is no journal


@pytest.mark.parametrize(
    ("written", "instead"), [(b": %d," % FORMAT, b": 3,"), (b'{"jour', b'not {"jour'), (b"}\n", b"")]
)
def test_what_is_no_header_of_this_format_tells_no_time(tmp_path: Path, written: bytes, instead: bytes) -> None:
    begun_at(tmp_path, "new 2026-11-23T21:00:00+00:00", "odd 2026-11-23T22:00:00+00:00")
    odd = tmp_path / "odd.jsonl"
    odd.write_bytes(odd.read_bytes().replace(written, instead))
    os.utime(odd, (1e9, 1e9))
    assert last(tmp_path) == "new"


def second_format(game: Played) -> bytes:
    head, facts = game.journal.split(b"\n", 1)
    known = json.loads(head) | {"journal": 2}
    del known["begun"], known["manner"]
    return json.dumps(known).encode() + b"\n" + facts


def test_where_neither_tells_a_time_the_files_date_does(tmp_path: Path) -> None:
    for name, when in (("a", 3), ("b", 5), ("c", 4)):
        (tmp_path / f"{name}.jsonl").touch()
        os.utime(tmp_path / f"{name}.jsonl", (when, when))
    assert last(tmp_path) == "b"


def test_a_clock_that_was_set_back_makes_no_game_older(game: Played, tmp_path: Path) -> None:
    config = Config(journals=str(tmp_path))
    begun_at(tmp_path, "first 2999-01-01T00:00:00+00:00")
    stage = session.begin(None, game.table, game.seed, None, config)
    stage.journal.close()
    assert session.latest_journal(config) == stage.journal.path
    assert datetime.fromisoformat(session.recall(stage.journal.path).header.begun) == datetime(
        2999, 1, 1, 0, 0, 1, tzinfo=UTC
    )


def test_the_end_of_time_stops_no_game(game: Played, tmp_path: Path) -> None:
    begun_at(tmp_path, "first 9999-12-31T23:59:59+00:00")
    session.begin(None, game.table, game.seed, None, Config(journals=str(tmp_path))).journal.close()
