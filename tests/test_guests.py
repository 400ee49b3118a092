"""Guests who come with somebody on a list and have no name there, and footnotes below it: no player is called so."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.games.name_lists import NameList
from narrator.games.pasted import paste_of

from tests.asked import EIGHT
from tests.test_whole_pastes import people_of

WITH = [
    ("Ewa z mężem", "z mężem"),
    ("Ewa ze swoim chłopakiem", "ze swoim chłopakiem"),
    ("Ewa z Markiem", "z Markiem"),
    ("Ewa i osoba towarzysząca", "osoba towarzysząca"),
    ("Ewa + osoba towarzysząca", "+osoba towarzysząca"),
    ("Ewa i mąż", "mąż"),
    ("Ewa, jej siostra", "jej siostra"),
    ("Ewa +1", "+1"),
    ("Ewa (+1)", "+1"),
    ("Ewa +1 osoba", "+1 osoba"),
    ("Ewa + 2", "+ 2"),
    ("Ewa+mąż", "+mąż"),
    ("Ewa plus jeden", "plus jeden"),
    ("Ewa z 2 osobami", "z 2 osobami"),
    ("Ewa x2", "x2"),
    ("Ewa \xd72", "\xd72"),
    ("2x Ewa", "x2"),
    ("Ewa - 2 osoby", "2 osoby"),
    ("Ewa 2 osoby", "2 osoby"),
    ("Ewa (2 osoby)", "2 osoby"),
    ("3. Ewa z koleżanką – od 20:00", "z koleżanką"),
    ("Ewa and guest", "guest"),
    ("Ewa with her husband", "with her husband"),
    ("Ewa plus one", "plus one"),
    ("Ewa & a friend", "a friend"),
    ("Ewa och en vän", "en vän"),
    ("Ewa med sin sambo", "med sin sambo"),
]


@pytest.mark.parametrize(("row", "guest"), WITH)
def test_of_a_guest_without_a_name_it_is_said_that_they_have_none(row: str, guest: str, tmp_path: Path) -> None:
    people, shown = people_of(f"{EIGHT.replace('Ewa', 'Iza')}\n{row}", tmp_path, so_many=9)
    assert people[-1] == "Ewa"
    assert f"Gości bez imienia jeszcze nie ma na liście: Ewa ({guest}). Jeśli grają, wpiszcie ich imiona." in shown
    assert not any("To nie imiona" in one and guest in one for one in shown)


def test_a_title_that_counts_people_is_no_guest(tmp_path: Path) -> None:
    people, shown = people_of(f"8 osób:\n{EIGHT}", tmp_path)
    assert people == EIGHT.split(", ")
    assert not any(one.startswith("Gości bez imienia") for one in shown)


def test_so_it_is_of_one_in_a_row_of_their_own(tmp_path: Path) -> None:
    people, shown = people_of(f"{EIGHT}\n+1\nmąż Gosi\nOsoba towarzysząca", tmp_path)
    assert people == EIGHT.split(", ")
    assert any(one.startswith("Gości bez imienia") and "+1, mąż Gosi, Osoba towarzysząca." in one for one in shown)


@pytest.mark.parametrize(
    "name",
    [
        "Ala z Krakowa",
        "Pan z wąsem",
        "Kot z Wąsem",
        "Mama",
        "Brat Jan",
        "Syn",
        "X2",
        "Guest 2",
        "Jan Partner",
        "van Date",
        "Ola 2",
    ],
)
def test_who_is_called_like_a_guest_keeps_the_name(name: str) -> None:
    assert NameList().read(name) == ([name], [])


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("* przyjdzie później", "Ala*"),
        ("* przyjdzie później", "Ala"),
        ("*) przyjdzie później", "Ala *"),
        ("1) wegetarianka", "Ala 1)"),
        ("1) wegetarianka\n2) bez glutenu", "Ala"),
        ("\xb9 wegetarianka", "Ala\xb9"),
        ("† późno", "Ala†"),
        ("PS. weźcie kapcie", "Ala"),
        ("Uwaga: bez psów", "Ala"),
    ],
)
@pytest.mark.parametrize("numbered", ["{1}", "{0}. {1}", "{0}) {1}"])
def test_a_footnote_is_no_player_and_its_mark_no_part_of_a_name(
    note: str, name: str, numbered: str, tmp_path: Path
) -> None:
    names = [name, *EIGHT.split(", ")[1:]]
    rows = [numbered.format(seat, one) for seat, one in enumerate(names, 1)]
    people, shown = people_of("\n".join([*rows, note]), tmp_path)
    assert people == EIGHT.split(", ")
    assert any(note.split()[-1] in one for one in shown)


@pytest.mark.parametrize(
    "pasted", ["* Ala\n* ewa\n* ola", "1) ala\n2) ewa\n3) ola", "Ala\nEwa\n* ola", "Ala\nEwa\n1) Ola"]
)
def test_a_marked_player_is_no_footnote(pasted: str) -> None:
    assert len([name for row in paste_of(pasted).rows for name in NameList().read(row)[0]]) == 3


@pytest.mark.parametrize(
    "row", ["Gracz 1 (Ala)", "Gracz 1 [Ala]", "Player 1 (Ala)", "Spelare 1 - (Ala)", "2. Gracz 1 (Ala)", "P1 (Ala)"]
)
def test_a_name_in_brackets_behind_a_place_is_the_name(row: str) -> None:
    assert NameList().read(row) == (["Ala"], [])
    assert NameList().read(row.replace("Ala", "prowadzi"))[0] == []
    assert NameList().read(row.replace("Ala", "chyba"))[0] == []


@pytest.mark.parametrize(
    "ticks", ["✘✓", "✗✔", "❌✅", "☒☑", "√×", ["TRUE", "FALSE"], ["PRAWDA", "FAŁSZ"], ["tak", "nie"]]
)
@pytest.mark.parametrize(
    "form", ["{0}\t{1}", "{1}\t{0}", "{0} {1}", "{1} {0}", "{1};{0}", "| {1} | {0} |", "{2}\t{1}\t{0}"]
)
def test_a_tick_beside_a_name_is_no_part_of_it(ticks: str | list[str], form: str) -> None:
    if len(ticks[0]) > 1 and " {" in form and "|" not in form:
        pytest.skip("a word beside a name, with a space between, may be a surname")
    names = EIGHT.split(", ")
    pasted = "\n".join(form.format(ticks[seat % 2], name, seat + 1) for seat, name in enumerate(names))
    reading = NameList()
    assert [name for row in paste_of(pasted).rows for name in reading.read(row)[0]] == names


@pytest.mark.parametrize(
    "row", ["Ewa\tnie", "Ewa\tFALSE", "Ewa\t✘", "Ewa ❌", "Ewa - nie", "Ewa, no", "Ewa \u2013 nej", "Ewa (nie)"]
)
def test_of_somebody_beside_whom_a_no_stands_it_is_asked_whether_they_play(row: str, tmp_path: Path) -> None:
    pasted = "\n".join(row if one == "Ewa" else row.replace("Ewa", one)[: len(one)] for one in EIGHT.split(", "))
    people, shown = people_of(pasted, tmp_path)
    assert people == EIGHT.split(", ")
    asked = f"Czy na pewno grają: 5 Ewa ({row.split()[-1].strip('()')})? Enter albo „tak”"
    assert any(one.replace("\xa0", " ").startswith(asked) for one in shown)


def test_where_a_no_stands_beside_all_it_is_about_something_else(tmp_path: Path) -> None:
    _, shown = people_of(EIGHT.replace(", ", " - No\n") + " - No", tmp_path)
    assert not any("na pewno grają" in one for one in shown)


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        ("\uf0b7 Ala\n\uf0b7 Ewa", ["Ala", "Ewa"]),
        ("\uf0a7\tAla\n\uf0a7\tEwa", ["Ala", "Ewa"]),
        ("DW: Iga Zając <i@x>", ["Iga Zając"]),
        ("Do: Ala Lis <a@x>; Ewa Kot <e@x>\nDW: Iga Zając", ["Ala Lis", "Ewa Kot", "Iga Zając"]),
        ("Marie et Paul", ["Marie", "Paul"]),
        ("Наталка та Богдан", ["Наталка", "Богдан"]),
        ("1 Baran Hubert ........", ["Baran Hubert"]),
        ("Ala ______\nEwa …", ["Ala", "Ewa"]),
        ("Ala, Ewa, Ty", ["Ala", "Ewa"]),
        ("Tak 80%\nAla\nEwa\n20% Nie\nIga", ["Ala", "Ewa"]),
        ("Nie 20%\nIga\nTak 80%\nAla", ["Ala"]),
    ],
)
def test_more_lists_as_people_have_them(pasted: str, names: list[str]) -> None:
    reading = NameList()
    assert [name for row in paste_of(pasted).rows for name in reading.read(row)[0]] == names
