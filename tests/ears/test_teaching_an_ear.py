"""An ear is taught by voices that say what is said at tables: their texts, their rooms, and five words by heart."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from narrator.ears.head import Head
from narrator.ears.sound import RATE
from narrator.ears.whisper_model import Encoder

pytest.importorskip("ctranslate2")

from narrator.studio.mixing import voice_level
from tools.teach_ear import features, voices
from tools.teach_ear.rooms import in_room
from tools.teach_ear.texts import LONGEST, ROOT, SIGNS, drawn, prose_of, written

from tests.ears import tiny_whisper

NAMES = ["Ala", "Bartek", "Kasia", "Xawery"]


def texts(count: int) -> list[str]:
    return list(islice(drawn(NAMES, prose_of(ROOT), Random(1)), count))


def test_what_is_said_is_what_tables_answer_and_other_polish() -> None:
    said = texts(6000)
    assert texts(50) == said[:50]
    wanted = {
        "tak",
        "potwierdzam",
        "numer siedem",
        "siedem",
        "dwadzieścia pięć",
        "kasię",
        "z bartkiem",
        "nikt",
    }
    assert wanted <= set(said)
    assert any(one.startswith("dziewięćdziesiąt ") for one in said)
    assert any(" i " in one and "kasi" in one for one in said)
    assert all(1 < len(one) <= LONGEST and set(written(one)) <= set(SIGNS) for one in said)
    assert "posążek" in prose_of(ROOT)


def test_a_room_has_its_talk_at_every_level_and_the_voice_is_whole() -> None:
    chance = np.random.default_rng(1)
    said = np.sin(np.arange(RATE) / 5).astype(np.float32)
    talk = [np.random.default_rng(2).normal(0, 0.1, RATE).astype(np.float32)]
    quiet = [in_room(said, talk, chance, amid_talk=False) for _ in range(20)]
    loud = [in_room(said, talk, chance, amid_talk=True) for _ in range(20)]
    for sound in (*quiet, *loud):
        assert sound.dtype == np.float32
        assert 0.02 < abs(sound).max() <= 1.0
        assert RATE < len(sound) < 3 * RATE
    softest = [abs(sound[: RATE // 20]).mean() / voice_level(sound) for sound in (*quiet, *loud)]
    assert max(softest[:20]) < 0.1 < np.median(softest[20:])


@pytest.fixture
def said(tmp_path: Path) -> Path:
    """Five words as the narrator's own voices say them."""
    voices.say(tmp_path / "said", iter(["tak", "nie", "szeryf", "osiem", "pas"]), 5, "", ["natan", "magda"], 1)
    return tmp_path / "said"


def test_what_is_said_and_heard_goes_on_where_it_was_broken_off(said: Path, tmp_path: Path) -> None:
    first = (said / "clips.pcm").read_bytes()
    voices.say(said, iter(["tak", "nie", "szeryf", "osiem", "pas", "gotowe"]), 6, "", ["natan", "magda"], 1)
    clips = list(voices.said(said))
    assert (said / "clips.pcm").read_bytes().startswith(first)
    assert [clip.text for clip in clips] == ["tak", "nie", "szeryf", "osiem", "pas", "gotowe"]
    assert all(0.2 * RATE < len(clip.samples) < 2 * RATE for clip in clips)

    encoder = Encoder(tiny_whisper.make(tmp_path / "whisper-tiny"))
    features.hear(tmp_path / "whole", clips, encoder, 2, 1)
    whole = features.heard(tmp_path / "whole", width=16)
    assert [one.text for one in whole] == [clip.text for clip in clips for _ in range(2)]
    index, numbers = (tmp_path / "whole" / name for name in ("heard.jsonl", "heard.f16"))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / index.name).write_text("".join(index.read_text().splitlines(keepends=True)[:5]))
    (broken / numbers.name).write_bytes(numbers.read_bytes()[:-3])  # amid a number of a piece without its line
    features.hear(broken, clips, encoder, 2, 1)
    again = features.heard(broken, width=16)
    assert [one.text for one in again] == [one.text for one in whole]
    assert all(np.array_equal(one.frames, other.frames) for one, other in zip(again, whole, strict=True))


@pytest.mark.long
def test_five_words_are_learnt_by_heart_and_read_by_the_narrator(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="TEACHING WAS NOT TRIED: pip install --group teach-ear")
    from tools.teach_ear import export, lessons
    from tools.teach_ear.head import read as read_by

    chance = np.random.default_rng(1)
    letters = {letter: chance.normal(0, 1, features.WIDTH) for letter in SIGNS}  # an encoder that hears them well
    heard = [
        features.Heard(text, np.repeat([letters[one] for one in written(text)], 6, axis=0).astype(np.float16))
        for text in ("tak", "nie", "szeryf", "osiem", "pas")
    ]
    lessons.teach(heard, heard, tmp_path / "head.pt", 40)
    head = lessons.teach(heard, heard, tmp_path / "head.pt", 150)
    assert lessons.error_rate(head, heard) < 0.1
    export.write(head, tmp_path / "pl.npz")
    read = Head(tmp_path / "pl.npz")
    for one in heard:
        best = read.read(one.frames.astype(np.float32)).argmax(axis=1)
        kept = [int(n) for n, before in zip(best, [0, *best], strict=False) if n not in (0, before)]
        assert "".join(read.signs[n - 1] for n in kept) == read_by(head, one.frames)
