"""A journal that can be used is never lost: on a full disk, under two narrators, after its setup changed."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from played import SETUP, Notebook, Played, whole_game
from program import narrator

from narrator import playing
from narrator.config import Config
from narrator.cues import Say, Tell
from narrator.journal import Header, Journal, read
from narrator.problems import NarratorError


@pytest.fixture(scope="module")
def game() -> Played:
    return whole_game()


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(SETUP, encoding="utf-8")
    return path


def played(game: Played, setup: Path, journal: Path, answers: int) -> list[dict[str, Any]]:
    """Play so many answers of the game into the journal; give the cues."""
    said = "\n".join(game.answers[:answers])
    done = narrator("play", setup, "--headless", "--seed", game.seed, "--journal", journal, said=said)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_new_game_overwrites_no_journal(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(game.journal)
    done = narrator("play", setup, "--headless", "--journal", path)
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert path.read_bytes() == game.journal


# ---- A full disk ----


def full_at(size: int) -> dict[str, Any]:
    """Let no file grow beyond so many bytes, as if the disk were full then."""
    resource = pytest.importorskip("resource")
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))}


def test_a_full_disk_ends_the_program_and_not_the_game(game: Played, setup: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    cues = played(game, setup, whole, len(game.answers))
    begin = whole.read_bytes().index(b"\n") + 1
    size, path = len(whole.read_bytes()), tmp_path / "journal.jsonl"
    said = "\n".join(game.answers)
    for room in (begin + 30, begin + (size - begin) // 2):
        path.unlink(missing_ok=True)
        done = narrator(
            "play", setup, "--headless", "--seed", game.seed, "--journal", path, said=said, **full_at(room)
        )
        assert done.returncode == 1, room
        assert "File too large. All before is safe" in done.stderr
        assert f"narrator resume {path}" in done.stderr
        heard = [json.loads(line) for line in done.stdout.splitlines()]
        assert heard == cues[: len(heard)], "nothing is said of it in the room"
        assert whole.read_bytes().startswith(path.read_bytes())
        assert path.read_bytes().endswith(b"\n")
        answered = sum('"event": "' in fact and '"input": ""' not in fact for fact in inputs(path))
        done = narrator("resume", path, "--headless", said="\n".join(game.answers[answered:]))
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout.splitlines()[0]) in cues
        assert path.read_bytes() == whole.read_bytes()


def inputs(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if '"input": ' in line]


def test_a_disk_too_full_to_begin_leaves_nothing_behind(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    done = narrator("play", setup, "--headless", "--journal", path, **full_at(100))
    assert done.returncode == 1
    assert "File too large. Make room, or name another place with --journal" in done.stderr
    assert done.stdout == ""
    assert not path.exists()


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """Also within one process: after a full disk the next batch follows the last whole one."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "journal.jsonl"
    journal = Journal.begin(path, Header(game="ktulu", setup="", table="", seed=1))
    journal.append("", [{"event": "Began"}])
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
    try:
        with pytest.raises(NarratorError, match="All before is safe"):
            journal.append("7", [{"event": "Answered", "answer": "7"}])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    journal.append("8", [{"event": "Answered", "answer": "8"}])
    journal.close()
    assert [batch.input for batch in read(path)[1]] == ["", "8"]


class Suspicious(Notebook):
    """A room that looks at every cue whether the journal is on the disk."""

    def __init__(self, answers: Iterator[str], synced: Callable[[], bool]) -> None:
        super().__init__(answers)
        self.synced = synced

    def say(self, cue: Say) -> str:
        assert self.synced(), cue
        return super().say(cue)

    def tell(self, cue: Tell) -> str:
        assert self.synced(), cue
        return super().tell(cue)


