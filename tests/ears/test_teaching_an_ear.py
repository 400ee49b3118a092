"""An ear is taught by what is said to the games, in rooms; its head learns to spell, and goes on where it was."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.ears.letter_head import LETTERS, Head, spelt
from narrator.ears.sound import RATE

from tests.speech.mixing import voice_level

pytest.importorskip("torch", reason="TEACHING AN EAR WAS NOT TRIED: pip install --group teach")

import torch

from tools.teach.ear import features, head, judged, rooms, voices
from tools.teach.ear.features import Batch
from tools.teach.ear.phrases import Shares, common_words, drawn, sentences
from tools.teach.kept_out import is_kept_out

TEXTS = ["tak", "nie", "kasia", "anna", "siedem", "dalej"]


def test_phrases_are_letters_and_come_from_every_kind() -> None:
    found = drawn(3000, np.random.default_rng(1))
    assert found == drawn(3000, np.random.default_rng(1))
    assert not set("".join(found)) - set(LETTERS)
    said = set(found)
    for one in ("dziewięćdziesiąt", "cofnij", "nikogo", "pojedynek", "tura"):
        assert any(one in text for text in said), one
    talk = set(sentences("pl"))
    share = np.mean([any(f" {text} " in f" {one} " for one in talk) for text in found if len(text.split()) > 3])
    assert share > 0.3
    assert not any(re.search("[{}<>]", text) for text in talk)


def test_common_words_and_phrases_of_ones_own_are_drawn_as_often_as_wanted() -> None:
    pytest.importorskip("wordfreq", reason="TEACHING AN EAR WAS NOT TRIED: pip install --group teach")
    found = drawn(1000, np.random.default_rng(1), Shares(words=0.4, own=0.5, phrases=["Zgaś światło!"]))
    assert 0.25 < found.count("zgaś światło") / 1000 < 0.35
    common = set(common_words("pl"))
    assert len(common) > 10_000
    assert 0.38 < np.mean([set(text.split()) <= common for text in found]) < 0.9
    assert not any(set(word) - set(LETTERS) for word in common)
    assert "zgaś światło" not in drawn(1000, np.random.default_rng(1))


def sound(seconds: float = 0.5, hertz: float = 440.0) -> Any:
    return np.sin(np.arange(round(seconds * RATE)) * 2 * np.pi * hertz / RATE).astype(np.float32)


def test_a_clip_in_a_room_is_no_longer_than_an_answer_and_never_twice_the_same() -> None:
    chance, talk = np.random.default_rng(1), [sound(1.0, 300.0), sound(0.7, 200.0)]
    found = [rooms.heard(sound(seconds), talk, chance) for seconds in (0.3, 0.3, 1.0, 9.0)]
    assert all(len(one) <= rooms.LONGEST * RATE for one in found)
    assert not np.array_equal(found[0][:4000], found[1][:4000])
    assert all(0.005 < voice_level(one) < 0.3 for one in found)


def test_batches_are_made_once_and_each_by_its_own_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = list[str]()

    def said(voice: str, text: str, _: np.random.Generator) -> Any:
        spoken.append(f"{voice} {text}")
        return sound(0.2 + 0.05 * len(text))

    monkeypatch.setattr(voices, "said", said)
    monkeypatch.setattr(features, "PHRASES", 4)
    made = lambda clip: np.ones((len(clip) // 320, 8), np.float32)  # noqa: E731 - short
    features.make(tmp_path, 2, 5, made)
    first, once = [features.read(file) for file in features.made(tmp_path)], len(spoken)
    assert [len(batch.texts) for batch in first] == [12, 12]
    assert first[0].texts != first[1].texts
    assert {voice for batch in first for voice in batch.voices} <= set(voices.TAUGHT)
    assert "cezary" not in voices.TAUGHT
    features.made(tmp_path)[0].unlink()
    features.make(tmp_path, 2, 5, made)
    assert len(spoken) == once + once // 2
    assert features.read(features.made(tmp_path)[0]).texts == first[0].texts


def batch(copies: int) -> Batch:
    """Features that say for each letter three frames long which it is, with a little noise."""
    chance = np.random.default_rng(1)
    patterns = chance.normal(0, 1, (len(LETTERS) + 1, 24))
    clips, texts = [], TEXTS * copies
    for text in texts:
        frames = [place for letter in spelt(text) for place in (0, letter, letter, letter)]
        clips.append((patterns[frames] + chance.normal(0, 0.1, (len(frames), 24))).astype(np.float16))
    lengths = np.array([len(one) for one in clips])
    return Batch(np.concatenate(clips), lengths, texts, ["ola"] * len(texts))


def test_a_head_learns_a_few_clips_by_heart_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.set_num_threads(1)
    monkeypatch.setattr(head, "_WARM", 20)
    taught, file = batch(4), tmp_path / "head.npz"
    lesson, none = head.Lesson([taught]), np.zeros(24, bool)
    first = head.teach(lesson, file, "0123", 60, left_out=none, clips=8, width=64)
    last = head.teach(lesson, file, "0123", 400, left_out=none, clips=8, width=64)
    steps = [json.loads(line)["step"] for line in file.with_suffix(".log.jsonl").read_text("utf-8").splitlines()]
    assert steps == sorted(set(steps))
    assert last < 0.8 < 2 < first
    assert Head(file).encoder == "0123"
    written = judged.spell(Head(file), [taught], every=True)
    assert np.mean([one.written == one.said for one in written]) > 0.9
    network = head.begun(lesson, 0, 64)
    network.load_state_dict(torch.load(file.with_suffix(".state.pt"))["network"])
    network.eval()
    clip = features.clips_of(taught)[3].astype(np.float32)
    with torch.no_grad():
        scores = network(torch.from_numpy(clip)[None])[0].numpy()
    expected = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert Head(file).likely(clip) == pytest.approx(np.maximum(expected, 1e-5), abs=0.05)  # it is kept in int8


def test_what_is_kept_out_is_never_taught() -> None:
    lesson = head.Lesson([batch(1)])
    left_out = np.array([text == "anna" for text in lesson.texts])
    assert [lesson.texts[place] for place in lesson.without(left_out)] == ["tak", "nie", "kasia", "dalej", "siedem"]
    short = Batch(np.zeros((3, 24), np.float16), np.array([3]), ["siedem"], ["ola"])
    assert head.Lesson([short]).without(np.array([False])) == []


def test_wrong_letters_are_counted_by_voice() -> None:
    assert [judged.distance("kasia", other) for other in ("kasia", "basia", "kasi", "kasiaa", "")] == [0, 1, 1, 1, 5]
    clips = [
        judged.Spelt("kasia", "ola", "basia"),
        judged.Spelt("tak", "jan", "tak"),
        judged.Spelt("zosia", "ola", ""),
    ]
    assert judged.rates(clips) == {"jan": 0.0, "ola": 0.6}
    kept = [one for one in drawn(400, np.random.default_rng(3)) if is_kept_out(one)]
    assert 5 <= len(kept) <= 50
