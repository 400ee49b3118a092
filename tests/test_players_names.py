"""What is a player's name when a table is made, no sign, no answer, none like another's; and how lists have names."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.cues import Ask, At
from narrator.games.naming import alike, is_taken, numbered
from narrator.games.view import CallView, MarkView, Outcome, SeatView, View
from narrator.page.board import Board
from narrator.page.past import changes_told
from narrator.play import loading
from narrator.rooms.helping import help_at
from narrator.rooms.plain import PlainScreen
from narrator.rooms.prompter import briefing

from tests.asked import EIGHT, REST, Talk
from tests.polish import KTULU

ODD = ["A" * 5000, "\x1b[31mAla", "Ala\a", "Al\ufffda", "*", ".", "-1", "7"]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_a_name_that_is_none_is_refused_once_and_never_said_back_raw(name: str, tmp_path: Path) -> None:
    talk = Talk("Zenek", name, EIGHT.partition(", ")[2], "", "", *REST)
    with suppress(AssertionError):  # whatever else is asked: it is about what is shown
        talk.table(tmp_path)
    told = [one for one in talk.shown if "to nie jest imię" in one or "pominięte" in one]
    assert len(told) == 1
    assert not {*"\x1b\a\u202e\u2066\ufffd"} & {*"".join(talk.shown)}


@pytest.mark.parametrize(
    "name",
    [
        *("nikt", "Tak", "siedem", "numer siedem", "pauza", "Pierwszy", "noc"),
        *("klawisze", "Karty", "telefony"),
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


# ---- In lists ----

NIGHT = At(phase="night", night=1, call="thief.steal")
NAMELESS = {1: "Gracz 1", 2: "Gracz 2"}
SEEN = View(
    audience="moderator",
    at=NIGHT,
    seats=(
        SeatView(seat=1, name="Gracz 1", card="thief", side="bandits", marks=(MarkView(id="jail"),)),
        SeatView(seat=2, name="Gracz 2", card="boss", side="bandits", out=True),
    ),
    call=CallView(id="thief.steal", seats=(1,)),
    calls=(CallView(id="indians.kill", seats=(2,)),),
    sides=("bandits",),
    names={"bandits": "Bandyci"},
)
ASKED = Ask(at=NIGHT, line="", text="Kogo?", to=(1,), kind="seat", choices=("2",))


def test_a_name_made_of_the_number_is_not_numbered_again() -> None:
    assert numbered(7, "Gracz 7") == "Gracz 7"
    assert numbered(7, "Gracz 17") == "7 Gracz 17"
    assert (numbered(7, "Ala"), numbered(7, "")) == ("7 Ala", "7")


def test_whoever_leads_is_told_of_nobody_by_the_number_twice() -> None:
    card, lying, coming = briefing(SEEN, ASKED, KTULU)
    assert (card, lying) == ("Gracz 1: thief", KTULU.word("prompter.lying", marks="Gracz 1: więzienie"))
    assert coming == KTULU.word("prompter.next", call="Gracz 2")
    assert Board(NAMELESS, {}, KTULU).wording.people((1, 2)) == "Gracz 1, Gracz 2"
    assert "Gracz 1: thief" in changes_told(replace(SEEN, seats=SEEN.seats[::-1]), SEEN, KTULU)


def test_nor_is_anybody_else() -> None:
    _, state = help_at(None, moderated=False, at=NIGHT, view=SEEN)[::-1]
    assert KTULU.told(state) == "Noc 1. Odpadli: Gracz 2."
    written = StringIO()
    screen = PlainScreen(NAMELESS, {}, Console(file=written), KTULU)
    screen.see(replace(SEEN, outcome=Outcome(winners=("bandits",))))
    screen.end("")
    assert written.getvalue().splitlines()[-2:] == ["Gracz 1: thief", "Gracz 2: boss"]
