"""The program ends in words: closed and full streams, few files, little memory, and a bug of its own."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.errors import NarratorError, OutOfTurn
from narrator.terminal import exits

posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes and limits what is given here")


def shell(line: str, folder: Path, said: str = "ready\n") -> subprocess.CompletedProcess[str]:
    """Run a line of the shell, in which `narrator` is this program, with a home of its own."""
    program = f"narrator() {{ '{sys.executable}' -m narrator \"$@\"; }}; "
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(
        ["sh", "-c", program + line],
        input=said,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=60,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parent.parent), **home},
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode not in (exits.BUG, 120), done.stderr
    return done


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_nothing_to_break_down_for(closed: str, tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    for manner in ("--headless", "--silent"):
        done = shell(f"narrator play demo {manner} --journal {journal} {closed}", tmp_path)
        assert done.returncode == 0, done.stderr
        assert all(line.startswith("{") for line in journal.read_text().splitlines())
        journal.unlink()


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "command", ["play demo --headless", "play demo --silent", "check demo --games 6", "--version"]
)
def test_a_full_disk_behind_standard_output_is_told(command: str, tmp_path: Path) -> None:
    done = shell(f"narrator {command} > /dev/full", tmp_path)
    assert done.returncode == 1
    assert "brak miejsca na dysku" in done.stderr
    assert ("narrator resume" in done.stderr) == command.startswith("play")


@posix
def test_a_reader_who_leaves_is_no_fault(tmp_path: Path) -> None:
    done = shell("narrator play demo --headless | head -n 1", tmp_path)
    assert all(line.startswith("Przerwane; nic nie zginęło.") for line in done.stderr.split("\n") if line)


@posix
@pytest.mark.parametrize("limit", ["-n 16", "-v 150000", "-f 0"])
def test_a_computer_of_little_room_is_told_of(limit: str, tmp_path: Path) -> None:
    for command in ("play demo --headless --seed 1", "play demo --silent", "check demo --games 6", "log"):
        done = shell(f"ulimit {limit}; narrator {command}", tmp_path)
        assert done.returncode in (0, 1), done
        assert done.returncode == 0 or len(done.stderr.splitlines()) <= 3, done.stderr


@pytest.mark.parametrize("kind", [KeyError, OutOfTurn, RecursionError])
def test_a_fault_of_the_program_shows_where_it_is_and_no_secret(
    kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)

    def broken() -> None:
        error = kind("the courtesan")
        error.add_note("Go on with: narrator resume x")
        raise error

    assert exits.guarded(broken) == exits.BUG
    message = capsys.readouterr().err
    (kept,) = (tmp_path / "faults").iterdir()
    assert str(kept) in message
    assert "narrator resume x" in message
    assert "courtesan" not in message
    assert "Traceback" in message
    assert "in broken\n" in message
    assert "Traceback" in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_fault_that_cannot_be_kept_says_where_it_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "faults").write_text("")
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    assert exits.guarded(lambda: {}["x"]) == exits.BUG  # type: ignore[index]
    assert 'test_ending.py", line' in capsys.readouterr().err


def test_a_fault_of_a_thread_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def run() -> None:
        thread = threading.Thread(target=lambda: {}["x"])  # type: ignore[index]
        thread.start()
        thread.join()

    assert exits.guarded(run) == 0
    (kept,) = (tmp_path / "faults").iterdir()
    assert str(kept) in capsys.readouterr().err
    assert "Traceback" in kept.read_text()


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (NarratorError("so it is"), 1, "so it is"),
        (MemoryError(), 1, "Brakuje pamięci"),
        (OSError(28, "No space left on device", "/x"), 1, "/x: brak miejsca na dysku"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 1, ""),
        (SystemExit(3), 3, ""),
        (SystemExit(), 0, ""),
    ],
)
def test_how_it_ends_is_told_by_its_code(
    error: BaseException, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> None:
        raise error

    assert exits.guarded(run) == code
    assert told in capsys.readouterr().err
