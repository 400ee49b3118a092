"""What holds for all tests: no clock for properties, a Ctrl-C that works; and what many of them begin with."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import narrator.rooms.clock

from tests.audio.sound_server import SoundServer, used_here
from tests.memory import write_to_memory
from tests.waiting import Clock

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.played import Played

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

write_to_memory()

# A shell starts its background jobs deaf to Ctrl-C, others to a terminal that is closed; programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGQUIT", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)

# What wakepy finds of a desktop differs from computer to computer: in tests it succeeds, unless one wants otherwise.
os.environ["WAKEPY_FAKE_SUCCESS"] = "1"

# Nor does it matter in which language the computer speaks.
os.environ["LC_ALL"] = "C.UTF-8"

# The program looks for garbage as seldom (narrator/__main__.py).
gc.set_threshold(50_000)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are imported, and later never among what was: it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Look for garbage once at the end, and not five times among all that is there."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, or at the end one worker would go on alone."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


LONGEST = 60
"""Characters of a value that name a case."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name no case after a whole file: its name goes to every worker, and to each program that the case starts."""
    if isinstance(val, str) and len(val) > LONGEST:
        return val[:LONGEST]
    return val[:LONGEST].decode("latin-1") if isinstance(val, bytes) and len(val) > LONGEST else None


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a worker: two in one process are refused."""
    from tests.page.browsing import PROGRAM, launched

    if PROGRAM is None:
        pytest.skip("there is no Chromium: on Debian, apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def game() -> Played:
    """A whole game at the small table of `setup`."""
    from tests.played import whole_game

    return whole_game()


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    from tests.played import SETUP

    path = tmp_path / "friday.toml"
    path.write_text(SETUP, encoding="utf-8")
    return path


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests play, where they have no folder of their own, away from the games of whoever runs them."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        found = tmp_path_factory.mktemp("found")
        changed.setattr("narrator.computer.remembered.user_cache", lambda: found)
        yield


@pytest.fixture
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, beside its other files."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder / "narrator"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Settings without sound; journals have a folder of their own."""
    path, folder = tmp_path / "own.toml", tmp_path / "games"
    folder.mkdir()
    path.write_text(f'format = 1\nvoice = "none"\nears = "keys"\njournals = "{folder.as_posix()}"\n', "utf-8")
    return path
