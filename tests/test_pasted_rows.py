"""What stands before, behind or above somebody in a pasted list: signs, roles, answers, headings, refusals, notes."""

from __future__ import annotations

import pytest

from narrator.games.night.wizard import new_table
from narrator.play import loading

from tests.asked import EIGHT, Talk

ASKED = ("na pewno", "Grają wszys")


def read(pasted: str) -> tuple[list[str], str]:
    """Who is on the list, and what is asked about them."""
    talk, kept = Talk(pasted), dict[str, list[str]]()
    with pytest.raises(EOFError):
        new_table(talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms))
    asked = [str(one).replace("\xa0", " ") for one in talk.shown if any(word in str(one) for word in ASKED)]
    return kept.get("players", []), "\n".join(asked)


NOTES = [
    *("nie wiem", "może przyjść", "nie dam rady", "not sure", "might not come", "niepewna", "nie może dziś"),
    *("nie je mięsa", "nie pije", "nie ma auta", "nie lubi wilków", "nie zna zasad", "nie później niż 20"),
    *("nie może orzechów", "nieśmiała", "może się spóźnić", "może przynieść planszę", "nie przed 19:30"),
    *("doesn't eat meat", "can't drink", "no later than 8", "not before 19", "might be late", "kan inte äta nötter"),
]


@pytest.mark.parametrize("note", NOTES)
def test_whatever_is_noted_in_words_is_shown_and_asked_about(note: str) -> None:
    names = ["Iza", *EIGHT.split(", ")]
    found, asked = read("\n".join([f"Iza ({note})", *names[1:]]))
    assert (found, f"grają: 1 Iza ({note})?" in asked) == (names, True)


@pytest.mark.parametrize("refusal", ["nie mogę", "Nie przyjdę", "nie dam rady", "I can't make it", "odpadam"])
def test_a_refusal_is_of_the_one_above_it_alone(refusal: str) -> None:
    names, asked = read(f"Ala\nEwa\n{refusal}\nOla\nJan\nIza")
    assert names == ["Ala", "Ewa", "Ola", "Jan", "Iza"]
    assert asked.startswith("Czy na pewno grają: 2 Ewa? Enter albo „tak”")


def test_so_it_is_in_a_chat_with_the_same_row_below_each_name() -> None:
    _, asked = read("Ala\nWysłano 12:01\nbędę\nEwa\nWysłano 12:02\nnie\nOla\nWysłano 12:03\nbędę")
    assert asked.startswith("Czy na pewno grają: 2 Ewa? Enter albo „tak”")


@pytest.mark.parametrize(
    "row",
    [
        *(
            "Tak - Ala, Ola, Jan; nie - Ewa, Tom",
            "Yes - Ala, Ola, Jan; no - Ewa, Tom",
            "Tak – Ala, Ola, Jan, nie – Ewa",
        ),
        *("TAK (3): Ala, Ola, Jan / NIE (2): Ewa, Tom", "Tak (3) Ala, Ola, Jan; nie (2) Ewa, Tom"),
        *(
            "Będą: Ala, Ola, Jan  Nie będzie: Ewa",
            "Ala, Ola, Jan; nie - Ewa, Tom",
            "Tak - Ala, Ola, Jan\nNie - Ewa, Tom",
        ),
        *("Przyjdą Ala, Ola i Jan, nie przyjdą Ewa i Tom", "Yes = Ala, Ola, Jan. No = Ewa"),
    ],
)
def test_of_a_yes_and_a_no_in_one_row_those_of_the_yes_are_seated(row: str) -> None:
    assert read(row) == (["Ala", "Ola", "Jan"], "")


@pytest.mark.parametrize(
    "row",
    [
        *("Ala - tak, Ola - nie, Jan - tak", "Ala: tak, Ola: nie, Jan: tak", "Ala tak; Ola nie; Jan tak"),
        *("Ala ✅, Ola ❌, Jan ✅", "Ala ✅ Ola ❌ Jan ✅", "✔ Ala ✘ Ola ✔ Jan", "Ala yes, Ola no, Jan yes"),
        *("Ala 👍 Ola 👎 Jan 👍", "👍 Ala 👎 Ola 👍 Jan", "🟢 Ala 🔴 Ola 🟢 Jan"),
    ],
)
def test_of_an_answer_beside_each_it_is_asked_about_a_no(row: str) -> None:
    names, asked = read(row)
    assert names == ["Ala", "Ola", "Jan"]
    assert "2 Ola" in asked
    assert "Jan" not in asked


@pytest.mark.parametrize("sign", "eoO¢©®°«»*·§¶%🐺x")
def test_one_sign_before_every_row_is_a_bullet(sign: str) -> None:
    names = EIGHT.split(", ")
    assert read("\n".join(f"{sign} {one}" for one in names)) == (names, "")


@pytest.mark.parametrize(
    "rows", ["eAla\neJan\neIza", "e Ala\no Jan\n* Iza", "©Ala\n©Jan\n©Iza", "Q Ala\nQ Jan\nQ Iza"]
)
def test_so_are_those_of_which_a_reader_of_pictures_made_several_or_none_apart(rows: str) -> None:
    assert read(rows) == (["Ala", "Jan", "Iza"], "")


