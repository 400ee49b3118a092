"""The voices that read letters: in numpy alone, the same each time, and the night goes on without them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.computer.paths import setup_file, shipped
from narrator.cues import Part
from narrator.errors import BadData, ChannelLost
from narrator.mouth import letters
from narrator.mouth.cache import LineCache
from narrator.mouth.fallback import Fallback
from narrator.mouth.open import open_sound
from narrator.mouth.render import Renderer
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import Sound, check_line, read_sound, tidy
from narrator.mouth.spelling import spelling_of
from narrator.mouth.timbres import speech_level
from narrator.mouth.vocoder import HOP, RATE, Frames, sound_of
from narrator.mouth.voice import Voice, load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of

from tests.mouth.test_engines import Room
from tests.polish import in_polish
from tests.speech.lines import faults, rendered, wordings
from tests.sweeps import trial

ROOT = Path(__file__).parents[2]
NIGHT = "Noc zapada, wszyscy zamykają oczy."
WEIGHTS = {name: shipped("voices") / f"{name}.npz" for name in ("natan", "magda")}
NATAN = Voice(engine="letters", language="pl", model=str(WEIGHTS["natan"]), rate=176)
NAMES = (ROOT / "tests" / "speech" / "first_names.txt").read_text("utf-8").split()

Say = Callable[..., Sound]


begun = cache(lambda settings: letters.begin(dict(settings)))
"""What speaks by these settings, and how it renders: the voice's file is read once."""


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """Render a text in this process, as the worker does."""

    def sound_of_text(text: str, voice: Voice = NATAN) -> Sound:
        begun(tuple(letters.settings_of(voice).items()))[1](text, str(tmp_path / "line.wav"))
        return read_sound(tmp_path / "line.wav")

    return sound_of_text


def pitch_of(sound: Sound) -> float:
    """The middle pitch (Hz), by how far apart the sound repeats itself in loud blocks."""
    found, size = [], round(0.05 * sound.rate)
    for begins in range(0, len(sound.samples) - size, size):
        block = sound.samples[begins : begins + size].astype(float)
        if np.abs(block).max() > 0.2:
            alike = np.correlate(block, block, "full")[size - 1 :]
            lags = slice(round(sound.rate / 300), round(sound.rate / 60))
            found.append(sound.rate / (lags.start + int(alike[lags].argmax())))
    return float(np.median(found))


# ---- The sound ----


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_line_is_speech_without_clicks_clipping_or_an_offset(name: str, say: Say) -> None:
    sound = say(NIGHT, replace(NATAN, model=str(WEIGHTS[name])))
    check_line(sound, NIGHT, 176)
    assert sound.rate == RATE
    assert 0.2 < np.abs(sound.samples).max() < 0.9
    assert abs(sound.samples.mean()) < 1e-4
    assert np.abs(sound.samples[[0, 1, -2, -1]]).max() < 1e-3
    low = np.abs(np.fft.rfft(sound.samples))[: round(20 * sound.seconds)]
    assert np.square(low).sum() < 1e-3 * np.square(np.abs(np.fft.rfft(sound.samples))).sum()


def test_the_same_line_is_the_same_sound_in_every_process() -> None:
    made = []
    for _ in range(2):
        renderer = Renderer(NATAN)
        made.append((renderer.engine, renderer.render(NIGHT).samples.tobytes()))
        renderer.close()
    assert made[0] == made[1]
    assert made[0][0].startswith("letters 1 natan ")


def test_what_decides_the_sound_is_in_the_name_of_what_speaks(tmp_path: Path) -> None:
    natan, magda = (letters.begin(letters.settings_of(replace(NATAN, model=str(one))))[0] for one in WEIGHTS.values())
    other = tmp_path / "natan.npz"
    other.write_bytes(WEIGHTS["magda"].read_bytes())
    assert natan != magda
    assert letters.begin(letters.settings_of(replace(NATAN, model=str(other))))[0] != natan


