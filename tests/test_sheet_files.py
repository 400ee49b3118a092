"""The sheet as a file: written where somebody asks, for its owner alone, over no other file, and as a PDF."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path

import pytest

from tests.polish import KTULU
from tests.program import narrator

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="programs and modes of files are otherwise on Windows")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_is_written_beside_whoever_asks(here: Path) -> None:
    done = narrator("sheet", "demo")
    assert (done.returncode, done.stdout) == (0, "Gotowe: demo.html\n")
    done = narrator("sheet", "small", "--cards", "--backs", "--names", "book")
    assert done.stdout.splitlines()[-1] == "Gotowe: small-cards.html"
    assert written(here) == ["demo.html", "small-cards.html"]
    assert "Dziwka" in (here / "small-cards.html").read_text("utf-8")


@POSIX
def test_one_with_secrets_is_for_its_owner_alone(here: Path) -> None:
    (here / "demo.html").touch(0o644)
    assert narrator("sheet", "demo", "--force").returncode == 0
    assert stat.S_IMODE((here / "demo.html").stat().st_mode) == 0o600


def test_another_file_is_not_replaced_without_a_word(here: Path) -> None:
    mine = here / "demo.html"
    mine.write_text("mine")
    done = narrator("sheet", "demo")
    assert done.returncode == 1
    assert "--force" in done.stderr
    assert narrator("sheet", "demo", said="n\n").returncode == 1
    assert mine.read_text("utf-8") == "mine"
    assert narrator("sheet", "demo", said="t\n").returncode == 0
    assert mine.read_text("utf-8") != "mine"


@pytest.mark.parametrize("name", ["demo.txt", "demo", "none/demo.html", "none/demo.pdf", f"{'x' * 300}.html", ""])
def test_a_name_that_will_not_do_is_told(here: Path, name: str) -> None:
    done = narrator("sheet", "demo", "--out", name, "--force")
    assert done.returncode == 1
    assert re.search(r"Nie da się zapisać|\.html", done.stderr), done.stderr
    assert written(here) == []


def test_without_a_browser_a_pdf_is_refused_in_one_message(here: Path) -> None:
    if sys.platform in ("darwin", "win32"):
        pytest.skip("a browser may lie where it is always looked for")
    done = narrator("sheet", "demo", "--out", "demo.pdf", env={**os.environ, "PATH": str(here)})
    assert done.returncode == 1
    assert done.stderr == KTULU.word("sheet.no-browser") + "\n"
    assert written(here) == []


@POSIX
@pytest.mark.parametrize("does", ["exit 3", "exit 0", "kill -9 $$"])
def test_a_browser_that_prints_nothing_is_told_of_and_leaves_nothing(here: Path, does: str) -> None:
    (here / "bin").mkdir()
    program = here / "bin" / "chromium"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    done = narrator("sheet", "demo", "--out", "demo.pdf", env={**os.environ, "PATH": f"{here / 'bin'}:/usr/bin:/bin"})
    assert done.returncode == 1
    assert "chromium" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert written(here) == ["bin"]
