"""Nothing that the sound library raises, at any of its calls, ends a game or misleads the doctor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.computer import devices
from narrator.computer.config import Config
from narrator.computer.devices import Devices, SoundDevice, readable
from narrator.doctor import sequence, verdicts
from narrator.doctor.findings import Finding
from narrator.ears import recorder, worker
from narrator.ears.rates import BLOCK, RATE, Converter
from narrator.ears.sound import Gate, open_microphone
from narrator.errors import ChannelLost
from narrator.evening import hearing
from narrator.mouth import open as opening
from narrator.mouth import outputs
from narrator.mouth.device import DevicePlayer
from narrator.mouth.fallback import Fallback
from narrator.mouth.timeouts import DeviceLost
from narrator.mouth.voice import Voice
from narrator.play.loading import load_table
from narrator.rooms.opening import NoMouth
from narrator.studio.microphone import Microphone

from tests.polish import in_polish


class Paper(NoMouth):
    """Notes its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def speak(self, text: str, _parts: Any = ()) -> None:
        self.lines.append(text)


class PortAudioError(Exception):
    """The library's own error."""


def spoilt_name() -> str:
    return b"G\xc5\x82o\xc5".decode()


def raising(error: Exception) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        raise error

    return call


ERRORS = [
    UnicodeDecodeError("utf-8", b"\xc5", 0, 1, "unexpected end of data"),
    PortAudioError("Internal error", -9986),
    PortAudioError(),
    OSError("gone"),
    ValueError("bad"),
    KeyError("index"),
    AssertionError(),
    IndexError("list index out of range"),
    RuntimeError("lost"),
    TypeError("NoneType"),
    AttributeError("no"),
]
CALLS = [
    "query_devices",
    "query_hostapis",
    "OutputStream",
    "RawInputStream",
    "InputStream",
    "_initialize",
    "_terminate",
]
CALLS += ["default", "start", "close", "active", "get_portaudio_version", "WasapiSettings"]


class Stream:
    """A stream that may fail once it is open."""

    def __init__(self, faults: dict[str, Exception], samplerate: float, **opened: Any) -> None:
        self._faults, self.samplerate, self.opened = faults, samplerate, opened
        self.device, self.closed, self.latency = 0, False, 0.1

    def start(self) -> None:
        self._fail("start")

    def close(self) -> None:
        self.closed = True
        self._fail("close")

    @property
    def active(self) -> bool:
        self._fail("active")
        return True

    def _fail(self, call: str) -> None:
        if call in self._faults:
            raise self._faults[call]


class Library(ModuleType):
    """Stands for sounddevice; one of its calls fails, and a microphone may insist on a format."""

    PortAudioError = PortAudioError

    def __init__(self, faults: dict[str, Exception], *, rate: int = 0, channels: int = 0) -> None:
        super().__init__("sounddevice")
        self.faults, self.rate, self.channels = faults, rate, channels
        self.opened: list[Stream] = []
        self.facts: dict[str, Any] = {}
        self.refuses: Callable[[dict[str, Any]], bool] = lambda _: False

    def _fail(self, call: str) -> None:
        if call in self.faults:
            raise self.faults[call]

    def query_devices(self, number: int | None = None, kind: str = "") -> Any:
        self._fail("query_devices")
        facts = [{"index": 0, "name": "Box", "hostapi": 0, "max_input_channels": self.channels or 1}]
        facts[0] |= {"max_output_channels": 2, "default_samplerate": self.rate or 48_000}
        facts[0] |= {"default_low_output_latency": 0.01}
        facts[0] |= self.facts
        if number is None and not kind:
            return facts
        if number:
            raise PortAudioError(f"Error querying device {number}")
        return facts[0]

    @property
    def default(self) -> SimpleNamespace:
        self._fail("default")
        return SimpleNamespace(device=[0, 0])

    def query_hostapis(self, number: int | None = None) -> Any:
        self._fail("query_hostapis")
        hosts = [{"name": "Windows WASAPI"}]
        return hosts if number is None else hosts[number]

    def get_portaudio_version(self) -> tuple[int, str]:
        self._fail("get_portaudio_version")
        return 1, "PortAudio"

    def WasapiSettings(self, **_: Any) -> Any:  # noqa: N802 - the library's name
        self._fail("WasapiSettings")

    def _initialize(self) -> None:
        self._fail("_initialize")

    def _terminate(self) -> None:
        self._fail("_terminate")

    def OutputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("OutputStream")
        if self.refuses(wanted):
            raise PortAudioError("Invalid sample rate", -9997)
        self.opened.append(Stream(self.faults, **wanted))
        return self.opened[-1]

    def RawInputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("RawInputStream")
        return self._opened(wanted)

    def _opened(self, wanted: dict[str, Any]) -> Stream:
        if (
            (self.rate and wanted["samplerate"] != self.rate)
            or (self.channels and wanted["channels"] != self.channels)
            or self.refuses(wanted)
        ):
            raise PortAudioError("Invalid sample rate", -9997)
        self.opened.append(Stream(self.faults, **wanted))
        return self.opened[-1]

    def InputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("InputStream")
        return self._opened(wanted)


