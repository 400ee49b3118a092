"""Only one narrator at a time has a journal, by whatever name, and a narrator that ends lets it go."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.computer import append_only
from narrator.errors import NarratorError
from narrator.play.journal import Header, Journal
from narrator.texts.shell import quoted

from tests.program import narrator


def test_two_narrators_cannot_have_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    first = Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))
    with pytest.raises(NarratorError, match=r"Another narrator has .* open"):
        Journal.reopen(path)
    done = narrator("resume", path, "--headless")
    assert (done.returncode, done.stdout) == (1, "")
    assert "inny narrator" in done.stderr
    first.close()
    Journal.reopen(path).close()


def named_by_link(path: Path, name: Path) -> Path:
    name.symlink_to(path)
    return name


def named_by_hard_link(path: Path, name: Path) -> Path:
    name.hardlink_to(path)
    return name


def named_through_a_folder(path: Path, name: Path) -> Path:
    name.symlink_to(path.parent)
    return name / path.name


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there that few have")
@pytest.mark.parametrize("named", [named_by_link, named_by_hard_link, named_through_a_folder])
@pytest.mark.parametrize("beside", [True, False])
def test_nor_can_they_by_another_name_of_it(
    tmp_path: Path, named: Callable[[Path, Path], Path], *, beside: bool
) -> None:
    path = tmp_path / "games" / "journal.jsonl"
    journal = Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))
    other = named(path, (path.parent if beside else tmp_path) / "other")
    with pytest.raises(NarratorError, match=r"Another narrator has .* open"):
        Journal.reopen(other)
    journal.close()
    again = Journal.reopen(other)
    with pytest.raises(NarratorError, match=r"Another narrator has .* open"):
        Journal.reopen(path)
    again.close()
    Journal.reopen(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there that few have")
@pytest.mark.parametrize("named", [named_by_link, named_through_a_folder])
def test_nor_by_a_link_where_files_cannot_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: Callable[[Path, Path], Path]
) -> None:
    def refuse(_: object) -> None:
        raise OSError(errno.ENOLCK, "")

    monkeypatch.setattr(append_only, "_lock", refuse)
    path = tmp_path / "games" / "journal.jsonl"
    journal = Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))
    with pytest.raises(NarratorError, match=r"Another narrator has .* open"):
        Journal.reopen(named(path, tmp_path / "other"))
    journal.close()


def test_a_killed_narrator_lets_its_journal_go(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-m", "narrator", "play", str(setup), "--headless", "--journal", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        told = narrator("resume", path, "--headless").stderr
        assert "Tę grę prowadzi już inny narrator" in told, "in the table's language"
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
        on = f"Dalej: w menu „dalej” albo poleceniem {quoted(sys.executable)} -m narrator resume"
        assert said.endswith(f"\nPrzerwane; nic nie zginęło. {on} {path}\n")
        assert "Traceback" not in said
        assert process.wait() == 130
