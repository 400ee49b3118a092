"""What is spelt in two ways and said in one is written in one; what is said in two ways, in two."""

from __future__ import annotations

import pytest

from narrator.ears.lexicon import read_lexicon
from narrator.ears.pronunciation import pronounced, signs_of
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
        ("kasa", "Kasia"), ("osie", "oszę"), ("czy", "trzy"), ("sześć", "sieść"), ("zero", "ziero"),
        ("koza", "kosa"), ("dama", "tama"), ("waga", "łaga"), ("kąt", "kot"), ("bije", "byje"), ("dzwon", "dźwon"),
    ],
)  # fmt: skip
def test_what_sounds_otherwise_is_written_otherwise(one: str, other: str) -> None:
    assert pronounced(one, "pl") != pronounced(other, "pl")


def test_every_answer_of_a_table_is_written_in_the_signs_of_the_language() -> None:
    lexicon = read_lexicon("pl", *OWN_WORDS)
    said = [
        *every_word(lexicon),
        *lexicon.decoys,
        *(form for n in range(SEATS) for form in seat_forms(str(n), lexicon)),
    ]
    written = {phrase: pronounced(phrase, "pl") for phrase in said}
    assert all(one and set(one) <= set(signs_of("pl")) for one in written.values())
