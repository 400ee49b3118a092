"""The accuracy bench scores labelled clips with the real recogniser: right, wrong, refused, in three rooms."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.ears.clips import Clip as Recorded
from narrator.ears.clips import ClipText, keep_group, readings, write_clip
from narrator.ears.lexicon import languages, read_lexicon
from narrator.ears.sound import RATE
from narrator.errors import BadData
from narrator.studio.mixing import babble, mixed, voice_level
from narrator.studio.scoring import Score, bounds, judge, summary
from narrator.studio.trials import Clip, questions, read_clips, trials

from tests.polish import OWN_WORDS
from tests.scenario import SCRIPT
from tests.speech.speaker import MODEL, speak

pytestmark = pytest.mark.xdist_group("vosk")

ROOT = Path(__file__).parents[2]
KOREAN = read_lexicon("ko")
QUIET = np.zeros(RATE, np.float32)
SAID = [ClipText(text) for text in ("여섯", "좋아요", "다시")]
OTHERS = [ClipText("저는 학교에 갑니다", other=True)]


def clips(*readings: ClipText) -> list[Clip]:
    return [Clip(reading, "ola", QUIET) for reading in readings]


def report(text: str, confidence: float = 1.0) -> dict[str, Any]:
    return {"said": "heard", "text": text, "confidence": confidence, "calm": True}


@pytest.mark.long
@pytest.mark.trial
def test_the_korean_model_is_scored_in_every_room(tmp_path: Path) -> None:
    keep_group(tmp_path, "ko", {})
    for reading in SAID + OTHERS:
        write_clip(tmp_path / "ola" / reading.file, Recorded(speak(reading.text)[RATE : -2 * RATE]))
    found = scored(tmp_path)
    assert (found["readers"], found["clips"]) == (1, len(SAID + OTHERS))
    assert list(found["rooms"]) == ["clean", "10 dB", "5 dB"]
    clean = found["rooms"]["clean"]["groups"]
    assert {name: group["clips"] for name, group in clean.items()} == {"numbers": 1, "words": 2, "others": 4}
    assert clean["numbers"]["right"]["count"] + clean["words"]["right"]["count"] == len(SAID)
    assert clean["others"]["refused"]["count"] == 4 * len(OTHERS)  # each put to every question
    noisy = found["rooms"]["5 dB"]["groups"]
    assert noisy["words"]["right"]["count"] < clean["words"]["right"]["count"]


def test_any_recogniser_is_scored_and_in_one_room_alone(tmp_path: Path) -> None:
    keep_group(tmp_path / "clips", "ko", {})
    write_clip(tmp_path / "clips" / "ola" / SAID[0].file, Recorded(speak(SAID[0].text)[RATE : -2 * RATE]))
    (tmp_path / "toy-ko-1").mkdir()
    (tmp_path / "toy-ko-1" / "seconds.toml").write_text('"여섯" = 1.0', "utf-8")
    program = (
        "from narrator.ears.recognisers import RECOGNISERS; from bench.accuracy import main;"
        "RECOGNISERS['toy'] = 'tests.ears.toy_recogniser'; main()"
    )
    options = [f"--model={tmp_path / 'toy-ko-1'}", f"--clips={tmp_path / 'clips'}", "--rooms", "clean", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", program, *options], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    found = json.loads(done.stdout)
    assert list(found["rooms"]) == ["clean"]
    assert found["rooms"]["clean"]["groups"]["numbers"]["clips"] == 1


def scored(folder: Path) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "bench.accuracy", "--model", MODEL, "--clips", folder, "--json"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def test_a_file_name_that_is_no_answer_is_told() -> None:
    with pytest.raises(BadData, match="herbata: it is no answer"):
        trials(clips(ClipText("herbata"), SAID[0]), list(questions(KOREAN, ()).values()), KOREAN)


def test_a_folder_without_clips_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no clips"):
        read_clips(tmp_path)
    (tmp_path / "네.wav").write_bytes(b"nothing")
    with pytest.raises(BadData, match="neither WAV"):
        read_clips(tmp_path)


def test_each_clip_is_put_to_the_question_that_it_answers() -> None:
    polish = read_lexicon("pl", *OWN_WORDS, own=SCRIPT.heard["gentle"])
    texts = (
        "siedem",
        "numer siedem",
        "olę",
        "tak",
        "gotowe",
        "cofnij",
        "chwileczkę",
        "potwierdzam",
        "ola",
        "indianie",
        "pojedynek",
    )
    said = [ClipText(text) for text in texts]
    asked = questions(polish, ["Ola"])
    kinds = {id(question): kind for kind, question in asked.items()}
    found = trials(clips(*said), list(asked.values()), polish)
    assert [(kinds[id(trial.question)], trial.group, trial.expected) for trial in found] == [
        ("seat", "numbers", "7"),
        ("seat", "prefixed", "7"),
        ("seat", "names", "1"),
        ("yes-no", "words", "yes"),
        ("ready", "words", "ready"),
        ("seat", "words", "undo"),
        ("seat", "words", "hold"),
        ("sure", "words", "confirm"),
        ("seat", "names", "1"),
        ("card", "choices", "indians"),
        ("card", "choices", "duel"),
    ]


@pytest.mark.parametrize("language", languages())
def test_every_reading_answers_a_question_or_none(language: str) -> None:
    lexicon = read_lexicon(language, *OWN_WORDS)
    wanted = readings(lexicon, ("Ola",))
    asked = list(questions(lexicon, ["Ola"]).values())
    found = trials(clips(*wanted), asked, lexicon)
    assert {trial.clip.reading for trial in found} == set(wanted)
    assert {reading for reading in wanted if reading.other} == {
        trial.clip.reading for trial in found if trial.expected is None
    }


@pytest.mark.parametrize(
    ("reports", "result"),
    [
        ([report("potwierdzam", 0.8)], "right"),
        ([report("potwierdzam", 0.4)], "refused"),  # what is not sure is not asked back again
        ([report("potwierdzam", 0.8) | {"calm": False}], "refused"),
        ([report("potwierdzam") | {"calm": False}], "right"),
        ([report("herbata"), report("potwierdzam")], "refused"),  # by then the answer is dropped
        ([report("nie")], "wrong"),
        ([], "refused"),
    ],
)
def test_a_confirmation_is_heard_as_in_the_game(reports: list[dict[str, Any]], result: str) -> None:
    polish = read_lexicon("pl", *OWN_WORDS)
    trial = trials(clips(ClipText("potwierdzam")), list(questions(polish, ()).values()), polish)[0]
    assert judge(trial, reports).result == result


@pytest.mark.parametrize(
    ("said", "reports", "result"),
    [
        (ClipText("여섯"), [report("여섯")], "right"),
        (ClipText("여섯"), [report("번호 여섯")], "right"),
        (ClipText("여섯"), [report("일곱")], "wrong"),
        (ClipText("여섯"), [report("여섯", 0.3)], "asked"),
        (ClipText("여섯"), [], "refused"),
        (ClipText("여섯"), [report("여섯 넷"), report("여섯")], "right"),
        (ClipText("여섯"), [report("다시"), report("여섯")], "wrong"),
        (ClipText("커피", other=True), [report("여섯")], "wrong"),
        (ClipText("커피", other=True), [report("커피")], "refused"),
    ],
)
def test_the_first_answer_counts(said: ClipText, reports: list[dict[str, Any]], result: str) -> None:
    trial = trials(clips(said), list(questions(KOREAN, ()).values()), KOREAN)[0]
    assert judge(trial, reports).result == result


def test_mistakes_are_listed() -> None:
    wrong = Score("numbers", "일곱", "wrong", "여덟")
    found = summary([wrong, wrong, Score("numbers", "일곱", "right", "일곱")])
    assert found["mistaken"] == [["일곱", "여덟", 2]]
    assert found["groups"]["numbers"]["wrong"]["count"] == 2


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [(0, 30, 0.0, 0.1157), (8, 10, 0.4439, 0.9748), (30, 30, 0.8843, 1.0), (970, 1000, 0.9574, 0.9797)],
)
def test_bounds_are_exact(hits: int, count: int, low: float, high: float) -> None:
    assert bounds(hits, count) == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize("decibels", [20.0, 5.0])
def test_the_voice_stands_so_far_above_the_talk(decibels: float) -> None:
    chance = np.random.default_rng(5)
    talk = [chance.uniform(-0.1, 0.1, RATE // 2).astype(np.float32) for _ in range(4)]
    voice = np.concatenate([np.zeros(RATE, np.float32), chance.uniform(-0.2, 0.2, RATE).astype(np.float32)])
    room = babble(talk, len(voice), chance)
    found = mixed(voice, room, decibels)
    before, during = voice_level(found[:RATE]), voice_level(found[RATE:])
    alone = (during**2 - before**2) ** 0.5
    assert 20 * np.log10(alone / before) == pytest.approx(decibels, abs=1.0)
    assert abs(found).max() <= 1.0
