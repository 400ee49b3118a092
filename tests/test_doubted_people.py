"""Who in a table, on a page or beside a sign may not play, and so is left out or asked about; the others are not."""

from __future__ import annotations

import pytest

from narrator.games.doubts import is_own_refusal
from narrator.games.night.wizard import new_table
from narrator.play import loading

from tests.asked import EIGHT, Talk
from tests.test_pasted_rows import read


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_a_comma_in_a_cell_of_a_table_parts_no_people(sign: str) -> None:
    rows = ["Imię i nazwisko|Czy będziesz?", "Magda Lis|Tak", "Tomek Nowak|Tak, z osobą towarzyszącą", "Ola Mak|Nie"]
    names, asked = read("\n".join([*rows, "Iza Kot|Tak"]).replace("|", sign))
    assert names == ["Magda Lis", "Tomek Nowak", "Ola Mak", "Iza Kot"]
    assert "3 Ola Mak (Nie)" in asked
    assert "Tomek" not in asked


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_nor_where_somebody_is_named_in_it(sign: str) -> None:
    rows = ["Imię|Uwagi", "Magda|wege", "Tomek (nowy)|Obok Oli, Ewa wie", "Iza|ryby", "Jan|"]
    assert read("\n".join(rows).replace("|", sign))[0] == ["Magda", "Tomek", "Iza", "Jan"]


@pytest.mark.parametrize(
    "struck",
    [
        *("<li><s>Ola</s></li>", "<li><del>Ola</del></li>", "<li><strike class='x'>Ola</strike></li>"),
        *("<li style='text-decoration: line-through'>Ola</li>", "<li><s><b>Ola</b> Lis</s></li>"),
    ],
)
def test_who_is_struck_out_on_a_page_is_left_out(struck: str) -> None:
    page = f"<ul><li>Magda</li>{struck}<li><strong>Iza</strong></li><li>Jan</li></ul>"
    assert read(page) == (["Magda", "Iza", "Jan"], "")


def test_so_is_a_row_of_a_table_on_it() -> None:
    cells = ["Magda", "<s>Ola</s>", "Iza", "Jan"]
    rows = "".join(f"<tr><td>{cell}</td><td>tak</td></tr>" for cell in cells)
    assert read(f"<table>{rows}</table>")[0] == ["Magda", "Iza", "Jan"]


@pytest.mark.parametrize("none", ["-|-", "|", "nie|-", "?|?", "-|"])
@pytest.mark.parametrize("sign", ["\t", ";", ","])
def test_of_who_comes_on_none_of_the_days_it_is_asked(none: str, sign: str) -> None:
    rows = ["Imię|pt|sob", "Magda|x|x", f"Ola|{none}", "Iza|x|", "Jan||x", "Tomek|x|x"]
    names, asked = read("\n".join(rows).replace("|", sign))
    assert names == ["Magda", "Ola", "Iza", "Jan", "Tomek"]
    assert asked.count("2 Ola") == 1
    assert not any(name in asked for name in ("Magda", "Tomek"))


@pytest.mark.parametrize("heads", ["pt|sob|nd", "Będzie w pt|Będzie w sob|Będzie w nd"])
@pytest.mark.parametrize(("yes", "no"), [("✅", "❌"), ("x", "-"), ("tak", "nie")])
def test_but_not_of_who_comes_on_some_of_them(heads: str, yes: str, no: str) -> None:
    rows = [f"Imię|{heads}", f"Magda|{yes}|{no}|{yes}", f"Ola|{no}|{no}|{no}", f"Jan|{no}|{no}|{yes}"]
    names, asked = read("\n".join([*rows, f"Iza|{yes}|{yes}|{no}"]).replace("|", "\t"))
    assert names == ["Magda", "Ola", "Jan", "Iza"]
    assert "2 Ola" in asked
    assert not any(name in asked for name in ("Magda", "Jan", "Iza"))


@pytest.mark.parametrize("cross", ["✗", "✘", "❌", "☒", "🚫", "👎", "👎🏽"])
@pytest.mark.parametrize("form", ["{1} {0}", "{0} {1}"])
def test_a_cross_beside_a_name_raises_the_question_whatever_stands_beside_the_others(cross: str, form: str) -> None:
    rows = ["☑ Magda", "✔ Tomek", form.format("Ola", cross), "Iza 🎲", "✅ Paweł", "Jan"]
    names, asked = read("\n".join(rows))
    assert "Ola" in names
    assert "Ola" in asked
    assert not any(name in asked for name in ("Magda", "Tomek", "Paweł"))


@pytest.mark.parametrize(("tick", "cross"), [("✅ ", "❌ "), ("[x] ", "[ ] ")])
def test_of_a_person_without_a_mark_among_them_it_is_asked_and_another_row_is_left_out(tick: str, cross: str) -> None:
    rows = [f"{tick}Magda", f"{tick}Tomek", "Jan", f"{cross}Ola", f"{tick}Iza", "Zapisy do piątku"]
    names, asked = read("\n".join(rows))
    assert (names, "grają: 3 Jan, 4 Ola?" in asked) == (["Magda", "Tomek", "Jan", "Ola", "Iza"], True)


