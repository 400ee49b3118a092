"""What is noted beside somebody in a pasted list is shown, and asked about in one question; columns of answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.games.doubts import asks
from narrator.games.night.wizard import new_table
from narrator.play import loading

from tests.asked import EIGHT, REST, Talk
from tests.test_pasted_rows import read

UNASKED = [
    *("(+1)", "(od 19)", "- 600 100 200", "(18:30)", "będzie po 20", "tak", "TAK", "jan@x.pl", "ok", "20 zł", "(K)"),
    *("#3", "🚗", "✅", "~8pm", "z mężem", "(brat Ewy)", "- tak, będę", "(yes)", "I'm in"),
]
ASKED = [
    *(
        "(wegetarianka)",
        "(Kruk)",
        "- chipsy",
        "- nie je mięsa",
        "(nieśmiała)",
        "(z Krakowa)",
        "(Nowak)",
    ),
    *("- ma auto", "- spóźni się pół godziny", "potwierdzone", "(Stary Wiarus)", "(ona/jej)", "(late)", "+ciasto"),
    *("- wyjechał", "(choroba)", "(rez.)", "Rezygnacja", "W pracy", "zaproszony", "NIE", "❌", "CHORY", "(chyba)"),
    *("nie wiem", "(jobbar)", "na 50%", "50/50", "(może)", "musi pracować", "dopiero jutro", "(on holiday)", "🤷"),
]


@pytest.mark.parametrize("note", UNASKED)
def test_a_note_without_words_a_guest_and_a_plain_yes_are_not_asked_about(note: str) -> None:
    assert not asks(note)


@pytest.mark.parametrize("note", ASKED)
def test_every_other_note_is(note: str) -> None:
    assert asks(note)


@pytest.mark.parametrize("kept", ["", "tak", "Tak, wszyscy grają"])
def test_enter_or_a_yes_keeps_all_of_them(kept: str, tmp_path: Path) -> None:
    noted = EIGHT.replace("Ewa", "Ewa (wezmę chipsy)").replace("Ala", "Ala - nie pije").replace(", ", "\n")
    talk = Talk(noted, *[kept] * bool(kept), "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    (asked,) = [one.replace("\xa0", " ") for one in talk.shown if "na pewno" in one]
    assert asked.startswith("Czy na pewno grają: 1 Ala (nie pije), 5 Ewa (wezmę chipsy)? Enter albo „tak”: wszyscy.")


@pytest.mark.parametrize("form", ["{} - {}", "{} ({})", "{}: {}", "{}\t{}"])
def test_of_all_of_them_it_is_asked_in_one_question_with_the_notes(form: str) -> None:
    noted = {"Jan": "wyjechał", "Iza": "pracuje", "Ola": "w delegacji"}
    names, asked = read("\n".join([*(form.format(*one) for one in noted.items()), *EIGHT.split(", ")]))
    assert names == [*noted, *EIGHT.split(", ")]
    told = "1 Jan (wyjechał), 2 Iza (pracuje), 3 Ola (w delegacji)"
    ways = "Enter albo „tak”: wszyscy. „nie”: nikt z nich. „nie 1” (numery albo imiona): bez tych osób."
    assert asked == f"Czy na pewno grają: {told}? {ways} „tak 1”: tylko te osoby."


def test_in_one_row_each_note_is_of_the_one_before_it() -> None:
    names, asked = read("Ala, Jan (wyjechał, wróci), Ola, Ewa - pracuje, Iza (nie je mięsa, orzechów)")
    assert names == ["Ala", "Jan", "Ola", "Ewa", "Iza"]
    assert "grają: 2 Jan (wyjechał, wróci), 4 Ewa (pracuje), 5 Iza (nie je mięsa, orzechów)?" in asked


def test_a_note_that_tells_one_of_two_people_from_the_other_is_asked_about_too() -> None:
    names, asked = read("Jan\nAla\nEwa\nJan (choroba)")
    assert names == ["Jan", "Ala", "Ewa", "Jan choroba"]
    assert "grają: 4 Jan choroba" in asked


def test_of_what_people_write_in_a_chat_it_is_asked_but_for_a_yes() -> None:
    names, asked = read("Ala: ja też będę\nJan: o której się zaczyna?\nEwa: wezmę ze sobą planszówki")
    assert names == ["Ala", "Jan", "Ewa"]
    assert "grają: 2 Jan (o której się zaczyna?), 3 Ewa (wezmę ze sobą planszówki)?" in asked
    assert "grają: 1 Ala (hej)?" in read("[27.11.2026, 18:01:11] Ala: hej\n[27.11.2026, 18:01:12] Jan: gram")[1]


def test_one_note_beside_all_is_about_something_else() -> None:
    assert read("Ala - pracuje\nJan - pracuje\nEwa - pracuje")[1] == ""


@pytest.mark.parametrize("form", ["{}\t{}", "{};{}", "{},{}", "{}|{}"])
@pytest.mark.parametrize(
    ("yes", "no"), [("1", "0"), ("TAK", "NIE"), ("x", ""), ("+", "-"), ("T", "N"), ("true", "false")]
)
def test_in_a_column_without_a_heading_it_is_asked_about_those_without_a_yes(form: str, yes: str, no: str) -> None:
    rows = [("Ala", yes), ("Jan", no), ("Ola", yes), ("Ewa", yes)]
    names, asked = read("\n".join(form.format(*row) for row in rows))
    assert names == ["Ala", "Jan", "Ola", "Ewa"]
    assert "grają: 2 Jan" in asked
    assert not any(name in asked for name in ("Ala", "Ola", "Ewa"))


@pytest.mark.parametrize("form", ["{} - {}", "{}: {}", "{} {}", "{} = {}"])
def test_so_it_is_of_a_one_and_a_nought_behind_names(form: str) -> None:
    names, asked = read("\n".join(form.format(*row) for row in (("Ala", 1), ("Jan", 0), ("Ola", 1))))
    assert (names, "grają: 2 Jan (0)?" in asked) == (["Ala", "Jan", "Ola"], True)


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_of_two_values_that_are_neither_it_is_asked_once_which_plays(sign: str) -> None:
    names, asked = read("\n".join(map(sign.join, (("Ala", "A"), ("Jan", "B"), ("Ola", "A"), ("Ewa", "A")))))
    assert names == ["Ala", "Jan", "Ola", "Ewa"]
    assert (
        asked
        == "Grają wszyscy czy tylko niektórzy? Enter: wszyscy. Gra tylko „A”: „usuń 2”. Gra tylko „B”: „usuń 1 3 4”."
    )


def test_a_column_with_another_heading_is_asked_about_if_it_may_have_answers() -> None:
    names, asked = read("Lp;Imię;Auto;Miasto\n1;Ala;TAK;Kraków\n2;Jan;NIE;Łódź\n3;Ola;NIE;Kraków")
    assert names == ["Ala", "Jan", "Ola"]
    assert "grają: 2 Jan (Auto: NIE), 3 Ola (Auto: NIE)?" in asked
    assert "Gra tylko „Miasto: Kraków”: „usuń 2”. Gra tylko „Miasto: Łódź”: „usuń 1 3”." in asked


@pytest.mark.parametrize("cells", [("12", "13", "12"), ("Kraków", "Łódź", "Gdynia"), ("tak", "tak", "tak")])
def test_but_not_if_it_has_numbers_or_a_value_for_each_or_yes_alone(cells: tuple[str, ...]) -> None:
    rows = ["Imię\tUwagi", *map("\t".join, zip(("Ala", "Jan", "Ola"), cells, strict=True))]
    assert read("\n".join(rows)) == (["Ala", "Jan", "Ola"], "")


def test_there_a_no_or_a_perhaps_is_asked_about() -> None:
    names, asked = read("Imię\tUwagi\nAla\twege\nJan\tnie dam rady\nEwa\t\nIza\tmoże")
    assert (names, "grają: 2 Jan (nie dam rady), 4 Iza (może)?" in asked) == (["Ala", "Jan", "Ewa", "Iza"], True)


def test_a_few_values_are_told_with_those_who_have_them() -> None:
    asked = read("Imię;Status\nAla;Potwierdzone\nJan;Odwołane\nEwa;Zaproszony\nOla;Potwierdzone")[1]
    assert "„Status: Potwierdzone”: „usuń 2 3”. Gra tylko „Status: Odwołane”: „usuń 1 3 4”." in asked


def test_who_comes_along_by_the_answer_is_a_guest_to_be_named() -> None:
    talk = Talk("Imię\tCzy będziesz?\nAla\tTak\nJan\tTak, z osobą towarzyszącą\nEwa\tNie")
    with pytest.raises(EOFError):
        new_table(talk.questions(taken=loading.words_taken(), forms=loading.name_forms))
    assert any(str(one).startswith("Gości bez imienia") and "Jan (Tak, z osobą" in str(one) for one in talk.shown)


@pytest.mark.parametrize(
    ("row", "note"), [("Tom – late, ~8pm", "late"), ("9) Tom, tentative", "tentative"), ("Tom, maybe", "maybe")]
)
def test_a_word_or_an_hour_behind_a_comma_is_no_player(row: str, note: str) -> None:
    names, asked = read("\n".join(["Ann", "Mary", row, "Steve"]))
    assert (names, f"3 Tom ({note})" in asked) == (["Ann", "Mary", "Tom", "Steve"], True)


@pytest.mark.parametrize("head", ["Zapisani", "Grają", "Osoby", "People"])
def test_a_note_in_a_row_with_a_heading_costs_nobody_the_seat(head: str) -> None:
    names, asked = read(f"{head}: Ala, Jan, Ewa (spóźni się), Ola\nNie grają: Iza, Leon (chory), Zoe")
    assert (names, "grają: 3 Ewa (spóźni się)?" in asked) == (["Ala", "Jan", "Ewa", "Ola"], True)
