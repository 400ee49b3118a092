"""What holds for all tests: no clock for properties, a Ctrl-C that works, servers of their own for audio."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import narrator.rooms.clock

from tests.audio.sound_server import SoundServer, used_here
from tests.waiting import Clock

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A shell starts its background jobs deaf to Ctrl-C, and the programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What wakepy finds of a desktop differs from computer to computer: in tests it succeeds, unless one wants otherwise.
os.environ["WAKEPY_FAKE_SUCCESS"] = "1"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let time pass in rooms only when somebody waits."""
    clock = Clock()
    monkeypatch.setattr(narrator.rooms.clock, "time", clock)
    monkeypatch.setattr(narrator.rooms.clock, "Timer", clock.timer)
    return clock


@pytest.fixture
def server() -> Iterator[SoundServer]:
    """Start a server with private paths, so that audio tests can run side by side, and let this process use it."""
    folder = Path(tempfile.mkdtemp(prefix="narrator-"))  # short: the name of a socket has little room
    try:
        with SoundServer(folder) as server, used_here(server):
            yield server
    finally:
        shutil.rmtree(folder)