def test_of_crossed_and_empty_boxes_alone_it_is_asked_which_of_them_play() -> None:
    names, asked = read("☒ Magda\n☐ Jan\n☒ Ola\n☐ Iza")
    assert names == ["Magda", "Jan", "Ola", "Iza"]
    assert asked.endswith("Enter: wszyscy. Gra tylko „☒”: „usuń 2 4”. Gra tylko „☐”: „usuń 1 3”.")


def test_of_crosses_beside_all_it_is_asked_too() -> None:
    assert "grają: 1 Magda, 2 Jan, 3 Ola?" in read("❌ Magda\n❌ Jan\n❌ Ola")[1]


@pytest.mark.parametrize("ticks", ["☑✔✅", "✓👍✔"])
def test_so_does_an_empty_box_among_ticks_of_any_kind(ticks: str) -> None:
    rows = [f"{ticks[0]} Magda", f"{ticks[1]} Tomek", "☐ Ola", "✗ Iza", f"{ticks[2]} Paweł"]
    names, asked = read("\n".join(rows))
    assert names == ["Magda", "Tomek", "Ola", "Iza", "Paweł"]
    assert ("3 Ola" in asked, "4 Iza" in asked, "Magda" in asked, "Tomek" in asked) == (True, True, False, False)


def test_and_somebody_with_another_sign_among_ticks_is_on_the_list() -> None:
    names, asked = read("✅ Magda\n✅ Tomek\n🤷 Ola\n👎🏽 Iza\n👍 Jan")
    assert names == ["Magda", "Tomek", "Ola", "Iza", "Jan"]
    assert ("3 Ola" in asked, "4 Iza" in asked, "Jan" in asked) == (True, True, False)


HALVES = ["50/50", "- 50/50", "(50/50)", ": 50/50", "(pół na pół)", "pół na pół", "50 na 50", "50%", "fifty-fifty"]


@pytest.mark.parametrize("row", [*(f"Ola {half}".replace(" :", ":") for half in HALVES)])
def test_half_a_promise_is_asked_about_and_no_part_of_the_name(row: str) -> None:
    names, asked = read("\n".join(["Magda", "Tomek", row, "Iza", "Jan"]))
    assert names == ["Magda", "Tomek", "Ola", "Iza", "Jan"]
    assert "3 Ola (" in asked


@pytest.mark.parametrize("sign", ["❓", "🤷", "🤔", "🤷🏽\u200d♀️", "❔"])
@pytest.mark.parametrize("form", ["{1} {0}", "{0} {1}", "{0}{1}", "{0} ({1})"])
def test_so_is_a_face_of_somebody_who_does_not_know(sign: str, form: str) -> None:
    names, asked = read("\n".join(["Magda", "Tomek", form.format("Ola", sign), "Iza", "Jan"]))
    assert names == ["Magda", "Tomek", "Ola", "Iza", "Jan"]
    assert "3 Ola" in asked


@pytest.mark.parametrize(
    "row", ["Magda, Tomek, Ola 🤔, Iza", "Magda, Tomek, ❌ Ola, Iza", "Magda, Tomek, Ola 50/50, Iza"]
)
def test_and_in_one_row_with_others(row: str) -> None:
    names, asked = read(row)
    assert names == ["Magda", "Tomek", "Ola", "Iza"]
    assert "3 Ola" in asked


def test_another_sign_beside_a_name_is_left_as_it_is() -> None:
    assert read("Magda\nTomek\n🦊 Ola\nIza") == (["Magda", "Tomek", "🦊 Ola", "Iza"], "")


CHATS = ["[18:01, 30.11.2026] Magda: Ja gram\n[18:02, 30.11.2026] Tomek: {}\n[18:03, 30.11.2026] Iza: ja też"]
CHATS += ["Magda\nTomek\n{}\nIza", "Magda\n18:01\nJa będę\nTomek\n18:03\n{}\nIza\n18:05\njestem"]
REPLIES = ["wpadam", "Obecna", "Obecny!", "Wpadnę", "Present", "Närvarande"]
BRINGING = [
    "Ja z Heleną",
    "Wezmę brata",
    "Biorę siostrę",
    "Będę z Magdą",
    "Przyjdę z kolegą",
    "I'm bringing my brother",
]


@pytest.mark.parametrize("chat", CHATS, ids=["stamps", "rows", "times"])
@pytest.mark.parametrize("said", [*REPLIES, *BRINGING])
def test_what_somebody_writes_who_comes_is_no_player(said: str, chat: str) -> None:
    assert read(chat.format(said)) == (["Magda", "Tomek", "Iza"], "")


@pytest.mark.parametrize("said", BRINGING)
def test_and_who_comes_along_is_a_guest_to_be_named(said: str) -> None:
    talk = Talk(CHATS[1].format(said))
    with pytest.raises(EOFError):
        new_table(talk.questions(taken=loading.words_taken(), forms=loading.name_forms))
    assert any(str(one).startswith("Gości bez imienia") and said in str(one) for one in talk.shown)


