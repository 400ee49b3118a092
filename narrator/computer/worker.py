"""Start the listening process, apart from the terminal: its keys, its Ctrl+C and its messages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import narrator


def command(
    model: Path, *, device: str = "", pcm: Path | None = None, amid_talk: bool = False, deaf: bool = False
) -> list[str]:
    """Give the command line of a listening process."""
    line = [sys.executable, "-m", "narrator.ears.vosk_worker", str(model)]
    if device:
        line += ["--device", device]
    if pcm:
        line += ["--pcm", str(pcm)]
    if amid_talk:
        line.append("--amid-talk")
    return [*line, "--deaf"] if deaf else line


def start(line: list[str]) -> subprocess.Popen[str]:
    """Start the process with pipes for its requests and reports."""
    root = str(Path(narrator.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # there on Windows only
    return subprocess.Popen(
        line,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        # The detector of voices needs one thread; more would spin between its blocks, at twice the cost.
        env={**os.environ, "PYTHONPATH": path, "OMP_THREAD_LIMIT": "1"},
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )
