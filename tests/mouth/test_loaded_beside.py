"""The sound library is loaded beside what else a game needs; who opens a device is told what is wrong with it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.errors import ChannelLost, NarratorError
from narrator.evening import leading
from narrator.evening.options import RunOptions
from narrator.mouth import outputs


@pytest.mark.skipif("sys.platform == 'win32'")
@pytest.mark.parametrize("fault", [None, ChannelLost("gone"), OSError("gone"), RuntimeError("gone")])
def test_it_is_loaded_in_a_thread_of_its_own_and_fails_in_silence(
    fault: Exception | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = threading.Event()

    def load() -> None:
        loaded.set()
        if fault:
            raise fault

    monkeypatch.setattr(outputs, "sound_library", load)
    outputs.load_beside()
    assert loaded.wait(10)
    for one in threading.enumerate():
        if one.name == "sound library":
            one.join(10)
    assert capsys.readouterr().err == ""


SLOW = """
import threading, time
threading.main_thread().join()  # the program has come to its end, and is being taken down
for _ in range(100):
    time.sleep(0.001)
print("loaded", flush=True)
"""


@pytest.mark.skipif("sys.platform == 'win32'")
def test_a_program_that_ends_meanwhile_is_not_taken_down_beneath_it(tmp_path: Path) -> None:
    (tmp_path / "sounddevice.py").write_text("")
    (tmp_path / "soundfile.py").write_text(SLOW)
    code = "from narrator.mouth.outputs import load_beside; load_beside()"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "loaded\n"), done.stderr


@pytest.mark.parametrize(
    ("options", "times"),
    [(RunOptions(), 1), (RunOptions(silent=True), 0), (RunOptions(headless=True), 0), (RunOptions(page=True), 0)],
)
@pytest.mark.parametrize("begin", [leading.play, leading.again])
def test_it_is_loaded_before_all_else_where_the_narrator_will_speak(
    begin: Callable[[Path, RunOptions], None],
    options: RunOptions,
    times: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(outputs, "load_beside", lambda: calls.append(1))
    with pytest.raises(NarratorError):  # there is no such file
        begin(tmp_path / "none.toml", options)
    assert len(calls) == times