GOING = ["Biorą udział · 3", "Wezmą udział (3)", "Going", "Attending 3", "Kommer · 3"]
MAYBE = ["Zainteresowani · 2", "Zainteresowane (7)", "Maybe", "Interested · 2", "Invited", "Zaproszeni", "Kanske · 2"]


@pytest.mark.parametrize("going", GOING)
@pytest.mark.parametrize("maybe", MAYBE)
def test_of_people_below_a_maybe_of_an_event_it_is_asked(going: str, maybe: str) -> None:
    names, asked = read(f"{going}\nMagda Lis\nTomek Kot\nJan Mak\n{maybe}\nIza Nowak\nOla Sowa")
    assert names == ["Magda Lis", "Tomek Kot", "Jan Mak", "Iza Nowak", "Ola Sowa"]
    assert "4 Iza Nowak, 5 Ola Sowa?" in asked
    assert "Magda" not in asked


SENTENCES = [
    *("W piątek grają Magda, Tomek i Jan, a Ola nie da rady.", "Magda, Tomek i Jan grają, ale Ola nie wie"),
    *(
        "On Friday Magda, Tomek, and Jan are playing, but Ola can't.",
        "På fredag spelar Magda, Tomek och Jan, men Ola nej",
    ),
]


@pytest.mark.parametrize("row", SENTENCES)
def test_a_sentence_has_the_people_who_play_and_those_behind_a_but(row: str) -> None:
    names, asked = read(row)
    assert names == ["Magda", "Tomek", "Jan", "Ola"]
    assert "4 Ola (" in asked
    assert "Magda" not in asked


def test_who_is_known_not_to_play_by_it_is_left_out() -> None:
    assert read("W piątek grają Magda, Tomek i Jan, a Ola nie może.") == (["Magda", "Tomek", "Jan"], "")
    assert read("Grają Magda Lis, Tomek i Jan") == (["Magda Lis", "Tomek", "Jan"], "")


def _noted(usual: str, **others: str) -> str:
    people = ["Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert"]
    return "\n".join(f"{name} ({others.get(name, usual)})" for name in people)


def test_a_note_that_most_people_have_is_said_and_not_asked_about() -> None:
    _, asked = read(_noted("confirmed", Ewa="unconfirmed", Hubert="replaced"))
    assert "grają: 5 Ewa (unconfirmed), 8 Hubert (replaced)?" in asked


def test_pronouns_are_one_kind_of_note() -> None:
    _, asked = read(_noted("she/her", Ala="he/him", Bartek="they/them", Ewa="nie wiem", Hubert="ask"))
    assert "grają: 5 Ewa (nie wiem), 8 Hubert (ask)?" in asked


def test_a_no_that_most_people_have_is_asked_about() -> None:
    _, asked = read(_noted("nie wiem", Ewa="wege"))
    assert all(f"{name} (nie wiem)" in asked for name in ("Ala", "Hubert"))


def test_beside_a_usual_note_another_one_is_asked_about() -> None:
    _, asked = read("\n".join(["Ala (she/her) (nie wiem)", *(f"{name} (she/her)" for name in EIGHT.split(", ")[1:])]))
    assert "1 Ala (nie wiem)?" in asked


def test_nobody_stands_below_somebody_with_an_answer() -> None:
    talk, kept = (
        Talk("Ala - tak\nEwa - tak\nJan - tak\nXawk - declined\nOla - tak\nIza - tak", "nie", "lista"),
        dict[str, list[str]](),
    )
    with pytest.raises(EOFError):
        new_table(talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms))
    assert kept["players"] == ["Ala", "Ewa", "Jan", "Ola", "Iza"]
    assert sum("na pewno" in str(one) for one in talk.shown) == 1


@pytest.mark.parametrize("name", ["Frank", "Hank", "Guy", "Ned", "Örjan", "Żaneta", "Zuzia"])
def test_a_usual_name_is_not_asked_about(name: str) -> None:
    assert read(f"Ala\nEwa\nJan\n{name}\nOla") == (["Ala", "Ewa", "Jan", name, "Ola"], "")


@pytest.mark.parametrize("name", ["Xawk", "Zdrapka", "Wielki Edd"])
@pytest.mark.parametrize("refusal", ["{} - nie idę", "{}: nie idę wcale", "7. {} - jadę gdzie indziej, nie idę"])
def test_a_refusal_beside_an_unknown_name_is_not_of_those_above(name: str, refusal: str) -> None:
    names, asked = read(f"Ala\nEwa\nJan\n{refusal.format(name)}\nOla\nIza")
    assert [one for one in names if one != name] == ["Ala", "Ewa", "Jan", "Ola", "Iza"]
    assert name in asked
    assert "Jan" not in asked


@pytest.mark.parametrize("sigh", ["Niestety - nie idę", "Sorry: nie dam rady, nie idę", "Ja - nie mogę"])
def test_a_sigh_before_a_refusal_is_no_name(sigh: str) -> None:
    assert is_own_refusal(sigh)
