"""A head that spells: texts scored by letters, against every way to spread them, tried one by one."""

from __future__ import annotations

from itertools import groupby, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.computer.downloads import sum_of
from narrator.ears import whisper
from narrator.ears.letter_head import FLOOR, LETTERS, Floats, Head, fit, frames_of, spelt
from narrator.ears.whisper import head_of

FEW = (0, *spelt("an i"))
TAUGHT_ON = "d01c3014881c9c6f"
"""What Whisper base of `narrator model install whisper-base` begins with."""


@pytest.mark.parametrize("text", ["a", "an", "ann", "anna", "i a", ""])
def test_a_text_scores_the_sum_of_all_ways_to_spread_its_letters(text: str) -> None:
    likely = np.random.default_rng(1).random((6, len(LETTERS) + 1)).astype(np.float32)
    wanted = list(spelt(text))
    ways = (way for way in product(FEW, repeat=6) if [one for one, _ in groupby(way) if one] == wanted)
    expected = sum(float(np.prod([likely[frame, letter] for frame, letter in enumerate(way)])) for way in ways)
    for others in ([], ["nani"]):
        assert fit(likely, [*others, text])[-1] == pytest.approx(np.log(expected), rel=1e-5)


def test_what_cannot_be_spread_over_the_sound_is_never_said() -> None:
    likely = np.ones((3, len(LETTERS) + 1), np.float32)
    assert fit(likely, ["anna"])[0] < -600 < fit(likely, ["ana"])[0]


def test_foreign_letters_lose_their_accents_and_signs_are_left_out() -> None:
    assert spelt("müller's 7") == spelt("mullers ")
    assert spelt("źdźbło") != spelt("zdzblo")
    assert 0 not in spelt(LETTERS)
    assert len(set(spelt(LETTERS))) == len(LETTERS)


def test_a_sound_fills_its_frames_and_the_last_letter_some_more() -> None:
    assert [frames_of(samples) for samples in (0, 1, 320, 321)] == [4, 5, 5, 6]


def numbers(**changed: Any) -> dict[str, Any]:
    """A small head of known numbers: it takes what it is given for its scores."""
    count = len(LETTERS) + 1
    plain = {"mean": np.zeros(count), "std": np.ones(count), "in.w": np.eye(count), "in.b": np.zeros(count)}
    letters = {"out.w": np.eye(count), "out.b": np.zeros(count)}
    names = {"format": np.int32(1), "letters": np.array(LETTERS), "encoder": np.array("0123")}
    return plain | letters | names | changed


def saved(folder: Path, **changed: Any) -> Path:
    np.savez(folder / "head.npz", **numbers(**changed))
    return folder / "head.npz"


def test_a_head_says_how_likely_each_letter_is_next_to_the_likeliest(tmp_path: Path) -> None:
    features = np.random.default_rng(1).normal(0, 3, (5, len(LETTERS) + 1)).astype(np.float32)
    expected = np.maximum(features, 0)
    expected = np.exp(expected - expected.max(axis=1, keepdims=True))
    assert Head(saved(tmp_path)).likely(features) == pytest.approx(np.maximum(expected, FLOOR), rel=1e-5)


def test_a_layer_sees_its_neighbours_and_is_brought_to_mean_0(tmp_path: Path) -> None:
    count = len(LETTERS) + 1
    shift = np.zeros((3, count, count), np.int8)
    shift[0] = np.eye(count)  # what the frame before has
    file = saved(tmp_path, **{"conv.0.w": shift, "conv.0.w.scale": np.full(count, 2.0), "conv.0.b": np.zeros(count)})
    features = np.abs(np.random.default_rng(2).normal(0, 3, (4, count))).astype(np.float32)
    known = features + 2 * np.concatenate([np.zeros((1, count)), features[:-1]])
    known = (known - known.mean(axis=1, keepdims=True)) / known.std(axis=1, keepdims=True)
    expected = np.exp(known - known.max(axis=1, keepdims=True))
    assert Head(file).likely(features) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("changed", [{"format": np.int32(2)}, {"letters": np.array("abc")}])
def test_a_head_of_another_version_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="version"):
        Head(saved(tmp_path, **changed))


def test_the_head_that_comes_along_is_for_polish_and_one_encoder(tmp_path: Path) -> None:
    assert head_of("pl", "0123") is None
    assert head_of("en", TAUGHT_ON) is None
    head = head_of("pl", TAUGHT_ON)
    assert head is not None
    noise: Floats = np.random.default_rng(1).normal(0, 1, (20, 512)).astype(np.float32)
    assert head.likely(noise).shape == (20, len(LETTERS) + 1)
    (tmp_path / "model.bin").write_bytes(b"another model")
    assert sum_of(tmp_path / "model.bin")[:16] != head.encoder
    assert whisper._HEADS["pl"].stat().st_size < 400_000
