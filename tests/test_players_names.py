"""What is a player's name when a table is made: no signs, no answers, and none that looks like another's."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from narrator.games.naming import alike, is_taken
from narrator.play import loading

from tests.test_newtable import EIGHT, REST, Talk

ODD = ["A" * 5000, "\x1b[31mAla", "Ala\a", "Ala\u202ealA", "Al\ufffda", "*", ".", "-1", "7", "\u2066Ala"]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_a_name_that_is_none_is_refused_once_and_never_said_back_raw(name: str, tmp_path: Path) -> None:
    talk = Talk("Zenek", name, EIGHT.partition(", ")[2], "", "", *REST)
    with suppress(AssertionError):  # whatever else is asked: it is about what is shown
        talk.table(tmp_path)
    told = [one for one in talk.shown if "to nie jest imię" in one]
    assert len(told) == 1
    assert not {*"\x1b\a\u202e\u2066\ufffd"} & {*"".join(talk.shown)}


@pytest.mark.parametrize(
    "name",
    [
        *("nikt", "Tak", "siedem", "numer siedem", "pauza", "koniec", "Pierwszy", "noc"),
        *(
            "Nikt!",
            "„Tak”",
            "numer 3",
            "Nr. 7",
            "ni\u043at",
            "\u039d\u0399K\u03a4",
            "\uff4e\uff49\uff4b\uff54",
            "no-c",
            "N\u2071kt",
        ),
    ],
)
def test_nobody_is_called_by_an_answer_or_a_command(name: str, tmp_path: Path) -> None:
    talk = Talk(name, EIGHT, "", *REST)
    assert name not in talk.table(tmp_path).setup.people.values()
    assert [one for one in talk.shown if "to już odpowiedź albo polecenie" in one]


@pytest.mark.parametrize(
    "name", ["None", "undo", "override", "Help", "hold", "time", "yes", "Pomoc", "Numer", "numery", "wstecz", "nr"]
)
def test_what_is_typed_for_an_answer_or_a_command_is_no_name(name: str) -> None:
    assert is_taken(name, loading.words_taken())


@pytest.mark.parametrize(
    "name",
    [
        "Nikt K.",
        "Tosia",
        "Gracz 3",
        "Numery K.",
        "A",
        "No\u00ebl",
        "Noc\u00f3wka",
        "\u041a\u0438\u0440\u0430",
    ],
)
def test_a_name_that_only_reminds_of_an_answer_is_a_name(name: str) -> None:
    assert not is_taken(name, loading.words_taken())


def test_names_that_look_the_same_are_two_peoples_no_more() -> None:
    assert alike("\u0410la", "ala")  # the first is Cyrillic
    assert alike("o\u0301la", "\u00f3la")  # the first is written with two signs
    assert not alike("Ala", "Ola")


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("AIa", "Ala", True),
        ("OIa", "Ola", True),
        ("0la", "Ola", True),
        ("Gracz 1", "Gracz l", True),
        ("\u0410Ia", "Ala", True),
        ("Ian", "Lan", False),
        ("Lia", "Ila", False),
        ("Iga", "iga", True),
        ("Mila", "Mlla", False),
    ],
)
def test_names_that_are_drawn_alike_are_two_peoples_no_more(name: str, other: str, same: bool) -> None:
    assert alike(name, other) is alike(other, name) is same
    assert not is_taken(name, loading.words_taken()), "alone it is a name like any other"
