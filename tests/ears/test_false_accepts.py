"""Talk at a table is not taken for an answer, and answers are: a short form of bench/false_accepts.py."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.answers import Answer, Command, Heard, Unsure
from narrator.ears.lexicon import read_lexicon
from narrator.ears.recognisers import Recogniser
from narrator.ears.sound import RATE
from narrator.lexicon import addressed
from narrator.studio.mixing import Samples, voice_level

from tests.fluxx.at_rest import NAMES, heard_at_rest, words
from tests.speech.espeak import spoken
from tests.speech.speaker import VOICE, WORDS_A_MINUTE, loaded
from tests.speech.table_ears import KINDS, WINDOW, Ears
from tests.speech.tabletalk import ANSWER, FLOOR, Table

pytestmark = pytest.mark.xdist_group("vosk")

KOREAN = read_lexicon("ko")
SAID: dict[str, tuple[str, str, Heard]] = {
    "a seat": ("seat", "번호 여섯", Answer("6")),
    "another": ("seat", "번호 삼", Answer("3")),
    "a short one": ("seat", "삼", Answer("3")),
    "yes": ("yes-no", "좋아요", Answer("yes")),
    "ready": ("ready", "됐어요", Answer("ready")),
    "a command": ("ready", "다시", Command("repeat")),
}


@pytest.fixture(scope="module")
def model() -> Recogniser:
    return loaded()


def answer(words: str) -> Samples:
    """The words as a player says them into a silent room."""
    said = spoken(words, VOICE, WORDS_A_MINUTE)
    return np.concatenate([silence(1.0), said * np.float32(ANSWER / voice_level(said)), silence(1.0)])


def silence(seconds: float) -> Samples:
    """The sound of an empty room."""
    return np.random.default_rng(1).normal(0.0, FLOOR, round(seconds * RATE)).astype(np.float32)


@pytest.mark.long
@pytest.mark.trial
def test_talk_is_not_taken_for_an_answer(model: Recogniser) -> None:
    ears, table = Ears(model, KOREAN), Table(21, ())
    found = [ears.ask(ask, table.window(WINDOW, -6.0)) for _ in range(2) for ask in KINDS.values()]
    assert [taken for taken, _ in found if taken] == []
    assert any(asked for _, asked in found)  # so there was talk that sounds like an answer


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_into_a_calm_room_is_taken(model: Recogniser, name: str) -> None:
    kind, words, expected = SAID[name]
    assert Ears(model, KOREAN).ask(KINDS[kind], answer(words)) == ([expected], [])


@pytest.mark.parametrize(("seconds", "found"), [(12.0, Unsure("번호 여섯", "6")), (15.0, Answer("6"))])
def test_a_room_is_calm_when_nobody_has_talked_for_fifteen_seconds(
    model: Recogniser, seconds: float, found: Heard
) -> None:
    ears = Ears(model, KOREAN)
    ears.ask(KINDS["ready"], Table(21, ()).window(WINDOW, 0.0))
    taken, asked = ears.ask(KINDS["seat"], np.concatenate([silence(seconds), answer("번호 여섯")]))
    assert [*taken, *asked] == [found]


def test_what_is_said_amid_talk_is_to_be_confirmed_and_not_by_a_yes(model: Recogniser) -> None:
    ears = Ears(model, KOREAN)
    ears.ask(KINDS["ready"], Table(21, ()).window(WINDOW, 0.0))
    for again, confirmed in {"확인 완료": [Answer("6")], "좋아요": [], "네": []}.items():
        taken, asked = ears.ask(KINDS["seat"], np.concatenate([answer("번호 여섯"), answer(again)]))
        assert asked[0] == Unsure("번호 여섯", "6")
        assert taken == confirmed


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("차 사회자 취소", [Command("undo")]),
        ("자 사회자 카드 더 줘요", [Answer("rule draw 4")]),
        ("사회자 취소 아", []),
    ],
)
def test_a_syllable_before_the_call_is_not_for_the_narrator(model: Recogniser, said: str, taken: list[Heard]) -> None:
    ears = Ears(model, addressed(words("ko")), names=NAMES)
    assert ears.ask(heard_at_rest(), answer(said)) == (taken, [])
