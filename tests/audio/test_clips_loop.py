"""A reader reads to the real command through the sound server; clips of what was said are in the folder."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

from narrator.ears.clips import label
from narrator.ears.sound import RATE
from narrator.mouth.sound import read_sound

from tests.audio.sound_server import SoundServer
from tests.speech.speaker import speak

pytestmark = pytest.mark.audio


class Group:
    """The running command, as the people in front of it see it."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        program = Path(sysconfig.get_path("scripts")) / "narrator"
        self._server = server
        self._process = subprocess.Popen(
            [program, "ears", "record", folder, "--language", "ko", "--as", "Ola"],
            env=server.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.shown = ""

    def see(self, text: str) -> str:
        """Wait until the screen shows the text; give what it showed till then."""
        assert self._process.stdout is not None
        begin = len(self.shown)
        while text not in self.shown[begin:]:
            letter = self._process.stdout.read(1)
            assert letter, self.shown
            self.shown += letter
        return self.shown[begin:]

    def press(self, key: str) -> None:
        """Press a key and Enter."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{key}\n")
        self._process.stdin.flush()

    def read(self) -> str:
        """Read the next text aloud; give the text."""
        text = self.see("⏎").split("\n")[-2].split(maxsplit=1)[1]
        self.press("")
        self.see("słucham")
        self._server.say(speak(text))
        return text

    def end(self) -> int:
        """Wait for the end."""
        self._process.communicate()
        return self._process.returncode


def test_a_reader_reads_stops_and_goes_on(server: SoundServer, tmp_path: Path) -> None:
    group = Group(server, tmp_path)
    first = group.read()
    group.see("zapisane")
    group.see("⏎")
    group.press("k")
    assert group.end() == 0
    assert said(tmp_path) == {first}

    group = Group(server, tmp_path)
    second = group.read()
    group.see("zapisane")
    group.see("⏎")
    assert group.end() == 130  # nobody is there any more
    assert first != second
    assert said(tmp_path) == {first, second}
    whole = len(speak(second)) / 2 / RATE
    assert whole - 2.0 < read_sound(next(tmp_path.glob(f"ola/*{second}.wav"))).seconds < whole


def said(folder: Path) -> set[str]:
    return {label(file).text for file in folder.glob("ola/*.wav")}