def raised_by(do: Callable[..., object]) -> Exception | None:
    try:
        do()
    except Exception as error:  # noqa: BLE001 - which it may be is what is tested
        return error
    return None


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_no_call_ends_a_game_or_misleads_the_doctor(
    call: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({call: error})
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    opens = lambda: outputs.takes_samples(outputs.open_output("Box", lambda: None, lambda: None, ahead=0.1))  # noqa: E731
    lost = raised_by(opens)
    assert isinstance(lost, ChannelLost) == bool(lost) == (call in ("OutputStream", "start"))
    outputs.output_names()
    assert isinstance(raised_by(outputs.look_again), ChannelLost) == (call == "_initialize")
    for wanted in ("", "Box"):
        raised = raised_by(lambda wanted=wanted: recorder._name(open_microphone(wanted, Gate())))
        assert raised is (error if call in ("RawInputStream", "start") else None), (
            "the ears' worker reports it in words"
        )
    lost = raised_by(lambda: Microphone("Box"))
    assert isinstance(lost, ChannelLost) == bool(lost) == (call in ("InputStream", "start"))
    report = devices._report()
    assert "missing" not in report, "PortAudio is there, and so is not to be installed"
    assert "lost" not in report, "a game goes on without a host's name, a default or a version"
    there = Devices("", tuple(SoundDevice(**one) for one in report["devices"]), tuple(report["unreadable"]))
    assert there.may_have("speaker")
    assert there.may_have("microphone")


def test_the_usual_device_opens_where_none_can_be_described(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({"query_devices": ERRORS[0]})
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    opened = outputs.open_output(None, lambda: None, lambda: None, ahead=0.1)
    assert opened.stream.opened["device"] is None


UNREADABLE = Devices("PortAudio", (), tuple((number, "unexpected end of data") for number in range(99)))


@pytest.mark.parametrize("judged", [verdicts.speakers, verdicts.microphones])
@pytest.mark.parametrize("wanted", ["", "Box"])
def test_what_cannot_be_read_may_be_there(judged: Callable[..., Finding], wanted: str) -> None:
    assert judged(UNREADABLE, wanted).verdict == "warn"


def test_the_doctor_lists_a_few_devices_that_cannot_be_read() -> None:
    text = repr(verdicts.library(UNREADABLE).text)
    assert "7 (" in text
    assert "8 (" not in text


def test_the_doctor_tries_a_device_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    for name, act in (("Recorder", raising(ChannelLost("deaf"))), ("play_tone", tried.append)):
        monkeypatch.setattr(sequence, name, act)
    monkeypatch.setattr(sequence, "list_devices", lambda: UNREADABLE)
    guide = SimpleNamespace(attended=True, tell=lambda _: None, wait=lambda _: None, agrees=lambda _: True)
    found = {one.name: one.verdict for one in sequence.sound_check(Config(), guide, "")}
    assert tried == [""]
    assert found["tone"] == "ok"
    assert found["microphone"] == "fail", "it was tried, and could not be opened"


@pytest.mark.parametrize(("there", "answers"), [(UNREADABLE, "open"), (Devices("", ()), "keys")])
def test_answers_are_spoken_where_the_ears_may_open_a_microphone(
    there: Devices, answers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "has_model", lambda *_: True)
    monkeypatch.setattr(devices, "list_devices", lambda: there)
    spoken = load_table(Path("demo")).with_setup(answers="open")
    assert hearing.by_keys_where_deaf(spoken, Config()).setup.answers == answers


@pytest.mark.skipif(sys.platform == "win32", reason="there the line looks itself")
@pytest.mark.parametrize("named", ["", "Box"])
def test_a_loudspeaker_is_found_that_is_switched_on_in_the_game(
    named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library, notices, page, voice = Library({}), list[str](), Paper(), Paper()
    there = list[Any]()
    whole = library.query_devices
    monkeypatch.setattr(library, "query_devices", lambda *asked, **kind: whole(*asked, **kind) if there else [])
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    monkeypatch.setattr(opening, "_speaking", lambda *_: voice)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = in_polish(notices.append)
    mouth, player = opening.open_sound(Voice(engine="system", language="pl"), named, found, page, later=True)
    assert isinstance(mouth, Fallback)
    assert isinstance(player, DevicePlayer)
    for line in ("Jeden.", "Dwa.", "Trzy."):
        mouth.speak(line)
        mouth._looking.join()
        there.append("a loudspeaker, from now on")
    assert (page.lines, voice.lines) == (["Jeden.", "Dwa."], ["Trzy."])
    assert player.sounding
    assert [notice for notice in notices if "Box" in notice] == ["Dźwięk idzie teraz przez: Box."]
    assert len(notices) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there the line looks itself")
def test_a_line_never_waits_for_a_loudspeaker_that_may_come() -> None:
    page, hangs = Paper(), Event()

    def later() -> Paper:
        hangs.wait(60)
        raise DeviceLost("gone")

    mouth = Fallback([page], print, later=later)
    for line in ("Jeden.", "Dwa."):
        mouth.speak(line)
    assert page.lines == ["Jeden.", "Dwa."]
    assert mouth._looking.is_alive(), "one look at a time"
    hangs.set()
    mouth.close()
    assert not mouth._looking.is_alive()


NAMELESS = {"index": 0, "name": None, "max_input_channels": 1, "max_output_channels": 2}


@pytest.mark.parametrize("described", [None, [None], [{}, None], 3, [{}], [NAMELESS], [{"name": "Box"}]], ids=repr)
def test_a_device_of_which_nothing_is_said_is_one_that_cannot_be_described(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library({})
    monkeypatch.setattr(library, "query_devices", lambda *_, **__: described)
    monkeypatch.setattr(outputs, "sound_library", lambda: library)
    opened = outputs.open_output(None, lambda: None, lambda: None, ahead=0.1)
    assert opened.stream.opened["device"] is None
    assert outputs.output_names() == []


@pytest.mark.parametrize("kind", ["RawInputStream", "InputStream"])
def test_no_stream_stays_open_that_does_not_start(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({"start": PortAudioError("Device unavailable", -9985)})
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    raised_by((lambda: open_microphone("Box", Gate())) if kind == "RawInputStream" else lambda: Microphone("Box"))
    assert library.opened
    assert all(stream.closed for stream in library.opened)


def test_one_spoilt_name_hides_no_other_device() -> None:
    class Spoilt(Library):
        def query_devices(self, number: int | None = None, _kind: str = "") -> Any:
            if number is None or number == 1:
                spoilt_name()
            if number == 3:
                raise PortAudioError("Error querying device 3")
            return super().query_devices(0) | {"index": number, "name": f"Box {number}"}

    found, faults = readable(Spoilt({}))
    assert [one["name"] for one in found] == ["Box 0", "Box 2"]
    assert list(faults) == [1]
    finding = verdicts.library(Devices("", (), tuple(faults.items())))
    assert (finding.verdict, finding.value) == ("warn", [1])


def test_there_is_no_microphone_where_all_devices_can_be_described(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({})
    monkeypatch.setattr(library, "query_devices", lambda *_: [])
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    with pytest.raises(ChannelLost):
        open_microphone("", Gate())


@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate", [8_000, 22_050, 32_000, 44_100, 48_000, 96_000])
def test_a_microphone_is_opened_in_its_own_format(rate: int, channels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library({}, rate=rate, channels=channels)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    gate = Gate()
    gate.open(1)
    stream = open_microphone("Box", gate)
    times = np.arange(stream.opened["blocksize"] * 40) / rate
    tone = np.rint(8_000 * np.sin(2 * np.pi * 1_000 * times)).astype(np.int16)
    for block in tone.reshape(40, -1):
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


def test_what_the_ears_cannot_take_is_not_folded_into_speech() -> None:
    converter, times = Converter(48_000, 1), np.arange(48_000) / 48_000
    tone = np.rint(8_000 * np.sin(2 * np.pi * 11_000 * times)).astype(np.int16)
    heard = np.frombuffer(b"".join(converter.blocks(tone.tobytes())), np.int16)
    assert np.abs(heard[BLOCK:].astype(int)).max() < 40


AWKWARD: dict[str, Callable[[dict[str, Any]], bool]] = {
    "a high latency alone": lambda wanted: wanted["latency"] != "high",
    "blocks of its own alone": lambda wanted: wanted["blocksize"] != 0,
    "both": lambda wanted: (wanted["latency"], wanted["blocksize"]) != ("high", 0),
    "the ears' rate in blocks of its own": lambda wanted: (wanted["samplerate"], wanted["blocksize"]) != (RATE, 0),
}


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
    later = Timer(0.05, hear, (block, rate, None, None))  # what was still under way
    later.start()
    sound = microphone.stop()
    assert sound.rate == rate
    assert np.allclose(sound.samples, np.tile(tone, 2), atol=1e-6)
