"""What is said after an answer, or like one, is talk: the whole of an utterance counts, and a name may begin one."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.answers import Answer, NoMatch
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.listening import Utterance
from narrator.ears.question import question, understand

from tests.polish import OWN_WORDS

POLISH = read_lexicon("pl", *OWN_WORDS)
NAMES = {7: "Kasia", 8: "Bartek"}


def ask(kind: Any, *choices: str, seconds: float = 0.0, most: int = 1) -> Ask:
    return Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, seconds=seconds, most=most)


SEAT = ask("seat", *map(str, range(1, 31)))
SEATS = ask("seats", *map(str, range(1, 31)), most=3)


@pytest.mark.parametrize("asked", [SEAT, SEATS], ids=["one", "several"])
@pytest.mark.parametrize("said", ["bartek przestań", "osiem złotych", "trzymaj", "kasia daj", "siódmej godzin"])
def test_what_goes_on_after_an_answer_is_none(said: str, asked: Ask) -> None:
    assert understand(Utterance(said, 1.0), question(asked, POLISH, NAMES)) == NoMatch(said)


@pytest.mark.parametrize(
    "word", ["trzymaj", "złotych", "przestań", "razy", "kart", "no nie", "dość", "wystarczy", "dzięki"]
)
def test_what_follows_an_answer_in_talk_is_heard_as_itself(word: str) -> None:
    for one in (SEAT, ask("yes-no", "yes", "no"), ask("ready", "ready")):
        assert word in question(one, POLISH, NAMES).words.decoys


@pytest.mark.parametrize("said", ["dość", "wystarczy", "dzięki"])
def test_only_listed_words_end_a_talk(said: str) -> None:
    talk = question(ask("choice", "over", seconds=60.0), POLISH, NAMES)
    assert understand(Utterance(said, 1.0), talk) == NoMatch(said)
    assert understand(Utterance("dziękuję", 1.0), talk) == Answer("over")


def test_a_name_that_may_call_somebody_is_waited_for_and_a_number_is_not() -> None:
    final = question(SEAT, POLISH, NAMES).words.final
    assert not {"kasia", "bartek"} & set(final)
    assert {"numer siedem", "numer siedem kasia", "kasię", "siódemka", "osiem"} <= set(final)


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        ("siódmego", "7"),
        ("siódmemu", "7"),
        ("piątej", "5"),
        ("drugą", "2"),
        ("trzeciego", "3"),
        ("dwudziestej trzeciej", "23"),
    ],
)
def test_an_ordinal_answers_in_the_case_of_the_question(said: str, seat: str) -> None:
    assert understand(Utterance(said, 1.0), question(SEAT, POLISH, {})) == Answer(seat)
