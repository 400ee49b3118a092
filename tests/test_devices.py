"""A device is asked for by a part of its name, alike by those who open it and by the doctor who foretells it."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.computer.devices import Devices, SoundDevice, called
from narrator.doctor import verdicts
from narrator.ears.sound import find_microphones
from narrator.errors import ChannelLost
from narrator.mouth import outputs
from narrator.mouth.device import AHEAD

NAMES = ("Built-in Audio", "HDMI 3", "Łódzki zestaw")
WANTED = {"built": NAMES[0], "hdmi": NAMES[1], "ŁÓDZKI": NAMES[2], "3": NAMES[1], "0": "", "1": "", "7": "", "no": ""}
"""What is asked for, and the device that it means; a number means no device but one with it in its name."""


class Library:
    """Stands for sounddevice."""

    PortAudioError = RuntimeError

    def query_devices(self, index: int | None = None, kind: str = "") -> Any:
        facts = [
            {"index": place, "name": name, "max_output_channels": 2, "max_input_channels": 1}
            | {"default_samplerate": 44_100, "default_low_output_latency": 0.01}
            for place, name in enumerate(NAMES)
        ]
        return facts[0] if kind else facts if index is None else facts[index]

    def OutputStream(self, **_: Any) -> Any:  # noqa: N802 - the library's name
        return SimpleNamespace(start=lambda: None, samplerate=44_100)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("ahead", [AHEAD, 0.2])
def test_a_device_holds_two_blocks_where_it_would_take_more(
    platform: str, ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: dict[str, Any] = {}

    class Noting(Library):
        def OutputStream(self, **wanted: Any) -> Any:  # noqa: N802 - the library's name
            opened.update(wanted)
            return super().OutputStream()

    monkeypatch.setattr(outputs, "sound_library", Noting)
    monkeypatch.setattr(sys, "platform", platform)
    outputs.open_output(None, lambda: None, lambda: None, ahead=ahead)
    assert opened["latency"] == ahead
    held = round(ahead * opened["samplerate"])
    assert opened["blocksize"] == (pytest.approx(held / 2, abs=1) if platform == "linux" else 0)


@pytest.mark.parametrize(("wanted", "meant"), WANTED.items())
def test_everybody_finds_the_same_device(wanted: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "sound_library", Library)
    opened = outputs.open_output(wanted, lambda: None, lambda: None, ahead=0.1)
    assert opened.name == (meant or NAMES[0])  # any device is better than none
    listed = Devices("", tuple(SoundDevice(name=name, system="", speaker=True, microphone=True) for name in NAMES))
    verdict = "ok" if meant else "fail"
    assert (verdicts.speakers(listed, wanted).verdict, verdicts.microphones(listed, wanted).verdict) == (
        verdict,
        verdict,
    )
    if meant:
        assert find_microphones(Library(), wanted) == [NAMES.index(meant)]
    else:
        with pytest.raises(ChannelLost, match="no microphone is called"):
            find_microphones(Library(), wanted)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("USB Audio", "USB\u00a0Audio"),
        ("usb  audio", "USB Audio Device"),
        ("Kośny", "Mikrofon Kos\u0301ny"),
        ("Ania's AirPods", "Ania\u2019s AirPods"),
        ("JBL", "\uff2a\uff22\uff2c 2"),
    ],
)
def test_a_device_is_known_by_its_name_however_the_system_writes_it(wanted: str, name: str) -> None:
    assert called(wanted, name)
    assert called(name, name)
    assert not called(f"{wanted}x", name)
