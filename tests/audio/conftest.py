"""Sound for the audio tests: each has a server of its own, with private paths, so that they can run side by side."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sound_server import SoundServer, used_here

sys.path.append(str(Path(__file__).parents[1] / "ears"))  # the player's voice is theirs


@pytest.fixture
def server() -> Iterator[SoundServer]:
    folder = Path(tempfile.mkdtemp(prefix="narrator-"))  # short: the name of a socket has little room
    try:
        with SoundServer(folder) as server, used_here(server):
            yield server
    finally:
        shutil.rmtree(folder)
