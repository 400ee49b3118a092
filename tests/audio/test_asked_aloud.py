"""Cthulhu FLUXX is asked aloud what a table asks, at rest and just after the narrator spoke, and answers aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.lexicon import addressed

from tests.audio.asking import asked_table
from tests.audio.sound_server import SoundServer
from tests.fluxx.at_rest import words
from tests.speech.speaker import MODEL, speak

pytestmark = [pytest.mark.audio, pytest.mark.long]

AT_ONCE, AT_REST = 0.3, 2.0
"""Seconds after the narrator has begun to listen at which somebody asks."""

QUESTIONS = {
    "순서 알려 줘요": ("tell owed", "Jeszcze jedno zagranie"),
    "규칙 알려 줘요": ("tell rules", "Dobierz jedną"),
    "점수 알려 줘요": ("tell goal", "Celu nie ma"),
    "위험한 사람": ("tell doom", "Stół: 0"),
}


def test_each_question_is_answered_aloud(server: SoundServer, tmp_path: Path) -> None:
    with asked_table(server, MODEL, words("ko"), tmp_path, amid_talk=False) as table:
        for number, (question, (taken, line)) in enumerate(QUESTIONS.items()):
            told = table.ask(speak(question), AT_ONCE if number % 2 else AT_REST)
            assert told.taken == taken, question
            assert line in " ".join(told.lines)


def test_a_turn_is_told_aloud_to_who_calls_the_narrator(server: SoundServer, tmp_path: Path) -> None:
    with asked_table(server, MODEL, addressed(words("ko")), tmp_path, amid_talk=False) as table:
        for said, taken, line in (
            ("사회자 카드 더 줘요", "rule draw 4", "dobierz jeszcze 3"),
            ("사회자 취소", "undo", "Cofnięte"),
            ("사회자 카드 더 줘요", "rule draw 4", "dobierz jeszcze 3"),
            ("규칙 알려 줘요", "tell rules", "Dobierz 4"),
            ("사회자 순서 됐어요", "end-turn", "Bartek. Dobierz 4"),
        ):
            told = table.ask(speak(said), AT_REST)
            assert told.taken == taken, said
            assert line in " ".join(told.lines)
