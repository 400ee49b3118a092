"""An ear is taught by voices that say what is said at tables: their texts, their rooms, and five words by heart."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from narrator.ears.head import Head
from narrator.ears.pronunciation import pronounced, signs_of
from narrator.ears.sound import RATE
from narrator.ears.whisper_model import Encoder

pytest.importorskip("ctranslate2")

from narrator.studio.mixing import voice_level
from tools.teach_ear import features, voices
from tools.teach_ear.languages import LESSONS
from tools.teach_ear.rooms import in_room
from tools.teach_ear.texts import LONGEST, drawn, prose_of

from tests.ears import tiny_whisper

NAMES = {"pl": ["Ala", "Bartek", "Kasia", "Xawery"], "en": ["Ann", "Bart", "Kate"]}
WANTED = {
    "pl": "tak potwierdzam siedem kasię nikt numer_siedem dwadzieścia_pięć z_bartkiem merlin",
    "en": "yes i_confirm seven kate nobody number_seven twenty_five fifty_nine merlin",
}


def texts(language: str, count: int) -> list[str]:
    return list(islice(drawn(language, NAMES[language], prose_of(language), Random(1)), count))


@pytest.mark.parametrize("language", LESSONS)
def test_what_is_said_is_what_tables_answer_and_other_words(language: str) -> None:
    said = texts(language, 6000)
    assert texts(language, 50) == said[:50]
    assert {one.replace("_", " ") for one in WANTED[language].split()} - set(said) == set()
    assert all(1 < len(one) <= LONGEST for one in said)
    assert all(set(pronounced(one, language)) <= set(signs_of(language)) for one in said)


def test_polish_numbers_lists_and_pages_are_said_too() -> None:
    said = texts("pl", 6000)
    assert any(one.startswith("dziewięćdziesiąt ") for one in said)
    assert any(" i " in one and "kasi" in one for one in said)
    assert "posążek" in prose_of("pl")
    assert "posążek" not in prose_of("en")


@pytest.mark.parametrize("language", LESSONS)
def test_every_name_of_a_language_can_be_said(language: str) -> None:
    names = LESSONS[language].names.read_text("utf-8").split()
    assert len(names) == len(set(names)) > 100
    assert all(pronounced(name, language) for name in names)


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


WORDS = ["tak", "nie", "szeryf", "osiem", "pas"]
VOICES = {"natan": 1, "magda": 1, "espeak:pl+f2": 1}


@pytest.fixture
def said(tmp_path: Path) -> Path:
    """Five words as the narrator's own voices and espeak-ng say them."""
    voices.say(tmp_path / "said", iter(WORDS), 5, "", VOICES, "pl", 1)
    return tmp_path / "said"


def test_what_is_said_and_heard_goes_on_where_it_was_broken_off(said: Path, tmp_path: Path) -> None:
    first = (said / "clips.pcm").read_bytes()
    voices.say(said, iter([*WORDS, "gotowe"]), 6, "", VOICES, "pl", 1)
    clips = list(voices.said(said))
    assert (said / "clips.pcm").read_bytes().startswith(first)
    assert [clip.text for clip in clips] == [*WORDS, "gotowe"]
    assert len({clip.voice for clip in clips}) == 3
    assert all(0.2 * RATE < len(clip.samples) < 2 * RATE for clip in clips)

    encoder = Encoder(tiny_whisper.make(tmp_path / "whisper-tiny"))
    features.hear(tmp_path / "whole", clips, encoder, 2, 1)
    whole = features.heard(tmp_path / "whole", "pl", width=16)
    assert [one.said for one in whole] == [pronounced(clip.text, "pl") for clip in clips for _ in range(2)]
    index, numbers = (tmp_path / "whole" / name for name in ("heard.jsonl", "heard.f16"))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / index.name).write_text("".join(index.read_text().splitlines(keepends=True)[:5]))
    (broken / numbers.name).write_bytes(numbers.read_bytes()[:-3])  # amid a number of a piece without its line
    features.hear(broken, clips, encoder, 2, 1)
    again = features.heard(broken, "pl", width=16)
    assert [one.said for one in again] == [one.said for one in whole]
    assert all(np.array_equal(one.frames, other.frames) for one, other in zip(again, whole, strict=True))


def test_a_step_goes_as_far_as_the_rate_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="TEACHING WAS NOT TRIED: pip install --group teach-ear")
    from tools.teach_ear import lessons
    from tools.teach_ear.head import Head as Learner

    frames = np.random.default_rng(1).normal(0, 1, (20, features.WIDTH)).astype(np.float16)
    heard, moved = [features.Heard("aba", frames)], []
    for rate in (1e-3, 1e-2):
        torch.manual_seed(1)
        head = Learner("ab")
        before = head.end.weight.detach().clone()
        lessons.teach(head, heard, heard, tmp_path / f"{rate}.pt", 1, rate=rate)
        moved.append(float(abs(head.end.weight.detach() - before).mean()))
    assert moved[1] == pytest.approx(10 * moved[0], rel=0.01)


@pytest.mark.parametrize("rate", ["0", "-0.001", "2", "fast"])
def test_a_rate_at_which_nothing_is_learnt_is_refused(rate: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason="TEACHING WAS NOT TRIED: pip install --group teach-ear")
    from tools.teach_ear.__main__ import options

    with pytest.raises(SystemExit, match="2"):
        options().parse_args(["lessons", "head.npz", f"--rate={rate}"])
    assert f"argument --rate: {rate}: a number above 0 and below 1, such as 3e-4" in capsys.readouterr().err


@pytest.mark.long
def test_five_words_are_learnt_by_heart_and_read_by_the_narrator(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="TEACHING WAS NOT TRIED: pip install --group teach-ear")
    from tools.teach_ear import export, lessons
    from tools.teach_ear.head import Head as Learner
    from tools.teach_ear.head import read as read_by

    chance = np.random.default_rng(1)
    letters = {
        letter: chance.normal(0, 1, features.WIDTH) for letter in signs_of("pl")
    }  # an encoder that hears them well
    heard = [
        features.Heard(said, np.repeat([letters[one] for one in said], 6, axis=0).astype(np.float16))
        for said in (pronounced(text, "pl") for text in WORDS)
    ]
    lessons.teach(Learner(signs_of("pl")), heard, heard, tmp_path / "head.pt", 40)
    head = lessons.teach(Learner(signs_of("pl")), heard, heard, tmp_path / "head.pt", 150)
    assert lessons.error_rate(head, heard) < 0.1
    export.write(head, tmp_path / "pl.npz")
    read = Head(tmp_path / "pl.npz")
    for one in heard:
        best = read.read(one.frames.astype(np.float32)).argmax(axis=1)
        kept = [int(n) for n, before in zip(best, [0, *best], strict=False) if n not in (0, before)]
        assert "".join(read.signs[n - 1] for n in kept) == read_by(head, one.frames)

    other = Learner("abc" + signs_of("pl")[::-1])
    export.begin_with(other, tmp_path / "pl.npz")
    assert [read_by(other, one.frames) for one in heard] == [read_by(head, one.frames) for one in heard]
