"""RHVoice as Debian has it, which `.ci/run` unpacks where it can: what the stand-in of test_rhvoice.py promises."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.doctor import words
from narrator.errors import ChannelLost
from narrator.mouth import rhvoice
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound
from narrator.mouth.voice import load_voice

from tests.mouth.test_letters import pitch_of
from tests.program import at_home, narrator

LINE = "Manitou, otwórz oczy. Kto ma posążek?"
NATAN = replace(load_voice("natan-rhvoice"), rate=176)


HERE = Path(__file__).parents[2] / ".rhvoice" / "usr"

pytestmark = pytest.mark.skipif(not (HERE / "bin" / "RHVoice-test").exists(), reason="RHVOICE WAS NOT TRIED: .ci/run")


@pytest.fixture(autouse=True)
def unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """RHVoice as it lies there, for these tests alone."""
    libraries = [folder for folder in (HERE / "lib").glob("*") if any(folder.glob("libRHVoice*"))]
    monkeypatch.setenv("PATH", f"{HERE / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LD_LIBRARY_PATH", os.pathsep.join(map(str, libraries)))
    monkeypatch.setenv("RHVOICE_DATA_PATH", str(HERE / "share" / "RHVoice"))


Say = Callable[..., Sound]


@pytest.fixture
def say() -> Iterator[Say]:
    """Render a line as a mouth does."""
    opened: list[Renderer] = []

    def sound_of(text: str = LINE, **options: Any) -> Sound:
        opened.append(Renderer(replace(NATAN, **options), timeout=60.0))
        return opened[-1].render(text)

    yield sound_of
    for renderer in opened:
        renderer.close()


def test_it_speaks_as_fast_as_high_and_as_loud_as_it_is_asked(say: Say) -> None:
    plain = say()
    assert 1.5 < plain.seconds < 5.0
    assert say(rate=88).seconds == pytest.approx(2 * plain.seconds, rel=0.25)
    assert pitch_of(say(pitch=80)) > 1.15 * pitch_of(plain)
    assert np.abs(say(volume=0.5).samples).max() < 0.75 * np.abs(plain.samples).max()


def test_a_line_that_takes_too_long_is_broken_off_and_the_next_is_spoken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name, render = rhvoice.begin(rhvoice.settings_of(NATAN))
    assert name.startswith("rhvoice natan")
    monkeypatch.setattr(rhvoice, "_PATIENCE", 0.01)
    with pytest.raises(subprocess.TimeoutExpired):
        render(100 * LINE, str(tmp_path / "long.wav"))
    monkeypatch.setattr(rhvoice, "_PATIENCE", 60.0)
    render(LINE, str(tmp_path / "line.wav"))
    assert (tmp_path / "line.wav").stat().st_size > 10_000


def test_a_voice_that_it_lacks_is_told_with_those_that_it_has() -> None:
    with pytest.raises(ChannelLost, match=r"RHVoice has no voice nobody, but .*natan"):
        rhvoice.settings_of(replace(NATAN, model="nobody"))


def test_doctor_and_the_list_of_voices_know_it(tmp_path: Path) -> None:
    spoken = words.try_voice(NATAN)
    assert words.voice(NATAN, spoken).verdict == "ok"
    assert spoken.engine.startswith("rhvoice natan")
    listed = narrator("voice", "list", "--json", env=at_home(tmp_path))
    here = {one["voice"]: one for one in json.loads(listed.stdout)}
    assert here["natan-rhvoice"]["here"]
