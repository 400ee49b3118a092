"""Another recogniser is one module and one line in the table: all that hears takes it as it takes the usual one."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from narrator.answers import Heard, Unsure
from narrator.cues import Ask, At
from narrator.doctor.words import try_model
from narrator.ears.models import find_model, problems_of
from narrator.ears.open import open_ears
from narrator.ears.recognisers import RECOGNISERS, recogniser_for
from narrator.ears.speech import unknown_words

from tests.polish import in_polish
from tests.speech.speaker import MODEL, silence, speak

READY = Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", "no"))


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the toy into the table, and a model for it among the installed ones."""
    monkeypatch.setitem(RECOGNISERS, "toy", "tests.ears.toy_recogniser")
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    )
    monkeypatch.setattr("narrator.ears.models.user_data", lambda: tmp_path)
    model = tmp_path / "models" / "toy-pl-1"
    model.mkdir(parents=True)
    (model / "seconds.toml").write_text("tak = 0.4\nnie = 1.6\n", "utf-8")
    return model


@pytest.mark.parametrize(
    ("said", "heard"),
    [("번호", Unsure("tak", "yes")), ("하나 둘 셋 넷 다섯", Unsure("nie", "no"))],
    ids=["short", "long"],
)
def test_a_phrase_is_heard_through_the_same_worker(toy: Path, tmp_path: Path, said: str, heard: Heard) -> None:
    sound, notices = tmp_path / "sound.pcm", list[str]()
    sound.write_bytes(silence(1.0) + speak(said) + silence(2.0))
    assert find_model("pl") == toy
    with closing(open_ears("pl", {1: "Ala"}, in_polish(notices.append), microphone=str(sound))) as ears:
        assert ears.hear(READY, 60.0) == heard
    (unknown,) = notices
    assert "ala" in unknown
    assert "tak" not in unknown.split(": ")[1].split(", ")


def test_the_doctor_asks_its_model_for_words(toy: Path) -> None:
    loaded = try_model("pl", ["tak", "sto"], None)
    assert (loaded.folder, loaded.unknown, loaded.fault) == (str(toy), ("sto",), "")


def test_each_model_finds_its_recogniser(toy: Path, tmp_path: Path) -> None:
    assert [recogniser_for(folder) for folder in (toy, MODEL, tmp_path)] == ["toy", "vosk", "vosk"]
    assert "not a speech model" in str(problems_of(tmp_path)[0])
    assert unknown_words(toy, ["tak xyzzy", "nie"]) == ["xyzzy"]
