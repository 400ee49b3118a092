"""A night led by voice: the narrator speaks, players answer, and the statue moves because of what was heard."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sound_server import SECONDS, Recording, SoundServer, wait_until
from speaker import MODEL, speak

from narrator.journal import read
from narrator.rooms.words import word

pytestmark = pytest.mark.audio

SHERIFF = 1
READY, REPEAT, UNDO = "됐어요", "다시", "취소"
SEAT_3, SEAT_6 = "번호 삼", "번호 여섯"
NIGHT = "night\n"  # typed: keys answer beside the microphone

SETUP = """
format = 1
script = "ko.toml"
language = "ko"
voice = "{voice}"
policy = "open"
seed = 1
player = [
  {{ name = "Ala", card = "sheriff" }},
  {{ name = "Bartek", card = "boss" }},
  {{ name = "Celina", card = "bandit" }},
  {{ name = "Dawid", card = "chief" }},
  {{ name = "Ewa", card = "townsman" }},
  {{ name = "Filip", card = "townsman" }},
]
"""
VOICE = 'format = 1\nengine = "system"\nlanguage = "pl"\nrate = 400\n'
CONFIG = f'format = 1\nmodel = "{MODEL}"\n'
LOUD, SOFT = 0.4, 0.08
"""How loud the narrator gets, and how loud the ambience may be while the ears listen, 0…1."""

ECHO = ("module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=100")


class Game:
    """The running program, as the people at the table see it."""

    def __init__(self, process: subprocess.Popen[str], journal: Path) -> None:
        self.journal = journal
        self._process = process
        self._shown: list[str] = []
        self._questions = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for_question(self) -> None:
        """Wait until the next question is open."""
        self._questions += 1
        wait_until(lambda: self._asked() >= self._questions or self._ended(), "the next question")
        assert self._asked() == self._questions, self.shown()

    def key_in(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def end(self) -> int:
        """End the input, and wait for the program's end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code

    def shown(self) -> str:
        """Give all that was shown so far."""
        return "".join(self._shown)

    def _asked(self) -> int:
        return self.shown().count(f"{word('choices')}:")

    def _ended(self) -> bool:
        return self._process.poll() is not None

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._shown.append(line)


@contextmanager
def echoing(server: SoundServer) -> Iterator[None]:
    """Let the loudspeaker sound in the room, ten times softer than a player."""
    with server.loaded(*ECHO):
        number = server.control("list", "short", "sink-inputs").split()[0]
        server.control("set-sink-input-volume", number, "-20dB")
        yield


@contextmanager
def played(server: SoundServer, folder: Path) -> Iterator[Game]:
    """Play the setup at this server: the narrator's script and voice, heard in Korean."""
    narrator = [sys.executable, "-m", "narrator.cli"]
    script, journal = folder / "ko.toml", folder / "night.jsonl"
    subprocess.run([*narrator, "script", "copy", "ktulu", str(script)], check=True, capture_output=True)
    text = script.read_text("utf-8").replace('\nlanguage = "pl"\n', '\nlanguage = "ko"\n')
    for name, content in {
        "ko.toml": text,
        "setup.toml": SETUP.format(voice=folder / "fast.toml"),
        "fast.toml": VOICE,
        "config.toml": CONFIG,
    }.items():
        (folder / name).write_text(content, "utf-8")
    play = ["play", str(folder / "setup.toml"), "--config", str(folder / "config.toml")]
    with subprocess.Popen(
        [*narrator, *play, "--journal", str(journal), "--pace", "0.01"],
        env={**server.environment, "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        try:
            yield Game(process, journal)
        finally:
            process.kill()


class Circle:
    """The people around the laptop: they hear the narrator out, and then answer."""

    def __init__(self, server: SoundServer, game: Game, narration: Recording) -> None:
        self._server, self._game, self._narration = server, game, narration
        self._since = narration.now

    def answer(self, words: str) -> None:
        """Answer the next question aloud, or with keys. The narrator must have spoken, and be silent now."""
        self._hear_out()
        if words == NIGHT:
            self._game.key_in(words)
        else:
            self._server.say(speak(words))

    def _hear_out(self) -> None:
        self._game.wait_for_question()
        assert self._narration.peak(self._since) > LOUD
        silent = self._narration.go_on(1.0)  # the ambience steps back, and the recorder comes a little late
        self._since = self._narration.go_on(0.5)
        assert self._narration.peak(silent, self._since) < SOFT


def test_the_statue_moves_because_of_what_is_heard(server: SoundServer, tmp_path: Path) -> None:
    with echoing(server), server.recorded("speaker.monitor") as narration, played(server, tmp_path) as game:
        circle = Circle(server, game, narration)
        wait_until(lambda: "speech model" in game.shown(), "the ears, which do not know the players' names")
        for words in (READY, SEAT_6, SEAT_3, NIGHT, REPEAT, SEAT_3, UNDO):
            circle.answer(words)
        game.wait_for_question()
        assert game.end() == 0
    for remark in ("not-understood", "sure"):  # nothing was heard but what the players said
        assert word(remark, heard="", answer="").split(":")[0] not in game.shown()
    _, batches = read(game.journal)
    said = [batch.input for batch in batches if batch.input]
    assert said == ["ready", "6", "3", "night", "repeat", "3", "undo"]
    moves = [(batch.input, fact["to"]) for batch in batches for fact in batch.facts if fact["event"] == "StatueMoved"]
    assert moves == [("3", 3), ("3", SHERIFF)]