def test_rate_pitch_and_volume_are_heard(say: Say) -> None:
    plain = say(NIGHT)
    slow, high = say(NIGHT, replace(NATAN, rate=88)), say(NIGHT, replace(NATAN, pitch=100))
    assert slow.seconds == pytest.approx(2 * plain.seconds, rel=0.05)
    assert high.seconds == plain.seconds
    assert pitch_of(high) == pytest.approx(1.5 * pitch_of(plain), rel=0.1)
    assert pitch_of(slow) == pytest.approx(pitch_of(plain), rel=0.1)
    soft = say(NIGHT, replace(NATAN, volume=0.5))
    assert np.abs(soft.samples).max() == pytest.approx(np.abs(plain.samples).max() / 2, rel=0.01)


def test_no_rate_pitch_or_volume_of_a_profile_clips(say: Say) -> None:
    for rate, pitch in ((80, 0), (80, 100), (400, 0), (400, 100)):
        sound = say(NIGHT, replace(NATAN, rate=rate, pitch=pitch))
        check_line(sound, NIGHT, rate)
        assert np.abs(sound.samples).max() < 0.95


@pytest.mark.parametrize("nth", [192, trial(48)])
def test_lines_are_speech_as_they_are_rendered(nth: int) -> None:
    table = load_table(setup_file(Path("all-roles")))
    lines = list(wordings(table.script, "gentle"))[::nth]
    found = [line for line, _ in rendered(lines, load_voice("natan"), delivery_of(table))]
    assert faults(found) == []


def test_frames_of_silence_are_silent_and_of_a_voice_have_its_pitch() -> None:
    count = 100
    envelope, noise = np.zeros((count, 40)), np.full((count, 3), -20.0)
    envelope[:, 0] = -8.0
    tone = sound_of(Frames(np.full(count, 120.0), envelope, noise))
    assert len(tone) == count * HOP
    assert pitch_of(Sound(tone / np.abs(tone).max(), RATE)) == pytest.approx(120, rel=0.02)
    envelope[:, 0] = -30.0
    assert np.abs(sound_of(Frames(np.zeros(count), envelope, noise))).max() < 1e-4


# ---- What is read ----


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_voice_knows_every_letter_of_the_language(name: str) -> None:
    assert set(spelling_of("pl").letters) <= set(letters.Network(WEIGHTS[name]).letters)


@pytest.mark.parametrize("letter", "aąbcćdeęfghijklłmnńoóprsśtuwyzźżqvx")
def test_every_letter_alone_is_heard(letter: str, say: Say) -> None:
    for text in (f"{letter.upper()}.", f"Jan {letter.upper()}., nie żyje."):
        check_line(tidy(say(text)), text, 176)


@pytest.mark.parametrize("nth", [8, trial(1)])
def test_every_number_to_a_hundred_and_every_first_name_is_heard(nth: int) -> None:
    assert len(NAMES) == len(set(NAMES)) >= 150
    said = {*map(str, range(0, 101, nth)), *NAMES[::nth]}
    rules, network = spelling_of("pl"), letters.Network(WEIGHTS["natan"])
    levels = {}
    for text in sorted(said):
        sound = Sound(sound_of(network.frames(rules.read(text), 1.0, 1.0)), RATE)
        check_line(tidy(sound), text, 176)
        levels[text] = 20 * np.log10(speech_level(sound.samples, sound.rate))
    usual = np.median(list(levels.values()))
    assert {text: level for text, level in levels.items() if abs(level - usual) > 6} == {}


def test_signs_without_sound_are_no_line(say: Say) -> None:
    with pytest.raises(ValueError, match="nothing to say"):
        say("👑 李")


# ---- Without it ----


def test_its_file_is_in_the_wheel_and_not_too_large() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert built["wheel"]["force-include"]["voices"] == "narrator/data/voices"
    assert "/voices" not in built["sdist"]["exclude"]
    for file in WEIGHTS.values():
        assert file.is_file()
        assert file.stat().st_size < 5_000_000


