"""What is spelt in two ways and said in one is written in one; what is said in two ways, in two."""

from __future__ import annotations

import sys

import pytest

from narrator.ears.lexicon import read_lexicon
from narrator.ears.pronunciation import is_pronounced, pronounced, signs_of
from narrator.lexicon import SEATS, every_word, seat_forms

from tests.polish import OWN_WORDS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bartosz", "Bartoż"), ("może", "morze"), ("Hubert", "chubert"), ("góra", "gura"), ("bóg", "buk"),
        ("lód", "lut"), ("gołąb", "gołomp"), ("siedząc", "siedzonc"), ("Ksawery", "Xawery"), ("Wera", "Vera"),
        ("prośba", "proźba"), ("przód", "pszut"), ("także", "tagże"), ("idę", "ide"), ("wziął", "wzioł"),
        ("twój", "tfuj"), ("Łukasz!", "łukasz"), ("dziadka", "dziatka"), ("pięć", "pieńć"),
        ("numer 7 — Żak", "numer żak"),
    ],
)  # fmt: skip
def test_what_sounds_alike_is_written_alike(one: str, other: str) -> None:
    assert pronounced(one, "pl") == pronounced(other, "pl")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sean", "Shawn"), ("Steven", "Stephen"), ("knight", "night"), ("one", "won"), ("four", "for"),
        ("eight", "ate"), ("Zoë", "zoey"), ("José", "jose"), ("cat and dog!", "Cat and Dog"), ("two", "too"),
        ("metal", "mettle"), ("seat 7 — Kate", "seat kate"), ("Łukasz", "lukasz"),
    ],
)  # fmt: skip
def test_what_sounds_alike_in_english_is_written_alike(one: str, other: str) -> None:
    assert pronounced(one, "en") == pronounced(other, "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thirteen", "thirty"), ("Jan", "Jane"), ("Tim", "Tom"), ("yes", "yet"), ("nine", "mine"),
        ("sheriff", "seraph"),
        ("three", "free"), ("five", "fife"), ("seven", "eleven"), ("Joan", "John"), ("witch", "wish"),
        ("Luke", "look"),
        ("Pete", "pit"), ("court", "cart"), ("sing", "sin"), ("Rose", "Ross"), ("hunter", "under"),
    ],
)  # fmt: skip
def test_what_sounds_otherwise_in_english_is_written_otherwise(one: str, other: str) -> None:
    assert pronounced(one, "en") != pronounced(other, "en")


@pytest.mark.parametrize(("word", "said"), [("number eight", "nxmbx Et"), ("sure", "SO"), ("thirty", "T3tI")])
def test_english_is_written_as_most_accents_say_it(word: str, said: str) -> None:
    """An r at the end is left out, a flap is a t, and what is unstressed is one vowel."""
    assert pronounced(word, "en") == said


def test_english_can_be_written_only_where_espeak_ng_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*map(is_pronounced, ("pl", "en", "sv"))] == [True, True, False]
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)
    assert [*map(is_pronounced, ("pl", "en", "sv"))] == [True, False, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kasa", "Kasia"), ("osie", "oszę"), ("czy", "trzy"), ("sześć", "sieść"), ("zero", "ziero"),
        ("koza", "kosa"), ("dama", "tama"), ("waga", "łaga"), ("kąt", "kot"), ("bije", "byje"), ("dzwon", "dźwon"),
    ],
)  # fmt: skip
def test_what_sounds_otherwise_is_written_otherwise(one: str, other: str) -> None:
    assert pronounced(one, "pl") != pronounced(other, "pl")


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_answer_of_a_table_is_written_in_the_signs_of_the_language(language: str) -> None:
    lexicon = read_lexicon(language, *OWN_WORDS)
    said = [
        *every_word(lexicon),
        *lexicon.decoys,
        *(form for n in range(SEATS) for form in seat_forms(str(n), lexicon)),
    ]
    written = {phrase: pronounced(phrase, language) for phrase in said}
    assert all(one and set(one) <= set(signs_of(language)) for one in written.values())
