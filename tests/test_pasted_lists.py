"""Lists of names as people have them: out of a chat, a table, a note; what is no name is left out, and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.games.name_lists import NameList
from narrator.games.naming import sayable
from narrator.games.pasted import rows_of

from tests.asked import EIGHT, REST, Talk

ROWS = [
    *(
        "1. Ala",
        "1) Ala",
        "(1) Ala",
        "#1 Ala",
        "1 Ala",
        "1.Ala",
        "01. Ala",
        "1\u20e3 Ala",
        "1\ufe0f\u20e3 Ala",
        "nr 1. Ala",
    ),
    *(
        "- Ala",
        "• Ala",
        "* Ala",
        "– Ala",
        "☐ Ala",
        "[x] Ala",
        "[ ] Ala",
        "- [x] Ala",
        "✅ Ala",
        "👉 Ala",
        "\t- 1. Ala",
        "**Ala**",
    ),
    *(
        "Ala,",
        "Ala;",
        "Ala\t",
        "„Ala”",
        "Ala!",
        "Ala?",
        "① Ala",
        "🔟 Ala",
        "a) Ala",
        "@Ala",
        "1: Ala",
        "> Ala",
        "+ Ala",
        "Ala.",
        "𝗔𝗹𝗮",
        "Ａｌａ",
    ),
    *("1st Ala", "2nd Ala", "1-szy Ala", "1:a Ala", "2026-11-30 Ala", "18:00-19:00 Ala", "[v] Ala"),
    *("o\tAla", "ü\tAla", "I) Ala", "iv) Ala"),
    *(
        "Gracz 1 - Ala",
        "Gracz 1 \u2013 Ala",
        "gracz 1: Ala",
        "Gracz 1 Ala",
        "Gracz1: Ala",
        "Gracz nr 1: Ala",
        "Player 1 - Ala",
        "Player 1 \u2014 Ala",
        "Player #1: Ala",
        "Player no. 1: Ala",
        "Spelare 1: Ala",
        "Seat 1 Ala",
        "Miejsce 1: Ala",
        "Krzesło 1 - Ala",
        "Osoba 1: Ala",
        "P1: Ala",
        "P1 - Ala",
        "- Gracz 1 - Ala",
        "1. miejsce - Ala",
        "1. Gracz: Ala",
    ),
    *(
        "\u200eAla",
        "\ufeffAla",
        "A\u200bla",
        "A\u00adla",
        "\u2068Ala\u2069",
        "Ala\ufe0f",
        "\u200dAla",
        "A\u202ala\u202c",
    ),
]


@pytest.mark.parametrize("row", ROWS)
def test_what_only_counts_or_frames_the_rows_is_no_part_of_a_name_and_not_worth_a_word(row: str) -> None:
    assert NameList().read(row) == (["Ala"], [])


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("Ala – przyjdzie później", ["– przyjdzie później"]),
        ("Ala (szeryf, chyba)", ["(szeryf, chyba)"]),
        ("Ala +48 600 100 200", ["+48 600 100 200"]),
        ("Ala 600-100-200", ["600-100-200"]),
        ("Ala +1", ["+1"]),
        ("Ala <3", ["<3"]),
        ("Ala ✅", ["✅"]),
        ("Ala 👍🏻", ["👍🏻"]),
        ("Ala 🟢", ["🟢"]),
        ("Ala 19:30", ["19:30"]),
        ("Ala o 19:30", ["o 19:30"]),
        ("Ala\ttak\t600100200", ["tak"]),
        ("3.\tAla\tNowak\tnie\t", ["Nowak", "nie"]),
        ("Ala <ala@example.org>", ["<ala@example.org>"]),
        ("Ala ala@example.org", ["ala@example.org"]),
        ("[12:30] Ala: tak, będę", ["tak, będę"]),
        ("[03.12.2026, 12:30:15] Ala: będę", ["będę"]),
        ("03.12.2026, 12:30 - Ala: będę z: Olą", ["będę z: Olą"]),
        ("12:30 Ala: będę", ["będę"]),
        ("12:30 Ala", []),
        ("Ala: będę", ["będę"]),
        ("Ala: 600100200", []),
        ("Ala # nowa", ["# nowa"]),
        ("Ala // wege", ["// wege"]),
        ("Ala she/her", ["she/her"]),
        ("Ala ur. 1991", ["ur. 1991"]),
        ("Ala 31 l.", ["31 l."]),
        ("Ala +osoba towarzysząca", ["+osoba towarzysząca"]),
        ("Gracze: Ala", ["Gracze:"]),
        ("Ala od 20:00", ["od 20:00"]),
        ("Ala po 20", ["po 20"]),
        ("Ala 20 zł", ["20 zł"]),
        ("1. Ala + ciasto", ["+ciasto"]),
    ],
)
def test_what_stands_around_a_name_is_left_out_and_said(row: str, left: list[str]) -> None:
    assert NameList().read(row) == (["Ala"], left)


@pytest.mark.parametrize(
    "row",
    [
        "Ala, Bartek; Celina",
        "Ala | Bartek | Celina",
        "| Ala | Bartek | Celina |",
        "Ala / Bartek / Celina",
        "Ala, Bartek i Celina",
        "Ala & Bartek + Celina",
        "1. Ala 2. Bartek 3. Celina",
        "1. Ala, 2. Bartek, 3. Celina",
        "1.Ala 2.Bartek 3.Celina",
        "1 Ala · 2\u00a0Bartek · 3 Celina",
        "Ala • Bartek • Celina",
        "Ala，Bartek、Celina",
        "Ala، Bartek، Celina",
        "@Ala @Bartek @Celina",
    ],
)
def test_a_row_may_have_several_names(row: str) -> None:
    assert NameList().read(row) == (["Ala", "Bartek", "Celina"], [])


@pytest.mark.parametrize(
    "row",
    [
        "Lista graczy (8):",
        "Gracze:",
        "Imię",
        "gracze",
        "Kto gra w piątek?",
        "Uczestnicy 3.12.",
        "Piątek, 19:00",
        "https://example.org/1",
        "Spotykamy się u Ali o siódmej wieczorem",
        "Names",
        "ala@example.org",
        "Imię i nazwisko",
        "Nazwisko i imię:",
        "Nazwisko",
        "First name, last name",
        "Razem: 8 osób",
        "razem 8",
        "Suma: 8",
        "Total: 8",
        "Rezerwa:",
        "Lista rezerwowa:",
        "KTULU u Ani",
        "Ekipa na Ktulu",
        "Drużyna A",
        "8 osób:",
        "Osób: 8",
        "Zapisani (8/12)",
        "8 players",
        "Grają:",
        "Goście:",
        "Prowadzi: Iza",
        "Nie (2): Iza, Jacek",
        "Piątek 27.11 godz. 18:00",
        "Dzisiaj o 18:01",
        "27.11 piątek",
        "Piątek 27 listopada",
        "Sygnatura czasowa",
        "~~Celina~~",
        "3. ~Celina~",
        "C\u0336e\u0336l\u0336",
        "ja też!",
        "ok, będę",
        "I'm in",
        "27.11.2026, 17:01 - Ala utworzyła grupę „Ktulu”",
        "27.11.2026, 17:05 - Bartek dołączył(a)",
        "27.11.2026, 17:05 - Bartek coś zrobił",
        "[17:00, 27.11.2026] Ktulu: Wiadomości są w pełni szyfrowane.",
    ],
)
def test_a_title_or_a_sentence_is_no_player(row: str) -> None:
    assert NameList().read(row)[0] in ([], ["Piątek"])


@pytest.mark.parametrize(
    "name",
    [
        "dr Ala Nowak",
        "Ala K.",
        "Celina 👑",
        "Ola 🧑\u200d🚀",
        "امیر\u200cحسین",
        "Anna-Maria",
        "O’Hara",
        "D'Artagnan",
        "A. Nowak",
        "Ala Now.",
        "Suma Nowak",
        "Sobota Jan",
        "Jan Gram",
        "Max Super",
        "I. Kowalska",
        "🇵🇱 Ola",
        "Ala „Kruk”",
        'Ala "Kruk"',
        "„Kruk” Ala",
        "Ala «Kruk»",
        "Gracz 1",
        "Gracz Ala",
    ],
)
def test_a_name_that_is_one_stays(name: str, tmp_path: Path) -> None:
    assert NameList().read(name) == ([name], [])
    assert sayable(name)
    assert Talk(name, EIGHT.partition(", ")[2], "", *REST).table(tmp_path).setup.people[1] == name


A_TO_D = ["Ala", "Bartek", "Celina", "Darek"]


@pytest.mark.parametrize(
    ("pasted", "names", "said"),
    [
        # Two columns with numbers: these are the seats.
        ("1. Ala   3. Celina\n2. Bartek   4. Darek", A_TO_D, []),
        ("1. Ala\t3. Celina\n2. Bartek\t4. Darek", A_TO_D, []),
        ("Lista (4):\n1) Ala\t3) Celina\n2) Bartek\t4) Darek", A_TO_D, ["Lista (4):"]),
        ("1.\tAla\t3.\tCelina\n2.\tBartek\t4.\tDarek", A_TO_D, []),
        ("1 Ala     3 Celina\n2 Bartek  4 Darek", A_TO_D, []),
        ("1\tAla\t3\tCelina\n2\tBartek\t4\tDarek", A_TO_D, []),
        ("Miejsce 1: Ala\nMiejsce 2: Bartek", A_TO_D[:2], []),
        ("Gracz nr 1: Ala\nGracz nr 2: Bartek", A_TO_D[:2], []),
        ("Player no. 2 - Bartek\nPlayer no. 1 - Ala", A_TO_D[:2], []),
        ("Miejsce 1: Ala  Miejsce 3: Celina\nMiejsce 2: Bartek  Miejsce 4: Darek", A_TO_D, []),
        ("1. Bruno 2. Nino", ["Bruno", "Nino"], []),
        ("1 Ala 3 Celina\n2 Bartek 4 Darek", A_TO_D, []),
        ("1 Ala 2 Bartek 3 Celina", A_TO_D[:3], []),
        ("1. Ala   4. Darek\n2. Bartek\n3. Celina", A_TO_D, []),
        ("3. Celina\n1. Ala\n4. Darek\n2. Bartek", A_TO_D, []),
        ("Darek .... 4\nAla .... 1\nBartek → 2\nCelina____ 3", A_TO_D, []),
        ("2. Ala   5. Celina\n3. Bartek   9. Darek", A_TO_D, []),
        ("1. Ala .... 1\n2. Bartek .... 2", A_TO_D[:2], []),
        # Two columns without: down the first, and then the second.
        ("Ala      Celina\nBartek   Darek", A_TO_D, ["columns"]),
        ("Gracze:\nAla      Celina\nBartek   Darek", A_TO_D, ["columns", "Gracze:"]),
        ("Ala      Darek\nBartek   Ewa\nCelina", [*A_TO_D, "Ewa"], ["columns"]),
        (
            "Ala Nowak\tCelina Lis\nBartek Kot\tDarek Wit",
            ["Ala Nowak", "Bartek Kot", "Celina Lis", "Darek Wit"],
            ["columns"],
        ),
        ("Ala\tNowak\nBartek\tKot", ["Ala", "Bartek"], ["Nowak", "Kot"]),
        ("Ala\tCelina\nBartek\tDarek", A_TO_D, ["columns"]),
        ("Ala\tCelina\tEwa\nBartek\tDarek\tFilip", [*A_TO_D, "Ewa", "Filip"], ["columns"]),
        ("Emma\tOlle\nBarnaby\tElsa\nIda\tZed", ["Emma", "Barnaby", "Ida", "Olle", "Elsa", "Zed"], ["columns"]),
        ("Jan\tMarek\nAla\tKot\nEwa\tLis", ["Jan", "Ala", "Ewa"], ["Marek", "Kot", "Lis"]),
        ("Ala\tNowak\tEwa\nBartek\tKot\tJan", ["Ala", "Bartek"], ["Nowak", "Ewa", "Kot", "Jan"]),
        ("Ala   tak\nBartek   nie", ["Ala tak", "Bartek nie"], []),
        # Address books.
        (
            '"Anna Nowak" <a@x>; Bartek Kot <b@x>; celina@x; Darek <d@x>',
            ["Anna Nowak", "Bartek Kot", "Darek"],
            ["<a@x>", "<b@x>", "<d@x>", "celina@x"],
        ),
        ("Nowak, Anna; Kot, Bartek; Lis, Ewa", ["Anna Nowak", "Bartek Kot", "Ewa Lis"], []),
        ("Nowak, Anna <a@x>; Kot, Bartek <b@x>;", ["Anna Nowak", "Bartek Kot"], ["<a@x>", "<b@x>"]),
        ("Ala, Bartek; Celina", A_TO_D[:3], []),
        (
            '"Kowalska, Ala" <a@x>; "Nowak, Bartek" <b@x>',
            ["Ala Kowalska", "Bartek Nowak"],
            ["<a@x>", "<b@x>"],
        ),
        (
            '"Kowalska, Ala" <a@x>, Bartek <b@x>, "Lis, Ewa" <c@x>',
            ["Ala Kowalska", "Bartek", "Ewa Lis"],
            ["<a@x>", "<b@x>", "<c@x>"],
        ),
        ("'Kowalska, Ala' <a@x>; Nowak, Bartek <b@x>", ["Ala Kowalska", "Bartek Nowak"], ["<a@x>", "<b@x>"]),
        ('"Kowalska, Ala" <a@x>\n"Nowak, Bartek" <b@x>', ["Ala Kowalska", "Bartek Nowak"], ["<a@x>", "<b@x>"]),
        # Numbers of rows, however they are set off.
        ("1-Ala\n2-Bartek", A_TO_D[:2], []),
        ("13/ Ala\n16= Bartek", A_TO_D[:2], []),
        ("1º Ala\n2º Bartek", A_TO_D[:2], []),
        ("Seat 3 - Ala\nMiejsce 7: Bartek\nPlats 9. Celina", A_TO_D[:3], []),
        ("Ala => 10\nBartek … 12", A_TO_D[:2], []),
        # Who leads, and who is away.
        ("Ala, host", ["Ala"], ["host"]),
        ("Ala\nNieobecni: Leon", ["Ala"], ["Nieobecni: Leon"]),
        ("Ala\nAbsent: Leon", ["Ala"], ["Absent: Leon"]),
        ("Ala\nWaitlist:\nLeon", ["Ala"], ["Waitlist:", "Leon"]),
        ("Ala\nCan't make it: Leon", ["Ala"], ["Can't make it: Leon"]),
        ("Ala\nNieobecni:\nLeon", ["Ala"], ["Nieobecni:", "Leon"]),
        # A chat: a name, and below it what they wrote.
        ("Ala\ncount me in\nBartek\nsame\nCelina\nI am in", A_TO_D[:3], ["count me in", "same", "I am in"]),
        ("Ala\nsame here!\nBartek\nme too", A_TO_D[:2], ["same here!", "me too"]),
    ],
)
def test_a_pasted_list_gives_the_right_people_in_the_right_seats(
    pasted: str, names: list[str], said: list[str]
) -> None:
    rows, columns = rows_of(pasted)
    found, read = NameList(), list[str]()
    left = ["columns"] * columns
    for row in rows:
        new, none = found.read(row)
        read += new
        left += none
    assert (read, left) == (names, said)


@pytest.mark.parametrize(
    "row",
    [
        "9. Iza (prowadząca)",
        "Iza - prowadzi",
        "Iza (MG)",
        "MG: Iza",
        "10. Iza - nie może",
        "Iza (nie przyjdzie)",
        "Iza (odpada)",
        "Iza (not coming)",
        "Iza – kommer inte",
        "30.11.2026, 19:20 - Iza: niestety nie mogę",
        "30.11.2026, 19:21 - Iza: ja odpadam",
        "Iza (GM)",
        "Iza (out)",
        "Iza - can’t come",
        "9. Iza - chora",
        "9. Iza odwołała",
        "Iza nie może",
        "Iza nie gra",
    ],
)
def test_who_leads_or_is_absent_is_left_out_and_said(row: str) -> None:
    assert NameList().read(row) == ([], [row])


@pytest.mark.parametrize(
    "row", ["Iza - nie wie", "Iza (nie pije)", "Iza - nie je mięsa", "Iza (może)", "Iza (a host's friend)"]
)
def test_who_comes_with_a_remark_is_not(row: str) -> None:
    assert NameList().read(row)[0] == ["Iza"]


def test_two_of_one_name_are_told_apart_by_an_initial_in_brackets() -> None:
    assert NameList().read("Ala (K), Ala (N.)") == (["Ala K", "Ala N."], [])


@pytest.mark.parametrize(
    ("row", "names", "left"),
    [
        ("Ala, późno przyjdzie", ["Ala"], ["późno przyjdzie"]),
        ("1. Ala, może z psem", ["Ala"], ["może z psem"]),
        ("Ala, Bartek, przyjdą po 20", ["Ala", "Bartek"], ["przyjdą po 20"]),
        ("Ala / comes late", ["Ala"], ["comes late"]),
        ("Ala, tak", ["Ala"], ["tak"]),
        ("Ala, Bartek Nowak, van der Berg", ["Ala", "Bartek Nowak", "van der Berg"], []),
        ("Ala, bartek, celina", ["Ala", "bartek", "celina"], []),
        ("ala nowak, jan kowal", ["ala nowak", "jan kowal"], []),
    ],
)
def test_a_note_behind_a_comma_is_no_player(row: str, names: list[str], left: list[str]) -> None:
    assert NameList().read(row) == (names, left)


@pytest.mark.parametrize("sign", ["\r", "\r\n", "\u2028", "\u2029", "\x0b", "\x85"])
def test_whatever_ends_a_row_ends_it(sign: str, tmp_path: Path) -> None:
    assert [*Talk(EIGHT.replace(", ", sign), "", *REST).table(tmp_path).setup.people.values()] == EIGHT.split(", ")


def test_a_pasted_list_seats_everybody_and_says_what_it_left_out(tmp_path: Path) -> None:
    pasted = "\n".join(
        ["Lista graczy (8):", "", *(f"{n}. {one}" for n, one in enumerate(EIGHT.split(", "), 1)), "+1"]
    )
    talk = Talk(pasted, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    assert [one for one in talk.shown if "pominięte" in one] == ["To nie imiona, pominięte: Lista graczy (8):."]


def test_what_is_typed_after_a_pasted_list_does_not_belong_to_its_last_caption(tmp_path: Path) -> None:
    pasted = "\n".join([*EIGHT.split(", "), "Nie (1)", "Jacek"])
    assert Talk(pasted, "Iza", "", *REST).table(tmp_path).setup.people[9] == "Iza"


def test_two_initials_that_follow_each_other_stay(tmp_path: Path) -> None:
    people = Talk("A. Kowal\nB. Nowak", EIGHT, "", *REST).table(tmp_path).setup.people
    assert (people[1], people[2]) == ("A. Kowal", "B. Nowak")


def test_names_in_one_row_without_commas_are_asked_for_with_commas(tmp_path: Path) -> None:
    talk = Talk(EIGHT.replace(",", ""), EIGHT, "", *REST)
    talk.table(tmp_path)
    assert any("z przecinkami" in one for one in talk.shown)


@pytest.mark.parametrize(
    ("row", "names", "left"),
    [
        ("Gramy: Ala, Bartek i Hubert. Start o 19!", ["Ala", "Bartek", "Hubert"], "Start o 19"),
        ("Playing: Ala, Bartek and Hubert. See you", ["Ala", "Bartek", "Hubert"], "See you"),
        ("J. Kowalski, Jan K., Jan K. Nowak", ["J. Kowalski", "Jan K.", "Jan K. Nowak"], ""),
        ("Św. Mikołaj, Dr. Nowak, Prof. Lis", ["Św. Mikołaj", "Dr. Nowak", "Prof. Lis"], ""),
    ],
)
def test_a_sentence_behind_the_last_name_is_no_part_of_it(row: str, names: list[str], left: str) -> None:
    found, none = NameList().read(row)
    assert found == names
    assert left in none or not left
