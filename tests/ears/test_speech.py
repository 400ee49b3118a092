"""The real recogniser with the real Korean model, hearing a synthetic player through a pipe."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, BinaryIO

import pytest

from narrator.answers import Answer, Command, Heard, NoMatch, Unsure
from narrator.cues import Ask, At
from narrator.ears import Lost, Together, speech
from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import check_model
from narrator.ears.open import open_ears
from narrator.ears.recognisers import RECOGNISERS
from narrator.ears.sound import BLOCK, RATE
from narrator.ears.speech import LOOK_AFTER, RESTARTS, SpeechEars
from narrator.ears.voice_activity import CALM
from narrator.errors import ChannelLost
from narrator.lexicon import Lexicon, TableWords
from narrator.rooms.listener import CONFIRMATION

from tests.audio.sound_server import wait_until
from tests.fluxx.at_rest import KOREAN_AT_REST, heard_at_rest
from tests.polish import KTULU, in_polish
from tests.speech.speaker import MODEL, room, silence, speak
from tests.sweeps import trial

KOREAN, AT_REST = read_lexicon("ko"), read_lexicon("ko", KOREAN_AT_REST)
NAMES = {seat: f"#{seat}" for seat in range(1, 9)}
LISTENING = CALM * BLOCK / RATE + 1.0  # seconds after which a room is calm
SECONDS = 120.0  # a generous bound; every wait ends as soon as what it waits for is there

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX"),
    pytest.mark.xdist_group("vosk"),
]


def ask(kind: Any, *choices: str, **more: Any) -> Ask:
    return Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, **more)


SEAT = ask("seat", *"12345678", optional=True)
SEATS = ask("seats", *"12345678", most=3, optional=True)
YES_NO = ask("yes-no", "yes", "no")
READY = ask("ready", "ready")


class Player:
    """Speaks into the room when the ears listen, and notes what they hear and say."""

    def __init__(
        self,
        pipe: Path,
        end: BinaryIO,
        look_after: float = LOOK_AFTER,
        *,
        amid_talk: bool = False,
        lexicon: Lexicon = KOREAN,
        model: Path = MODEL,
    ) -> None:
        self.end = end
        self.heard: Queue[Heard | Lost] = Queue()
        self.notices: Queue[str] = Queue()
        self.ears = SpeechEars(
            model,
            lexicon,
            NAMES,
            in_polish(self.notices.put),
            device=str(pipe),
            look_after=look_after,
            amid_talk=amid_talk,
        )
        self.ears.wait()

    def answers(self, question: Ask, words: str, before: float = 0.0, after: bytes = b"") -> Heard | Lost:
        self.ears.listen(question, self.heard.put)
        assert self.ears.listening.wait(SECONDS)
        self.end.write(silence(before) + speak(words) + after)
        heard = self.heard.get(timeout=SECONDS)
        self.ears.rest()
        return heard


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with room(tmp_path_factory.mktemp("room")) as (pipe, end):
        player = Player(pipe, end)
        yield player
        player.ears.close()


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model of one word, which is there at once: where processes end, it does not matter what they recognise."""
    monkeypatch.setitem(RECOGNISERS, "toy", "tests.ears.toy_recogniser")
    model = tmp_path / "toy-ko-1"
    model.mkdir()
    (model / "seconds.toml").write_text('"여섯" = 0.4\n', "utf-8")
    return model


@pytest.fixture
def mortal(tmp_path: Path, toy: Path) -> Iterator[Player]:
    """Make a player whose listening process a test may kill."""
    with room(tmp_path) as (pipe, end):
        player = Player(pipe, end, model=toy)
        yield player
        player.ears.close()


