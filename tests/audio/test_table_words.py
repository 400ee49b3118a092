"""What is said at the tables of the sound tests and benches means what it is said for, and sounds like speech."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.ears.lexicon import read_lexicon
from narrator.ears.question import question
from narrator.ears.sound import BLOCK, RATE
from narrator.rooms.listener import CONFIRMATION

from tests.audio.table_words import KOREAN, TableWords, polish
from tests.speech.table_ears import KINDS, SEATED


@pytest.fixture(scope="module", params=["ko", "pl"])
def words(request: pytest.FixtureRequest) -> TableWords:
    return KOREAN if request.param == "ko" else polish(Path("whisper-base"))


def test_each_answer_means_what_it_is_said_for(words: TableWords) -> None:
    lexicon = read_lexicon(words.language)
    meanings = {
        phrase: meaning
        for ask in (*KINDS.values(), CONFIRMATION)
        for phrase, meaning in question(ask, lexicon, SEATED).meanings.items()
    }
    meant = {answer: meanings[said] for answer, said in words.answers.items()}
    assert meant == {answer: answer for answer in words.answers}
    assert meanings[words.confirm] == "confirm"
    assert {"repeat", "undo", "6", "1"} == {meanings[said] for said in words.narrated}


def test_all_that_is_said_sounds_for_a_moment_in_whole_blocks(words: TableWords) -> None:
    for said in (*words.answers.values(), words.confirm, *words.narrated):
        sound = np.frombuffer(words.speak(said), np.int16).reshape(-1, BLOCK)
        loud = abs(sound).max(axis=1) > 1000
        assert 0.3 < np.ptp(np.flatnonzero(loud)) * BLOCK / RATE < 2.0, said
        assert not loud[0], said
        assert not loud[-1], said
