"""The doctor's tone goes through a real sound server: its delay and level are found as they were set."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sound_server import SECONDS, SoundServer
from speaker import MODEL, speak

from narrator.doctor import hearing
from narrator.doctor.devices import list_devices
from narrator.doctor.signals import samples_of
from narrator.doctor.sounding import Heard, Tone, listen, play_tone
from narrator.ears.recorder import Recorder
from narrator.ears.sound import RATE
from narrator.problems import ChannelLost

pytestmark = pytest.mark.audio

CONFIG = f'format = 1\nmodel = "{MODEL}"\n'


@contextmanager
def echo(server: SoundServer, *, decibels: int = 0, milliseconds: int = 100) -> Iterator[None]:
    """Let the room's microphone hear the loudspeaker, that much softer and later."""
    with server.loaded("module-loopback", "source=speaker.monitor", "sink=room", f"latency_msec={milliseconds}"):
        number = server.control("list", "short", "sink-inputs").split("\t")[0]
        server.control("set-sink-input-volume", number, f"{-decibels}dB")
        yield


def measured(server: SoundServer, *, decibels: int = 0, milliseconds: int = 100) -> Tone:
    with echo(server, decibels=decibels, milliseconds=milliseconds), Recorder() as recorder:
        heard, found = play_tone(recorder, "")
    assert found is not None
    assert hearing.tone(found, heard).value["gain"] == pytest.approx(found.gain, abs=0.01)
    return found


def test_level_and_delay_are_measured(server: SoundServer) -> None:
    near, far = measured(server, milliseconds=50), measured(server, milliseconds=550, decibels=20)
    assert near.gain == pytest.approx(0.0, abs=2.0)
    assert near.gain - far.gain == pytest.approx(20.0, abs=2.0)
    assert near.level - far.level == pytest.approx(20.0, abs=2.0)
    assert far.delay - near.delay == pytest.approx(0.5, abs=0.1)


@pytest.mark.usefixtures("server")
def test_a_microphone_of_nothing_but_zeros_is_recognised() -> None:
    with Recorder() as recorder:
        heard, found = play_tone(recorder, "")
    assert found is None
    assert heard == Heard(soft=None, loud=None, peak=0.0)
    assert "zeros" in hearing.microphone(recorder.device, [heard]).text


def test_a_voice_in_the_room_is_measured(server: SoundServer) -> None:
    sound = speak("번호 여섯")
    with ThreadPoolExecutor(1) as thread, Recorder() as recorder:
        speaking = thread.submit(server.say, sound)
        heard = listen(recorder, len(sound) / 2 / RATE)
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
    assert hearing.speakers(found, "pulse").verdict == "ok"


def test_the_command_finds_a_good_room_good(server: SoundServer, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    program = Path(sysconfig.get_path("scripts")) / "narrator"
    with echo(server):
        done = subprocess.run(
            [program, "doctor", "--json", "--config", tmp_path / "config.toml"],
            env=server.environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    report = json.loads(done.stdout)
    verdicts = {finding["name"]: finding["verdict"] for finding in report["findings"]}
    assert {name for name, verdict in verdicts.items() if verdict == "fail"} == set()
    assert {verdicts[name] for name in ("tone", "microphone", "noise", "model", "voice", "speakers")} == {"ok"}
    assert done.returncode == 0, done.stderr
