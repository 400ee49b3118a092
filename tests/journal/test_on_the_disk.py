"""Every fact is on the disk before the next cue, and a full disk loses none that was."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.config import Config
from narrator.cues import Say, Tell
from narrator.errors import NarratorError
from narrator.play import session
from narrator.play.journal import Header, Journal, read

from tests.journal.headless import facts, played
from tests.played import Notebook, Played
from tests.program import narrator


def test_a_new_game_overwrites_no_journal(game: Played, setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(game.journal)
    done = narrator("play", setup, "--headless", "--journal", path)
    assert done.returncode == 1
    assert "już jest" in done.stderr
    assert path.read_bytes() == game.journal


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
        assert "File too large. " in done.stderr
        assert f"narrator resume {path}" in done.stderr
        heard = [json.loads(line) for line in done.stdout.splitlines()]
        assert heard == cues[: len(heard)], "nothing is said of it in the room"
        assert facts(whole).startswith(facts(path))
        assert path.read_bytes().endswith(b"\n")
        answered = sum('"event": "' in fact and '"input": ""' not in fact for fact in inputs(path))
        done = narrator("resume", path, "--headless", said="\n".join(game.answers[answered:]))
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout.splitlines()[0]) in cues
        assert facts(path) == facts(whole)


def inputs(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if '"input": ' in line]


def test_a_disk_too_full_to_begin_leaves_nothing_behind(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    done = narrator("play", setup, "--headless", "--journal", path, **full_at(100))
    assert done.returncode == 1
    assert "File too large. Zróbcie miejsce" in done.stderr
    assert done.stdout == ""
    assert not path.exists()


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """Also within one process: after a full disk the next batch follows the last whole one."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "journal.jsonl"
    journal = Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))
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
    stage = session.begin(None, game.table, game.seed, path, Config())
    room = Suspicious(iter(game.answers), lambda: sizes[-1] == path.stat().st_size)
    stage.run(room)
    stage.journal.close()
    assert room.cues == game.cues
