"""The check of files says which one it is at, and is ended quietly."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from narrator.commands import setups
from narrator.computer import paths

SECONDS = 60.0


def children(process: int) -> list[str]:
    """The processes that this one has begun."""
    return Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are listed by /proc")
@pytest.mark.parametrize(
    "command", [["check", "demo", "--games", "100000"], ["simulate", "demo", "--games", "100000", "--jobs", "2"]]
)
def test_a_check_that_is_ended_says_nothing_of_python(command: list[str]) -> None:
    begun = [
        sys.executable,
        "-c",
        "import os, runpy; os.cpu_count = lambda: 2; runpy.run_module('narrator', run_name='__main__')",
    ]
    with subprocess.Popen([*begun, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + SECONDS
        while len(children(process.pid)) < 3 and time.monotonic() < until:  # two that play, and one that tidies up
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=SECONDS)
    assert (process.returncode, told.strip()) == (128 + signal.SIGTERM, "")


def test_of_several_files_it_is_said_which_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setups, "in_terminal", lambda: True)
    files = [paths.shipped("setups") / f"{name}.toml" for name in ("demo", "all-roles")]
    named = setups._each_named(files)
    next(named)
    told = capsys.readouterr().err
    assert (str(files[0]) in told, str(files[1]) in told) == (True, False)
    assert next(setups._each_named(files[:1])) == files[0]
    assert capsys.readouterr().err == ""