@pytest.mark.parametrize("rows", ["J Adamski\nJ Borek\nJ Zych", "🐺 Ala\n👑 Jan\n🎲 Iza", "eAla\nJan\nIza"])
def test_other_signs_and_initials_stay(rows: str) -> None:
    assert read(rows)[0] == rows.split("\n")


@pytest.mark.parametrize("between", [": ", " - ", " – "])
def test_a_role_before_each_is_no_heading_and_no_player(between: str) -> None:
    people = [("Kruk", "Ala"), ("Wilk", "Jan"), ("Szeryf", "Ewa"), ("Sowa", "Ola"), ("Krzesło przy oknie", "Zenka")]
    names, asked = read("\n".join(map(between.join, people)))
    assert names == ["Ala", "Jan", "Ewa", "Ola", "Zenka"]
    assert "grają: 1 Ala (Kruk), 2 Jan (Wilk)" in asked


def test_a_single_one_is_the_person_too() -> None:
    assert read("Szeryf - Ala\nJan\nIza")[0] == ["Ala", "Jan", "Iza"]


@pytest.mark.parametrize("sign", [" | ", "\t", ";", ",", "     "])
def test_where_two_columns_are_people_of_two_kinds_it_is_asked_once_which_play(sign: str) -> None:
    rows = [("Dziecko", "Rodzic"), ("Ala", "Anna"), ("Jan", "Marek"), ("Ola", "Ewa")]
    table = "\n".join(sign.join((one.ljust(7) if sign.isspace() and sign != "\t" else one, two)) for one, two in rows)
    names, asked = read(table)
    assert names == ["Ala", "Jan", "Ola", "Anna", "Marek", "Ewa"]
    assert asked == (
        "Grają wszystkie kolumny czy jedna? Enter: wszystkie. "
        "Gra tylko „Dziecko”: „usuń 4 5 6”. Gra tylko „Rodzic”: „usuń 1 2 3”."
    )
    talk, kept = Talk(table, "usuń 4 5 6"), dict[str, list[str]]()
    with pytest.raises(EOFError):
        new_table(talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms))
    assert kept["players"] == ["Ala", "Jan", "Ola"]


def test_so_it_is_with_labels_and_with_somebody_in_both() -> None:
    assert "„Rodzic”" in read("Dziecko;Rodzic\nAla;Anna\nJan;Marek\nOla;Ala")[1]
    assert "Gra tylko „rodzic”: „usuń 1 3”" in read("Dziecko: Ala, rodzic: Anna\nDziecko: Jan, rodzic: Marek")[1]


@pytest.mark.parametrize("heads", ["Drużyna A;Drużyna B", "Stół 1;Stół 2", "Grają;Nie grają"])
def test_of_teams_and_where_a_heading_says_it_it_is_not(heads: str) -> None:
    assert "kolumny" not in read(f"{heads}\nAla;Anna\nJan;Marek\nOla;Ewa")[1]


@pytest.mark.parametrize("head", ["Zainteresowani", "Zaproszeni", "Can't go"])
def test_a_row_with_the_number_of_those_below_is_their_heading(head: str) -> None:
    names, asked = read(f"Wezmą udział (3)\nAla\nJan\nIza\n{head} (2)\nOla\nEwa")
    assert names == ["Ala", "Jan", "Iza", "Ola", "Ewa"]
    assert "grają: 4 Ola, 5 Ewa?" in asked


def test_a_surname_and_a_comma_before_each_given_name_are_one_person() -> None:
    assert read("Nowak, Anna\nKowalski, Jan\nLis, Ewa") == (["Anna Nowak", "Jan Kowalski", "Ewa Lis"], "")


@pytest.mark.parametrize("no", ["nb", "N", "0", "-", ""])
@pytest.mark.parametrize("head", ["Obecność", "Będzie?", "RSVP", "Obecny"])
@pytest.mark.parametrize("sign", [";", "\t", " | "])
def test_of_somebody_without_a_yes_in_the_column_of_who_comes_it_is_asked(head: str, no: str, sign: str) -> None:
    rows = [("Lp.", "Imię", head), ("1", "Ala", "+"), ("2", "Jan", no), ("3", "Ewa", "+"), ("4", "Iza", "+")]
    names, asked = read("\n".join(map(sign.join, rows)))
    assert names == ["Ala", "Jan", "Ewa", "Iza"]
    assert "grają: 2 Jan" in asked


@pytest.mark.parametrize("part", ["nie ma Ewy", "bez Ewy", "Ewa nie może", "without Ewa"])
def test_of_a_no_between_commas_it_is_asked(part: str) -> None:
    assert f"grają: 3 {part}?" in read(f"Ala, Jan, {part}, Ola")[1]


def test_a_page_copied_as_it_is_written_has_rows() -> None:
    assert read("Ala<br>Jan<br/>Iza") == (["Ala", "Jan", "Iza"], "")
