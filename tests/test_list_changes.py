"""The list of people is changed by words: put right, inserted, removed, swapped; and it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.computer.texts import texts_of
from narrator.evening.last_table import LastTable
from narrator.lexicon import plain
from narrator.play import loading
from narrator.values import replace

from tests.asked import EIGHT, REST, Talk


@pytest.mark.parametrize(
    "said", ["change 1 Al", "popraw 1 Al", "zmień 1. Al", "Popraw 1: Al", "correct 1 Al", "popraw Ala Al"]
)
def test_a_correction_is_never_a_name(said: str, tmp_path: Path) -> None:
    people = Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people
    assert (people[1], len(people)) == ("Al", 8)


@pytest.mark.parametrize(
    ("said", "came"),
    [
        *[(f"{word} Iza", "Iza") for word in ("dodaj", "Dopisz", "jest jeszcze", "jeszcze", "add", "plus", "wstaw")],
        ("dodaj Izę", "Iza"),
        ("dopisz Iza i Jola.", "Iza, Jola"),
        ("dodaj Iza, Jola", "Iza, Jola"),
        ("dodaj Jola Nowak", "Jola Nowak"),
    ],
)
def test_somebody_is_added_without_a_seat(said: str, came: str, tmp_path: Path) -> None:
    people = Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people
    assert ", ".join(people.values()) == f"{EIGHT}, {came}"


def test_the_button_of_a_page_from_which_a_list_was_copied_adds_nobody(tmp_path: Path) -> None:
    pasted = "\n".join([*EIGHT.split(", "), "Dodaj znajomego"])
    assert [*Talk(pasted, "", *REST).table(tmp_path).setup.people.values()] == EIGHT.split(", ")


@pytest.mark.parametrize("said", ["popraw Ala", "usuń Norbert", "wstaw 3", "change"])
def test_nor_is_one_that_is_not_understood(said: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    assert any(one.startswith("Tego nie rozumiem") for one in talk.shown)


def test_a_player_is_removed_by_name_too_and_one_who_is_there_is_not_seated_twice(tmp_path: Path) -> None:
    first, *others = EIGHT.split(", ")
    talk = Talk(EIGHT, f"wstaw 1 {first}", f"usuń {others[0]}", "Iza", "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == [first, *others[1:], "Iza"]
    assert any(f"wstaw 1 {first} K" in one for one in talk.shown)


@pytest.mark.parametrize("said", ["jedrek", "zaneta", "Lukasz", "jedrek i lukasz"])
def test_a_name_is_meant_without_its_accents_too(said: str, tmp_path: Path) -> None:
    people = ["Jędrek", "Żaneta", "Łukasz", *EIGHT.split(", ")]
    talk = Talk(", ".join(people), f"usuń {said}", "", *REST)
    left = [*talk.table(tmp_path).setup.people.values()]
    gone = [plain(one.casefold()) for one in people if one not in left]
    assert gone == said.casefold().split(" i ")


def test_but_not_where_two_would_be_meant(tmp_path: Path) -> None:
    talk = Talk(f"Łucja, Lucją, {EIGHT}", "usuń lucja", "", *REST)
    assert len(talk.table(tmp_path).setup.player) == 10


@pytest.mark.parametrize("said", ["Celina poszła do domu", "odeszla Celina", "Celina już odeszła.", "wyszła Celina"])
def test_who_is_said_to_have_gone_home_is_removed(said: str, tmp_path: Path) -> None:
    people = [*Talk(f"{EIGHT}, Iza", said, "", *REST).table(tmp_path).setup.people.values()]
    assert people == [one for one in (*EIGHT.split(", "), "Iza") if one != "Celina"]


@pytest.mark.parametrize("said", ["Zosia Domu", "Celina Kowalska", "celina k", "Celina K", "Ewa de Groot", "ewa lis"])
def test_a_name_with_such_a_word_is_one(said: str, tmp_path: Path) -> None:
    assert said in Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people.values()


@pytest.mark.parametrize(
    ("said", "people"),
    [
        *(
            (said, "Ala Bartek Celina Darek Filip Gosia Hubert Iza")
            for said in (
                "bez Ewy",
                "Bez Ewy.",
                "Ewa nie gra",
                "ewa nie przyjdzie",
                "Ewa odpada",
                "usuń Ewę",
                "Ewa już nie gra",
            )
        ),
        *(
            (said, "Ala Bartek Celina Darek Zosia Filip Gosia Hubert Iza")
            for said in (
                "Ewa -> Zosia",
                "Ewa→Zosia",
                "Ewa => Zosia",
                "Zosia zamiast Ewy",
                "zamiast Ewy Zosia",
                "popraw Ewę Zosia",
            )
        ),
        ("bez Ewy i Bartka\nOla", "Ala Celina Darek Filip Gosia Hubert Iza Ola"),
        ("zamień Alę z Ewą", "Ewa Bartek Celina Darek Ala Filip Gosia Hubert Iza"),
        ("przyszła Zoe", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza Zoe"),
        ("dosiadł się Zoe", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza Zoe"),
        ("Ewa wychodzi", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("Ewa > Zosia", "Ala Bartek Celina Darek Zosia Filip Gosia Hubert Iza"),
        ("zastąp Ewę Zosią", "Ala Bartek Celina Darek Zosia Filip Gosia Hubert Iza"),
        ("replace Ewa with Zosia", "Ala Bartek Celina Darek Zosia Filip Gosia Hubert Iza"),
        ("przesuń 3 na 1", "Celina Ala Bartek Darek Ewa Filip Gosia Hubert Iza"),
        ("move 1 to 3", "Bartek Celina Ala Darek Ewa Filip Gosia Hubert Iza"),
        ("przesuń Ewę przed Alę", "Ewa Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("przesuń Alę za Ewę", "Bartek Celina Darek Ewa Ala Filip Gosia Hubert Iza"),
        ("usuń 2-4\nOla, Jan", "Ala Ewa Filip Gosia Hubert Iza Ola Jan"),
        *(
            (said, "Ala Bartek Ewa Filip Gosia Hubert Iza Ola")
            for said in ("usuń od 3 do 4\nOla", "usuń 4-3\nOla", "remove 3 to 4\nOla")
        ),
        ("przesuń 3 1", "Celina Ala Bartek Darek Ewa Filip Gosia Hubert Iza"),
        ("Ewa i Iza poszli do domu\nOla", "Ala Bartek Celina Darek Filip Gosia Hubert Ola"),
        ("wstaw Ewę na początek", "Ewa Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("wstaw Ewę ostatnią", "Ala Bartek Celina Darek Filip Gosia Hubert Iza Ewa"),
        ("wstaw Ewę pierwszą", "Ewa Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("wstaw Zoe i Jan przed Bartkiem", "Ala Zoe Jan Bartek Celina Darek Ewa Filip Gosia Hubert Iza"),
        ("wszyscy oprócz Ewy", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("dodaj Zoe, proszę", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza Zoe"),
        ("Zoe < Ewa", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza"),
        ("usuń ostatnią", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert"),
        ("Zoe też gra", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza Zoe"),
        ("Zoe\nbez Ewy", "Ala Bartek Celina Darek Filip Gosia Hubert Iza Zoe"),
    ],
)
def test_the_list_is_put_right_in_words_too(said: str, people: str, tmp_path: Path) -> None:
    talk = Talk(f"{EIGHT}, Iza", said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == people.split()


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        *((said, 2) for said in ("wstaw Tomek przed 2", "insert Tomek before 2", "dodaj Tomka na 2")),
        *((said, 5) for said in ("wstaw Tomka przed Ewą", "wstaw przed Ewą Tomka", "jeszcze Tomek przed Ewą")),
        *((said, 6) for said in ("wstaw Tomek za Ewa", "dodaj Tomek po Ewie", "insert Tomek after Ewa")),
        ("usuń 1, wstaw Tomek przed 5", 4),
        ("wstaw Tomek na koniec", 9),
        ("wstaw Tomek 3", 3),
    ],
)
def test_a_new_person_is_seated_beside_another_in_words(said: str, seat: int, tmp_path: Path) -> None:
    people = Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people
    assert [place for place, name in people.items() if name == "Tomek"] == [seat]
    assert {*people.values()} <= {*EIGHT.split(", "), "Tomek"}


@pytest.mark.parametrize(
    "said", ["infoga Tove före Ewa", "lägg till Tove före 5", "ersätt Ewa med Tove", "byt ut Ewa mot Tove"]
)
def test_and_in_swedish(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people[5] == "Tove"


@pytest.mark.parametrize(
    "said", ["zastąp Ola Nowak Iza", "zmień Ola Nowak na Iza", "replace Ola with Iza", "Ola -> Iza"]
)
def test_who_has_a_surname_is_put_right_too(said: str, tmp_path: Path) -> None:
    people = Talk(f"{EIGHT}, Ola Nowak", said, "", *REST).table(tmp_path).setup.people
    assert [*people.values()] == [*EIGHT.split(", "), "Iza"]


@pytest.mark.parametrize("said", ["usuń ola", "bez Oli", "Ola wychodzi"])
def test_who_is_the_only_one_of_a_given_name_is_meant_by_it(said: str, tmp_path: Path) -> None:
    people = Talk(f"{EIGHT}, Ola Nowak", said, "", *REST).table(tmp_path).setup.people
    assert [*people.values()] == EIGHT.split(", ")


def test_but_not_one_of_two_of_this_name(tmp_path: Path) -> None:
    talk = Talk(f"{EIGHT}, Ola Nowak, Ola Lis", "usuń ola", "", *REST)
    assert len(talk.table(tmp_path).setup.player) == 10


@pytest.mark.parametrize("row", ["Zosia -> Szeryf", "Zosia > Basia", "Zosia\u2192Basia", "Zosia przed Ewą"])
def test_nor_is_a_pasted_row_with_an_arrow_or_a_place_a_name(row: str, tmp_path: Path) -> None:
    people = Talk(EIGHT, f"{row}\nKuba\nJan", "", *REST).table(tmp_path).setup.people
    assert [*people.values()] == [*EIGHT.split(", "), "Kuba", "Jan"]


@pytest.mark.parametrize("said", ["popraw 3 Zosia > Ola", "popraw 3 przed Ewą", "wstaw 3 Zosia przed Ewą"])
def test_nor_what_is_typed_over_one(said: str, tmp_path: Path) -> None:
    assert [*Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people.values()] == EIGHT.split(", ")


@pytest.mark.parametrize("name", ["Lin Po Chan", "Maria do Carmo", "Daniela", "Petra"])
def test_a_name_with_a_syllable_or_an_ending_like_that_of_a_change_is_one(name: str, tmp_path: Path) -> None:
    assert name in Talk(EIGHT, f"dodaj {name}", "", *REST).table(tmp_path).setup.people.values()


@pytest.mark.parametrize("language", ["pl", "en", "sv"])
def test_the_hint_below_the_list_has_one_row_and_names_the_way_to_begin_anew(language: str) -> None:
    texts = texts_of(language)
    anew = [word.replace("-", " ") for word in texts.word("wizard.typed.anew").split()]
    hint = texts.word("wizard.names-change")
    assert len(hint) <= 80
    assert any(word in hint for word in anew)


@pytest.mark.parametrize(
    "said",
    [
        "bez Zenka",
        "Zenek -> Ola",
        "Zenek > Ola",
        "Ola zamiast Zenka",
        "Ewa dziś później",
        "nie ma Ewy",
        "Ewa mała",
        "doszła Ewa",
        "ewa jednak nie wie",
    ],
)
def test_what_speaks_of_somebody_on_the_list_is_no_new_player(said: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    assert any(one.startswith("Tego nie rozumiem") for one in talk.shown)


@pytest.mark.parametrize(
    "said", ["without Ewa", "Ewa is not playing", "Ewa can’t come", "Zoe came", "Zoe instead of Ewa"]
)
def test_and_in_english(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    people = Talk(f"{EIGHT}, Iza", said, "", *REST).table(tmp_path).setup.people.values()
    assert ("Ewa" in people, "Zoe" in people) == ("came" in said, "Zoe" in said)
    assert {*people} <= {*EIGHT.split(", "), "Iza", "Zoe"}


@pytest.mark.parametrize(
    ("typed", "name"), [("1. Zosia", "Zosia"), ("Zosia (spóźni się)", "Zosia"), ("Zosia Lis", "Zosia Lis")]
)
def test_who_is_typed_over_is_read_as_in_the_list(typed: str, name: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, f"popraw 3 {typed}", "", *REST)
    assert talk.table(tmp_path).setup.people[3] == name
    assert any(f"3\xa0{name}" in one for one in talk.shown), "the changed list is shown"


@pytest.mark.parametrize("typed", ["Zosia, Ola", "usuń 3", "Zosia i Ola", "Lista:", "z@b.pl"])
def test_and_refused_where_it_is_not_one_name(typed: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, f"popraw 3 {typed}", "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    assert any("to nie jest imię" in one for one in talk.shown)


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("usuń 1, usuń 3", ["Bartek", "Darek", "Osa"]),
        ("usuń 1\nusuń 3", ["Bartek", "Darek", "Osa"]),
        ("usuń 3; usuń 1", ["Bartek", "Darek", "Osa"]),
        ("usuń 1; usuń 1, wstaw 2 Zosia", ["Zosia", "Bartek", "Celina"]),
        ("usuń 2, wstaw 2 Zosia, Kuba", ["Ala", "Zosia", "Kuba", "Celina"]),
        ("usuń 1, popraw 3 Kuba, usuń Bartek", ["Kuba", "Darek", "Osa"]),
        ("popraw 2 Kuba, wstaw 3 Zosia, zamień 1 4", ["Darek", "Kuba", "Zosia", "Celina", "Ala"]),
        ("zamień 1 4, wstaw 4 Zosia, usuń 1", ["Zosia", "Darek", "Bartek", "Celina", "Osa"]),
        ("wstaw 2 Zosia, Kuba", ["Ala", "Zosia", "Kuba", "Bartek"]),
        ("wstaw 13 Zosia, popraw 13 Kuba, wstaw 1 Iza, popraw Iza Ola", ["Ola", "Ala", "Bartek"]),
        ("usuń 1, Zosia", ["Ala", "Bartek", "Celina", "Darek"]),
    ],
)
def test_numbers_of_several_changes_in_one_row_mean_the_list_as_it_was_shown(
    said: str, people: list[str], tmp_path: Path
) -> None:
    kept = {"players": ["Ala", "Bartek", "Celina", "Darek", *(f"Os{sign}" for sign in "abcdefgh")]}
    talk = Talk(said, "", *REST)
    assert [*talk.table(tmp_path, kept=kept).setup.people.values()][: len(people)] == people
    assert sum("1\xa0" in one for one in talk.shown) < 3, "the changed list is shown once"


@pytest.mark.parametrize(
    "said", ["usuń 3, usuń 7", "usuń 3 i 7", "usuń 7 3", "usuń 3, 7", "usuń Gracz 3, usuń Gracz 7", "remove 3 and 7"]
)
def test_of_players_without_names_those_who_are_meant_go(said: str, tmp_path: Path) -> None:
    kept = {"players": [*(f"Gracz {seat}" for seat in range(1, 8)), "Zenek", "Iza", "Jan"]}
    people = Talk(said, "", *REST).table(tmp_path, kept=kept).setup.people
    assert [*people.values()][4:] == ["Gracz 5", "Zenek", "Iza", "Jan"]


def test_who_came_in_a_row_is_no_number_of_the_list_before(tmp_path: Path) -> None:
    talk = Talk(f"{EIGHT}\nusuń 2\nusuń 1\nZenek, Iza", "", *REST)
    names = [*talk.table(tmp_path).setup.people.values()]
    assert names == [*EIGHT.split(", ")[2:], "Zenek", "Iza"]


@pytest.mark.parametrize("said", ["popraw 1 na Al", "popraw Ala na Al", "change 1 to Al"])
def test_who_is_put_right_has_no_word_of_the_sentence_in_their_name(said: str, tmp_path: Path) -> None:
    assert Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people[1] == "Al"


NAMELESS = [[f"{word} {seat}" for seat in range(1, 10)] for word in ("Gracz", "Player", "Spelare")]


@pytest.mark.parametrize("nine", NAMELESS, ids=str)
@pytest.mark.parametrize("said", ["usuń 3", "usuń 1", "wstaw 3 Ala", "popraw 2 Ala", "Gracz 30", "lista"])
def test_players_without_names_are_counted_anew_by_seat(nine: list[str], said: str, tmp_path: Path) -> None:
    people = Talk(said, "", *REST).table(tmp_path, kept={"players": nine}).setup.people
    assert all(name == "Ala" or name.split()[1:] == [str(seat)] for seat, name in people.items())


def test_a_number_above_that_of_last_time_seats_more_without_names(tmp_path: Path) -> None:
    kept = {"players": ["Ala", *(f"Gracz {seat}" for seat in range(2, 10))]}
    people = Talk("11", "", *REST).table(tmp_path, kept=kept).setup.people
    assert [*people.values()] == ["Ala", *(f"Gracz {seat}" for seat in range(2, 12))]


def test_also_where_a_row_was_taken_out_of_the_file_or_last_times_people_are_offered(tmp_path: Path) -> None:
    Talk("9", "", *REST).table(tmp_path)
    path = tmp_path / "new.toml"
    path.write_text(path.read_text("utf-8").replace("Gracz 3", "Ala").replace("Gracz 9", "Gracz 3"), "utf-8")
    table = loading.load_table(path)
    setup = table.setup
    assert [*setup.people.values()][2:] == ["Ala", *(f"Gracz {seat}" for seat in range(4, 10))]
    shifted = replace(setup, player=setup.player[1:])
    assert LastTable(path, replace(table, setup=shifted)).names[:3] == ["Gracz 1", "Ala", "Gracz 3"]


def test_several_people_at_once_are_listed_before_the_next_question(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "Iza", "", *REST)
    talk.table(tmp_path)
    assert sum("1\xa0Ala · 2\xa0Bartek" in one for one in talk.shown) == 1


@pytest.mark.parametrize("row", ["(8)", "+48 600 123 451", "|---|"])
def test_a_row_of_nobody_does_not_ask_for_somebody_again(row: str, tmp_path: Path) -> None:
    talk = Talk(row, EIGHT, "", *REST)
    talk.table(tmp_path)
    assert [one for one in talk.shown if "jeszcze raz" in one] == []


@pytest.mark.parametrize(
    "said",
    [
        *("zamień 2 5", "swap 5 2", "zamień Bartek Ewa", "zamien 2 i 5", "zamień Ewa z Bartek", "swap 2 and 5"),
        *("zamień 2, 5", "zamień 2/5", "zamień 2 z 5.", "zamień 1 2, 1 2, 2 5"),
    ],
)
def test_two_people_change_places(said: str, tmp_path: Path) -> None:
    people = Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people
    assert [*people.values()] == ["Ala", "Ewa", "Celina", "Darek", "Bartek", "Filip", "Gosia", "Hubert"]


@pytest.mark.parametrize(
    "said",
    [
        "zamień 2",
        "zamień 2 9",
        "zamień 1 2 3",
        "usuń 3-99",
        "przesuń Zenka na 1",
        "wstaw Tomek przed Zenkiem",
        "wstaw Tomek obok Ewy",
        "Tomek przed Ewą",
        "Tomek przed 2",
        "zastąp Jacek Rysiek",
        "usuń 3 Ala",
        "Ewa na 2",
        "zamiast Zenka Ola",
        "3 Ania",
    ],
)
def test_what_sounds_like_a_change_and_is_none_is_no_player(said: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    assert talk.shown.count(next(one for one in talk.shown if one.startswith("Tego nie rozumiem"))) == 1


@pytest.mark.parametrize("said", ["od nowa", "wyczyść", "clear"])
def test_the_list_is_begun_anew(said: str, tmp_path: Path) -> None:
    talk = Talk(EIGHT, said, "Iza", *EIGHT.split(", ")[:7], "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == ["Iza", *EIGHT.split(", ")[:7]]


def test_a_list_that_names_most_of_the_people_again_is_the_whole_list(tmp_path: Path) -> None:
    kept = {"players": EIGHT.split(", ")}
    talk = Talk("Hubert\nAla\nIza\nJan\nCelina\nDarek\nFilip\nBartek\nOla", "", *REST)
    people = [*talk.table(tmp_path, kept=kept).setup.people.values()]
    assert people == ["Hubert", "Ala", "Iza", "Jan", "Celina", "Darek", "Filip", "Bartek", "Ola"]
    assert any("Nie ma w niej: Ewa, Gosia." in one for one in talk.shown)


@pytest.mark.parametrize("said", ["Iza, Jan", "Iza\nAla\nJan\nOla", "usuń 1\nAla\nBartek\nCelina"])
def test_one_that_names_few_of_them_joins_the_others(said: str, tmp_path: Path) -> None:
    talk = Talk(said, "", *REST)
    people = [*talk.table(tmp_path, kept={"players": EIGHT.split(", ")}).setup.people.values()]
    assert {*EIGHT.split(", ")} <= {*people}


def test_who_gets_a_name_that_is_taken_is_put_right_not_seated_once_more(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "popraw 2 ala", "", *REST)
    talk.table(tmp_path)
    assert any("„popraw 2 ala K”" in one for one in talk.shown)
