"""Lists of names as people have them: out of a chat, a table, a note; what is no name is left out, and said."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from narrator.answers import Answer, typed
from narrator.commands.setups import check
from narrator.computer.paths import shipped
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.errors import Problem, escaped
from narrator.games.name_lists import NameList
from narrator.games.naming import sayable
from narrator.games.pasted import list_in_chat, rows_of
from narrator.lexicon import unshared
from narrator.play import loading

from tests.asked import EIGHT, REST, Talk
from tests.checked import faults_of

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


NUMBERED = "\n".join(f"{number}. {name}" for number, name in enumerate(EIGHT.split(", "), 1))
MARKED = "\n".join(f"- {name}" for name in EIGHT.split(", "))
PLAIN = EIGHT.replace(", ", "\n")
TITLES = ["KTULU piątek 19:00", "Urodziny Kasi 🎂", "Wilkołaki 20.11.2026", "Game night", "Stół 1", "Sobota"]
CLOSINGS = ["Pozdrawiam\nAla", "Do zobaczenia!", "Wysłano z iPhone'a"]


def people_of(pasted: str, tmp_path: Path, *, so_many: int = 8) -> tuple[list[str], list[str]]:
    """Who is seated, and what is shown meanwhile."""
    talk = Talk(pasted, "", *REST)
    people = [*talk.table(tmp_path).setup.people.values()]
    assert len(people) == so_many
    return people, talk.shown


@pytest.mark.parametrize("listed", [NUMBERED, MARKED], ids=["numbers", "marks"])
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("closing", CLOSINGS[:1])
def test_where_people_have_numbers_or_marks_a_row_without_is_left_out_and_said(
    listed: str, title: str, closing: str, tmp_path: Path
) -> None:
    people, shown = people_of(f"{title}\n{listed}\n\n{closing}", tmp_path)
    assert people == EIGHT.split(", ")
    (said,) = [one for one in shown if one.startswith("W tej liście przed każdą osobą")]
    assert title.split()[0] in said
    assert closing.split()[0] in said


@pytest.mark.parametrize("heading", ["Rezerwa", "Nieobecni", "Rezerwa:"])
def test_such_a_row_may_say_that_those_below_do_not_play(heading: str, tmp_path: Path) -> None:
    people, shown = people_of(f"{NUMBERED}\n{heading}\n1. Iza\n2. Jan", tmp_path)
    assert people == EIGHT.split(", ")
    assert any("1. Iza, 2. Jan" in one for one in shown)


def test_with_few_numbers_people_without_one_are_seated(tmp_path: Path) -> None:
    people, _ = people_of("1. Ala\n2. Bartek\nCelina\nDarek\n3. Ewa\nFilip\nGosia\nHubert", tmp_path)
    assert {*people} == {*EIGHT.split(", ")}


@pytest.mark.parametrize("strange", ["Zapisy", "Game night", "Pozdrawiam", "wolne", "TBD"])
def test_of_few_strange_names_beside_others_it_is_asked_whether_they_are_people(strange: str, tmp_path: Path) -> None:
    people, shown = people_of(f"{PLAIN}\n{strange}", tmp_path, so_many=9)
    assert people == [*EIGHT.split(", "), strange]
    assert f"Czy to na pewno osoby: 9 {strange}? Kto nią nie jest, tego usuń: „usuń 9”." in shown


def test_so_it_is_of_more_where_three_others_are_known(tmp_path: Path) -> None:
    _, shown = people_of("Ala\nOrganizator\nEwa\nOczekuje\nJan\nWyciszony\nIza\nPrezenter", tmp_path)
    assert any(
        "na pewno osoby: 2 Organizator, 4 Oczekuje, 6 Wyciszony, 8 Prezenter?" in one.replace("\xa0", " ")
        for one in shown
    )


@pytest.mark.parametrize(
    "pasted", ["ala&bartek, celina/darek, ewa+filip, gosia, hubert", "Ala/Ewa/Jan\nIza&Ola\nFilip\nGosia\nHubert"]
)
def test_names_that_are_written_together_are_people_of_their_own(pasted: str, tmp_path: Path) -> None:
    people, _ = people_of(pasted, tmp_path)
    assert not any({*"&/+"} & {*one} for one in people)


@pytest.mark.parametrize("pasted", [PLAIN, EIGHT, f"{EIGHT}, Lis", "Lis\nGruby\nMały\nWilk\nKruk\nSowa\nEwa\nIza"])
def test_of_others_it_is_not(pasted: str, tmp_path: Path) -> None:
    _, shown = people_of(pasted, tmp_path, so_many=9 if "Lis" in pasted and "," in pasted else 8)
    assert not any("na pewno osoby" in one for one in shown)


@pytest.mark.parametrize(
    ("pasted", "left"),
    [
        ("\n".join(f"{one}\nja\n19:0{n}" for n, one in enumerate(EIGHT.split(", "))), "ja"),
        ("\n".join(f"{one}\n7:0{n} PM\nI'm in" for n, one in enumerate(EIGHT.split(", "))), "PM"),
        ("\n".join(f"{one} wysłał(a)\nBędę!" for one in EIGHT.split(", ")), "wysłał(a)"),
        (f"Tak\n8 głosów\n{PLAIN}\nNie\n2 głosy\nIza\nJan", "Nie (2), Iza, Jan"),
        (
            "\n".join(f"From: {one} (+48600)\nType: in\nSent: Mon, 30 Nov 2026 19:00" for one in EIGHT.split(", ")),
            "Type: in",
        ),
        (
            "\n".join(
                f"BEGIN:VCARD\nFN:{one}\nN:Nowak;{one};;;\nTEL;TYPE=CELL:+48\nEND:VCARD" for one in EIGHT.split(", ")
            ),
            "BEGIN",
        ),
    ],
    ids=["Messenger", "Slack", "sent", "votes", "Signal", "contacts"],
)
def test_what_stands_in_many_rows_is_nobody(pasted: str, left: str, tmp_path: Path) -> None:
    people, shown = people_of(pasted, tmp_path)
    assert people == EIGHT.split(", ")
    assert any(left in one for one in shown if "pominięte" in one)


def test_messages_that_end_alike_are_nobody_either(tmp_path: Path) -> None:
    messages = ("Super będę", "Pewnie będę", "Ok będę", "Jasne będę")
    chat = "\n".join(f"{one}\n{messages[place % 4]}" for place, one in enumerate(EIGHT.split(", ")))
    people, _ = people_of(chat, tmp_path)
    assert people == EIGHT.split(", ")


def test_but_a_given_name_is_asked_for_again_however_often_it_is_there(tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\nAla\nAla\nkasia\nkasia", tmp_path, so_many=9)
    assert sum("już jest na liście" in one for one in shown) == 3


MESSAGES = ["30.11.2026, 19:00 - ", "[30.11.2026, 19:00:12] ", "[19:00, 30.11.2026] ", "11/30/26, 7:00 PM - "]


@pytest.mark.parametrize("stamp", MESSAGES)
@pytest.mark.parametrize("title", ["Lista na piątek:\n", ""])
def test_a_list_in_one_message_of_a_chat_is_the_list_and_its_sender_no_row_of_it(
    stamp: str, title: str, tmp_path: Path
) -> None:
    earlier = f"{stamp}Iza: Kto gra?\n{stamp}Jan: Lista:\n1. Jan\n2. Ala\n3. Bartek"
    listed = title + "\n".join(f"{n}. {one}" for n, one in enumerate(EIGHT.split(", "), 1))
    talk = Talk(f"{earlier}\n{stamp}Zosia: {listed}\n{stamp}Iza: super", "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    (said,) = [one for one in talk.shown if "pominięte" in one]
    assert "Iza: Kto gra?" in said
    assert "Iza: super" in said


def test_neither_is_it_lost_without_numbers_nor_row_by_row() -> None:
    names = EIGHT.split(", ")
    assert list_in_chat("\n".join([f"{MESSAGES[0]}Ala: Lista:", *names])) == ("\n".join(["Lista:", *names]), [])
    assert list_in_chat("\n".join([f"{MESSAGES[0]}Ala: Lista", *names])) == ("\n".join(["Lista", *names]), [])
    rows = NameList()
    assert rows.read(f"{MESSAGES[0]}Ala: Lista:")[0] == ["Ala"]
    assert [rows.read(row)[0] for row in ("2. Bartek", "3) Celina", "za 20 minut")] == [["Bartek"], ["Celina"], []]


def test_messages_of_several_rows_are_no_list() -> None:
    chat = "\n".join(f"{MESSAGES[0]}{one}: ja\n20 minut później" for one in EIGHT.split(", "))
    assert list_in_chat(chat) == (chat, [])


def test_two_of_one_name_are_told_apart_by_a_word_in_brackets(tmp_path: Path) -> None:
    people, _ = people_of(f"Kasia (duża)\nKasia (mała)\n{PLAIN}\nAla (spóźni się)", tmp_path, so_many=10)
    assert people == ["Kasia", "Kasia mała", *EIGHT.split(", ")]


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
    assert [one for one in talk.shown if "pominięte" in one] == ["To nie imiona, pominięte: Lista graczy (8):, +1."]


PEOPLE = {
    1: "1. Ala",
    2: "Bartek 👑",
    3: "dr Celina Nowak",
    4: "(Darek)",
    5: "امیر\u200cحسین",
    6: "Ewa Nowak",
    7: "Jan",
    8: "Jan Maria",
}
SEAT = Ask(
    at=At(phase="night", night=1, call="x"), line="", text="", to="all", kind="seat", choices=tuple("12345678")
)


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        *(
            ("ala", "1"),
            ("al", "1"),
            ("bartek", "2"),
            ("celina", "3"),
            ("cel", "3"),
            ("celina nowak", "3"),
            ("dr celina", "3"),
        ),
        *(
            ("darek", "4"),
            ("امیرحسین", "5"),
            ("\u200eAla", "1"),
            ("ewa", "6"),
            ("jan", "7"),
            ("jan maria", "8"),
            ("maria", "8"),
        ),
    ],
)
def test_who_types_the_proper_name_is_understood(said: str, seat: str) -> None:
    assert typed(said, SEAT, read_lexicon("pl"), PEOPLE) == Answer(seat)


def test_who_says_it_too() -> None:
    called = unshared(PEOPLE)
    assert [called.get(name) for name in ("ala", "bartek", "celina", "ewa nowak", "jan", "nowak")] == [
        1,
        2,
        3,
        6,
        7,
        None,
    ]


@pytest.mark.parametrize("name", ["1. Ala", "Ala (szeryf)", "Ala, Olek", "Ala +1"])
def test_a_name_in_a_file_that_is_more_than_a_name_is_warned_of_with_its_cure(name: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / "small.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', f'"{name}"'), "utf-8")
    (warned,) = [one for one in faults_of(path) if one.key == "more-than-a-name"]
    assert warned.warning
    assert "Ala" in str(warned.cure)
    path.write_text(text.replace(f'"{first}"', '"\u200eA\u200bla\ufe0f"'), "utf-8")
    assert [one for one in faults_of(path) if not one.warning or "name" in one.place] == []
    assert loading.load_table(path).setup.people[1] == "Ala"


@pytest.mark.parametrize("space", [*"\u00a0\u1680\u2000\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"])
@pytest.mark.parametrize("setup", ["small", "demo-wars"])
def test_a_space_of_any_width_in_the_name_of_a_file_is_a_space(setup: str, space: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / f"{setup}.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', f'"Filip{space}K."'), "utf-8")
    assert [one for one in faults_of(path) if "name" in one.place] == []
    assert "Filip K." in loading.load_table(path).setup.people.values()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ola 🧑\u200d🚀", "Ola 🧑\u200d🚀"),
        ("👩🏽\u200d❤\ufe0f\u200d👨", "👩🏽\u200d❤\ufe0f\u200d👨"),
        ("امیر\u200cحسین", "امیر\u200cحسین"),
        ("sher\u200diff", r"sher\u200diff"),  # which is no sheriff, and looks like one
        ("ł\u200dł", r"ł\u200dł"),
        ("🧑\u200d", r"🧑\u200d"),
        ("\u200d🧑\u200b🚀", r"\u200d🧑\u200b🚀"),
    ],
)
def test_a_message_shows_joiners_where_a_name_needs_them_and_as_codes_elsewhere(written: str, shown: str) -> None:
    assert escaped(written) == shown
    assert Problem(written, written).told() == f"{shown}: {shown}"


def test_a_remark_on_a_new_table_says_what_is_odd_about_such_a_name(tmp_path: Path) -> None:
    people, shown = people_of(f"{PLAIN}\nAla (Olek, Jan)", tmp_path, so_many=9)
    assert people[-1] == "Ala Olek, Jan"
    heading, remark = shown[-1].strip().splitlines()
    assert heading == "Uwagi do stołu:"
    assert "„Ala Olek, Jan”" in remark
    assert remark.endswith("→ może chodzi o Ala Olek / Jan?")


def test_two_of_one_name_are_told_apart_by_what_stands_behind_a_dash(tmp_path: Path) -> None:
    people, _ = people_of(f"{PLAIN}\nAla - Kowalska", tmp_path, so_many=9)
    assert people[-1] == "Ala Kowalska"


def test_check_names_a_player_as_the_file_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / "small.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', '"1. Ola 🧑\u200d🚀"'), "utf-8")
    with pytest.raises(typer.Exit):
        check([path])
    told = capsys.readouterr()
    assert "Ola 🧑\u200d🚀" in told.out
    assert "u200d" not in told.out + told.err


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
