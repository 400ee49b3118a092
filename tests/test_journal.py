"""A journal that can be used is never lost: on a full disk, under two narrators, after its setup changed."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from narrator.computer import append_only, paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Ask, Say, Tell
from narrator.errors import BadData, NarratorError
from narrator.play import session
from narrator.play.journal import FORMAT, Header, Journal, read
from narrator.rooms.opening import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.scripted import ScriptedEars
from narrator.rooms.table import RoomSettings, TableRoom

from tests.played import SETUP, Notebook, Played, whole_game
from tests.program import narrator


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
        assert facts(whole).startswith(facts(path))
        assert path.read_bytes().endswith(b"\n")
        answered = sum('"event": "' in fact and '"input": ""' not in fact for fact in inputs(path))
        done = narrator("resume", path, "--headless", said="\n".join(game.answers[answered:]))
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout.splitlines()[0]) in cues
        assert facts(path) == facts(whole)


def facts(path: Path) -> bytes:
    """The journal without its header, which says when it began."""
    return path.read_bytes().partition(b"\n")[2]


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


# ---- Two narrators ----


def test_two_narrators_cannot_have_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    first = Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
        Journal.reopen(path)
    done = narrator("resume", path, "--headless")
    assert (done.returncode, done.stdout) == (1, "")
    assert "another narrator has" in done.stderr
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
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
        Journal.reopen(other)
    journal.close()
    again = Journal.reopen(other)
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
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
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
        Journal.reopen(named(path, tmp_path / "other"))
    journal.close()


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


# ---- A journal that vanishes under a running game ----


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
    with pytest.raises(NarratorError, match=r"another narrator has .* open"):
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
    begun = session.begin(setup, session.seated(setup, Config(), "", ""), game.seed, path, Config())
    begun.run(Notebook(iter(game.answers[:8])))
    begun.journal.close()
    text, expected = EDITED[edit]
    setup.write_text(text, encoding="utf-8")
    if not text:
        setup.unlink()
    _, stage, remark = session.resume(path, "", "")
    assert (expected in texts_of("en").told(remark)) if expected else remark == ""
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
    table, stage, remark = session.resume(path, "book", "slow")
    stage.journal.close()
    assert (table.setup.answers, table.setup.names, table.setup.voice, remark) == ("keys", "book", "slow", "")


def test_names_chosen_on_the_command_line_are_kept(setup: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    narrator("play", setup, "--headless", "--names", "book", "--journal", path)
    assert session.recall(path).table.setup.names == "book"
    assert session.recall(path, "gentle").table.setup.names == "gentle"


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
        Journal.begin(file, Header(game="ktulu", setup="", fingerprint="", seed=1, begun=time)).close()
        os.utime(file, (1e9 - age, 1e9 - age))
    return path


def last(folder: Path) -> str:
    return session.latest_journal(Config(journals=str(folder))).stem


def test_the_last_game_is_the_one_that_began_last(tmp_path: Path) -> None:
    with pytest.raises(NarratorError, match="no journal in"):
        session.latest_journal(Config(journals=str(tmp_path)))
    (tmp_path / "folder.jsonl").mkdir()
    times = ("d 2026-11-23T21:00:00+01:00", "a 2026-11-23T20:30:00+00:00", "b 2026-11-23T20:15:00+00:00")
    assert last(begun_at(tmp_path, *times)) == "a"


def test_a_journal_that_was_written_again_is_the_last_of_its_game(tmp_path: Path) -> None:
    copies = [f"{name} 2026-11-23T21:00:00+01:00" for name in ("c_2", "c")]
    assert last(begun_at(tmp_path, *copies)) == "c_2"


def test_where_the_header_tells_no_time_the_name_does(game: Played, tmp_path: Path) -> None:
    """As in journals of the format before, which the version that wrote them can go on with."""
    for name in ("2026-11-23_22-00-00_2", "2026-11-23_20-00-00", "2026-11-22_23-00-00"):
        (tmp_path / f"{name}.jsonl").write_bytes(second_format(game))
    begun_at(tmp_path, f"new {datetime(2026, 11, 23, 21).astimezone().isoformat()}")
    (tmp_path / "2026-11-23_21-30-00.jsonl").write_bytes(b'{"journal": %d, "begun": 5}\n' % FORMAT)
    assert last(tmp_path) == "2026-11-23_22-00-00_2"
    with pytest.raises(BadData, match="format 2"):
        session.recall(session.latest_journal(Config(journals=str(tmp_path))))
    (tmp_path / "2026-11-23_22-00-00_2.jsonl").unlink()
    assert last(tmp_path) == "2026-11-23_21-30-00", "it is damaged, and that shall be said"


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
