"""A game led at a sound server by the real program, and the people who answer it: in Korean, or with other words."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import tomlkit

from narrator.computer.texts import texts_of
from narrator.mouth.voice import profile_path

from tests.audio.processes import spent
from tests.audio.sound_server import SECONDS, InVain, SoundServer, wait_until
from tests.audio.table_words import KOREAN, TableWords
from tests.polish import OWN_WORDS

SOUND_NOTICES = (
    "The loudspeaker is gone. Until it is back, lines appear on the screen.",
    "The sound now goes through pulse.",
)
"""What is shown when the loudspeaker goes, and when it is back."""

NARRATOR = [sys.executable, "-m", "narrator"]
READY, REPEAT, UNDO, CONFIRM = KOREAN.ready, KOREAN.repeat, KOREAN.undo, KOREAN.confirm
SEAT_3, SEAT_6 = KOREAN.seats["3"], KOREAN.seats["6"]

SETUP = """
format = 1
script = "script.toml"
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
CONFIG = f'format = 1\nmodel = "{KOREAN.model}"\n'

OPENING = 3 * SECONDS
"""Seconds after which no question comes: what is said before the first one takes most of a minute by itself."""

LAST = 12
"""Lines that were shown last, which say why something did not come."""

HARDLY = 0.1
"""The processor's seconds that a program at most spends in a second in which nothing is being loaded."""

_ECHO = ("module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=100")


class Game:
    """The running program, as the people at the table see it."""

    def __init__(self, process: subprocess.Popen[str], journal: Path, words: TableWords = KOREAN) -> None:
        self.journal, self.pid = journal, process.pid
        self._words, self._texts = words, texts_of(words.language, *OWN_WORDS)
        self._has_ears = False
        self._process = process
        self._shown: list[str] = []
        self._questions = self._confirmed = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for_question(self) -> None:
        """Wait until the next question is open."""
        self._questions += 1
        self._wait(lambda: self._asked() >= self._questions, "the next question", OPENING)
        if self._asked() != self._questions:
            raise self._in_vain(f"asked {self._asked()} times, not {self._questions}")

    def wait_to_confirm(self) -> None:
        """Wait until what was heard is to be confirmed."""
        final = self._texts.word("screen.final", answer="").partition(".")[2]
        self._wait(lambda: self._told(final) > self._confirmed, "what is to be confirmed")
        self._confirmed += 1

    def wait_for_ears(self) -> None:
        """Wait until the ears are there: they remark on names, or else the program has nothing left to load."""
        if not self._has_ears:
            there = self._words.unknown_names
            self._wait(lambda: there in self.shown() if there else self._idle(), "the ears")
        self._has_ears = True

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

    def _wait(self, happened: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
        """Wait until it has happened. Raises InVain, once the program has ended too."""

        def happened_or_ended() -> bool:
            if happened():
                return True
            if self._ended():
                raise InVain(f"ended before {what}")
            return False

        try:
            wait_until(happened_or_ended, what, seconds)
        except InVain as fault:
            raise self._in_vain(str(fault)) from None

    def _in_vain(self, why: str) -> InVain:
        """Say why, and what was shown last: it may be what was heard instead."""
        return InVain("\n".join([why, *self.shown().splitlines()[-LAST:]]))

    def _asked(self) -> int:
        return self._told(f"{self._texts.word('screen.choices')}:")

    def _told(self, text: str) -> int:
        """Count how often something was shown, however its lines were broken."""
        return " ".join(self.shown().split()).count(text.strip())

    def _idle(self) -> bool:
        """Whether it spends hardly any processor time for a second."""
        before = spent(self.pid)
        time.sleep(1.0)
        return spent(self.pid) - before < HARDLY

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


def lay_table(folder: Path, voice: str = VOICE, config: str = CONFIG, words: TableWords = KOREAN) -> Path:
    """Write setup, script, voice and settings of a table that answers in this language; give the setup's file."""
    script = folder / "script.toml"
    subprocess.run([*NARRATOR, "script", "copy", "ktulu", str(script)], check=True, capture_output=True)
    text = script.read_text("utf-8").replace('\nlanguage = "pl"\n', f'\nlanguage = "{words.language}"\n')
    setup = f'language = "{words.language}"\n{SETUP}'
    for name, content in {script.name: text, "setup.toml": setup, "voice.toml": voice, "config.toml": config}.items():
        (folder / name).write_text(content, "utf-8")
    return folder / "setup.toml"


@contextmanager
def played(server: SoundServer, setup: Path, pace: float = 0.01, words: TableWords = KOREAN) -> Iterator[Game]:
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
            yield Game(process, journal, words)
        finally:
            process.kill()