@pytest.mark.parametrize(
    ("question", "words", "expected"),
    [
        trial(SEAT, "번호 하나", Answer("1")),
        (SEAT, "두번째", Answer("2")),
        (SEAT, "삼", Answer("3")),
        trial(SEAT, "번호 삼", Answer("3")),
        (SEAT, "넷", Answer("4")),
        trial(SEAT, "번호 다섯", Answer("5")),
        trial(SEAT, "여섯", Answer("6")),
        (SEAT, "번호 여섯", Answer("6")),
        (SEAT, "다시", Command("repeat")),
        trial(SEAT, "취소", Command("undo")),
        (SEAT, "정지", Command("pause")),
        (YES_NO, "좋아요", Answer("yes")),
        (YES_NO, "아니오", Answer("no")),
        trial(READY, "됐어요", Answer("ready")),
        (READY, "다 됐어요", Answer("ready")),
        (SEATS, "삼 하고 여섯", Answer("3,6")),
    ],
)
def test_speech_is_recognised(player: Player, question: Ask, words: str, expected: Heard) -> None:
    calm = CALM * BLOCK / RATE + 1.0  # whatever was said before in another test
    assert player.answers(question, words, before=calm) == expected


def test_two_answers_in_one_breath_are_none(player: Player) -> None:
    assert isinstance(player.answers(SEAT, "삼 여섯"), NoMatch)


def test_a_seat_that_is_not_on_offer_is_not_taken_for_another(player: Player) -> None:
    assert player.answers(ask("seat", "2", "4"), "여섯") == NoMatch("여섯")


def test_at_an_open_question_nothing_is_heard_but_what_is_for_the_narrator(tmp_path: Path) -> None:
    with room(tmp_path) as (pipe, end):
        player = Player(pipe, end, lexicon=AT_REST)
        assert player.answers(heard_at_rest(), "다시", after=speak("규칙 알려 줘요")) == Answer("tell rules")
        player.ears.close()
    assert player.heard.empty()
    assert player.notices.empty()


def test_who_calls_the_narrator_says_commands(tmp_path: Path) -> None:
    wanted = TableWords(addressed=True)
    with room(tmp_path) as (pipe, end):
        ears = open_ears(
            "ko", NAMES, print, own_words=[KOREAN_AT_REST], of_table=wanted, model=MODEL, microphone=str(pipe)
        )
        speaking = Thread(target=end.write, args=(silence(LISTENING) + speak("사회자 취소"),))
        speaking.start()
        assert ears.hear(heard_at_rest(), SECONDS) == Command("undo")
        speaking.join(SECONDS)
        ears.close()


def test_what_is_said_while_the_ears_rest_is_never_heard(player: Player) -> None:
    player.ears.listen(SEAT, player.heard.put)
    assert player.ears.listening.wait(SECONDS)
    player.ears.rest()
    player.end.write(speak("여섯"))
    assert player.answers(SEAT, "넷", before=CALM * BLOCK / RATE + 1.0) == Answer("4")
    assert player.heard.empty()


def test_a_word_that_the_model_does_not_know_is_named(player: Player) -> None:
    assert player.ears.unknown_words(["번호 하나", "zażółć 둘", "#0", "[unk]"]) == ["zażółć", "#0", "[unk]"]


def test_a_question_of_unknown_words_alone_is_refused(toy: Path) -> None:
    notices: Queue[str] = Queue()
    ears = SpeechEars(toy, read_lexicon("pl"), NAMES, in_polish(notices.put), device=os.devnull)
    ears.listen(YES_NO, print)
    assert "żadnego słowa" in notices.get(timeout=SECONDS)
    assert ears.unknown_words(["여섯"]) == []  # it lives
    ears.close()


@pytest.mark.trial
def test_a_killed_recogniser_comes_back(mortal: Player) -> None:
    mortal.ears.listen(SEAT, mortal.heard.put)
    assert mortal.ears.listening.wait(SECONDS)
    first = mortal.ears.pid
    mortal.ears.listening.clear()
    os.kill(first, signal.SIGKILL)
    assert mortal.ears.listening.wait(SECONDS)
    assert mortal.ears.pid != first
    mortal.end.write(speak("여섯"))
    assert mortal.heard.get(timeout=SECONDS) == Answer("6")


