"""An ear that reads sound by sound, behind the recognisers' door: a head's sums, and what comes of what it read."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import erf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.answers import Answer, Heard, Silence, Unsure
from narrator.ears.head import Head, frames_of
from narrator.ears.listening import Utterance, Words
from narrator.ears.pronunciation import pronounced, signs_of
from narrator.ears.question import Question, understand
from narrator.ears.sound import BLOCK, RATE
from narrator.ears.whisper_model import SECONDS, Floats
from narrator.phrases import JOINER

pytest.importorskip("ctranslate2")
pytest.importorskip("tokenizers")

from narrator.ears import pronunciation, whisper
from narrator.ears.decoding import Whisper
from narrator.ears.reader import Reader, reader_of
from narrator.ears.whisper_model import Encoder

from tests.ears import tiny_whisper

WIDTH, CHANNELS, SIGNS = 16, 6, " aeiknt"
NUMBERS = {"tak": "yes", "nie": "no"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_whisper.make(tmp_path_factory.mktemp("models") / "whisper-tiny")


@pytest.fixture
def head(tmp_path: Path) -> Path:
    """A head for the tiny model's frames, drawn by chance."""
    chance, outputs = np.random.default_rng(5), 2 * (1 + len(SIGNS))
    shapes: dict[str, Any] = {
        "begin.weight": (2 * WIDTH, CHANNELS),
        "begin.bias": CHANNELS,
        "end.weight": (CHANNELS, outputs),
    }
    shapes |= {"end.bias": outputs, "layer0.weight": (5 * CHANNELS, CHANNELS), "layer0.bias": CHANNELS}
    shapes |= {f"norm{layer}.{part}": CHANNELS for layer in (0, 1) for part in ("weight", "bias")}
    numbers: dict[str, Any] = {name: chance.normal(0, 0.5, of).astype(np.float16) for name, of in shapes.items()}
    np.savez(tmp_path / "pl.npz", signs=np.array(SIGNS), **numbers)
    return tmp_path / "pl.npz"


def sound(seconds: float = 1.0) -> Floats:
    return np.random.default_rng(3).normal(0.0, 0.1, round(seconds * RATE)).astype(np.float32)


def test_a_head_reads_as_its_numbers_say(head: Path) -> None:
    """Each place by itself, without a matrix."""
    frames = np.random.default_rng(1).normal(0, 1, (7, WIDTH)).astype(np.float32)
    with np.load(head) as kept:
        numbers = {name: kept[name].astype(np.float64) for name in kept.files if name != "signs"}

    def normed(row: Any) -> Any:
        return (row - row.mean()) / np.sqrt(row.var() + 1e-5)

    def scaled(row: Any, number: int) -> Any:
        return normed(row) * numbers[f"norm{number}.weight"] + numbers[f"norm{number}.bias"]

    rows = [normed(row.astype(np.float64)) for row in [*frames, np.zeros(WIDTH)]]
    pairs = [np.concatenate(rows[at : at + 2]) for at in (0, 2, 4, 6)]
    places = [pair @ numbers["begin.weight"] + numbers["begin.bias"] for pair in pairs]
    around = [np.zeros(CHANNELS)] * 2 + [scaled(place, 0) for place in places] + [np.zeros(CHANNELS)] * 2
    inner = [
        np.concatenate(around[at : at + 5]) @ numbers["layer0.weight"] + numbers["layer0.bias"] for at in range(4)
    ]
    places = [place + [x * (1 + erf(x / 2**0.5)) / 2 for x in row] for place, row in zip(places, inner, strict=True)]
    ends = [scaled(place, 1) @ numbers["end.weight"] + numbers["end.bias"] for place in places]
    wanted = np.array([half - np.log(np.exp(half).sum()) for end in ends for half in np.split(end, 2)])
    assert np.allclose(Head(head).read(frames), wanted, atol=1e-3)


@pytest.mark.parametrize(("seconds", "frames"), [(0.3, 19), (2.2, 114), (6.0, 200)])
def test_an_encoder_hears_no_longer_than_it_must(folder: Path, seconds: float, frames: int) -> None:
    assert frames_of(sound(seconds), Encoder(folder)).shape == (frames, WIDTH)


@pytest.mark.parametrize(("lasts", "context"), [(0.3, 1.5), (1.4, 1.5), (1.5, 1.75), (2.2, 2.5), (6.0, SECONDS)])
def test_an_encoder_runs_over_the_sound_and_what_is_written_late_in_steps_of_a_quarter_of_a_second(
    lasts: float, context: float
) -> None:
    ran = list[float]()

    def hear(_: Floats, seconds: float) -> Floats:
        ran.append(seconds)
        return np.zeros((1, WIDTH), np.float32)

    encoder: Any = SimpleNamespace(hear=hear)
    frames_of(sound(lasts), encoder)
    assert ran == [context]


