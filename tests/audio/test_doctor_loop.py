"""The doctor's tone goes through a real sound server: its delay and level are found as they were set."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from narrator.computer.devices import list_devices
from narrator.computer.paths import shipped
from narrator.doctor import verdicts
from narrator.doctor.findings import found as found_words
from narrator.doctor.measure import Levels, Tone, measure_levels, measure_tone
from narrator.doctor.signals import samples_of
from narrator.ears.lexicon import read_lexicon
from narrator.ears.recorder import Recorder
from narrator.ears.sound import RATE
from narrator.errors import ChannelLost

from tests.audio.sound_server import SECONDS, SoundServer
from tests.speech.speaker import MODEL, speak

pytestmark = pytest.mark.audio

CONFIG = f'format = 1\nlanguage = "en"\nmodel = "{MODEL}"\nvoice = "system"\n'
TABLE = """
format = 1
script = "ko.toml"
language = "ko"
player = [
  { name = "Ala", card = "sheriff" },
  { name = "Bartek", card = "boss" },
  { name = "Celina", card = "chief" },
]
"""


@contextmanager
def echo(server: SoundServer, *, decibels: int = 0, milliseconds: int = 100) -> Iterator[None]:
    """Let the room's microphone hear the loudspeaker, that much softer and later."""
    with server.loaded("module-loopback", "source=speaker.monitor", "sink=room", f"latency_msec={milliseconds}"):
        number = server.control("list", "short", "sink-inputs").split("\t")[0]
        server.control("set-sink-input-volume", number, f"{-decibels}dB")
        yield


def measured(server: SoundServer, *, decibels: int = 0, milliseconds: int = 100) -> Tone:
    with echo(server, decibels=decibels, milliseconds=milliseconds), Recorder() as recorder:
        heard, found = measure_tone(recorder, "")
    assert found is not None
    assert verdicts.tone(found, heard).value["gain"] == pytest.approx(found.gain, abs=0.01)
    return found


@pytest.mark.trial  # once more than the tone in the guided check
def test_level_and_delay_are_measured(server: SoundServer) -> None:
    near, far = measured(server, milliseconds=50), measured(server, milliseconds=550, decibels=20)
    assert near.gain == pytest.approx(0.0, abs=2.0)
    assert near.gain - far.gain == pytest.approx(20.0, abs=2.0)
    assert near.level - far.level == pytest.approx(20.0, abs=2.0)
    assert far.delay - near.delay == pytest.approx(0.5, abs=0.1)


@pytest.mark.usefixtures("server")
def test_a_microphone_of_nothing_but_zeros_is_recognised() -> None:
    with Recorder() as recorder:
        heard, found = measure_tone(recorder, "")
    assert found is None
    assert heard == Levels(soft=None, loud=None, peak=0.0)
    assert verdicts.microphone(recorder.device, [heard]).text == found_words("zeros", device=recorder.device)


def test_a_voice_in_the_room_is_measured(server: SoundServer) -> None:
    sound = speak("번호 여섯")
    with ThreadPoolExecutor(1) as thread, Recorder() as recorder:
        speaking = thread.submit(server.say, sound)
        heard = measure_levels(recorder, len(sound) / 2 / RATE)
        speaking.result(SECONDS)
    assert heard.peak == pytest.approx(peak(sound), abs=0.05)
    assert heard.loud is not None


def peak(sound: bytes) -> float:
    return float(abs(samples_of(sound)).max())


@pytest.mark.usefixtures("server")
def test_a_microphone_that_is_not_there_is_told() -> None:
    with pytest.raises(ChannelLost, match="no such microphone"):
        Recorder("no such microphone")


@pytest.mark.usefixtures("server")
def test_devices_are_listed_by_name() -> None:
    found = list_devices()
    pulse = next(device for device in found.devices if device.name == "pulse")
    assert pulse.speaker
    assert pulse.microphone
    assert "PortAudio" in found.library
    assert verdicts.speakers(found, "pulse").verdict == "ok"


def test_people_are_guided_through_a_good_room(server: SoundServer, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "table.toml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "ko.toml").write_text(
        in_korean((shipped("scripts") / "ktulu.toml").read_text("utf-8")), encoding="utf-8"
    )
    with echo(server), Patients(server, tmp_path) as patients:
        patients.get_ready("silent room")
        patients.get_ready("somebody says")
        server.say(speak("번호 여섯") * 2)
        patients.get_ready("rising tone")
        patients.see("could be better")
    assert patients.returncode == 0, patients.shown
    assert "FAIL" not in patients.shown
    told = re.sub(r"\x1b\[\d+m", "", patients.shown)
    for name in ("voice", "model", "speakers", "microphones", "noise", "speech", "tone", "microphone"):
        assert re.search(rf"(ok  |warn)  {name}: ", told), told


def in_korean(script: str) -> str:
    """The script as one whose names the model of the tests knows: each is called by a command and a number."""
    script = re.sub(r"^(heard|alike) = .*\n", "", script.replace('language = "pl"', 'language = "ko"', 1), flags=re.M)
    heard = (
        f'heard = ["{word} {number[0]}"]\n' for word in ("취소", "정지") for number in read_lexicon("ko").numbers
    )
    return re.sub(r"^\[\[(role|faction)\]\]\nid = .*\n", lambda head: head[0] + next(heard), script, flags=re.M)


class Patients:
    """The command in a terminal, as people see it."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        import pty  # there on POSIX only

        self.shown, self._seen, self.returncode = "", 0, -1
        program = Path(sysconfig.get_path("scripts")) / "narrator"
        self._screen, keys = pty.openpty()
        self._process = subprocess.Popen(
            [program, "doctor", "--setup", folder / "table.toml", "--config", folder / "config.toml"],
            env={**server.environment, "TERM": "xterm", "COLUMNS": "80"},
            stdin=keys,
            stdout=keys,
            stderr=keys,
        )
        os.close(keys)

    def __enter__(self) -> Patients:
        return self

    def __exit__(self, fault: object, *_: object) -> None:
        if fault:
            self._process.kill()  # it may wait for a key that nobody presses any more
        with suppress(OSError):  # the end of a terminal is an error on Linux
            while self._more():
                continue
        self.returncode = self._process.wait(SECONDS)
        os.close(self._screen)

    def see(self, text: str) -> None:
        """Wait until the screen shows the text, after what was seen before."""
        while text not in self.shown[self._seen :]:
            assert self._more(), self.shown
        self._seen = self.shown.index(text, self._seen) + len(text)

    def get_ready(self, what: str) -> None:
        """Wait to be asked, and press Enter."""
        self.see(what)
        self.see("when you are ready")
        os.write(self._screen, b"\n")

    def _more(self) -> int:
        piece = os.read(self._screen, 1000).decode("utf-8", "replace")
        self.shown += piece
        return len(piece)
