"""Nothing that the sound library raises, at any of its calls, ends a game or misleads the doctor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.computer import devices
from narrator.computer.config import Config
from narrator.computer.devices import Devices, SoundDevice, readable, reason
from narrator.computer.texts import texts_of
from narrator.cues import PLAINLY
from narrator.doctor import sequence, verdicts
from narrator.doctor.findings import FOLDER, Finding
from narrator.doctor.words import try_voice
from narrator.ears import recorder
from narrator.ears.sound import Gate, open_microphone
from narrator.errors import ChannelLost
from narrator.evening import hearing
from narrator.menu import first
from narrator.mouth import open as opening
from narrator.mouth import outputs, timeouts
from narrator.mouth.device import DevicePlayer
from narrator.mouth.fallback import Fallback
from narrator.mouth.timeouts import DeviceLost
from narrator.mouth.voice import Voice
from narrator.play.loading import load_table
from narrator.rooms.captions import NoMouth
from narrator.rooms.opening import mouth_of
from narrator.studio.microphone import Microphone
from narrator.texts import Texts, message

from tests.polish import in_polish
from tests.sound_library import ERRORS, Library, PortAudioError, raised_by, raising, spoilt_name


class Paper(NoMouth):
    """Notes its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def speak(self, text: str, _parts: Any = ()) -> None:
        self.lines.append(text)


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
    lost = raised_by(outputs.look_again)
    assert isinstance(lost, ChannelLost) == bool(lost) == (call == "_initialize")
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


AGAIN = ImportError("cannot load module more than once per process")


class Unloadable(MetaPathFinder):
    """A library that raises this the first time that it is imported, and another thing from then on."""

    def __init__(self, library: str, error: Exception) -> None:
        self.library, self.error = library, error

    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname == self.library:
            error, self.error = self.error, AGAIN
            raise error


@pytest.mark.parametrize("library", ["numpy", "soundfile", "sounddevice"])
@pytest.mark.parametrize("error", [*ERRORS, ImportError("no"), MemoryError()], ids=repr)
def test_no_import_ends_a_game(
    library: str, error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "meta_path", [Unloadable(library, error), *sys.meta_path])
    monkeypatch.delitem(sys.modules, library, raising=False)
    monkeypatch.setattr(outputs, "_first_faults", {})
    monkeypatch.setenv("PATH", str(tmp_path))
    if library != "sounddevice":  # a program would play in its place
        (tmp_path / "aplay").write_text("#!/bin/sh\n")
        (tmp_path / "aplay").chmod(0o755)
    page, notices = Paper(), list[str]()
    for _ in range(2):
        mouth, player = opening.open_sound(
            Voice(engine="system", language="pl"), None, in_polish(notices.append), page
        )
        assert (mouth, player) == (page, None)
    if library != "sounddevice":
        assert notices[0] == notices[1]
        assert library in notices[0]
        assert reason(error).rstrip(".") in notices[0]
        assert try_voice(Voice(engine="system", language="pl")).fault
        config, setup = Config(nightfall="own.wav"), load_table(Path("demo")).setup
        assert mouth_of(setup, config, in_polish(notices.append), PLAINLY)[1] is None


@pytest.mark.parametrize("library", ["numpy", "soundfile"])
def test_the_doctor_names_a_library_that_does_not_run_here(library: str, tmp_path: Path) -> None:
    fault = "raise RuntimeError('built with X86_V2,\\nwhich this processor lacks.')"
    (tmp_path / f"{library}.py").write_text(fault, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    (tmp_path / "en.toml").write_text('language = "en"', encoding="utf-8")
    command = [sys.executable, "-m", "narrator", "doctor", "--json", "--config", "en.toml"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode == 1, done.stderr.decode()
    findings = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    for name in ("voice", "sound library"):
        assert f"{library} " in findings[name]["text"]
        assert "built with X86_V2, which this processor lacks" in findings[name]["text"]
    assert findings["sound library"]["cure"] == texts_of("en", FOLDER).word("cures.unloadable.everywhere")


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


def test_a_voice_is_not_recorded_where_the_library_does_not_answer_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, answers = Library({}), Event()
    monkeypatch.setattr(library, "query_devices", lambda *_, **__: answers.wait(60.0))
    monkeypatch.setattr(library, "_exit_handler", lambda: None, raising=False)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(timeouts, "TIMEOUT", 0.05)
    try:
        lost = raised_by(Microphone)
    finally:
        answers.set()
        timeouts._under_way[0].join()
    assert isinstance(lost, ChannelLost)
    assert lost.table == message("mouth.hangs")


def test_a_list_of_devices_that_nobody_waits_for_ends_by_itself(tmp_path: Path) -> None:
    """Its terminal may be gone, and with it the program that would have ended it."""
    (tmp_path / "sounddevice.py").write_text("import threading; threading.Event().wait(600.0)")
    listed = "from narrator.computer import devices; devices._SECONDS = 0.05; devices.main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    assert subprocess.run([sys.executable, "-c", listed], env=environment, timeout=60, check=False).returncode == 1


@pytest.mark.parametrize("language", ["pl", "en", "sv"])
@pytest.mark.parametrize(
    "ask",
    [lambda texts: hearing._has_microphone(texts), lambda texts: first._speakers(Config(language=texts.language))],
    ids=["microphone", "loudspeakers"],
)
def test_who_waits_for_the_list_of_devices_knows_it(
    ask: Callable[[Texts], object], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = list[str]()

    def listed() -> Devices:
        said.append(capsys.readouterr().out.strip())
        return UNREADABLE

    monkeypatch.setattr(devices, "list_devices", listed)
    ask(texts_of(language))
    assert said == [texts_of(language).word("first.looking")]
