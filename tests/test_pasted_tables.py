"""Tables as people have them, out of a spreadsheet or a form: one column has the names, and nothing else is one."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from narrator.games.name_lists import NameList
from narrator.games.pasted import paste_of

from tests.asked import EIGHT, REST, Talk
from tests.test_pasted_rows import read


@pytest.mark.parametrize("heading", ["Lp.;Imię;Karta", "lp;imię;karta;"])
def test_a_heading_says_which_column_the_names_are_in(heading: str) -> None:
    rows = NameList()
    assert rows.read(heading)[0] == []
    assert rows.read("1;Ala;szeryf") == (["Ala"], ["szeryf"])
    assert rows.read('2;"Bartek";')[0] == ["Bartek"]


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("1;Ala;szeryf", ["szeryf"]),
        ("1;Ala;Szeryf", ["Szeryf"]),
        ("1 ; Ala ; Szeryf", ["Szeryf"]),
        ("1.;Ala;Nowak;600100200", ["Nowak"]),
        ("1,Ala,Szeryf", ["Szeryf"]),
        ("| 1 | Ala | Szeryf |", ["Szeryf"]),
        ("Ala;Nowak;600 100 200", ["Nowak"]),
        ("Ala;Nowak;ala@example.org", ["Nowak", "ala@example.org"]),
        ("Ala;Nowak;tak", ["Nowak", "tak"]),
        ("Ala;szeryf", ["szeryf"]),
        ('"Ala";"szeryf";"nie"', ["szeryf", "nie"]),
    ],
)
def test_a_table_without_a_heading_has_one_name_a_row(row: str, left: list[str]) -> None:
    assert NameList().read(row) == (["Ala"], left)


def test_and_its_rows_are_all_read_alike() -> None:
    rows = NameList()
    assert rows.read("Ala;Nowak;600100200")[0] == ["Ala"]
    assert rows.read("Bartek;Kowal;") == (["Bartek"], ["Kowal"])


@pytest.mark.parametrize("row", ["Ala;Bartek;Celina", "Ala; Bartek; Celina;", "1. Ala; 2. Bartek; 3. Celina"])
def test_names_between_semicolons_are_no_table(row: str) -> None:
    assert NameList().read(row) == (["Ala", "Bartek", "Celina"], [])


def test_so_does_that_of_a_spreadsheet() -> None:
    rows = NameList()
    assert rows.read("Lp.\tKarta\tImię\tTelefon")[0] == []
    assert rows.read("1\tszeryf\tAla\t600100200")[0] == ["Ala"]


def test_people_in_a_table_of_given_names_and_surnames_have_both(tmp_path: Path) -> None:
    rows = [f"{name}\t{name}owa" for name in EIGHT.split(", ")[:6]]
    pasted = "\n".join(["Imię\tNazwisko", *rows, "Ania\tNowak", "Ania\tKowalska"])
    talk = Talk(pasted, "", *REST)
    people = talk.table(tmp_path).setup.people
    assert (people[1], people[7], people[8], len(people)) == ("Ala Alaowa", "Ania Nowak", "Ania Kowalska", 8)
    assert not any("Kowalska" in one for one in talk.shown if "pominięte" in one)


@pytest.mark.parametrize("heads", ["Imię|Nazwisko", "Nazwisko|Imię", "First name|Last name", "Efternamn|Förnamn"])
@pytest.mark.parametrize("more", ["", "|Klasa"])
@pytest.mark.parametrize("sign", [";", ",", "\t", " | "])
def test_so_it_is_whichever_column_is_the_first_and_whatever_parts_them(heads: str, more: str, sign: str) -> None:
    people = [("Magda", "Wiśniewska"), ("Tomasz", "Nowak"), ("Ola", "Lis"), ("Iza", "")]
    ordered = [both if heads[0] in "I" or heads[:2] == "Fi" else both[::-1] for both in people]
    rows = [f"{heads}{more}", *(f"{one}|{other}{more and '|3b'}" for one, other in ordered)]
    names, asked = read("\n".join(rows).replace("|", sign))
    assert (names, asked) == (["Magda Wiśniewska", "Tomasz Nowak", "Ola Lis", "Iza"], "")


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("Sygnatura czasowa\tJak się nazywasz?", "2026-11-27 18:01:12\tAla"),
        ("Timestamp\tYour name", "11/27/2026 18:01:12\tAla"),
        ("Sygnatura czasowa\tTwoje imię\tCzy przyjdziesz?", "2026-11-21 18:01:12\tAla\tTak"),
        ('"Timestamp","Your name","Coming?"', '"2026/11/21 6:01:12 PM EET","Ala","Yes"'),
        ("Lp.\tNazwisko\tImię\tKlasa", "1\tKowalska\tAla\t3b"),
        ("Lp.;Nazwisko;Imię", "1;Kowalska;Ala"),
        ("Nazwisko\tImię", "Kowalska\tAla"),
        ("Last name\tFirst name", "Kowalska\tAla"),
        ("Lp.\tKto?", "1\tAla"),
        ("Grupa\tImię", "A\tAla"),
        ("Id\tStart time\tEmail\tName\tImię", "1\t11/30/26 19:01:00\tanonymous\t\tAla"),
        ("Sygnatura czasowa,Jak masz na imię?,Pizza?", "30.11.2026 19:01:00,Ala,Tak"),
        ("Timestamp,Your name,Pizza", "2026/11/30 7:01:00 PM GMT+1,Ala,Yes"),
        ("Uczestnik\tpt. 27 lis", "Ala\t✓"),
    ],
)
def test_a_heading_may_say_it_in_words_of_its_own(heading: str, row: str) -> None:
    rows = NameList()
    assert rows.read(heading)[0] == []
    assert rows.read(row)[0] == ["Ala"]


@pytest.mark.parametrize(
    ("table", "left"),
    [
        ("| # | Name | Coming? |\n|---|:--:|---|\n| 1 | Ala | yes |\n| 2 | Bartek | not sure |", ["yes", "not sure"]),
        ("| Lp. | Imię | Karta |\n|---|---|---|\n| 1. | Ala | szeryf |\n| 2. | Bartek |  |", ["szeryf"]),
        ("| Nr | Name |\n|---|---|\n|  | Ala |\n| 2 | Bartek |", []),
        ("| | Imię | Przyjdzie |\n|---|---|---|\n| 1 | Ala | tak |\n| | Bartek | nie wiem |", ["tak", "nie wiem"]),
        ("Lp. | Imię | Karta\n--- | --- | ---\n1 | Ala | szeryf\n2 | Bartek | opój", ["szeryf", "opój"]),
        ("1 | Ala | szeryf\n2 | Bartek | opój", ["szeryf", "opój"]),
    ],
)
def test_a_table_of_a_note_has_its_names_below_their_heading(table: str, left: list[str]) -> None:
    rows = NameList()
    read = [rows.read(row) for row in paste_of(table).rows]
    assert [name for names, _ in read for name in names] == ["Ala", "Bartek"]
    assert [mark for names, marks in read if names for mark in marks] == left


def test_its_rules_are_not_worth_a_word_and_its_heading_is_no_row_of_names(tmp_path: Path) -> None:
    rows = [f"| {number} | {name} | yes |" for number, name in enumerate(EIGHT.split(", "), 1)]
    talk = Talk("\n".join(["| # | Name | Is he or she coming? |", "|---|---|---|", *rows]), "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    (said,) = [one for one in talk.shown if "Coming" in one or "coming" in one]
    assert said == "To nie imiona, pominięte: | # | Name | Is he or she coming? |, yes."


PAIRS = [("Drużyna A", "Drużyna B"), ("Stół 1", "Stół 2"), ("Gracz", "Partner"), ("Red", "Blue"), ("Lag A", "Lag B")]


@pytest.mark.parametrize("heads", PAIRS, ids=lambda heads: heads[0])
@pytest.mark.parametrize("sign", ["\t", ";", ",", " | "])
@pytest.mark.parametrize("second", [4, 2])
def test_two_columns_of_people_below_headings_are_both_people(heads: tuple[str, str], sign: str, second: int) -> None:
    names = ["Ala", "Bartek", "Celina", "Darek", "Iga", "Jan", "Kasia", "Lena"][: 4 + second]
    heads = ("Team A", "Team B") if "Red" in heads and sign == "," else heads
    rows = [sign.join(pair) for pair in [heads, *zip_longest(names[:4], names[4:], fillvalue="")]]
    found = paste_of("\n".join(rows))
    assert (found.rows, found.columns, found.none) == (names, True, [*heads])


HEADS = [
    *(("Grają", "Nie grają"), ("Tak", "Nie"), ("Skład", "Rezerwa"), ("Yes", "No"), ("Playing", "Not playing")),
    *(("Kommer", "Kommer inte"), ("Gracze", "Prowadzący"), ("Pewni", "Niepewni"), ("Going", "Widzowie")),
]


@pytest.mark.parametrize("heads", HEADS, ids=lambda heads: heads[0])
@pytest.mark.parametrize("sign", ["\t", ";", " | ", "     "])
def test_of_people_in_a_column_that_is_not_of_those_who_play_it_is_asked(heads: tuple[str, str], sign: str) -> None:
    pairs = [heads, ("Ala", "Ewa"), ("Jan", "Ola"), ("Iza", "")]
    rows = [sign.join(pair if sign.strip() or "\t" in sign else (f"{pair[0]:12}", pair[1])) for pair in pairs]
    found = paste_of("\n".join(rows))
    assert (found.rows, found.aside, found.none) == (["Ala", "Jan", "Iza", "Ewa", "Ola"], ["Ewa", "Ola"], [*heads])


@pytest.mark.parametrize("heads", PAIRS, ids=lambda heads: heads[0])
def test_of_teams_it_is_not(heads: tuple[str, str]) -> None:
    assert not paste_of(
        "\n".join("\t".join(pair) for pair in [heads, ("Ala", "Ewa"), ("Jan", "Ola"), ("Iza", "Leon")])
    ).aside


def test_a_third_column_of_spaces_is_found_by_its_place_and_the_title_above_stays() -> None:
    found = paste_of(
        "Ktulu\nTak       Nie       Może\nAla       Ewa       Gosia\nJan                 Hubert\nIza       Ola"
    )
    assert found.rows == ["Ktulu", "Ala", "Jan", "Iza", "Ewa", "Ola", "Gosia", "Hubert"]
    assert found.aside == ["Ewa", "Ola", "Gosia", "Hubert"]


def test_other_columns_below_headings_are_none() -> None:
    for heads, beside in (("Imię\tNazwisko", "Adam"), ("Imię\tMiasto", "Kraków"), ("Imię\tBędzie?", "tak")):
        rows = [heads, *(f"{name}\t{beside}{place}" for place, name in enumerate(("Ala", "Jan", "Iza")))]
        assert paste_of("\n".join(rows).replace("Adam0", "Marek").replace("Adam", "Roman")).none == []


def test_rows_of_names_with_commas_have_no_heading() -> None:
    rows = ["Lis, Kruk", "Ala, Jan", "Iza, Ola", "Ewa, Filip"]
    assert paste_of("\n".join(rows)).rows == rows