def test_one_that_dies_again_and_again_is_given_up(mortal: Player) -> None:
    assert mortal.answers(SEAT, "여섯") == Answer("6")  # from what was heard on deaths are counted
    mortal.ears.listen(SEAT, mortal.heard.put)
    for _ in range(RESTARTS + 1):
        assert mortal.ears.listening.wait(SECONDS)
        mortal.ears.listening.clear()
        os.kill(mortal.ears.pid, signal.SIGKILL)
    lost = mortal.heard.get(timeout=SECONDS)
    assert isinstance(lost, Lost)
    with pytest.raises(ChannelLost, match="keeps breaking off") as fault:
        mortal.ears.listen(SEAT, mortal.heard.put)
    assert KTULU.told(fault.value.table) == KTULU.told(lost.why)


def test_a_microphone_that_was_lost_is_looked_for_again(tmp_path: Path, toy: Path) -> None:
    with room(tmp_path) as (pipe, end):
        player = Player(pipe, end, look_after=0.0, model=toy)
        player.ears.listen(SEAT, player.heard.put)
        assert player.ears.listening.wait(SECONDS)
        elsewhere = pipe.rename(tmp_path / "elsewhere")
        os.kill(player.ears.pid, signal.SIGKILL)
        assert "zniknął" in player.notices.get(timeout=SECONDS)
        player.ears.listen(SEAT, player.heard.put)
        wait_until(lambda: gone(player.ears.pid), "the microphone to be missed again")
        player.ears.rest()
        elsewhere.rename(pipe)
        assert player.answers(SEAT, "여섯") == Answer("6")
        assert "znowu słucha" in player.notices.get(timeout=SECONDS)
        assert player.notices.empty()
        player.ears.close()


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_folder_without_a_model_is_told_not_traced(tmp_path: Path) -> None:
    ears = SpeechEars(tmp_path, KOREAN, NAMES, print, device=os.devnull)
    with pytest.raises(ChannelLost, match="cannot hear you speak") as lost:
        ears.wait()
    ears.close()
    assert "klawiatur" in KTULU.told(lost.value.table)


def test_a_microphone_that_is_not_there_is_told_not_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_WORKER", "narrator.ears.worker")
    ears = SpeechEars(MODEL, KOREAN, NAMES, print, device="no such microphone")
    with pytest.raises(ChannelLost, match=r"microphone|PortAudio") as lost:
        ears.wait()
    ears.close()
    assert re.search(r"mikrofon|PortAudio", KTULU.told(lost.value.table))


def test_the_test_model_can_take_a_grammar() -> None:
    check_model(MODEL)


def test_open_ears_hear_as_amid_talk_at_first_and_tell_of_unknown_names(tmp_path: Path) -> None:
    notices: list[str] = []
    with room(tmp_path) as (pipe, end):
        ears = open_ears("ko", {1: "둘", 2: "Zażółć"}, in_polish(notices.append), model=MODEL, microphone=str(pipe))
        assert isinstance(ears, Together)
        assert notices == ["Model mowy nie zna słów: zażółć. Tych graczy wołajcie po numerach."]
        speaking = Thread(target=end.write, args=(speak("좋아요"),))  # nobody reads before the first question
        speaking.start()
        assert ears.hear(YES_NO, SECONDS) == Unsure("좋아요", "yes")
        speaking.join(SECONDS)
        ears.close()


@pytest.mark.trial
def test_what_is_asked_back_once_more_can_still_be_confirmed_amid_talk(tmp_path: Path) -> None:
    """A question may end while a command is in doubt, which is then asked back again."""
    with room(tmp_path) as (pipe, end):
        player = Player(pipe, end, amid_talk=True)
        assert player.answers(YES_NO, "좋아요") == Unsure("좋아요", "yes")
        player.ears.listen(CONFIRMATION, player.heard.put)
        assert player.ears.listening.wait(SECONDS)
        player.ears.rest()
        assert player.answers(CONFIRMATION, "확인 완료", before=1.0) == Answer("confirm")
        player.ears.close()


def test_the_first_ready_of_an_evening_is_taken_at_once(tmp_path: Path) -> None:
    with room(tmp_path) as (pipe, end):
        player = Player(pipe, end, amid_talk=True)
        assert player.answers(READY, "됐어요") == Answer("ready")
        assert player.answers(YES_NO, "다시", before=1.0) == Command("repeat")
        assert player.answers(YES_NO, "좋아요", before=1.0) == Unsure("좋아요", "yes")
        player.ears.close()
