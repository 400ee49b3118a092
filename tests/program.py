"""The program, run as people run it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from narrator.terminal.exits import BUG


def narrator(*arguments: object, said: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the program to its end; people must never see a traceback."""
    command = [sys.executable, "-m", "narrator", *map(str, arguments)]
    done = subprocess.run(command, input=said, capture_output=True, encoding="utf-8", check=False, **options)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode != BUG, done.stderr
    return done
