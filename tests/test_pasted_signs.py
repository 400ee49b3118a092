"""What programs put beside people: tables of signs, codes of emoji, answers below names, struck-out names."""

from __future__ import annotations

import pytest

from narrator.games.usual_signs import usual_signs

from tests.test_pasted_rows import read

PEOPLE = ["Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert"]


def _rows(shape: str, yes: str, **others: str) -> str:
    return "\n".join(shape.format(name=name, sign=others.get(name, yes)) for name in PEOPLE)


@pytest.mark.parametrize("heading", ["| Name | In? |\n|---|---|", "| Imię | Będzie? |\n|:--|:-:|", ""])
@pytest.mark.parametrize(
    ("yes", "no", "perhaps"), [("✅", "❌", "❓"), ("👍", "👎", "🤷"), (":+1:", ":-1:", ":shrug:")]
)
def test_a_sign_in_a_table_of_a_note_program_asks(heading: str, yes: str, no: str, perhaps: str) -> None:
    names, asked = read(f"{heading}\n{_rows('| {name} | {sign} |', yes, Ewa=no, Hubert=perhaps)}".strip())
    assert names == PEOPLE
    assert all(one in asked for one in ("5 Ewa", "8 Hubert"))
    assert not any(name in asked for name in ("Ala", "Gosia"))


@pytest.mark.parametrize("shape", ["{name} {sign}", "{sign} {name}", "- {name}: {sign}"])
def test_a_code_of_an_emoji_is_the_sign(shape: str) -> None:
    names, asked = read(_rows(shape, ":white_check_mark:", Ewa=":x:", Gosia=":thumbsdown:", Hubert=":question:"))
    assert names == PEOPLE
    assert asked.count(",") == 2
    assert all(one in asked for one in ("5 Ewa", "7 Gosia", "8 Hubert"))


def test_a_code_that_is_no_answer_is_a_note() -> None:
    assert usual_signs("Ala :red_apple:") == ("Ala (red apple)", [])
    assert usual_signs("Ala :+1::skin-tone-2:") == ("Ala \u2705", [])
    assert usual_signs("12:30:15 Ala") == ("12:30:15 Ala", [])


@pytest.mark.parametrize(
    ("yes", "no"),
    [("Going", "Not going"), ("Accepted", "Declined"), ("Będzie", "Może"), ("Member", "Waitlist")],
)
def test_an_answer_in_its_own_row_is_of_the_one_above(yes: str, no: str) -> None:
    names, asked = read(_rows("{name} Lis\n{sign}", yes, Ewa=no))
    assert names == [f"{name} Lis" for name in PEOPLE]
    assert f"grają: 5 Ewa Lis ({no})?" in asked


def test_so_it_is_with_two_rows_below_each_and_a_title_above() -> None:
    rows = _rows("{name} Lis\nMember\n{sign}", "Going", Ewa="Not going")
    names, asked = read(f"Attendees (8)\n{rows}")
    assert names == [f"{name} Lis" for name in PEOPLE]
    assert "grają: 5 Ewa Lis (Not going)?" in asked


def test_a_label_above_each_is_no_answer_of_the_one_before() -> None:
    assert "Ala (Gość)" not in usual_signs("Gość\nAla\nGość\nBartek\nGość\nCelina")[0]


@pytest.mark.parametrize(
    ("row", "kept", "left"),
    [
        *(
            ("- [x] ~~Iza~~", "", "- [x] ~~Iza~~"),
            ("✅ ~~Iza~~", "", "✅ ~~Iza~~"),
            ("~~Iza~~ chora", "", "~~Iza~~ chora"),
        ),
        *(
            ("9. ~~Iza~~ Jan", "9. Jan", "~~Iza~~"),
            ("~~Iza~~ -> Jan", " -> Jan", "~~Iza~~"),
            ("Jan ~~Iza~~", "Jan", "~~Iza~~"),
        ),
    ],
)
def test_who_is_struck_out_is_left_out_and_no_part_of_a_name(row: str, kept: str, left: str) -> None:
    assert usual_signs(row) == (kept, [left])
    names, _ = read("\n".join([*PEOPLE, row]))
    assert names == [*PEOPLE, *["Jan"] * ("Jan" in row)]


def test_bold_letters_belong_to_the_row_of_a_list() -> None:
    assert read("* Ala\n* **Bartek**\n* Celina\n* Darek")[0] == ["Ala", "Bartek", "Celina", "Darek"]


@pytest.mark.parametrize(
    "row", ["Ewa CAN'T COME", "Ewa NOT COMING", "Ewa OUT", "Ewa NIE", "Ewa NIE MOŻE", "Ewa Lis NIE"]
)
def test_a_refusal_in_capitals_is_no_part_of_a_name(row: str) -> None:
    names, asked = read("\n".join(["Ala", row, "Bartek", "Celina", "Darek"]))
    assert names in (["Ala", "Bartek", "Celina", "Darek"], ["Ala", " ".join(names[1:2]), "Bartek", "Celina", "Darek"])
    assert "Ewa" not in names or "2 Ewa (" in asked


