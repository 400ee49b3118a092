"""Seats from 1 to 30 are read exactly: every form as its number, and what the recogniser joins anew as none."""

from __future__ import annotations

from itertools import product

import pytest

from narrator.answers import Answer, NoMatch, interpret
from narrator.cues import Ask, AskKind, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.question import Question, question
from narrator.lexicon import SEATS, normalise

EVERYBODY = {seat: "" for seat in range(1, SEATS + 1)}


def asked(language: str, kind: AskKind = "seat", most: int = 1) -> Question:
    choices = tuple(map(str, EVERYBODY))
    ask = Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, most=most)
    return question(ask, read_lexicon(language), EVERYBODY)


def forms(language: str) -> dict[str, str]:
    """Every way to say a seat, with or without what may stand before it."""
    lexicon = read_lexicon(language)
    said: dict[str, str] = {}
    for number, ways in enumerate(lexicon.numbers, 1):
        for way in (*ways, *(f"{prefix} {ways[0]}" for prefix in lexicon.seat)):
            said[normalise(way)] = str(number)
    return said


@pytest.mark.parametrize("language", ["pl", "ko"])
def test_every_form_is_its_number_and_nothing_else(language: str) -> None:
    question = asked(language)
    for said, number in forms(language).items():
        assert interpret(said, question.meanings) == Answer(number)
    assert {meaning for meaning in question.meanings.values() if meaning.isdecimal()} == set(map(str, EVERYBODY))


@pytest.mark.parametrize("language", ["pl", "ko"])
def test_forms_that_are_joined_anew_are_no_number(language: str) -> None:
    question, known = asked(language), forms(language)
    for first, second in product(known, repeat=2):
        said = f"{first} {second}"
        expected = Answer(known[said]) if said in known else NoMatch(said)
        assert interpret(said, question.meanings) == expected


@pytest.mark.parametrize("language", ["pl", "ko"])
def test_doubled_and_missing_words_are_no_number(language: str) -> None:
    question, known = asked(language), forms(language)
    for said in known:
        words = said.split()
        for place in range(len(words)):
            doubled = " ".join([*words[: place + 1], *words[place:]])
            assert interpret(doubled, question.meanings) == NoMatch(doubled)
            rest = " ".join([*words[:place], *words[place + 1 :]])
            if rest and rest not in known:
                assert interpret(rest, question.meanings) == NoMatch(rest)


@pytest.mark.parametrize(
    ("said", "seats"),
    [
        ("dwadzieścia pięć", "25"),
        ("dwadzieścia i pięć", "5,20"),
        ("pięć dwadzieścia", "5,20"),
        ("dwadzieścia jedenaście", "11,20"),
        ("dwadzieścia trzydzieści", "20,30"),
        ("trzydzieści jeden", ""),
        ("dziesięć pięć", ""),
        ("pięć pięć", "5"),
        ("i pięć", ""),
        ("pięć i", ""),
    ],
)
def test_a_list_of_seats_is_read_in_one_way_or_not_at_all(said: str, seats: str) -> None:
    question = asked("pl", "seats", most=3)
    assert interpret(said, question.meanings) == (Answer(seats) if seats else NoMatch(said))
