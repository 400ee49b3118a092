"""A device is opened in a format that it takes, and where one does not open, another is tried."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

from narrator.ears import worker
from narrator.ears.rates import BLOCK, RATE, Converter
from narrator.ears.sound import Gate, open_microphone
from narrator.errors import ChannelLost
from narrator.mouth import outputs
from narrator.mouth.device import DevicePlayer
from narrator.mouth.timeouts import DeviceLost
from narrator.studio.microphone import Microphone

from tests.polish import in_polish
from tests.sound_library import ERRORS, Library, Stream, raised_by

AWKWARD: dict[str, Callable[[dict[str, Any]], bool]] = {
    "a high latency alone": lambda wanted: wanted["latency"] != "high",
    "blocks of its own alone": lambda wanted: wanted["blocksize"] != 0,
    "both": lambda wanted: (wanted["latency"], wanted["blocksize"]) != ("high", 0),
    "the ears' rate in blocks of its own": lambda wanted: (wanted["samplerate"], wanted["blocksize"]) != (RATE, 0),
}


@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate", [8_000, 22_050, 32_000, 44_100, 48_000, 96_000])
def test_a_microphone_is_opened_in_its_own_format(rate: int, channels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({}, rate=rate, channels=channels)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    gate = Gate()
    gate.open(1)
    stream = open_microphone("Box", gate)
    times = np.arange(stream.opened["blocksize"] * 80) / rate
    tone = np.rint(8_000 * np.sin(2 * np.pi * 1_000 * times)).astype(np.int16)
    for block in tone.reshape(80, -1):
        stream.opened["callback"](np.repeat(block, channels).tobytes(), len(block), None, None)
    blocks = [gate.events.get()[1] for _ in range(gate.events.qsize())]
    assert all(len(block) == 2 * BLOCK for block in blocks)
    assert 38 <= len(blocks) <= 40
    heard = np.frombuffer(b"".join(blocks), np.int16)[2 * BLOCK :].astype(float)
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard))))
    assert round(np.argmax(spectrum) * RATE / len(heard), -1) == 1_000
    assert np.sqrt(2 * np.mean(heard**2)) == pytest.approx(8_000, rel=0.01)
    near = np.abs(np.fft.rfftfreq(len(heard), 1 / RATE) - 1_000) < 20
    assert (spectrum[~near] ** 2).sum() < 1e-4 * (spectrum[near] ** 2).sum(), "nothing else is heard"


@pytest.mark.parametrize(
    "gains", [[1.0] + [0.0] * 17, [0.0] * 17 + [1.0], [1.0, -1.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.9]], ids=str
)
def test_a_microphone_at_one_of_many_channels_is_as_loud_as_alone(gains: list[float]) -> None:
    rate, converter = 48_000, Converter(48_000, len(gains))
    tone = 8_000 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)
    noise = np.random.default_rng(1).normal(0, 8, (rate, len(gains)))
    voltage = np.array([0.0] * (len(gains) - 1) + [900.0 * (gains[-1] == 0)])
    sound = np.rint(tone[:, None] * gains + noise + voltage).astype(np.int16)
    blocks = [one for part in np.split(sound, 40) for one in converter.blocks(part.tobytes())]
    heard = np.frombuffer(b"".join(blocks), np.int16)[2 * BLOCK :].astype(float)
    assert np.sqrt(2 * np.mean(heard**2)) == pytest.approx(8_000, rel=0.02)


@pytest.mark.parametrize("live", [0, 1])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows mixes both inputs")
def test_either_of_two_inputs_may_have_the_microphone(live: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library, gate = Library({}), Gate()
    library.facts["max_input_channels"] = 2
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    gate.open(1)
    stream = open_microphone("Box", gate)
    sound = np.zeros((4 * BLOCK, stream.opened["channels"]), "<i2")
    sound[:, min(live, stream.opened["channels"] - 1)] = (
        9_000 * np.sin(np.arange(4 * BLOCK)) * (live < sound.shape[1])
    )
    stream.opened["callback"](sound.tobytes(), len(sound), None, None)
    assert np.frombuffer(gate.events.get()[1], "<i2").max() > 8_000
    assert Microphone("Box")._stream.opened["channels"] == 2


@pytest.mark.parametrize("gains", [(0.0, 1.0, 0.0, 0.0), (1.0, -1.0, 0.0, 0.0)], ids=str)
def test_so_is_a_recorded_voice(gains: tuple[float, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({}, rate=48_000, channels=4)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    microphone, hear = Microphone("Box"), library.opened[-1].opened["callback"]
    microphone.start()
    tone = np.sin(np.arange(48_000, dtype=np.float32) / 20)
    hear(tone[:, None] * np.array(gains, np.float32), 48_000, None, None)
    assert np.abs(microphone._kept[-1]) == pytest.approx(np.abs(tone))


def test_what_the_ears_cannot_take_is_not_folded_into_speech() -> None:
    converter, times = Converter(48_000, 1), np.arange(48_000) / 48_000
    tone = np.rint(8_000 * np.sin(2 * np.pi * 11_000 * times)).astype(np.int16)
    heard = np.frombuffer(b"".join(converter.blocks(tone.tobytes())), np.int16)
    assert np.abs(heard[BLOCK:].astype(int)).max() < 40


def test_a_microphone_gives_half_a_block_at_a_time_so_that_none_waits_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", Library({}))
    gate = Gate()
    gate.open(1)
    stream = open_microphone("Box", gate)
    assert (stream.samplerate, stream.opened["blocksize"]) == (RATE, BLOCK // 2)
    sound = np.random.default_rng(1).integers(-9_000, 9_000, 4 * BLOCK).astype("<i2").tobytes()
    for begin in range(0, len(sound), BLOCK):
        stream.opened["callback"](sound[begin : begin + BLOCK], BLOCK // 2, None, None)
    heard = [gate.events.get()[1] for _ in range(gate.events.qsize())]
    assert [len(block) for block in heard] == 4 * [2 * BLOCK]
    assert b"".join(heard) == sound, "it is joined, and not filtered"


@pytest.mark.parametrize("size", [160, 480, BLOCK, 1_000])
@pytest.mark.parametrize("takes", AWKWARD)
def test_a_microphone_is_opened_that_takes(takes: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({})
    library.refuses = AWKWARD[takes]
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    gate = Gate()
    gate.open(1)
    stream = open_microphone("Box", gate)
    for frames in (size, BLOCK) * 30:
        stream.opened["callback"](bytes(2 * frames * stream.opened["channels"]), frames, None, None)
    blocks = [gate.events.get()[1] for _ in range(gate.events.qsize())]
    assert blocks
    assert {len(block) for block in blocks} == {2 * BLOCK}, "the ears take whole blocks"


@pytest.mark.parametrize("spoilt", [None, 0, "x", float("inf"), float("nan")])
def test_a_spoilt_rate_hides_no_channels(spoilt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({}, rate=48_000, channels=4)
    library.facts["default_samplerate"] = spoilt
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    assert open_microphone("Box", Gate()).opened["channels"] == 4
    assert Microphone("Box")._stream.opened["channels"] == 4


@pytest.mark.parametrize("rate", [8_000, 22_050, 24_000, 32_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2, 4, 8])
def test_a_microphone_is_opened_that_takes_other_than_it_states(
    rate: int, channels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({})
    library.facts = {"default_samplerate": 44_100.0, "max_input_channels": 10}
    library.refuses = lambda wanted: (wanted["samplerate"], wanted["channels"]) != (rate, channels)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    assert open_microphone("Box", Gate()).samplerate == rate
    assert Microphone("Box")._stream.samplerate == rate


@pytest.mark.parametrize("says", [0.0, -1.0, float("inf"), float("nan")])
def test_a_stream_without_a_rate_does_not_count_as_open(says: float, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({})
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(Stream, "samplerate", property(lambda _: says, lambda *_: None), raising=False)
    assert isinstance(raised_by(lambda: open_microphone("Box", Gate())), ValueError)
    assert isinstance(raised_by(lambda: Microphone("Box")), ChannelLost)
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    assert isinstance(raised_by(lambda: DevicePlayer("Box")), DeviceLost)
    assert len(library.opened) > 2
    assert all(stream.closed for stream in library.opened)


@pytest.mark.parametrize(("says", "taken"), [(47_990.0, True), (48_048.0, True), (44_100.0, False)])
def test_a_stream_whose_clock_is_not_exact_counts_as_open(
    says: float, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({}, rate=48_000, channels=1)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(Stream, "samplerate", property(lambda _: says, lambda *_: None), raising=False)
    assert (raised_by(lambda: open_microphone("Box", Gate())) is None) == taken


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("states", [44_100.0, 96_000.0, None, float("nan"), float("inf"), 0])
def test_a_loudspeaker_is_opened_that_does_not_take_what_it_states(
    rate: int, channels: int, states: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({})
    library.facts = {"default_samplerate": states, "max_output_channels": max(2, channels)}
    library.facts["default_low_output_latency"] = None
    library.refuses = lambda wanted: (wanted["samplerate"], wanted["channels"]) != (rate, channels)
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    if rate in (states, 48_000, 44_100):
        assert DevicePlayer("Box").rate == rate
    else:
        assert isinstance(raised_by(lambda: DevicePlayer("Box")), DeviceLost)


@pytest.mark.parametrize("wanted", ["", "JBL"])
@pytest.mark.parametrize("spoilt", [{"name": None}, {"name": ""}, None])
def test_a_loudspeaker_without_a_name_is_called_the_usual_one(
    wanted: str, spoilt: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, notices = Library({"query_devices": ERRORS[0]} if spoilt is None else {}), list[str]()
    library.facts |= spoilt or {}
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    player = DevicePlayer(wanted, in_polish(notices.append), look_after=0.0)
    usual = "Dźwięk idzie teraz przez: domyślny głośnik."
    unknown = f"Nazw głośników nie da się odczytać, więc nie wiem, który to „JBL”. {usual}"
    assert notices == ([unknown] if wanted else [])
    player.ensure_open()
    assert len(notices) == bool(wanted), "nothing has changed"
    player._let_go()
    player.ensure_open()
    assert notices[bool(wanted) :] == [usual]


@pytest.mark.parametrize("name", ["pulse", "pipewire", "Headset"])
def test_another_microphone_is_opened_where_the_best_is_dead(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({})
    dead = library.query_devices(0) | {"name": name}
    facts = [dead, dead | {"index": 1, "name": "Box"}]
    monkeypatch.setattr(library, "query_devices", lambda number=None, *_: facts if number is None else facts[number])
    library.refuses = lambda wanted: wanted["device"] != 1
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    assert open_microphone("", Gate()).opened["device"] == 1
    assert Microphone("")._stream.opened["device"] == 1


@pytest.mark.parametrize(("fault", "reports"), [({}, []), ({"query_devices": ERRORS[0]}, [{"said": "instead"}])])
def test_a_named_microphone_is_not_replaced_in_silence(
    fault: dict[str, Exception], reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", Library(fault))
    said = list[Any]()
    worker._open_microphone("Box", Gate(), said.append)
    worker._open_microphone("", Gate(), said.append)
    assert said == reports


@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000])
def test_a_voice_is_recorded_in_the_microphones_own_format(
    rate: int, channels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({}, rate=rate, channels=channels)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    microphone = Microphone("Box")
    microphone.start()
    tone = np.sin(np.arange(rate, dtype=np.float32) / 20)
    block, hear = np.repeat(tone[:, None], channels, axis=1), library.opened[-1].opened["callback"]
    hear(block, rate, None, None)
    waits = microphone._more.wait_for

    def wait_for(enough: Callable[[], bool], seconds: float) -> bool:
        Thread(target=hear, args=(block, rate, None, None)).start()  # what was still under way comes meanwhile
        return waits(enough, seconds)

    monkeypatch.setattr(microphone._more, "wait_for", wait_for)
    sound = microphone.stop()
    assert sound.rate == rate
    assert np.allclose(sound.samples, np.tile(tone, 2), atol=1e-6)