def test_a_surname_in_capitals_is_one() -> None:
    assert read("Ala KOT\nBartek LIS\nCelina WILK")[0] == ["Ala KOT", "Bartek LIS", "Celina WILK"]


@pytest.mark.parametrize("share", ["0%", "10%", "50/50", "90 %"])
def test_a_share_is_a_perhaps(share: str) -> None:
    names, asked = read(_rows("{name}: {sign}", "100%", Ewa=share))
    assert names == PEOPLE
    assert asked.startswith(f"Czy na pewno grają: 5 Ewa ({share})?")


@pytest.mark.parametrize(
    "row",
    [
        "On Tue, Dec 1, 2026 at 9:14 AM Bob Miller <bob@example.com> wrote:",
        "W dniu 1.12.2026 o 09:14, Jan Kot <jan@example.com> napisał(a):",
        "Den 1 december 2026 09:14 skrev Bo Ek <bo@example.com>:",
    ],
)
def test_the_heading_of_a_mail_that_is_answered_is_nobody(row: str) -> None:
    assert read(f"{row}\n\nAla\nEwa\nJan\nOla") == (["Ala", "Ewa", "Jan", "Ola"], "")


def test_a_seat_and_a_tab_number_a_player() -> None:
    assert read("Seat 1\tAla\nSeat 2\tEwa\nSeat 3\tJan")[0] == ["Ala", "Ewa", "Jan"]


@pytest.mark.parametrize(
    ("pasted", "asked_about"),
    [
        ("Ania ✓\nTomek ✓\nMarta x\nJan ✓\nEwa X", ["3 Marta", "5 Ewa"]),
        ("Ania v\nTomek v\nMarta x\nJan v\nEwa V", ["3 Marta"]),
        ("Ania +, Tomek +, Marta -, Jan +, Ewa +", ["3 Marta"]),
        ("Ania +\nTomek +\nMarta -\nJan +\nEwa +/-", ["3 Marta", "5 Ewa"]),
        ("Ania x\nTomek x\nMarta -\nJan x\nEwa x", ["3 Marta"]),
    ],
)
def test_a_letter_or_a_minus_behind_a_name_is_a_tick(pasted: str, asked_about: list[str]) -> None:
    names, asked = read(pasted)
    assert names == ["Ania", "Tomek", "Marta", "Jan", "Ewa"]
    assert [one for one in ("1 Ania", "2 Tomek", "3 Marta", "4 Jan", "5 Ewa") if one in asked] == asked_about


def test_a_table_of_cells_in_quotation_marks_has_columns_of_answers() -> None:
    heads = '"Timestamp","What\'s your name?","Are you coming?","Any allergies?"'
    shape = '"2026/11/28 10:02:11 AM GMT+1","{name}","{sign}","milk, eggs"'
    names, asked = read("\n".join([heads, _rows(shape, "Yes, I'll be there", Ewa="Sorry, can't make it")]))
    assert names == PEOPLE
    assert asked.startswith("Czy na pewno grają: 5 Ewa (Sorry, can't make it)?")


@pytest.mark.parametrize(
    "heads", ["Surname\tForename\tAttending", "No.\tName\tAttending", "Name\tMail\tWill you come?"]
)
def test_headings_of_surnames_numbers_and_questions_are_known(heads: str) -> None:
    shape = {"S": "Kot\t{name}\t{sign}", "N": "1\t{name}\t{sign}" if "No." in heads else "{name}\ta@b.pl\t{sign}"}
    names, asked = read(f"{heads}\n{_rows(shape[heads[0]], 'yes', Ewa='no')}")
    assert [name.split()[0] for name in names] == PEOPLE
    assert "5 Ewa" in asked
    assert "4 Darek" not in asked
    assert "6 Filip" not in asked


@pytest.mark.parametrize("shape", ["{name} ........... {sign}", "{name}.......... {sign}", "{name} ____ {sign}"])
def test_what_fills_a_row_is_no_part_of_the_name(shape: str) -> None:
    names, asked = read(_rows(shape, "tak", Ewa="NIE", Hubert="?"))
    assert names == PEOPLE
    assert asked.startswith("Czy na pewno grają: 5 Ewa (NIE), 8 Hubert")


@pytest.mark.parametrize("before", ["600100200 ", "+48600100200 "])
def test_a_telephone_number_before_a_name_is_none(before: str) -> None:
    assert read("\n".join(before + name for name in PEOPLE)) == (PEOPLE, "")


def test_numbers_that_count_on_behind_names_are_seats() -> None:
    assert read("\n".join(f"{name} {seat}" for seat, name in enumerate(PEOPLE, 1)))[0] == PEOPLE
    assert read("Gracz 1\nGracz 2\nGracz 3")[0] == ["Gracz 1", "Gracz 2", "Gracz 3"]