def test_the_program_starts_without_numpy() -> None:
    looked = "import sys, narrator.mouth.letters, narrator.mouth.spelling, narrator.mouth.vocoder as v; v.HOP; "
    subprocess.run([sys.executable, "-c", f"{looked} sys.exit('numpy' in sys.modules)"], check=True)


def test_a_missing_file_is_told_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(ChannelLost, match=r"gone\.npz is missing"):
        letters.settings_of(replace(NATAN, model=str(tmp_path / "gone.npz")))


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(255 - one for one in content[middle : middle + 64]) + content[middle + 64 :]


@pytest.mark.parametrize("spoil", [cut, flipped, lambda _: b"", lambda _: b"<html>"])
def test_where_its_file_is_damaged_the_fallback_speaks(
    spoil: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, told = Room(), list[str]()
    (tmp_path / "own.npz").write_bytes(spoil(WEIGHTS["natan"].read_bytes()))
    profile = 'format = 1\nengine = "letters"\nlanguage = "pl"\nmodel = "own.npz"\nfallback = "system"\n'
    (tmp_path / "own.toml").write_text(profile, "utf-8")
    monkeypatch.setattr("narrator.mouth.open.open_player", lambda *_: room)
    monkeypatch.setattr("narrator.mouth.open.LineCache", lambda: LineCache(tmp_path / "lines"))
    mouth, _ = open_sound(load_voice(str(tmp_path / "own.toml")), None, in_polish(told.append), Fallback([], print))
    mouth.speak(NIGHT)
    mouth.close()
    assert len(room.played) == 1
    assert len(told) == 1
    assert "own.npz" in told[0]


def test_without_any_voice_of_the_system_it_speaks_and_nobody_is_bothered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(voice: Voice, *rest: Any) -> RenderedMouth:
        if voice.engine == "system":
            raise ChannelLost("There is no voice to speak with")
        return RenderedMouth(voice, *rest)

    room, told = Room(), list[str]()
    monkeypatch.setattr("narrator.mouth.open.open_player", lambda *_: room)
    monkeypatch.setattr("narrator.mouth.open.RenderedMouth", lacking)
    monkeypatch.setattr("narrator.mouth.open.LineCache", lambda: LineCache(tmp_path))
    mouth, _ = open_sound(load_voice("", "pl"), None, in_polish(told.append), Fallback([], print))
    mouth.speak(NIGHT)
    mouth.close()
    assert (len(room.played), told) == (1, [])


@pytest.mark.parametrize(
    ("language", "usual"), [("pl", "natan"), ("en", "english"), ("sv", "swedish"), ("ko", "english")]
)
def test_a_table_that_names_no_voice_has_the_usual_one(language: str, usual: str) -> None:
    assert load_voice("", language).id == usual


def test_a_copy_of_the_profile_finds_the_shipped_file(tmp_path: Path) -> None:
    profile = 'format = 1\nengine = "letters"\nlanguage = "pl"\nmodel = "natan.npz"\n'
    (tmp_path / "mine.toml").write_text(profile, "utf-8")
    assert load_voice(str(tmp_path / "mine.toml")).model == str(WEIGHTS["natan"])


def test_a_profile_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('format = 1\nengine = "letters"\nlanguage = "pl"\nmodel = "natan"\n', "utf-8")
    with pytest.raises(BadData, match=r"mine\.toml:4: model: the voice's file is not named"):
        load_voice(str(tmp_path / "mine.toml"))


def test_a_language_that_nobody_has_spelt_is_told() -> None:
    with pytest.raises(LookupError, match="'ko'"):
        letters.begin(letters.settings_of(replace(NATAN, language="ko")))


def test_a_mouth_speaks_with_it(tmp_path: Path) -> None:
    room = Room()
    mouth = RenderedMouth(NATAN, room, LineCache(tmp_path))
    mouth.prepare([Part("", NIGHT)], lambda *_: None)
    mouth.speak(NIGHT)
    mouth.close()
    assert room.played == [pytest.approx(mouth.seconds(NIGHT), abs=0.01)]
