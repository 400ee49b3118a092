"""A journal that others delete or change while its game is played is written again, and the room hears of it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.cues import Ask, Say
from narrator.errors import NarratorError
from narrator.play import session
from narrator.play.journal import Journal
from narrator.rooms.captions import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.scripted import ScriptedEars
from narrator.rooms.table import RoomSettings, TableRoom

from tests.played import Notebook, Played
from tests.program import narrator


class Startled(Notebook):
    """A room in which something befalls the journal before an answer; it keeps what it is told of it."""

    def __init__(self, answers: Iterator[str], befalls: Callable[[], object]) -> None:
        super().__init__(answers)
        self.befalls, self.told = befalls, list[tuple[Path, Say | None]]()

    def ask(self, cue: Ask) -> str | None:
        answer = super().ask(cue)
        if len(self.said) == 5:
            self.befalls()
        return answer

    def saved_again(self, journal: Path) -> None:
        last = self.cues[-1]
        self.told.append((journal, last if isinstance(last, Say) else None))


def replaced(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"others\n")


def overwritten(path: Path) -> None:
    """Change the last bytes in their place; where two writes get one time, the second is told later."""
    with path.open("r+b") as file:
        file.seek(-20, os.SEEK_END)
        file.write(b"Z" * 19)
    later = path.stat().st_mtime_ns + 10_000_000
    os.utime(path, ns=(later, later))


BEFALLS: dict[str, tuple[Callable[[Path], object], str, bytes | None]] = {
    "deleted": (lambda path: path.unlink(), "journal.jsonl", None),
    "moved away": (lambda path: path.rename(path.with_name("elsewhere")), "journal.jsonl", None),
    "its folder deleted": (lambda path: shutil.rmtree(path.parent), "journal.jsonl", None),
    "replaced": (replaced, "journal_2.jsonl", b"others\n"),
    "emptied": (lambda path: path.write_bytes(b""), "journal_2.jsonl", b""),
    "cut": (lambda path: os.truncate(path, 2000), "journal_2.jsonl", None),
    "overwritten": (overwritten, "journal_2.jsonl", None),
    "written to": (lambda path: path.write_bytes(path.read_bytes() + b"others"), "journal_2.jsonl", None),
}


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("kind", BEFALLS)
def test_a_journal_that_vanishes_is_written_again_and_told(game: Played, tmp_path: Path, kind: str) -> None:
    befalls, name, left = BEFALLS[kind]
    path = tmp_path / "games" / "journal.jsonl"
    stage = session.begin(None, game.table, game.seed, path, Config())
    room = Startled(iter(game.answers), lambda: befalls(path))
    stage.run(room)
    with pytest.raises(NarratorError, match=r"Another narrator has .* open"):
        Journal.reopen(stage.journal.path)
    stage.journal.close()
    again = path.with_name(name)
    assert stage.journal.path == again
    assert again.read_bytes().splitlines()[1:] == game.journal.splitlines()[1:]
    assert stat.S_IMODE(again.stat().st_mode) == 0o600
    assert left is None or path.read_bytes() == left
    ((told, line),) = room.told
    assert told == again
    assert line is not None, "it is told after a line, whenever it was noticed"
    assert not line.at.dark, "by night it would tell that somebody answered"
    assert room.cues == game.cues


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
def test_where_its_folder_is_gone_for_good_it_is_kept_with_the_other_journals(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    path = tmp_path / "stick" / "journal.jsonl"
    room = Startled(iter(game.answers), lambda: gone_for_good(path.parent))
    stage = session.begin(None, game.table, game.seed, path, Config())
    stage.run(room)
    stage.journal.close()
    again = tmp_path / "data" / "games" / "journal.jsonl"
    assert stage.journal.path == again
    assert again.read_bytes().splitlines()[1:] == game.journal.splitlines()[1:]


def gone_for_good(folder: Path) -> None:
    """Let nothing be written there again: a file stands in the folder's place."""
    shutil.rmtree(folder)
    folder.write_bytes(b"")


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
def test_where_it_cannot_be_written_again_the_game_stops_in_words(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "stick")
    path = tmp_path / "stick" / "journal.jsonl"
    stage = session.begin(None, game.table, game.seed, path, Config())
    with pytest.raises(NarratorError, match=r"journal\.jsonl was deleted or changed by another program") as said:
        stage.run(Startled(iter(game.answers), lambda: gone_for_good(path.parent)))
    stage.journal.close()
    assert f"narrator resume {path}" in str(said.value)


def test_the_screen_says_that_it_was_written_again(tmp_path: Path) -> None:
    page = StringIO()
    screen = Screen({1: "Ala"}, {}, Console(file=page, width=500))
    TableRoom(NoMouth(), ScriptedEars(lambda: None), screen, RoomSettings()).saved_again(tmp_path / "journal_2.jsonl")
    assert f"Zapis jest znów cały: {tmp_path / 'journal_2.jsonl'}" in page.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
def test_programs_read_on_standard_error_that_it_was_written_again(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-m", "narrator", "play", str(setup), "--headless", "--journal", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        assert process.stdout
        while '"cue": "ask"' not in process.stdout.readline():
            pass
        path.unlink()
        _, said = process.communicate("ready\n")
        assert f"was written again: {path}\n" in said
        assert process.returncode == 0
    assert narrator("resume", path, "--headless").returncode == 0
