"""RHVoice speaks from its own program, which may be missing, lack the voice, fail or hang; the night goes on.

The program here is a stand-in that keeps the contract of RHVoice-test: `-p`, `-r`, `-t`, `-v` in per cent, `-o`, and
the text on standard input; asked for a voice that it lacks, it takes another and says nothing of it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.ears.clips import ClipText, group_of, keep_group, label, readings
from narrator.ears.lexicon import read_lexicon
from narrator.errors import BadData, ChannelLost
from narrator.mouth import rhvoice
from narrator.mouth.render import Renderer
from narrator.mouth.sound import read_sound
from narrator.mouth.voice import Voice, load_voice
from narrator.studio.trials import Clip as TrialClip
from narrator.studio.trials import questions, trials

from tests.polish import OWN_WORDS
from tests.sweeps import trial

posix = pytest.mark.skipif(sys.platform == "win32", reason="RHVOICE WAS NOT TRIED: Windows has it as a system voice")

ROOT = Path(__file__).parents[2]
NIGHT = "Noc zapada, wszyscy zamykają oczy."
NATAN = Voice(engine="rhvoice", language="pl", model="natan", rate=176)

STAND_IN = """
import argparse, math, struct, sys, time, wave
options = argparse.ArgumentParser()
for name in ("-p", "-o"):
    options.add_argument(name)
for name in ("-r", "-t", "-v"):
    options.add_argument(name, type=int, default=100)
asked = options.parse_args()
text = sys.stdin.buffer.read().decode("utf-8")
if "HANG" in text:
    time.sleep(600)
if "FAIL" in text:
    sys.exit("std::bad_alloc")
pitch = {"natan": 110, "magda": 220}.get(asked.p.lower(), 220) * asked.t / 100
count = int(24_000 * 0.08 * max(len(text), 5) * 100 / asked.r)
tone = (round(20_000 * asked.v / 100 * math.sin(2 * math.pi * pitch * at / 24_000)) for at in range(count))
with wave.open(asked.o, "wb") as file:
    file.setnchannels(1)
    file.setsampwidth(2)
    file.setframerate(24_000)
    file.writeframes(b"".join(struct.pack("<h", one) for one in tone))
"""

Installed = Callable[..., Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Install the stand-in with voices, in a prefix of its own, as the first program on the path."""

    def install(*voices: str, name: str = "RHVoice-test") -> Path:
        folder = tmp_path / "bin"
        folder.mkdir()
        (folder / name).write_text(f"#!{sys.executable}\n{textwrap.dedent(STAND_IN)}", "utf-8")
        (folder / name).chmod(0o755)
        for voice in voices:
            info = tmp_path / "share/RHVoice/voices" / voice / "voice.info"
            info.parent.mkdir(parents=True)
            info.write_text(f"name={voice.capitalize()}\nlanguage=Polish\nrevision=12\n", "utf-8")
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(rhvoice, "_SHARED", ())
        monkeypatch.delenv("RHVOICE_DATA_PATH", raising=False)
        return folder / name

    return install


@pytest.fixture
def rendering() -> Iterator[Callable[[Voice], Renderer]]:
    opened: list[Renderer] = []

    def open_one(voice: Voice) -> Renderer:
        opened.append(Renderer(voice, timeout=30.0))
        return opened[-1]

    yield open_one
    for renderer in opened:
        renderer.close()


Rendering = Callable[[Voice], Renderer]


@posix
@pytest.mark.parametrize("name", ["RHVoice-test", "rhvoice.test"])
def test_a_line_is_spoken_by_the_program_of_either_name(
    name: str, installed: Installed, rendering: Rendering
) -> None:
    installed("natan", name=name)
    renderer = rendering(NATAN)
    assert renderer.engine == "rhvoice natan 12"
    sound = renderer.render(NIGHT)
    assert sound.rate == 24_000
    assert sound.seconds == pytest.approx(0.08 * len(NIGHT), abs=0.05)


@posix
def test_rate_pitch_and_volume_reach_the_program(installed: Installed, rendering: Rendering) -> None:
    installed("natan")
    plain = rendering(NATAN).render(NIGHT)
    other = rendering(replace(NATAN, rate=88, pitch=100, volume=0.5)).render(NIGHT)
    assert other.seconds == pytest.approx(2 * plain.seconds, rel=0.05)
    assert abs(other.samples).max() == pytest.approx(abs(plain.samples).max() / 2, rel=0.05)
    ups = [int((sound.samples[:-1] * sound.samples[1:] < 0).sum()) / sound.seconds for sound in (plain, other)]
    assert ups[1] == pytest.approx(1.5 * ups[0], rel=0.05)


