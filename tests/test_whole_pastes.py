"""A pasted list as a whole: which rows are its people, and which the rest of it shows to be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.games.name_lists import NameList
from narrator.games.pasted import list_in_chat, paste_of

from tests.asked import EIGHT, REST, Talk

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


@pytest.mark.parametrize(
    ("pasted", "asked"),
    [
        ("Kasia\nOla\nZobacz więcej", "na pewno osoby: 11 Zobacz więcej?"),
        ("Rezygnuje: Ala\nPiotr", "na pewno grają: 1 Ala?"),
        ("Kasia\tnie\nOla\tnie", "na pewno grają: 9 Kasia (nie), 10 Ola (nie)?"),
    ],
)
def test_so_it_is_of_few_rows_that_are_pasted_later(pasted: str, asked: str, tmp_path: Path) -> None:
    talk = Talk(PLAIN, pasted, "", *REST)
    talk.table(tmp_path)
    assert any(asked in one.replace("\xa0", " ") for one in talk.shown)


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
    ],
    ids=["Messenger", "Slack", "sent", "votes", "Signal"],
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


@pytest.mark.parametrize("button", ["Usuń", "Dodaj do znajomych", "Zmień rolę"])
def test_a_button_beside_each_name_is_left_out_and_named(button: str, tmp_path: Path) -> None:
    people, shown = people_of("\n".join(f"{one}\n{button}" for one in EIGHT.split(", ")), tmp_path)
    assert people == EIGHT.split(", ")
    assert not any("Tego nie rozumiem" in one for one in shown)
    assert any("pominięte" in one and all(word in one for word in button.split()) for one in shown)


@pytest.mark.parametrize("stamp", ["", "[19:15, 28.11.2026] "])
@pytest.mark.parametrize("note", ["będę, ale później", "tak, wezmę chipsy"])
def test_a_note_with_a_comma_behind_a_name_and_a_colon_is_no_player(stamp: str, note: str, tmp_path: Path) -> None:
    first, *others = EIGHT.split(", ")
    rows = [f"{stamp}{first}: {note}", *(f"{stamp}{one}: jestem" for one in others)]
    people, shown = people_of("\n".join(rows), tmp_path)
    assert people == EIGHT.split(", ")
    assert any("grają: 1 Ala (" in one.replace("\xa0", " ") and note.split(", ")[1] in one for one in shown)


def test_of_a_no_in_such_a_note_it_is_asked_and_groups_stay(tmp_path: Path) -> None:
    rows = [f"{one}: tak" for one in EIGHT.split(", ")]
    _, shown = people_of("\n".join([*rows, "Iza: nie, bo pracuję"]), tmp_path, so_many=9)
    assert any("9\xa0Iza" in one or "9 Iza" in one for one in shown)
    people, _ = people_of("Wilki: Ala, Jan\nOwce: Ewa, Ola\nKozy: Iza, Filip\nPsy: Zoe, Leon", tmp_path)
    assert people == ["Ala", "Jan", "Ewa", "Ola", "Iza", "Filip", "Zoe", "Leon"]


REMARKS = [
    *("Jan rezygnuje", "Piotr już nie gra", "Hubert przynosi planszę", "Ala zmieniła temat grupy"),
    *(
        "Björn kan inte",
        "Johan hoppar av",
        "Gustav tar med chips",
        "Mary maybe",
        "Eve brings snacks",
        "Grace w/ Hank",
    ),
]


@pytest.mark.parametrize("row", REMARKS)
@pytest.mark.parametrize("place", [0, 8])
def test_of_a_name_with_words_behind_it_it_is_asked_whether_that_person_plays(
    row: str, place: int, tmp_path: Path
) -> None:
    rows = EIGHT.split(", ")
    rows.insert(place, row)
    _, shown = people_of("\n".join(rows), tmp_path, so_many=9)
    assert any(f"na pewno grają: {place + 1} {row.split()[0]} " in one.replace("\xa0", " ") for one in shown)


def test_so_it_is_of_two_people_and_of_words_that_end_several_rows(tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\nIza i Marek nie mogą", tmp_path, so_many=10)
    assert any("grają: 9 Iza, 10 Marek nie mogą?" in one.replace("\xa0", " ") for one in shown)
    _, shown = people_of(f"{PLAIN}\nJan rezygnuje\nIza rezygnuje\nOla rezygnuje", tmp_path, so_many=11)
    assert any("grają: 9 Jan rezygnuje, 10 Iza" in one.replace("\xa0", " ") for one in shown)


@pytest.mark.parametrize(
    "others",
    [
        "Jan z Krakowa\nLudwig van Beethoven\nAnna de la Vega\nKasia od Marka\nOla z pracy",
        "Anna\nJan k.",
        "ania nowak\njan lis",
    ],
)
def test_small_words_that_are_part_of_a_name_are_not_asked_about(others: str, tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\n{others}", tmp_path, so_many=9 + others.count("\n"))
    assert not any("na pewno gra" in one for one in shown)


def test_neither_are_surnames_in_small_letters_where_most_are_so(tmp_path: Path) -> None:
    _, shown = people_of("\n".join(f"{one} nowak{place}" for place, one in enumerate(EIGHT.split(", "))), tmp_path)
    assert not any("na pewno" in one for one in shown)


@pytest.mark.parametrize(
    ("empty", "full"),
    [
        *(("\u2610", "\u2611"), ("\u2612", "\u2611"), ("\u274c", "\u2705"), ("- [ ]", "- [x]"), ("[]", "[x]")),
        *(("[ ]", "[v]"), ("\U0001f7e5", "\U0001f7e9"), ("-", "+"), ("3. [ ]", "2. [x]")),
    ],
)
def test_so_it_is_of_few_people_beside_an_empty_box(empty: str, full: str, tmp_path: Path) -> None:
    rows = [f"{empty if place in (2, 5) else full} {one}" for place, one in enumerate(EIGHT.split(", "))]
    _, shown = people_of("\n".join(rows), tmp_path)
    assert any("na pewno grają: 3 Celina, 6 Filip?" in one.replace("\xa0", " ") for one in shown)
    _, shown = people_of("\n".join(f"{empty} {one}" for one in EIGHT.split(", ")), tmp_path)
    assert empty in "\u2612\u274c" or not any("na pewno" in one for one in shown)


@pytest.mark.parametrize(
    ("no", "yes"),
    [("\U0001f534", "\U0001f7e2"), ("-", "+"), ("[ ]", "[x]"), ("(-)", "(+)"), ("?", ""), ("\u2661", "\u2665")],
)
def test_so_it_is_behind_the_names(no: str, yes: str, tmp_path: Path) -> None:
    rows = [f"{one} {no if place in (2, 5) else yes}".strip() for place, one in enumerate(EIGHT.split(", "))]
    _, shown = people_of("\n".join(rows), tmp_path)
    assert any(one.replace("\xa0", " ").startswith("Czy na pewno grają: 3 Celina") for one in shown)


def test_signs_of_many_kinds_say_nothing(tmp_path: Path) -> None:
    kinds = zip(
        EIGHT.split(", "),
        "\U0001f431\U0001f436\U0001f98a\U0001f43a\U0001f431\U0001f436\U0001f98a\U0001f43a",
        strict=True,
    )
    _, shown = people_of("\n".join(map(" ".join, kinds)), tmp_path)
    assert not any("na pewno" in one for one in shown)


def test_where_most_have_words_behind_the_name_they_are_asked_about_if_these_are_no_surnames(tmp_path: Path) -> None:
    paid = ("gotówka", "przelew", "gotówka", "blik", "rezygnuje", "przelew", "karta", "blik")
    _, shown = people_of("\n".join(map(" ".join, zip(EIGHT.split(", "), paid, strict=True))), tmp_path)
    assert any("na pewno grają: 1 Ala" in one.replace("\xa0", " ") for one in shown)


@pytest.mark.parametrize(
    "said",
    [
        "nie dam rady",
        "odpadam",
        "ja odpadam",
        "niestety rezygnuję",
        "can't, sorry",
        "I won't make it",
        "Nie mogę",
        "nie",
    ],
)
@pytest.mark.parametrize("below", ["{}\n{}", "{} — Dzisiaj o 18:01\n{}", "[12:03, 28.11.2026] {}: {}"])
def test_of_somebody_who_wrote_that_they_do_not_come_it_is_asked(said: str, below: str, tmp_path: Path) -> None:
    rows = [below.format(one, said if one == "Filip" else "jestem") for one in (*EIGHT.split(", "), "Jan")]
    talk = Talk("\n".join(rows), "", *REST)
    people = [*talk.table(tmp_path).setup.people.values()]
    asked = [one for one in talk.shown if "na pewno gra" in one and "Filip" in one]
    assert {*people} | {"Filip"} == {*EIGHT.split(", "), "Jan"}
    assert asked or "Filip" not in people


@pytest.mark.parametrize("heading", ["Wypisani", "Widzowie", "Oczekujący"])
def test_those_below_a_row_that_is_removed_as_no_person_are_asked_about(heading: str, tmp_path: Path) -> None:
    talk = Talk(f"{PLAIN}\n{heading}\nIza\nJan", "usuń 9", "", *REST)
    assert len(talk.table(tmp_path).setup.people) == 10
    assert any("na pewno grają: 9 Iza, 10 Jan?" in one.replace("\xa0", " ") for one in talk.shown)


@pytest.mark.parametrize("first", ["Niepewni:", "Wypisani:"])
def test_so_are_those_above_the_heading_of_those_who_play(first: str, tmp_path: Path) -> None:
    _, shown = people_of(f"{first}\nIza\nJan\nGrają:\n{PLAIN}", tmp_path, so_many=10)
    assert any("na pewno grają: 1 Iza, 2 Jan?" in one.replace("\xa0", " ") for one in shown)


@pytest.mark.parametrize(
    "other",
    ["Nie grają: Iza, Jan", "nie: Iza, Jan", "rezerwa: Iza, Jan", "Out: Iza, Jan", "Czekają: Iza, Jan", "Może: Jan"],
)
@pytest.mark.parametrize("between", [". ", "; ", " | ", ", ", " "])
@pytest.mark.parametrize("first", ["Grają: ", ""])
def test_a_row_may_have_the_list_of_those_who_do_not_play(first: str, between: str, other: str) -> None:
    reading, said = NameList(), f"{first}{EIGHT}{between}{other}"
    names = [name for row in paste_of(said).rows for name in reading.read(row)[0]]
    assert names[:8] == EIGHT.split(", ")
    assert [row for row in paste_of(said).rows][-1] == other


def test_numbers_in_frames_go_on_beyond_nine(tmp_path: Path) -> None:
    rows = [f"{number}\ufe0f\u20e3 {one}" for number, one in enumerate(EIGHT.split(", "), 1)]
    rows += ["\U0001f51f Jan", "1\ufe0f\u20e31\ufe0f\u20e3 Iza", "1\u20e32\u20e3 \ufffcOla"]
    people, _ = people_of("\n".join(rows), tmp_path, so_many=11)
    assert people == [*EIGHT.split(", "), "Jan", "Iza", "Ola"]


HEADINGS = [
    *(
        "Lista oczekujących:",
        "Lista oczekujących",
        "Gracze rezerwowi:",
        "Gracze, którzy nie mogą:",
        "Grupa rezerwowa:",
    ),
    *(
        "Uczestnicy niepewni:",
        "Absent participants:",
        "Nie: 2",
        "Nie · 2",
        "Nie",
        "NIE",
        "Nie - 2",
        "2 nie",
        "❌ Nie (2)",
        "## Nie",
        "\U0001f44e 2",
        "?",
        "---",
        "Maybe: 1",
    ),
    *("Chorzy:", "Tym razem nie:", "Lista rezerwowa", "Chorzy (2):", "Regrets:", "Not this time:"),
    *("Kan inte:", "Har inte svarat:", "Kanske:", "- Avböjt:"),
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_of_people_below_a_heading_between_people_it_is_asked_whether_they_play(heading: str, tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\n{heading}\nIza\nJan", tmp_path, so_many=10)
    assert any("na pewno grają: 9 Iza, 10 Jan?" in one.replace("\xa0", " ") for one in shown)


WORDS_ALONE = [
    *("Odrzucone", "Declined", "Avböjt", "Rezerwa", "Nie grają", "Not going", "Niepotwierdzeni", "Out"),
]


@pytest.mark.parametrize("heading", WORDS_ALONE)
def test_so_it_is_below_one_that_has_no_colon_and_it_is_asked_whether_it_is_a_person(
    heading: str, tmp_path: Path
) -> None:
    _, shown = people_of(f"{PLAIN}\n{heading}\nIza\nJan", tmp_path, so_many=11)
    said = " ".join(shown).replace("\xa0", " ")
    assert f"na pewno osoby: 9 {heading}?" in said
    assert "na pewno grają: 10 Iza, 11 Jan?" in said


def test_so_it_is_behind_one_and_below_the_next_that_is_known_it_ends(tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\nOdmówili: Iza, Jan\nChorzy:\nOla\nGrają też:\nKarol", tmp_path, so_many=12)
    assert any("na pewno grają: 9 Iza, 10 Jan, 11 Ola?" in one.replace("\xa0", " ") for one in shown)


@pytest.mark.parametrize(
    "heading", ["Drużyna B:", "Stół 2:", "Gramy:", "Tak:", "Tak: 2", "\u2705 2", "Lista graczy:"]
)
def test_of_people_below_others_it_is_not(heading: str, tmp_path: Path) -> None:
    _, shown = people_of(f"{PLAIN}\n{heading}\nIza\nJan", tmp_path, so_many=10)
    assert not any("na pewno" in one for one in shown)
    _, shown = people_of(f"Zapisani:\n{PLAIN}", tmp_path)
    assert not any("na pewno" in one for one in shown)
