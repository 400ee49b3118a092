"""What is replied to the question whether some on the list play: yes, no, or of each whether it is so."""

from __future__ import annotations

import pytest

from narrator.games.night.wizard import new_table
from narrator.play import loading

from tests.asked import Talk

LIST = "Magda\nTomek\nOla (nie da rady)\nIza (może)\nJan"
BACK = "Kto jednak gra, tego dopisz: „dodaj"
ASKED = "Czy na pewno grają: 3 Ola (nie da rady), 4 Iza (może)?"
ALL = ["Magda", "Tomek", "Ola", "Iza", "Jan"]


def replied(*said: str) -> tuple[list[str], list[str]]:
    """Who is on the list in the end, and what was shown since the last reply."""
    talk, kept = Talk(*said), dict[str, list[str]]()
    shown = list[int]()
    answer = talk.ask

    def ask(question: str, default: str = "") -> str:
        shown.append(len(talk.shown))
        return answer(question, default)

    talk.ask = ask  # type: ignore[method-assign]  # notes how much was shown at each question
    with pytest.raises(EOFError):
        new_table(talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms))
    return kept.get("players", []), [str(one) for one in talk.shown[shown[-2] : shown[-1]]]


def without(*gone: str) -> list[str]:
    return [name for name in ALL if name not in gone]


@pytest.mark.parametrize(
    "said", ["Ola nie gra, Iza gra", "Ola nie, Iza tak", "Iza gra, a Ola nie", "nie: Ola, tak: Iza"]
)
def test_who_does_not_play_by_the_reply_is_taken_off_the_list_which_is_said(said: str) -> None:
    names, shown = replied(LIST, said)
    assert names == without("Ola")
    assert shown[-2:] == ["Grają: Iza.", f"Nie grają, skreśleni: Ola. {BACK} Ola”."]


@pytest.mark.parametrize("said", ["nie", "NIE", "n", "Nie.", "nie grają", "nikt", "Ola i Iza nie grają", "3 i 4 nie"])
def test_a_no_is_about_all_who_were_asked_about(said: str) -> None:
    names, shown = replied(LIST, said)
    assert names == without("Ola", "Iza")
    assert shown[-1] == f"Nie grają, skreśleni: Ola, Iza. {BACK} Ola”."


@pytest.mark.parametrize("said", ["nie 3", "usuń 3", "3 nie gra", "tak, Ola nie", "Nie, Ola", "Iza tak, 3 nie"])
def test_a_number_or_a_name_is_one_of_those_who_do_not_play(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[0].startswith("1\xa0Magda")) == (without("Ola"), True)


