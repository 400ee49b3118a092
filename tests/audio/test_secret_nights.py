"""Two nights that agree in everything public sound the same: the same lines, and each begins at the same time."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.audio.evening import VOICE
from tests.audio.sound_server import RATE, SECONDS, Recording, SoundServer

pytestmark = pytest.mark.audio

CARDS = ["courtesan", "sheriff", "boss", "pastor", "avenger", "townsman", "townsman", "doctor"]
SWAPPED = ["sheriff", "courtesan", "boss", "townsman", "pastor", "avenger", "townsman", "doctor"]
"""The same cards elsewhere: seat 4, whom the sheriff jails, is the pastor in the first row alone."""

CLIENT, JAIL, CONFESSION, STATUE = (
    "Kto zostaje klientem?",
    "Kogo zamyka szeryf?",
    "Kogo spowiada pastor?",
    "przechowa posążek?",
)
DAY = "Co teraz?"
TURNS = ("Usiądź przy ekranie", "strona znika")
"""What stands on the pages of the round after the night; each reader turns them."""

CONFIG = 'format = 1\nears = "keys"\nambience = "none"\nshow_seconds = 0.8\n'
PACE = "0.3"

LATE = 2 * len(CARDS) + 6
"""So many sentences at the end belong to the round and the day: there each reader takes a moment of their own."""

FRAME = RATE // 200
"""Sound is looked at in pieces of 5 ms."""

GAP = 30
"""A line, or a sentence of it, begins after 150 ms of silence at least."""


class Night:
    """A zero night at its own table, heard through its own loudspeaker."""

    def __init__(
        self, folder: Path, server: SoundServer, sink: str, cards: list[str], answers: dict[str, str]
    ) -> None:
        self._answers = dict(answers)
        self.answered: list[str] = []
        self.cache, self.shown = folder / "cache", ""
        self._ready = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", str(_table(folder, cards)), *_options(folder)],
            env={**server.environment, "PULSE_SINK": sink, "XDG_CACHE_HOME": str(self.cache), "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def begin(self) -> None:
        """Wait until all are asked whether they are ready, and say so."""
        assert self._ready.wait(SECONDS * 6), self.shown  # every line is rendered first
        self._type("ready")

    def end(self) -> None:
        """Wait until the night is over."""
        assert self._process.wait(SECONDS * 3) == 0, self.shown
        self._reader.join(SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def kill(self) -> None:
        """Leave nothing behind."""
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.shown += line
            if "Czy wszyscy" in line:
                self._ready.set()
            for question in [question for question in self._answers if question in line]:
                self.answered.append(question)
                self._type(self._answers.pop(question))
            if any(turn in line for turn in TURNS):
                self._type("gotowe")
            if DAY in line:
                assert self._process.stdin is not None
                self._process.stdin.close()

    def _type(self, answer: str) -> None:
        assert self._process.stdin is not None
        if answer:
            self._process.stdin.write(f"{answer}\n")
            self._process.stdin.flush()


def _options(folder: Path) -> list[str]:
    return ["--pace", PACE, "--config", str(folder / "config.toml"), "--journal", str(folder / "night.jsonl")]


def _table(folder: Path, cards: list[str]) -> Path:
    folder.mkdir()
    players = "".join(f'  {{ name = "Gracz {seat}", card = "{card}" }},\n' for seat, card in enumerate(cards, 1))
    (folder / "voice.toml").write_text(VOICE, "utf-8")
    (folder / "config.toml").write_text(CONFIG, "utf-8")
    setup = folder / "setup.toml"
    setup.write_text(
        f'format = 1\nvoice = "{folder}/voice.toml"\nanswers = "keys"\nseed = 4\nplayer = [\n{players}]\n', "utf-8"
    )
    return setup


def beginnings(recording: Recording, since: int) -> list[float]:
    """Give when each sentence began, in seconds after the first one."""
    sound = recording.samples(since)
    frames = np.abs(sound[: len(sound) // FRAME * FRAME]).reshape(-1, FRAME).max(axis=1) > 0.02
    loud = np.flatnonzero(frames)
    first = loud[np.diff(loud, prepend=-GAP - 1) > GAP]
    return [float(frame - first[0]) * FRAME / RATE for frame in first]


def spoken(shown: str) -> list[str]:
    """List the lines said: they stand under a rule, each for itself, indented by four."""
    lines = re.findall(r"^ {4}(\w.*?)\s*$", shown, flags=re.MULTILINE)
    return [line for number, line in enumerate(lines) if line not in lines[max(number - 4, 0) : number]]


@pytest.mark.long
@pytest.mark.trial
def test_what_differs_in_secret_is_not_heard(server: SoundServer, tmp_path: Path) -> None:
    with server.recorded("speaker.monitor") as first, server.recorded("room.monitor") as second:
        nights = [
            Night(tmp_path / "a", server, "speaker", CARDS, {CLIENT: "6", JAIL: "4", STATUE: "5"}),
            Night(tmp_path / "b", server, "room", SWAPPED, {CLIENT: "", JAIL: "4", CONFESSION: "3", STATUE: ""}),
        ]
        try:
            since = []
            for night, recording in zip(nights, (first, second), strict=True):
                night.begin()
                since.append(recording.now)
            for night in nights:
                night.end()
        finally:
            for night in nights:
                night.kill()
        heard = [beginnings(recording, start) for recording, start in zip((first, second), since, strict=True)]
    assert [night.answered for night in nights] == [[CLIENT, JAIL, STATUE], [CLIENT, JAIL, CONFESSION, STATUE]]
    assert len(heard[0]) == len(heard[1]) > 12
    gaps = [np.diff(moments)[:-LATE] for moments in heard]
    assert max(abs(one - other) for one, other in zip(*gaps, strict=True)) < 0.05
    assert spoken(nights[0].shown) == spoken(nights[1].shown)
    files = [sorted(path.name for path in night.cache.rglob("*")) for night in nights]
    assert files[0] == files[1]
