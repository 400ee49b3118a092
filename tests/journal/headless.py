"""A game played headless into a journal, and what the journal then holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.played import Played
from tests.program import narrator


def played(game: Played, setup: Path, journal: Path, answers: int) -> list[dict[str, Any]]:
    """Play so many answers of the game into the journal; give the cues."""
    said = "\n".join(game.answers[:answers])
    done = narrator("play", setup, "--headless", "--seed", game.seed, "--journal", journal, said=said)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def facts(path: Path) -> bytes:
    """The journal without its header, which says when it began."""
    return path.read_bytes().partition(b"\n")[2]