@posix
def test_a_voice_that_is_not_there_is_told_with_those_that_are(installed: Installed, rendering: Rendering) -> None:
    installed("magda")
    with pytest.raises(ChannelLost, match="RHVoice has no voice natan, but magda"):
        assert rendering(NATAN).engine


@posix
def test_where_the_voices_lie_unknown_the_program_is_believed(installed: Installed, rendering: Rendering) -> None:
    installed()
    assert rendering(NATAN).engine == "rhvoice natan"


@posix
def test_why_a_line_failed_is_told(installed: Installed, rendering: Rendering) -> None:
    installed("natan")
    with pytest.raises(ChannelLost, match="bad_alloc"):
        rendering(NATAN).render("FAIL")


@posix
def test_a_program_that_hangs_is_ended(installed: Installed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed("natan")
    program, render = rhvoice.begin(rhvoice.settings_of(NATAN))
    assert program == "rhvoice natan 12"
    monkeypatch.setattr(rhvoice, "_PATIENCE", 0.5)
    with pytest.raises(subprocess.TimeoutExpired):
        render("HANG", str(tmp_path / "line.wav"))


@pytest.mark.parametrize("name", ["natan-rhvoice", "magda-rhvoice", "michal", "alicja"])
def test_without_it_the_cure_is_told_and_the_fallback_speaks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    voice = load_voice(name)
    assert (voice.engine, voice.fallback) == ("rhvoice", "system")
    monkeypatch.setattr(rhvoice, "which", lambda _: None)
    with pytest.raises(ChannelLost, match="RHVoice is not installed"):
        rhvoice.settings_of(voice)


def test_a_profile_names_its_voice(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nengine = "rhvoice"\nlanguage = "pl"\n')
    with pytest.raises(BadData, match=r"mine\.toml: model: RHVoice's voice is not named"):
        load_voice(str(path))


@posix
@pytest.mark.parametrize(("language", "called"), [("pl", "ania, przestań"), trial("en", "alice, stop it")])
def test_clips_of_answers_are_made_with_it_and_what_is_there_is_not_made_again(
    language: str, called: str, installed: Installed, tmp_path: Path
) -> None:
    installed("natan", "magda")
    folder, lexicon = tmp_path / "clips", read_lexicon(language, *OWN_WORDS)
    profile = tmp_path / "natan.toml"
    profile.write_text(f'format = 1\nengine = "rhvoice"\nmodel = "natan"\nlanguage = "{language}"\n')
    command = [sys.executable, "-m", "bench.clips", str(folder), "--voices", str(profile), "--language", language]
    names = tuple(keep_group(folder, language, {}).names)
    for reading in readings(lexicon, names):
        (folder / "natan").mkdir(exist_ok=True)
        (folder / "natan" / reading.file).touch()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    group = group_of(folder)
    assert group
    forms = 3 if language == "pl" else 2  # by number, as they are, and in Polish in another case
    assert done.stdout == f"natan: {forms * len(group.names) + 1} clips\n"  # and one is called to
    made = [file for file in (folder / "natan").glob("*.wav") if file.stat().st_size]
    told = {label(file) for file in made} - {ClipText(called, other=True)}
    asked = list(questions(lexicon, group.names).values())
    clips = [TrialClip(reading, "natan", read_sound(made[0]).samples) for reading in told]
    assert {trial.group for trial in trials(clips, asked, lexicon)} == {"names"}
    again = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert again.stdout == "natan: 0 clips\n"


@pytest.mark.parametrize(
    ("release", "cure"),
    [
        ({"ID": "debian"}, "apt install rhvoice rhvoice-polish"),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "multiverse"),
        ({"ID": "arch"}, "snap install rhvoice"),
        (None, "snap install rhvoice"),
    ],
)
def test_where_it_is_a_package_that_is_told(
    release: dict[str, str] | None, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> dict[str, str]:
        if release is None:
            raise OSError
        return release

    monkeypatch.setattr(rhvoice, "which", lambda _: None)
    monkeypatch.setattr(platform, "freedesktop_os_release", told)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(paths.system, "__defaults__", ("linux",))
    with pytest.raises(ChannelLost) as lost:
        rhvoice.find_program()
    assert cure in texts_of("pl").told(lost.value.table)
