"""The program, run as people run it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from narrator.terminal.exits import BUG

from tests import forking


def at_home(folder: Path, settings: str = "") -> dict[str, str]:
    """The environment of a user whose files lie in this folder, with these settings if any are given."""
    if settings:
        file = folder / "config" / "narrator" / "config.toml"
        file.parent.mkdir(parents=True)
        file.write_text(settings, "utf-8")
    return {**os.environ, **{f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}}


def narrator(
    *arguments: object,
    said: str = "",
    cwd: Any = Path(),
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end; people must never see a traceback."""
    words = [*map(str, arguments)]
    if not options:
        done = forking.run(forking.NARRATOR, words, said, cwd, os.environ if env is None else env)
    else:
        command = [sys.executable, "-m", "narrator", *words]
        options |= {"input": said, "cwd": cwd, "env": env, "encoding": "utf-8"}
        done = subprocess.run(command, capture_output=True, check=False, **options)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode != BUG, done.stderr
    return done
