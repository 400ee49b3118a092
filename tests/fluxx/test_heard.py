"""What is heard at the state of rest, amid the talk of a whole evening: the narrator is asked, or says nothing."""

from __future__ import annotations

import pytest

from narrator.answers import Answer, Heard, Silence
from narrator.ears.listening import Utterance
from narrator.ears.question import question, understand

from tests.fluxx.at_rest import NAMES, heard_at_rest, words

REST = question(heard_at_rest(), words("pl"), NAMES)
ILE = Utterance("ile", 1.0, seconds=0.4)


@pytest.mark.parametrize(
    ("utterance", "heard"),
    [
        (ILE, Answer("tell owed")),
        (Utterance("jakie zasady", 1.0, seconds=1.2), Answer("tell rules")),
        (Utterance("ile", 1.0, calm=False, alone=True, seconds=0.4), Answer("tell owed")),
        (Utterance("ile", 0.4, seconds=0.4), Silence()),
        (Utterance("ile", 1.0, calm=False, seconds=0.4), Silence()),
        (Utterance("ile", 1.0, seconds=1.5), Silence()),  # "ile ty masz tych kart"
        (Utterance("jakie zasady", 1.0, seconds=0.2), Silence()),
        (Utterance("aha", 1.0, seconds=0.3), Silence()),
        (Utterance("pomyłka", 1.0, seconds=0.7), Silence()),
        (Utterance("jeszcze raz", 1.0, seconds=0.8), Silence()),
    ],
)
def test_what_is_no_question_to_the_narrator_is_not_asked_back(utterance: Utterance, heard: Heard) -> None:
    assert understand(utterance, REST) == heard


@pytest.mark.parametrize("command", ["cofnij", "stop", "powtórz"])
def test_a_command_is_listened_for_so_as_not_to_be_taken_for_a_question(command: str) -> None:
    assert command in REST.words.phrases
    assert command not in REST.words.harmless