def test_facts_are_on_the_disk_before_the_next_cue(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real, sizes = tmp_path / "journal.jsonl", os.fsync, list[int]()

    def fsync(handle: int) -> None:
        real(handle)
        sizes.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    stage = playing.begin(None, game.table, game.seed, path, Config())
    room = Suspicious(iter(game.answers), lambda: sizes[-1] == path.stat().st_size)
    stage.run(room)
    stage.journal.close()
    assert room.cues == game.cues


# ---- Two narrators ----


def test_two_narrators_cannot_have_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    first = Journal.begin(path, Header(game="ktulu", setup="", table="", seed=1))
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
        Journal.reopen(path)
    done = narrator("resume", path, "--headless")
    assert (done.returncode, done.stdout) == (1, "")
    assert "another narrator has" in done.stderr
    first.close()
    Journal.reopen(path).close()


def test_a_killed_narrator_lets_its_journal_go(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-m", "narrator", "play", str(setup), "--headless", "--journal", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        assert "another narrator has" in narrator("resume", path, "--headless").stderr
        assert narrator("log", path).returncode == 0, "a running game can be looked at"
        process.kill()
    assert narrator("resume", path, "--headless").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for another process on Windows")
def test_ctrl_c_says_how_to_go_on(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-m", "narrator", "play", str(setup), "--headless", "--journal", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        assert process.stdout
        assert process.stderr
        while '"cue": "ask"' not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert said.endswith(f"\nBroken off; nothing is lost. Go on with: narrator resume {path}\n")
        assert "Traceback" not in said
        assert process.wait() == 130


# ---- What changed since ----


EDITED = {
    "nothing": (SETUP, ""),
    "deleted": ("", "cannot be used any more"),
    "spoilt": ('format = 1\ncards = ["sheriff"]', "cannot be used any more"),
    "another card": (SETUP.replace('"avenger"', '"thief"'), "has changed"),
    "another voice": (SETUP.replace("format = 1", 'format = 1\nvoice = "slow"'), ""),
}


@pytest.mark.parametrize("edit", EDITED)
def test_a_game_outlives_its_setup(game: Played, setup: Path, tmp_path: Path, edit: str) -> None:
    path = tmp_path / "journal.jsonl"
    begun = playing.begin(setup, playing.seated(setup, Config(), "", ""), game.seed, path, Config())
    begun.run(Notebook(iter(game.answers[:8])))
    begun.journal.close()
    text, expected = EDITED[edit]
    setup.write_text(text, encoding="utf-8")
    if not text:
        setup.unlink()
    _, stage, remark = playing.resume(path, "", "")
    assert (expected in remark) if expected else remark == ""
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
    assert done.stderr == f"{setup} cannot be used any more: going on with the table as the journal has it\n"
    assert json.loads(done.stdout) == cues[-1]


def test_who_answers_may_change(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    played(game, setup, path, 3)
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nanswers = "keys"'), encoding="utf-8")
    table, stage, remark = playing.resume(path, "book", "slow")
    stage.journal.close()
    assert (table.setup.answers, table.setup.names, table.setup.voice, remark) == ("keys", "book", "slow", "")


def test_names_chosen_on_the_command_line_are_kept(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    narrator("play", setup, "--headless", "--names", "book", "--journal", path)
    assert playing.recall(path).table.setup.names == "book"
    assert playing.recall(path, "gentle").table.setup.names == "gentle"


# ---- Files ----


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
    name = playing.latest_journal(Config(journals=str(folder))).stem
    assert name.replace("-", "").replace("_", "").isdecimal()


def test_the_latest_journal_is_the_one_written_last(tmp_path: Path) -> None:
    with pytest.raises(NarratorError, match="no journal in"):
        playing.latest_journal(Config(journals=str(tmp_path)))
    for name, when in (("a", 3), ("b", 5), ("c", 4)):
        (tmp_path / f"{name}.jsonl").touch()
        os.utime(tmp_path / f"{name}.jsonl", (when, when))
    assert playing.latest_journal(Config(journals=str(tmp_path))).name == "b.jsonl"