def test_a_head_that_fits_the_encoder_reads_and_else_the_decoder_writes(
    folder: Path, head: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(whisper.load(folder, "pl"), Whisper)  # the head in the program is for whisper-base
    monkeypatch.setattr(pronunciation, "HEADS", head.parent)
    assert isinstance(whisper.load(folder, "pl"), Reader)
    assert isinstance(whisper.load(folder, "en"), Whisper)
    assert reader_of(Encoder(folder), "en") is None


def test_a_head_without_the_sounds_of_its_language_is_none(
    folder: Path, head: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """English is read only where espeak-ng says how it is said."""
    head.rename(head.with_name("en.npz"))
    monkeypatch.setattr(pronunciation, "HEADS", head.parent)
    assert isinstance(whisper.load(folder, "en"), Reader)
    assert whisper.reads("en")
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)
    assert isinstance(whisper.load(folder, "en"), Whisper)
    assert not whisper.reads("en")


def test_the_heads_of_the_program_are_small_and_read_their_languages() -> None:
    files = {file.stem: file for file in pronunciation.HEADS.glob("*.npz")}
    assert files.keys() == {"pl"}
    for language, file in files.items():
        assert file.stat().st_size < 2_000_000
        assert Head(file).signs == signs_of(language)


class Says:
    """Stands in for a head that reads a text, a frame each sound, with the same chance."""

    width = WIDTH

    def __init__(self, said: str, chance: float, language: str = "pl") -> None:
        self.signs = signs_of(language)
        self._said, self._chance = pronounced(said, language), chance

    def read(self, frames: Floats) -> Floats:
        outputs = 1 + len(self.signs)
        rest = (1 - self._chance) / (outputs - 1)
        likely = np.full((max(len(frames), 2 * len(self._said) + 1), outputs), rest, np.float32)
        for moment, row in enumerate(likely):
            sign = self._said[moment // 2] if moment % 2 and moment // 2 < len(self._said) else ""
            row[1 + self.signs.index(sign) if sign else 0] = self._chance
        return np.asarray(np.log(likely), np.float32)


def heard(folder: Path, said: str, meanings: Mapping[str, str], chance: float = 0.95, language: str = "pl") -> Heard:
    reader: Any = Reader(Encoder(folder), Says(said, chance, language), language)  # type: ignore[arg-type]
    recognition = reader.hear(meanings, ["no", "ten"], 300)
    for at in range(0, RATE, BLOCK):
        recognition.accept((sound()[at : at + BLOCK] * 32767).astype(np.int16).tobytes())
    found = recognition.result()
    words = Words(meanings, ["no", "ten"], [*meanings])
    return understand(Utterance(found.text, found.confidence), Question(meanings, words))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tak", Answer("yes")),
        ("nie", Answer("no")),
        ("mom", Unsure("dom", "1")),
        ("kukuryku na płocie", Silence()),
    ],
)
def test_what_is_read_is_the_likeliest_phrase_or_is_asked_back_or_is_none(
    folder: Path, said: str, meant: Heard
) -> None:
    found = heard(folder, said, NUMBERS | {"dom": "1", "rom": "2"})
    assert (type(found), getattr(found, "canonical", "")) == (type(meant), getattr(meant, "canonical", ""))


def test_a_list_of_seats_is_read(folder: Path) -> None:
    seats = {"trzy": "3", "pięć": "5", "dwa": "2", "i": JOINER}
    assert heard(folder, "trzy i pięć", seats) == Answer("3,5")
    assert heard(folder, "pięć dwa", seats) == Answer("2,5")


def test_english_is_read_as_it_is_said(folder: Path) -> None:
    seats = {"sean": "1", "four": "4", "jane": "2", "and": JOINER}
    assert heard(folder, "shawn", seats, language="en") == Answer("1")
    assert heard(folder, "for and jane", seats, language="en") == Answer("2,4")


def test_nothing_is_read_in_nothing(folder: Path) -> None:
    assert not isinstance(heard(folder, "", NUMBERS, 0.999999), Answer | Unsure)


def test_any_word_of_letters_is_known_and_signs_are_not(folder: Path) -> None:
    reader = Reader(Encoder(folder), Says("", 0.9), "pl")  # type: ignore[arg-type]
    assert [reader.knows(word) for word in ("szeryf", "xawery", "7", "+", "漢字")] == [
        True,
        True,
        False,
        False,
        False,
    ]