def test_a_bare_minus_among_answers_asks() -> None:
    _, asked = read("Ala - tak\nEwa - tak\nJan -\nOla - tak\nIza - tak")
    assert asked.startswith("Czy na pewno grają: 3 Jan")
    assert "4 Ola" not in asked


@pytest.mark.parametrize("face", ["🙅", "🙅\u200d♀️", "😢", "🤒"])
def test_a_face_that_says_no_asks(face: str) -> None:
    _, asked = read(_rows("{name} - {sign}", "👍", Ewa=face))
    assert asked.startswith("Czy na pewno grają: 5 Ewa")
    assert "6 Filip" not in asked


def test_two_with_an_n_between_them_are_two_and_here_is_nobody() -> None:
    assert read("@here\nfrank n gina\nCarol n Dave\nAnna\n@everyone")[0] == ["frank", "gina", "Carol", "Dave", "Anna"]


def test_an_x_before_a_few_asks_about_these() -> None:
    names, asked = read("Ala\nEwa\nx Jan\nOla\nIza\nX Tomek\nMagda")
    assert names == ["Ala", "Ewa", "Jan", "Ola", "Iza", "Tomek", "Magda"]
    assert asked.startswith("Czy na pewno grają: 3 Jan, 6 Tomek?")


def test_an_address_alone_among_people_to_whom_a_mail_goes_is_one_of_them() -> None:
    people = "Ala Kot <ala@example.com>, Ewa Lis <el@example.com>, Ola Mak <om@example.com>"
    names, _ = read(f"To: {people}, jan.wilk@example.com, list@example.com")
    assert names == ["Ala Kot", "Ewa Lis", "Ola Mak", "Jan Wilk"]


@pytest.mark.parametrize("when", ["od 21 {}", "ok. 20 {}", "po 22:30 {}", "from 8pm {}", "kl. 20 {}", "od 21:00 {}"])
def test_a_time_before_a_name_is_no_part_of_it(when: str) -> None:
    rows = [when.format(name) if name in ("Ola", "Iza") else name for name in ("Ala", "Ola", "Jan", "Iza", "Ewa")]
    assert read("\n".join(rows))[0] == ["Ala", "Ola", "Jan", "Iza", "Ewa"]


def test_an_address_that_begins_like_a_tag_is_none() -> None:
    mail = '"Kowalska, Anna" <a@example.com>; "Nowak, Piotr" <p.nowak@example.com>; "Lis, Marta" <s.lis@example.com>'
    assert read(mail)[0] == ["Anna Kowalska", "Piotr Nowak", "Marta Lis"]


def test_a_comma_in_a_message_of_a_chat_parts_it_from_no_sender() -> None:
    said = {"Ala": "ja", "Jan": "jestem", "Ola": "może, dam znać", "Iza": "ja też", "Ewa": "wchodzę, tak"}
    rows = [f"[28.11.2026, 19:0{place}:11] {name}: {text}" for place, (name, text) in enumerate(said.items())]
    names, asked = read("\n".join(rows))
    assert names == [*said]
    assert "3 Ola (może, dam znać)" in asked


@pytest.mark.parametrize("sign", [":", " –", " -"])
def test_a_comma_in_a_note_parts_no_people(sign: str) -> None:
    said = {"Ala": "in", "Jan": "out, sorry", "Ola": "in, bringing Zoe", "Iza": "maybe, will confirm Thursday"}
    names, asked = read(
        "\n".join(f"{name}{sign} {text}" for name, text in {**said, "Ewa": "in", "Ida": "in"}.items())
    )
    assert [one for one in names if one != "Jan"] == ["Ala", "Ola", "Iza", "Ewa", "Ida"]
    assert "Iza (maybe, will confirm Thursday)" in asked


def test_an_answer_behind_a_comma_is_nobody() -> None:
    said = {"Anna Smith": "Accepted", "Ben Carter": "Accepted", "Carol Jones": "Declined", "Frank Hill": "Tentative"}
    people = {**said, "Grace Park": "Accepted", "Hank Moss": "Not coming", "Erin Wood": "Accepted"}
    names, asked = read("\n".join(f"{name}, {text}" for name, text in people.items()))
    assert names == [*people]
    assert "grają: 3 Carol Jones (Declined), 4 Frank Hill (Tentative), 6 Hank Moss (Not" in asked


def test_somebody_who_comes_along_behind_a_tick_plays() -> None:
    names, asked = read("1. Ala \u2714\n2. Jan \u2714 + Ewa\n3. Ola \u2714\n4. Iza \u274c\n5. Ida \u2714")
    assert names == ["Ala", "Jan", "Ewa", "Ola", "Iza", "Ida"]
    assert "grają: 5 Iza" in asked
