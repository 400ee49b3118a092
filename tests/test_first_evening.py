"""From an empty home to the first line of one's own table, with real keys, and not a word of English on the way."""

from __future__ import annotations

import codecs
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

SECONDS = 30.0
NAMES = "Ania, Bartek, Celina, Darek, Ewa, Filip, Gosia, Hubert"
A_KEY = 0.3
"""Seconds in which somebody who seldom types finds a key."""

PLACES = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache"}
ENGLISH = re.compile(r"\b(?:the|and|is|of|game|begin|error|aborted|invalid|option|usage|press|player|choose)\b")


class Host:
    """Somebody at a terminal of 80 by 24 whose home is empty; all that they saw, and how many keys they pressed."""

    def __init__(self, home: Path, *command: str) -> None:
        import pty

        self._keys, screen = pty.openpty()
        self._terminal, self._decoder = Terminal(), codecs.getincrementaldecoder("utf-8")()
        self.seen, self.pressed = "", 0
        folders = {name: str(home / folder) for name, folder in PLACES.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "narrator", *command],
            env={**os.environ, **folders, "HOME": str(home), "TERM": "xterm", "COLUMNS": "80", "LINES": "24"},
            cwd=home,
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
        )
        os.close(screen)

    def answer(self, question: str, *keys: str) -> None:
        """Wait until the screen asks this, then type, and forget what stood there."""
        over = time.monotonic() + SECONDS
        while question not in self.words:
            self._read()
            assert time.monotonic() < over, self._terminal.shown
        self._terminal.write("\x1b[H\x1b[2J")
        for key in keys:
            os.write(self._keys, key.encode())
            self.pressed += len(key)

    @property
    def words(self) -> str:
        """What the screen says, without the shapes around it."""
        return self._terminal.words

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keys)

    def _read(self) -> None:
        if select.select([self._keys], [], [], 0.1)[0]:
            text = self._decoder.decode(os.read(self._keys, 4096))
            self.seen += text
            self._terminal.write(text)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, "new", "piatek")
    yield host
    host.close()


def test_a_host_who_types_slowly_hears_their_own_table_within_three_minutes(host: Host) -> None:
    host.answer("poprowadzi?", "\r")
    host.answer("Gracz 1:", f"{NAMES}\r")
    host.answer("Gracz 9:", "\r")
    host.answer("odpowiada się nocą?", "\r")
    host.answer("tajna jest noc?", "\r")
    host.answer("używa narrator?", "\r")
    host.answer("zwykły skład:", "\r")
    host.answer("Enter: biorę.", "\r")
    host.answer("rozdaje karty?", "\r")
    host.answer("Zaczynamy?", "\r")
    host.answer("Rozdać teraz", "\r")
    for name in NAMES.split(", "):
        host.answer(f"{name} Podejdź i naciśnij Enter. Niech nikt inny nie patrzy. Enter", "\r")
        host.answer("karta zniknie. Enter", "\r")
    host.answer("gotowe")
    assert "Bum-bum City" in host.seen
    assert host.pressed * A_KEY < 180
    shown = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", host.seen).casefold()
    assert not ENGLISH.findall(shown)
