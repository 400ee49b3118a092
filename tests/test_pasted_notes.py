"""What is noted beside somebody in a pasted list: harmless, or asked about in one question; columns of answers."""

from __future__ import annotations

import pytest

from narrator.games.notes import is_harmless

from tests.asked import EIGHT
from tests.test_pasted_rows import read

HARMLESS = [
    *("(wegetarianka)", "(Kruk)", "(+1)", "(od 19)", "- chipsy", "(brat Ewy)", "- nie je mięsa", "(nieśmiała)"),
    *(
        "(może się spóźnić)",
        "(przyniesie ciasto)",
        "- 600 100 200",
        "(z Krakowa)",
        "(kolega z pracy)",
        "(18:30)",
        "(nowy)",
    ),
    *(
        "- ma auto",
        "- spóźni się pół godziny",
        "będzie po 20",
        "tak",
        "TAK",
        "potwierdzone",
        "jan@x.pl",
        "(Stary Wiarus)",
    ),
    *(
        "(ona/jej)",
        "„Kruk”",
        "(12 lat)",
        "+ciasto",
        "(vegan)",
        "(late)",
        "- brings cake",
        "(K)",
        "(pierwszy raz)",
        "ok",
    ),
    *("zapłacone", "20 zł", "(Nowak)", "(doesn't eat meat)", "kapitan", "(bez glutenu)"),
]
UNKNOWN = [
    *("- wyjechał", "- pracuje", "- w delegacji", "(choroba)", "(rez.)", "- ma grypę", "rezygnacja", "Rezygnacja"),
    *(
        "Wyjechał",
        "(Choroba)",
        "Ma dyżur",
        "W pracy",
        "(at work)",
        "(on holiday)",
        "- has flu",
        "(busy)",
        "zaproszony",
    ),
    *("Oczekuje", "NIE", "❌", "CHORY", "(chyba)", "nie wiem", "- na weselu", "(jobbar)", "(sjuk)", "w szpitalu"),
    *("z gorączką", "(może)", "musi pracować", "na 50%", "(opcjonalnie)", "dopiero jutro", "uczy się do matury"),
]


@pytest.mark.parametrize("note", HARMLESS)
def test_a_note_about_something_else_is_harmless(note: str) -> None:
    assert is_harmless(note)


@pytest.mark.parametrize("note", UNKNOWN)
def test_every_other_note_is_not(note: str) -> None:
    assert not is_harmless(note)


@pytest.mark.parametrize("form", ["{} - {}", "{} ({})", "{}: {}", "{}\t{}"])
def test_of_all_of_them_it_is_asked_in_one_question_with_the_notes(form: str) -> None:
    noted = {"Jan": "wyjechał", "Iza": "pracuje", "Ola": "w delegacji"}
    names, asked = read("\n".join([*(form.format(*one) for one in noted.items()), *EIGHT.split(", ")]))
    assert names == [*noted, *EIGHT.split(", ")]
    told = "1 Jan (wyjechał), 2 Iza (pracuje), 3 Ola (w delegacji)"
    assert asked == f"Czy na pewno grają: {told}? Kto nie gra, tego usuń: „usuń 1”."


def test_in_one_row_each_note_is_of_the_one_before_it() -> None:
    names, asked = read("Ala, Jan (wyjechał, wróci), Ola, Ewa - pracuje, Iza (nie je mięsa, orzechów)")
    assert names == ["Ala", "Jan", "Ola", "Ewa", "Iza"]
    assert "grają: 2 Jan (wyjechał, wróci), 4 Ewa (pracuje)?" in asked


def test_a_note_that_tells_one_of_two_people_from_the_other_is_asked_about_too() -> None:
    names, asked = read("Jan\nAla\nEwa\nJan (choroba)")
    assert names == ["Jan", "Ala", "Ewa", "Jan choroba"]
    assert "grają: 4 Jan choroba" in asked


def test_what_people_write_in_a_chat_is_not_asked_about() -> None:
    chat = "Ala: ja też tam będę\nJan: o której się zaczyna?\nEwa: wezmę ze sobą planszówki"
    assert read(chat) == (["Ala", "Jan", "Ewa"], "")
    assert read("[27.11.2026, 18:01:11] Ala: hej\n[27.11.2026, 18:01:12] Jan: fajnie")[1] == ""


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
    assert asked == "Grają wszyscy czy tylko niektórzy? Gra tylko „A”: „usuń 2”. Gra tylko „B”: „usuń 1 3 4”."


def test_a_column_about_something_else_is_not_asked_about() -> None:
    assert read("Lp;Imię;Auto;Miasto\n1;Ala;TAK;Kraków\n2;Jan;NIE;Łódź\n3;Ola;NIE;Kraków") == (
        ["Ala", "Jan", "Ola"],
        "",
    )
    assert read("Ala\tK\nJan\tM\nOla\tK\nEwa\tK")[1] == ""


def test_below_another_heading_a_word_with_a_capital_is_no_nickname() -> None:
    asked = read("Imię;Status\nAla;Potwierdzone\nJan;Odwołane\nEwa;Zaproszony\nOla;Potwierdzone")[1]
    assert "grają: 2 Jan (Odwołane), 3 Ewa (Zaproszony)?" in asked
