"""A voice is taught by recordings with texts: five lines are learnt by heart, and spoken."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from narrator.cues import Part
from narrator.mouth import letters
from narrator.mouth.packs import Pack
from narrator.mouth.sound import Sound, check_line, read_sound, tidy
from narrator.mouth.spelling import spelling_of
from narrator.mouth.vocoder import RATE, sound_of
from narrator.mouth.voice import Voice

pytest.importorskip("jax", reason="TEACHING WAS NOT TRIED: pip install --group teach")
pytest.importorskip("pyworld", reason="TEACHING WAS NOT TRIED: pip install --group teach")

from tools.teach import __main__ as teaching
from tools.teach import recordings
from tools.teach.kept_out import is_kept_out

NATAN = Path(__file__).parents[2] / "voices" / "natan.npz"
TEXTS = ["Noc zapada.", "Szeryf śpi.", "Kto ma posążek?", "Otwórz oczy.", "Ala, zamknij oczy."]
SMALL = (48, 64)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five lines that natan said, as a person might have recorded them."""
    folder = tmp_path_factory.mktemp("teacher") / "ola"
    network, rules = letters.Network(NATAN), spelling_of("pl")
    said = [Sound(sound_of(network.frames(rules.read(text), 1.0, 1.0)), RATE) for text in TEXTS]
    Pack(folder).keep([(Part(f"line.{place}", text), said[place]) for place, text in enumerate(TEXTS)])
    return folder


def test_a_recording_is_measured_as_it_was_made(pack: Path) -> None:
    made = letters.Network(NATAN).frames(spelling_of("pl").read(TEXTS[0]), 1.0, 1.0)
    found = recordings.analysed(Sound(sound_of(made), RATE))
    voiced = found[found[:, 1] > 0]
    assert np.median(np.exp(voiced[:, 0])) == pytest.approx(np.median(made.pitch[made.pitch > 0]), rel=0.1)
    assert voiced[:, 2].mean() == pytest.approx(made.envelope[made.pitch > 0][:, 0].mean(), abs=2)
    assert len(recordings.analysed(Sound(np.zeros(RATE, np.float32) + 0.5, RATE))) == 0
    assert pack.is_dir()


@pytest.mark.long
def test_five_lines_are_learnt_by_heart_and_it_goes_on_where_it_stopped(pack: Path, tmp_path: Path) -> None:
    lines = list(recordings.lines_of(pack, "pl"))
    assert [line.text for line in lines] == [text for text in TEXTS if not is_kept_out(text)]
    taught, voice = recordings.lesson(lines), tmp_path / "ola.npz"
    teaching._WARM, teaching._SLANTED = 20, 60
    first = teaching.teach(taught, voice, 50, 5, sizes=SMALL)
    last = teaching.teach(taught, voice, 300, 5, sizes=SMALL)
    assert last < 0.6 * first
    log = [json.loads(line) for line in voice.with_suffix(".log.jsonl").read_text("utf-8").splitlines()]
    assert [line["step"] for line in log] == [50, 100, 150, 200, 250, 300]
    assert "<polyline" in voice.with_suffix(".loss.svg").read_text("utf-8")
    _, render = letters.begin(letters.settings_of(Voice(engine="letters", language="pl", model=str(voice), rate=176)))
    render(lines[0].text, str(tmp_path / "line.wav"))
    check_line(tidy(read_sound(tmp_path / "line.wav")), lines[0].text, 176)


def test_a_voice_is_taught_on_from_another(pack: Path, tmp_path: Path) -> None:
    like, voice = teaching.opened(NATAN), tmp_path / "ola.npz"
    taught = recordings.lesson(list(recordings.lines_of(pack, "pl"))[:2], like["mean"], like["std"])
    teaching.teach(taught, voice, 1, 2, like)
    numbers = teaching.opened(voice)
    assert numbers["enc.0.w"].shape == like["enc.0.w"].shape
    assert np.abs(numbers["enc.0.w"] - like["enc.0.w"]).mean() < 0.01 * np.abs(like["enc.0.w"]).mean() + 1e-3
    assert voice.stat().st_size < 5_000_000