@pytest.mark.parametrize(
    "said",
    ["nie 3, 4", "nie 3 4", "no 3 4", "nie 3-4", "nie 4-3", "Ola nie\nIza nie", "nie: Ola, Iza", "nie: Ola i Iza"],
)
def test_so_it_is_of_several_in_one_row_or_two(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola", "Iza")


@pytest.mark.parametrize(
    "said", ["wszyscy oprócz Oli", "tak, ale bez Oli", "poza 3", "wszyscy poza 3", "Tak, prócz Oli."]
)
def test_so_it_is_of_one_without_whom_all_play(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola")


@pytest.mark.parametrize("said", ["nie 9", "nie, 3 i 9", "nie Zenek", "no 9", "wszyscy oprócz Zenka"])
def test_a_no_before_somebody_who_is_not_there_changes_nothing(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[0].startswith("Tego nie rozumiem"), shown[1].startswith(ASKED)) == (ALL, True, True)


@pytest.mark.parametrize("said", ["tak, Ola, Iza", "Ola tak\nIza tak", "tak: Ola, Iza", "Ola i Iza też grają"])
def test_a_yes_before_them_keeps_them(said: str) -> None:
    assert replied(LIST, said)[0] == ALL


def test_others_by_number_or_name_and_a_new_paste_are_no_reply() -> None:
    assert replied(LIST, "1, 3")[0] == replied(LIST, "Magda, Ola")[0] == ALL
    assert replied(LIST, "Ola: nie\nZenek: tak\nEwa: tak")[0] == [*ALL, "Zenek", "Ewa"]


def test_a_no_is_about_the_whole_list_where_all_were_asked_about() -> None:
    names, shown = replied("Ala (chipsy)\nJan (kostki)\nEwa (plansza)", "nie")
    assert (names, shown[-1]) == ([], f"Nie grają, skreśleni: Ala, Jan, Ewa. {BACK} Ala”.")


@pytest.mark.parametrize("said", ["nie gra Ola, Iza", "Ola, Iza nie grają", "Ola nie gra, Magda gra, a Iza nie"])
def test_one_no_is_about_several_people(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola", "Iza")


@pytest.mark.parametrize("said", ["tak", "t", "Tak, grają", "grają", "wszyscy", "reszta tak", "tak 3 4"])
def test_a_yes_leaves_the_list_as_it_is_and_shows_it(said: str) -> None:
    names, shown = replied(LIST, said)
    assert names == ALL
    assert shown[0].startswith("1\xa0Magda")
    assert not any("Tego nie rozumiem" in one or "pominięte" in one for one in shown)


@pytest.mark.parametrize(
    ("language", "no", "each", "yes"),
    [
        ("en_GB", "no", "Ola isn't playing, Iza is playing", "yes"),
        ("sv_SE", "nej", "Ola spelar inte, Iza spelar", "ja"),
    ],
)
def test_in_other_languages_too(language: str, no: str, each: str, yes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    asked = LIST.replace("nie da rady", "maybe").replace("może", "not sure")
    names, shown = replied(asked, no)
    assert (names, ": Ola, Iza. " in shown[-1]) == (without("Ola", "Iza"), True)
    assert replied(asked, each)[0] == without("Ola")
    assert replied(asked, f"{yes} 4")[0] == replied(asked, f"Iza {yes}")[0] == without("Ola")
    assert replied(asked, "4", yes)[0] == replied(asked, "3", no)[0] == without("Ola")
    assert replied(asked, f"{no} 3 4")[0] == replied(asked, f"{no} Ola, Iza")[0] == without("Ola", "Iza")
    assert replied(asked, {"en_GB": "all but 3", "sv_SE": "alla utom Ola"}[language])[0] == without("Ola")
    assert replied(asked, yes)[0] == ALL


@pytest.mark.parametrize("said", ["Ola się nie pojawi", "Ola chora, Iza gra", "Ola nie ma czasu, a Iza gra"])
def test_a_no_may_be_in_other_words(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola")


@pytest.mark.parametrize("said", ["Ola nie może, Iza może", "Jan nie, Ewa", "Ola nie wie", "nie wiem", "może"])
def test_what_is_not_plain_changes_nothing_and_a_no_may_still_follow(said: str) -> None:
    assert replied(LIST, said)[0] == ALL
    assert replied(LIST, said, "nie")[0] == without("Ola", "Iza")


def test_a_no_is_about_nobody_once_something_else_was_said() -> None:
    assert replied(LIST, "Ewa", "nie")[0] == [*ALL, "Ewa"]


def test_of_who_is_not_on_the_list_nothing_is_taken_off_and_nobody_is_seated() -> None:
    names, shown = replied(LIST, "Zenek nie gra, Iza gra")
    assert names == ALL
    assert shown[0].startswith("Tego nie rozumiem")


@pytest.mark.parametrize("said", ["Ewa, Zosia", "Ewa nie, Zosia", "Olga Tak, Piotr", "Ola N", "Ola N, Iza T"])
def test_other_names_are_players_as_ever(said: str) -> None:
    assert len(replied(LIST, said)[0]) > len(ALL)


@pytest.mark.parametrize(
    "said",
    [
        *("tak 4", "tak, Iza", "Iza tak", "Iza gra", "Nie, Iza gra", "tylko Iza", "Nie, tylko Iza", "Iza tylko"),
        *("nikt oprócz Izy", "nie, prócz Izy", "nie, ale Iza gra", "Iza tak, reszta nie"),
    ],
)
def test_a_yes_of_some_takes_the_others_off_who_were_asked_about_which_is_said(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[-2:]) == (without("Ola"), ["Grają: Iza.", f"Nie grają, skreśleni: Ola. {BACK} Ola”."])
    assert replied(LIST, said, "dodaj Ola")[0] == [*without("Ola"), "Ola"]


@pytest.mark.parametrize("said", ["Ola nie, reszta tak", "Ola nie, pozostali grają"])
def test_so_it_may_be_said_of_the_rest(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola")


@pytest.mark.parametrize("said", ["3", "Ola", "ola"])
def test_of_a_name_or_number_alone_it_is_asked_whether_these_play(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[-1].startswith("Ola: tak czy nie?")) == (ALL, True)
    assert replied(LIST, said, "tak")[0] == without("Iza")
    assert replied(LIST, said, "nie")[0] == without("Ola")


@pytest.mark.parametrize("said", ["no", "no tak", "No."])
def test_a_polish_no_is_neither(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[1].startswith(ASKED)) == (ALL, True)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("usuń 1", "2 Ola (nie da rady), 3 Iza (może)"),
        ("zamień 1 3", "1 Ola (nie da rady), 4 Iza (może)"),
        ("wstaw 1 Ewa", "4 Ola (nie da rady), 5 Iza (może)"),
        ("dodaj Ewa", ""),
        ("popraw 4 Basia", "3 Ola (nie da rady)"),
        ("lista", "3 Ola (nie da rady), 4 Iza (może)"),
    ],
)
def test_after_a_change_it_is_asked_again_of_those_who_are_still_there(said: str, left: str) -> None:
    names, shown = replied(LIST, said)
    assert not left or shown[-1].startswith(f"Czy na pewno grają: {left}?")
    assert [*replied(LIST, said, "nie 3")[0]] == [name for name in names if name != names[2]]


def test_of_two_open_questions_a_no_answers_none_and_an_answered_one_is_asked_no_more() -> None:
    both = f"{LIST}\nStolik"
    names, shown = replied(both, "nie")
    assert names == [*ALL, "Stolik"]
    assert [one[:22] for one in shown[-2:]] == ["Czy to na pewno osoby:", "Czy na pewno grają: 3 "]
    names, shown = replied(both, "nie 6")
    assert (names, shown[-1].startswith(ASKED)) == (ALL, True)
    assert replied(both, "nie 6", "nie")[0] == without("Ola", "Iza")
    names, shown = replied(both, "tak 4")
    assert (names, shown[1]) == ([*without("Ola"), "Stolik"], "Grają: Iza.")


@pytest.mark.parametrize("said", ["nie 2", "nie, Tomek", "wszyscy oprócz Tomka", "Tomek nie gra"])
def test_a_no_before_people_takes_them_off_though_nobody_was_asked_about(said: str) -> None:
    names, shown = replied("Magda, Tomek, Jan", said)
    assert (names, shown[-1]) == (["Magda", "Jan"], f"Nie grają, skreśleni: Tomek. {BACK} Tomek”.")


@pytest.mark.parametrize("said", ["wszyscy oprócz 2", "wszyscy oprócz dwóch", "tylko Jan", "jak poprzednio"])
def test_what_may_mean_something_else_is_not_understood_then(said: str) -> None:
    names, shown = replied("Magda, Tomek, Jan", said)
    assert (names, shown[-1].startswith("Tego nie rozumiem")) == (["Magda", "Tomek", "Jan"], True)


@pytest.mark.parametrize(
    "said",
    [
        *("yes 4", "yes Iza", "Iza yes", "no but Iza", "none but Iza", "no, but Iza does", "no, except Iza"),
        *("only Iza", "Iza only", "no one but Iza", "Iza plays, the rest no", "no 2-3", "no 3"),
    ],
)
def test_in_english_too_only_these_play(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    asked = LIST.replace("nie da rady", "maybe").replace("może", "not sure")
    names, shown = replied(asked, said)
    assert names == (without("Ola", "Tomek") if said == "no 2-3" else without("Ola"))
    assert " If somebody plays after all: “add " in shown[-1]
    assert replied(asked, "nobody")[0] == replied(asked, "no one")[0] == without("Ola", "Iza")


@pytest.mark.parametrize("said", ["tak 9", "tak Magda", "tylko Magda", "Ola może"])
def test_a_yes_of_nobody_who_was_asked_about_leaves_the_question_open(said: str) -> None:
    names, shown = replied(LIST, said)
    assert (names, shown[-1].startswith(ASKED)) == (ALL, True)
    assert replied(LIST, said, "nie")[0] == without("Ola", "Iza")


def test_a_number_behind_a_yes_is_no_player_though_nobody_was_asked_about() -> None:
    names, shown = replied("Magda, Tomek, Jan", "tak 9")
    assert (names, shown[-1].startswith("Tego nie rozumiem")) == (["Magda", "Tomek", "Jan"], True)


@pytest.mark.parametrize("said", ["nie Ola ani Iza", "ani Ola, ani Iza nie grają"])
def test_two_may_be_said_with_nor(said: str) -> None:
    assert replied(LIST, said)[0] == without("Ola", "Iza")
