"""What is heard at the state of rest, amid the talk of a whole evening: the narrator is asked, or says nothing."""

from __future__ import annotations

import pytest

from narrator.answers import Answer, Command, Heard, Silence, typed
from narrator.ears.listening import Utterance
from narrator.ears.own_words import faults
from narrator.ears.question import question, understand
from narrator.lexicon import addressed, as_typed, calls_narrator
from narrator.play.loading import table_words, words_taken

from tests.fluxx.at_rest import GAME, NAMES, TABLE, heard_at_rest, words

REST = question(heard_at_rest(), words("pl"), NAMES)
ADDRESSED = question(heard_at_rest(), addressed(words("pl")), NAMES)
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


# ---- Where the narrator is called ----


@pytest.mark.parametrize(
    ("utterance", "heard"),
    [
        (Utterance("narratorze koniec tury", 1.0, seconds=1.6), Answer("end-turn")),
        (Utterance("narrator zasada dobierz cztery", 1.0, seconds=2.0), Answer("rule draw 4")),
        (Utterance("narrator zagłada celina plus dwa", 1.0, seconds=2.4), Answer("doom 3 +2")),
        (Utterance("narratorze cofnij", 1.0, seconds=1.2), Command("undo")),
        (Utterance("narratorze koniec tury", 1.0, calm=False, alone=True, seconds=1.6), Answer("end-turn")),
        (Utterance("narratorze koniec tury", 0.8, seconds=1.6), Silence()),
        (Utterance("narratorze koniec tury", 1.0, calm=False, seconds=1.6), Silence()),
        (Utterance("narratorze koniec tury", 1.0, seconds=3.5), Silence()),
        (Utterance("koniec tury", 1.0, seconds=0.9), Silence()),
        (ILE, Answer("tell owed")),
    ],
)
def test_what_is_played_is_taken_from_who_calls_the_narrator(utterance: Utterance, heard: Heard) -> None:
    assert understand(utterance, ADDRESSED) == heard


@pytest.mark.parametrize("language", ["pl", "en"])
def test_what_is_said_to_the_narrator_means_what_is_typed(language: str) -> None:
    own = words(language)
    called = [
        phrase for phrase in question(heard_at_rest(), addressed(own), NAMES).meanings if calls_narrator(phrase, own)
    ]
    meant = [typed(phrase.partition(" ")[2], heard_at_rest(), own, NAMES) for phrase in called]
    heard = question(heard_at_rest(), addressed(own), NAMES)
    assert [understand(Utterance(phrase, 1.0, seconds=0.05 * len(phrase)), heard) for phrase in called] == meant
    assert not faults(addressed(own), [], language)


def test_what_puts_a_value_right_is_left_to_fingers() -> None:
    assert not any(meaning.startswith("set ") for meaning in ADDRESSED.meanings.values())
    assert any(key.startswith("set ") for key in as_typed(words("pl")).patterns)


def test_a_command_that_may_go_on_is_waited_for() -> None:
    assert "narratorze koniec tury" in ADDRESSED.words.final
    assert "narratorze zagraj wszystkie" not in ADDRESSED.words.final


def test_only_a_table_that_wants_it_is_addressed() -> None:
    assert not table_words(TABLE.package, TABLE.setup, TABLE.script).addressed
    wanted = TABLE.with_setup(listen="addressed")
    assert table_words(wanted.package, wanted.setup, wanted.script).addressed


def test_nobody_is_called_as_the_narrator_is() -> None:
    assert "narrator" in words_taken("pl", GAME)
