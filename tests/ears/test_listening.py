"""Where an utterance begins and ends, with the real detector of voices and the real recogniser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.answers import Answer, Command, Heard, Unsure
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.listening import (
    ANSWER,
    BREATH,
    CERTAIN,
    FIRM,
    FIRST,
    HIDDEN,
    HUSH,
    LONG,
    LONGEST,
    SHORT,
    SHORTEST,
    TAIL,
    Listening,
    Utterance,
)
from narrator.ears.question import Question, question, understand
from narrator.ears.recognisers import Recognised, Recogniser, Recognition
from narrator.ears.sound import BLOCK, RATE, blocks, rms
from narrator.ears.voice_activity import CALM, VoiceActivity
from narrator.mouth.ambience import ambience_of
from narrator.rooms.listener import CONFIRMATION
from narrator.values import replace

from tests.speech.speaker import VOICE, loaded, silence, speak
from tests.speech.tabletalk import Table

pytestmark = pytest.mark.xdist_group("vosk")

NAMES = {seat: "" for seat in range(1, 31)}


def asked(kind: Any, *choices: str, language: str = "ko", **more: Any) -> Question:
    ask = Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, **more)
    return question(ask, read_lexicon(language), NAMES)


SEAT = asked("seat", *map(str, NAMES), optional=True)
NUMBERS = asked("seat", *map(str, NAMES), language="pl")
TALK = 1500
"""How loud others talk, 10 dB softer than an answer."""

SURE_AMID_TALK = question(CONFIRMATION, read_lexicon("ko"), NAMES, confirming=True)

CALLED = replace(SEAT, words=replace(SEAT.words, called=["여섯"]))

STEADY = 48_000
"""Samples into the rain where the recogniser takes no drop for a word, as elsewhere it does now and then."""


@pytest.fixture(scope="module")
def model() -> Recogniser:
    return loaded()


def pieces(sound: bytes) -> Iterator[bytes]:
    for begin in range(0, len(sound) // (2 * BLOCK) * 2 * BLOCK, 2 * BLOCK):
        yield sound[begin : begin + 2 * BLOCK]


def said(text: str, voice: str = VOICE) -> bytes:
    """The words without the silence around them."""
    samples = np.frombuffer(speak(text, voice), np.int16)
    loud = np.flatnonzero(abs(samples) > abs(samples).max() / 100)
    return samples[loud[0] : loud[-1]].tobytes()


def heard(model: Recogniser, asked: Question, *sounds: bytes) -> list[tuple[str, float]]:
    """What is heard, and how long after the end of the last sound but one."""
    listening = Listening(model, asked.words, VoiceActivity())
    sound, found = b"".join(sounds), []
    end = len(sound) - len(sounds[-1])
    for number, block in enumerate(pieces(sound), 1):
        if utterance := listening.take(block):
            found.append((utterance.text, (number * 2 * BLOCK - end) / 2 / RATE))
    return found


def rainy(sound: bytes, begin: int, decibels: float) -> bytes:
    """Put rain under the sound, so many dB softer than an answer."""
    samples = np.frombuffer(sound, np.int16)
    ambience = ambience_of("rain")
    assert ambience
    rain = ambience(RATE)[begin : begin + len(samples)]
    loud = 5000 / 10 ** (decibels / 20) / np.sqrt(np.square(rain).mean())
    return bytes(np.clip(samples + rain * loud, -32768, 32767).astype(np.int16))


def test_a_phrase_that_nothing_can_follow_ends_at_once(model: Recogniser) -> None:
    ((text, after),) = heard(model, SEAT, silence(0.5), said("번호 여섯"), silence(1.5))
    assert text == "번호 여섯"
    assert after < 0.3


@pytest.mark.parametrize("decibels", [20, 12])
def test_it_ends_at_once_amid_a_steady_noise(model: Recogniser, decibels: int) -> None:
    answer = said("취소")
    sounds = [rainy(sound, STEADY, decibels) for sound in (silence(1.5), answer, silence(1.5))]
    ((text, after),) = heard(model, asked("yes-no", "yes", "no"), *sounds)
    assert text == "취소"
    assert after < 0.4


def recognition(accept: Any, result: Any) -> Any:
    """One that can go on after its result."""
    return SimpleNamespace(accept=accept, result=result, begin=lambda: None, go_on=lambda *, apart: apart or True)


class Hasty:
    """A recogniser that hears the same, whatever is said."""

    def __init__(self, text: str, confidence: float) -> None:
        self._heard = Recognised(text, confidence)

    def knows(self, _word: str) -> bool:
        return True

    def prepare(self, *_: Any) -> None:
        pass

    def hear(self, *_: Any) -> Any:
        return recognition(lambda _: False, lambda: self._heard)


def quiet_until_over(
    text: str, *, lag: int = 0, calm: bool = True, lasts: int = 10, murmur: int = 0, confidence: float = 1.0
) -> int:
    """Count the blocks of quiet that end it: see `ended`."""
    after, _ = ended(Hasty(text, confidence), SEAT, lag=lag, calm=calm, lasts=lasts, murmur=murmur)
    return after


def ended(
    model: Any, asked: Question, *, lag: int = 0, calm: bool = True, lasts: int = 10, murmur: int = 0
) -> tuple[int, str]:
    """After how many blocks of quiet it ends where the detector hears a voice for `lag` blocks too long, and as what.

    The room around it is as loud as `murmur`, the words are 5000.
    """
    voices = VoiceActivity(calm=calm)
    listening = Listening(model, asked.words, voices)
    silent = [np.full(BLOCK, murmur, np.int16).tobytes()]
    words = [
        loud_block() if number % 4 else silent[0] for number in range(1, lasts + 1)
    ]  # always loud would be noise
    sounds = silent * (TAIL + LONG) + words + silent * LONG * 2
    spoken = iter([0.0] * (TAIL + LONG) + [1.0] * (lasts + lag) + [0.0] * LONG * 2)
    voices._detector = lambda _: next(spoken)  # type: ignore[assignment]
    ends = [(number, heard.text) for number, block in enumerate(sounds, 1) if (heard := listening.take(block))]
    return ends[0][0] - (TAIL + LONG + lasts), ends[0][1]


def readings(asked: Question, *said: int, calm: bool = False) -> int:
    """Count how often something is read where so many blocks are spoken and silent by turns."""
    begun, voices = list[None](), VoiceActivity(calm=calm)
    one = recognition(lambda _: False, lambda: Recognised("", 1.0))
    one.begin = lambda: begun.append(None)
    listening = Listening(SimpleNamespace(hear=lambda *_: one), asked.words, voices)
    for number, blocks_of in enumerate((TAIL + LONG, *said)):
        voices._detector = lambda _, voice=number % 2: voice  # type: ignore[assignment]
        for at in range(1, blocks_of + 1):
            listening.take(loud_block() if number % 2 and at % 4 else bytes(2 * BLOCK))
    assert not voices.calm, "it was talk"
    return len(begun)


def loud_block() -> bytes:
    return np.full(BLOCK, 5000, np.int16).tobytes()


def test_a_phrase_with_which_nothing_else_begins_ends_soonest() -> None:
    assert quiet_until_over("번호 여섯") == quiet_until_over("여섯") == FIRM < SHORTEST


def test_a_reading_begins_so_soon_that_the_end_need_not_wait_for_it() -> None:
    given, begun = list[bytes](), list[int]()
    one = recognition(given.append, lambda: Recognised("numer jedenaście", 1.0))
    one.begin = lambda: begun.append(len(given))
    model: Any = SimpleNamespace(hear=lambda *_: one)
    assert ended(model, NUMBERS) == (FIRM, "numer jedenaście")
    assert len(given) - begun[-1] == FIRM - FIRST >= blocks(0.05)  # what a reading takes


def test_amid_talk_several_words_end_as_soon_as_one() -> None:
    assert quiet_until_over("번호 여섯", calm=False) == quiet_until_over("여섯", calm=False) == BREATH == SHORT


def test_amid_talk_nothing_is_read_in_a_breath() -> None:
    assert readings(SEAT, 10, BREATH - 1, 10, BREATH - 1, 10, LONG) == 1
    assert readings(SEAT, 10, BREATH, 10, BREATH, 10, LONG) == 3


def test_amid_talk_what_lasts_longer_than_an_answer_is_not_read() -> None:
    assert readings(SEAT, ANSWER + 1, LONG) == 0
    assert readings(SEAT, ANSWER + 1, LONG, 10, LONG) == 1
    assert readings(SEAT, ANSWER + 1, LONG, calm=True) > 0


@pytest.mark.parametrize("words", [SURE_AMID_TALK, asked("seats", *map(str, NAMES), most=3), CALLED], ids=str)
def test_it_is_if_it_may_be_several_answers_drop_one_or_end_in_a_call(words: Question) -> None:
    assert readings(words, ANSWER + 1, LONG) == 1


def test_what_is_read_with_doubt_is_waited_for() -> None:
    assert quiet_until_over("번호 여섯", confidence=CERTAIN - 0.01) == LONG
    assert quiet_until_over("번호 여섯", confidence=CERTAIN) == FIRM


def test_what_lasts_longer_than_an_answer_is_waited_for() -> None:
    assert quiet_until_over("번호 여섯", lasts=ANSWER) == LONG


def test_in_a_calm_room_an_end_does_not_wait_for_the_detector() -> None:
    assert quiet_until_over("번호 여섯", lag=3) == FIRM


def test_where_others_murmur_an_end_waits_for_the_detector() -> None:
    assert quiet_until_over("번호 여섯", lag=3, murmur=100) == FIRM
    assert quiet_until_over("번호 여섯", lag=3, murmur=500) == FIRM + 3


def test_amid_talk_an_end_waits_for_the_detector() -> None:
    assert quiet_until_over("번호 여섯", lag=3, calm=False) == BREATH + 3


@pytest.mark.parametrize("calm", [True, False])
def test_what_talk_may_hide_the_end_of_is_read_again(*, calm: bool) -> None:
    model = Hasty("numer jeden", 1.0)
    assert ended(model, NUMBERS, lag=LONG, murmur=TALK, calm=calm)[0] == HIDDEN + 3
    assert ended(model, NUMBERS, calm=calm)[0] == (SHORTEST if calm else BREATH)  # nobody is heard who could hide it


@pytest.mark.parametrize(("murmur", "apart"), [(TALK, False), (0, True)])
def test_what_others_may_hide_is_read_again_as_a_whole(murmur: int, *, apart: bool) -> None:
    readings, parted = iter([("numer jeden", float(murmur > 0)), ("numer jedenaście", 1.0)]), list[bool]()
    one = recognition(lambda _: False, lambda: Recognised(*next(readings)))

    def go_on(*, apart: bool) -> bool:
        parted.append(apart)
        return True

    one.go_on = go_on
    model: Any = SimpleNamespace(hear=lambda *_: one)
    after, text = ended(model, NUMBERS, lag=LONG if murmur else 0, murmur=murmur)
    assert (after, text, parted[-1]) == (HIDDEN + 3 if murmur else SHORT, "numer jedenaście", apart)


def test_a_phrase_that_may_go_on_is_waited_for(model: Recogniser) -> None:
    ((text, after),) = heard(model, SEAT, silence(0.5), said("번호 열"), silence(1.5))
    assert text == "번호 열"
    assert LONG * BLOCK / RATE - 0.1 < after < 0.9


def test_a_pause_within_a_phrase_does_not_end_it(model: Recogniser) -> None:
    pause = silence((SHORT + 3) * BLOCK / RATE)
    ((text, _),) = heard(model, SEAT, silence(0.5), said("번호"), pause, said("여섯"), silence(1.5))
    assert text == "번호 여섯"


def test_what_is_said_after_a_long_pause_is_another_utterance(model: Recogniser) -> None:
    found = heard(model, SEAT, silence(0.5), said("여섯"), silence(1.2), said("번호 삼"), silence(1.5))
    assert [text for text, _ in found] == ["여섯", "번호 삼"]


@pytest.mark.parametrize("before", [0.0, TAIL * BLOCK / RATE - 0.1])
def test_what_sounds_when_listening_begins_is_not_heard(model: Recogniser, before: float) -> None:
    found = heard(model, SEAT, silence(before), said("번호 삼"), silence(1.0), said("번호 여섯"), silence(1.5))
    assert [text for text, _ in found] == ["번호 여섯"]


def test_who_talks_on_and_on_answers_nothing(model: Recogniser) -> None:
    talk = said("여섯") * (1 + LONGEST * BLOCK * 2 // len(said("여섯")))
    found = heard(model, SEAT, silence(0.5), talk, silence(1.0), said("번호 삼"), silence(1.5))
    assert [text for text, _ in found] == ["번호 삼"]


def test_an_utterance_is_given_when_the_sound_ends(model: Recogniser) -> None:
    listening = Listening(model, SEAT.words, VoiceActivity())
    assert all(listening.take(block) is None for block in pieces(silence(0.5) + said("번호 여섯")))
    found = listening.finish()
    assert isinstance(found, Utterance)
    assert found.text == "번호 여섯"
    assert listening.finish() is None


@pytest.mark.parametrize(("again", "calm"), [("확인 완료", True), ("좋아요", False)])
def test_what_is_asked_back_and_not_confirmed_was_talk(model: Recogniser, again: str, *, calm: bool) -> None:
    voices = VoiceActivity(calm=False)
    most = CALM * BLOCK / RATE * 0.55  # twice as long, the room is calm
    for words, answer in ((SURE_AMID_TALK.words, again), (SEAT.words, "번호 여섯")):
        listening = Listening(model, words, voices)
        found = [listening.take(block) for block in pieces(silence(most) + said(answer) + silence(1.5))]
    assert [utterance.calm for utterance in found if utterance] == [calm]


@pytest.mark.parametrize(
    ("before", "after", "confirmed"),
    [((), (), True), (("여섯",), (), False), ((), ("여섯",), False)],
    ids=["alone", "after others", "before others"],
)
def test_what_confirms_amid_talk_stands_alone(
    model: Recogniser, before: tuple[str, ...], after: tuple[str, ...], *, confirmed: bool
) -> None:
    short = silence(HUSH * BLOCK / RATE - 0.2)
    listening = Listening(model, SURE_AMID_TALK.words, VoiceActivity(calm=False))
    spoken = short.join(said(words) for words in (*before, "확인 완료", *after))
    found = [listening.take(block) for block in pieces(silence(1.0) + spoken + silence(1.5))]
    assert ("확인 완료" in [utterance.text for utterance in found if utterance]) == confirmed


def test_a_voice_is_told_from_noise() -> None:
    voices = VoiceActivity()
    for block in pieces(rainy(silence(2.0), 0, 10.0)):
        voices.take(block)
    assert voices.pause_of(blocks(1.5))
    voiced = 0
    for block in pieces(rainy(said("번호 여섯"), 5 * RATE, 10.0)):
        voices.take(block)
        voiced += voices.speaking
    assert voiced > blocks(0.3)


@pytest.mark.parametrize(
    ("phrase", "final"),
    [
        ("siedem", True),
        ("dwadzieścia", False),
        ("dwadzieścia pięć", True),
        ("numer dwadzieścia", False),
        ("nikt", True),  # "nikt z nich" means the same
        ("nie wiem", True),
    ],
)
def test_what_nothing_can_follow_is_known(phrase: str, final: bool) -> None:
    question = asked("seat", *map(str, NAMES), language="pl", optional=True)
    assert (phrase in question.words.final) is final


@pytest.mark.parametrize(
    ("phrase", "firm"),
    [
        ("trzy", False),  # it may become "trzynaście"
        ("osiem", False),
        ("siedem", False),
        ("trzynaście", True),
        ("dwadzieścia pięć", True),
        ("dwadzieścia", False),
        ("nikt", True),
    ],
)
def test_what_nothing_else_begins_with_is_known(phrase: str, firm: bool) -> None:
    question = asked("seat", *map(str, NAMES), language="pl", optional=True)
    assert (phrase in question.words.firm) is firm


def test_a_yes_is_firm_whatever_is_added_that_means_the_same() -> None:
    question = asked("yes-no", "yes", "no", language="pl")
    assert "tak tak" in question.words.phrases
    assert "tak" in question.words.firm


def test_a_number_that_is_not_on_offer_may_go_on_to_one_that_is() -> None:
    assert "dwadzieścia" not in asked("seat", "5", "25", language="pl").words.final


def test_another_seat_may_follow_where_several_are_asked_for() -> None:
    assert asked("seats", "1", "2", "3", language="pl", most=3).words.final == []


def test_loudness_is_measured() -> None:
    assert rms(bytes(2 * BLOCK)) == 0.0
    assert rms((1000).to_bytes(2, "little", signed=True) * BLOCK) == 1000.0
    assert rms(b"") == rms(b"\x01") == 0.0


READY = asked("ready", "ready")
CLEAR = "ko"
"""The voice that is heard best: no two renderings of espeak-ng are the same, and "ready" must always be heard."""


@pytest.mark.parametrize(
    ("before", "said_", "after", "alone"),
    [
        ((), "됐어요", (), True),
        (("여섯",), "됐어요", (), False),
        ((), "됐어요", ("여섯",), False),
        ((), "취소", (), False),
        ((), "좋아요", (), False),
    ],
    ids=["ready", "after others", "before others", "undo", "yes for ready"],
)
def test_what_does_no_harm_stands_alone_in_a_silence_as_an_evening_begins(
    model: Recogniser, before: tuple[str, ...], said_: str, after: tuple[str, ...], alone: bool
) -> None:
    short = silence(HUSH * BLOCK / RATE - 0.2)
    listening = Listening(model, READY.words, VoiceActivity(calm=False))
    spoken = short.join(said(words, CLEAR) for words in (*before, said_, *after))
    found = [listening.take(block) for block in pieces(silence(1.0) + spoken + silence(1.5))]
    assert any(found)
    assert [utterance.text for utterance in found if utterance and utterance.alone] == [said_] * alone


@pytest.mark.parametrize(
    ("text", "confidence", "alone", "taken"),
    [
        ("됐어요", CERTAIN, True, Answer("ready")),
        ("다시", CERTAIN, True, Command("repeat")),
        ("됐어요", CERTAIN - 0.01, True, Unsure("됐어요", "ready")),
        ("됐어요", 1.0, False, Unsure("됐어요", "ready")),
        ("취소", 1.0, False, Unsure("취소", "undo")),
    ],
)
def test_what_stands_alone_is_taken_at_once_if_it_is_certain(
    text: str, confidence: float, alone: bool, taken: Heard
) -> None:
    assert understand(Utterance(text, confidence, calm=False, alone=alone), READY) == taken


class Doubting:
    """The real recogniser, which hears something else where an answer is no likelier than a decoy."""

    def __init__(self, recogniser: Recogniser, heard: str) -> None:
        self._recogniser, self._heard = recogniser, heard

    def hear(self, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> Recognition:
        found: Any = self._recogniser.hear(phrases, decoys, odds)
        if odds == 1:
            return recognition(found.accept, lambda: Recognised(self._heard, 1.0))  # type: ignore[no-any-return]
        return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("talked", "heard", "alone"), [(False, "길", True), (True, "길", False), (True, "됐어요", True)]
)
def test_once_somebody_has_talked_what_does_no_harm_is_read_twice(
    model: Recogniser, heard: str, *, talked: bool, alone: bool
) -> None:
    voices = VoiceActivity(calm=False)
    voices.talked = talked
    listening = Listening(Doubting(model, heard), READY.words, voices)  # type: ignore[arg-type]
    sound = silence(2.5) + said("됐어요", CLEAR) + silence(2.5)
    found = [listening.take(block) for block in pieces(sound)]
    assert [utterance.alone for utterance in found if utterance] == [alone]


def test_only_what_costs_nothing_may_stand_alone() -> None:
    assert {READY.meanings[phrase] for phrase in READY.words.harmless} == {"ready", "repeat", "pause"}
    assert "좋아요" not in READY.words.harmless


class Counting:
    """The real recogniser, and how many blocks it was given."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser, self.blocks = recogniser, 0

    def hear(self, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> Recognition:
        recognition = self._recogniser.hear(phrases, decoys, odds)
        accept = recognition.accept

        def counted(block: bytes) -> bool:
            self.blocks += 1
            return accept(block)

        begin, go_on = recognition.begin, recognition.go_on
        return SimpleNamespace(accept=counted, result=recognition.result, begin=begin, go_on=go_on)


def given(model: Recogniser, asked: Question, sound: bytes, *, calm: bool = True) -> float:
    """How often each block of the sound is given to the recogniser."""
    counting = Counting(model)
    listening = Listening(counting, asked.words, VoiceActivity(calm=calm))  # type: ignore[arg-type]
    for block in pieces(silence(1.0) + sound + silence(1.5)):
        listening.take(block)
    return counting.blocks / (len(sound) / (2 * BLOCK))


def test_talk_is_recognised_about_once_however_long_it_goes_on_and_not_at_all_amid_talk(model: Recogniser) -> None:
    talk = b"".join(said(word, CLEAR) for word in ("여섯", "취소", "다시", "됐어요", "번호 여섯"))
    assert 0 < given(model, READY, talk) < 1.6
    assert given(model, READY, talk, calm=False) == 0


@pytest.mark.parametrize(("calm", "most"), [(True, 0.6), (False, 0.35)])
def test_most_talk_at_a_table_is_not_recognised(model: Recogniser, calm: bool, most: float) -> None:
    talk = (Table(21, ["번호 삼"]).window(15.0, -6.0) * 32767).astype(np.int16).tobytes()
    assert 0 < given(model, SEAT, talk, calm=calm) < most


def test_amid_talk_an_answer_is_recognised_once(model: Recogniser) -> None:
    answer = said("번호 삼")
    assert 1 < given(model, SEAT, answer, calm=False) < 2


def test_a_list_is_recognised_once_and_while_it_is_spoken(model: Recogniser) -> None:
    counting, listed = Counting(model), b"".join(said(word) for word in ("여섯", "삼", "넷") * 3)
    several = asked("seats", *map(str, NAMES), most=3)
    listening = Listening(counting, several.words, VoiceActivity())  # type: ignore[arg-type]
    sound = [*pieces(silence(1.0) + listed)]
    assert [listening.take(block) for block in sound] == [None] * len(sound)
    assert ANSWER < counting.blocks < len(sound)


def test_what_lasts_longer_than_an_answer_is_recognised_whole_in_the_end(model: Recogniser) -> None:
    spoken = said("여섯") * 7
    assert ANSWER < len(spoken) / (2 * BLOCK) < LONGEST - LONG
    assert given(model, SEAT, spoken) > 1
