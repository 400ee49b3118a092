"""A game led at a sound server by the real program, and the people who answer it in Korean."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tomlkit

from narrator.computer.texts import texts_of
from narrator.mouth.voice import profile_path

from tests.audio.sound_server import SECONDS, SoundServer, wait_until
from tests.polish import OWN_WORDS
from tests.speech.speaker import MODEL

TEXTS = texts_of("ko", *OWN_WORDS)
"""What the program says at a Korean table."""

SPEECH = "speech model"
"""What stands in each remark about words that the ears do not know."""

SOUND_NOTICES = (
    "The loudspeaker is gone. Until it is back, lines appear on the screen.",
    "The sound now goes through pulse.",
)
"""What is shown when the loudspeaker goes, and when it is back."""

NARRATOR = [sys.executable, "-m", "narrator"]
READY, REPEAT, UNDO, CONFIRM = "됐어요", "다시", "취소", "확인 완료"
SEAT_3, SEAT_6 = "번호 삼", "번호 여섯"

SETUP = """
format = 1
script = "ko.toml"
language = "ko"
voice = "voice.toml"
policy = "open"
seed = 1
player = [
  { name = "Ala", card = "sheriff" },
  { name = "Bartek", card = "boss" },
  { name = "Celina", card = "bandit" },
  { name = "Dawid", card = "chief" },
  { name = "Ewa", card = "townsman" },
  { name = "Filip", card = "townsman" },
]
"""


def profile(name: str, rate: int) -> str:
    """A voice's profile at this pace (words a minute), without another voice that would speak instead."""
    data = tomlkit.parse(profile_path(name).read_text("utf-8"))
    data["rate"], data["fallback"] = rate, "none"
    return tomlkit.dumps(data)


NARRATED_BY = os.environ.get("NARRATOR_VOICE", "system")
"""The profile whose voice narrates these evenings."""
VOICE = profile(NARRATED_BY, 400)
CONFIG = f'format = 1\nmodel = "{MODEL}"\n'

_ECHO = ("module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=100")


class Game:
    """The running program, as the people at the table see it."""

    def __init__(self, process: subprocess.Popen[str], journal: Path) -> None:
        self.journal, self.pid = journal, process.pid
        self._process = process
        self._shown: list[str] = []
        self._questions = self._to_confirm = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for_question(self) -> None:
        """Wait until the next question is open."""
        self._questions += 1
        wait_until(lambda: self._asked() >= self._questions or self._ended(), "the next question")
        assert self._asked() == self._questions, self.shown()

    def wait_to_confirm(self) -> None:
        """Wait until what was heard is to be confirmed."""
        self._to_confirm += 1
        final = TEXTS.word("screen.final", answer="").partition(".")[2]
        wait_until(lambda: self._told(final) >= self._to_confirm, "what is to be confirmed")

    def wait_for_ears(self) -> None:
        """Wait until the ears are there: they do not know the players' names, and say so."""
        wait_until(lambda: SPEECH in self.shown() or self._ended(), "the ears")

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
        """All that was shown so far."""
        return "".join(self._shown)

    def _asked(self) -> int:
        return self._told(f"{TEXTS.word('screen.choices')}:")

    def _told(self, text: str) -> int:
        """Count how often something was shown, however its lines were broken."""
        return " ".join(self.shown().split()).count(text.strip())

    def _ended(self) -> bool:
        return self._process.poll() is not None

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._shown.append(line)


@contextmanager
def echoing(server: SoundServer) -> Iterator[None]:
    """Let the loudspeaker sound in the room, ten times softer than a player."""
    with server.loaded(*_ECHO):
        number = server.control("list", "short", "sink-inputs").split()[0]
        server.control("set-sink-input-volume", number, "-20dB")
        yield


def lay_table(folder: Path, voice: str = VOICE, config: str = CONFIG) -> Path:
    """Write setup, script, voice and settings of a table that answers in Korean; give the setup's file."""
    script = folder / "ko.toml"
    subprocess.run([*NARRATOR, "script", "copy", "ktulu", str(script)], check=True, capture_output=True)
    text = script.read_text("utf-8").replace('\nlanguage = "pl"\n', '\nlanguage = "ko"\n')
    for name, content in {"ko.toml": text, "setup.toml": SETUP, "voice.toml": voice, "config.toml": config}.items():
        (folder / name).write_text(content, "utf-8")
    return folder / "setup.toml"


@contextmanager
def played(server: SoundServer, setup: Path, pace: float = 0.01) -> Iterator[Game]:
    """Play the setup at this server, from the folder with its settings; its journal is new."""
    journal = setup.with_name("night.jsonl")
    with subprocess.Popen(
        [*NARRATOR, "play", setup.name, "--config", "config.toml", "--journal", journal.name, "--pace", str(pace)],
        cwd=setup.parent,
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
