"""Words that end the list or show it, are no players; from a pipe words change the list as they do when typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.games.interview import Piped
from narrator.games.night.wizard import new_table
from narrator.play import loading
from narrator.values import replace

from tests.asked import EIGHT, REST, Talk

NAMES = EIGHT.split(", ")
IN = {"pl": "pl_PL", "en": "en_GB", "sv": "sv_SE"}


def piped(*rows: str) -> tuple[list[str], list[str]]:
    """Who is on the list that came from a pipe row by row, and what was said on the error stream."""
    talk, kept, warned = Talk(*rows, "", "", "później"), dict[str, Any](), list[str]()
    asking = talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms)
    new_table(replace(asking, ask=Piped(talk.ask, warned.append)))
    return kept["players"], warned


ENDS = {
    "pl": ["gotowe", "Koniec.", "to wszyscy", "wszyscy", "dalej", "stop", "done"],
    "en": ["done", "quit", "end", "Finish", "next", "that's all", "that\u2019s all!", "the end", "all"],
    "sv": ["klart", "slut", "det var alla", "alla", "done"],
}


@pytest.mark.parametrize(("language", "said"), [(one, said) for one, some in ENDS.items() for said in some])
def test_a_word_ends_the_list_as_an_empty_row_does(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{IN[language]}.UTF-8")
    talk = Talk(said, EIGHT, said, *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == NAMES
    pasted = "\n".join([*NAMES, said])
    assert [*Talk(pasted, "", *REST).table(tmp_path).setup.people.values()] == NAMES


@pytest.mark.parametrize(
    ("language", "said"), [("pl", "pokaż"), ("pl", "Pokaż listę."), ("en", "show"), ("sv", "visa")]
)
def test_a_word_shows_it(language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", f"{IN[language]}.UTF-8")
    talk = Talk(EIGHT, said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == NAMES
    assert sum(one.startswith("1\xa0Ala · 2\xa0Bartek") for one in talk.shown) == 2


def test_all_answers_an_open_question_before_it_ends_the_list(tmp_path: Path) -> None:
    talk = Talk(EIGHT.replace("Ewa", "Ewa (może)").replace(", ", "\n"), "wszyscy", "Iza", "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == [*NAMES, "Iza"]


@pytest.mark.parametrize("said", ["Uma is joining", "add Uma please", "please add Uma", "Uma plays"])
def test_somebody_joins_in_english(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert [*Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people.values()] == [*NAMES, "Uma"]


@pytest.mark.parametrize("said", ["put Ewa first", "move Ewa first", "put Ewa before Ala", "move Ewa to the front"])
def test_somebody_is_put_first(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    others = [name for name in NAMES if name != "Ewa"]
    assert [*Talk(EIGHT, said, "", *REST).table(tmp_path).setup.people.values()] == ["Ewa", *others]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("en", said) for said in ("Ewa and Jan went home", "take out Ewa, Jan", "everyone except Ewa and Jan")),
        *(("sv", said) for said in ("ta bort Ewa och Jan", "alla utom Ewa och Jan")),
    ],
)
def test_people_leave_in_other_languages(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{IN[language]}.UTF-8")
    talk = Talk(f"{EIGHT}, Iza, Jan", said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == [name for name in [*NAMES, "Iza"] if name != "Ewa"]


@pytest.mark.parametrize("said", ["remove all", "remove everyone", "clear all"])
def test_all_are_removed(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert [*Talk("Ola, Jan", said, EIGHT, "", *REST).table(tmp_path).setup.people.values()] == NAMES


@pytest.mark.parametrize("said", ["all but 2", "same as before", "not Zenek", "everyone except Zenek"])
def test_what_is_no_name_is_not_understood(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    talk = Talk(EIGHT, said, "", *REST)
    assert [*talk.table(tmp_path).setup.people.values()] == NAMES
    assert any(one.startswith("I do not understand") for one in talk.shown)


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("bez Ewy", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("nie Ewa", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("nie 5", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("Ewa nie gra", "Ala Bartek Celina Darek Filip Gosia Hubert Iza"),
        ("Zoe zamiast Ewy", "Ala Bartek Celina Darek Zoe Filip Gosia Hubert Iza"),
        ("dodaj Zoe", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza Zoe"),
        ("gotowe", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza"),
        ("pokaż", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza"),
        ("jak poprzednio", "Ala Bartek Celina Darek Ewa Filip Gosia Hubert Iza"),
    ],
)
def test_from_a_pipe_words_change_the_list_too(said: str, people: str) -> None:
    assert piped(*NAMES, "Iza", said)[0] == people.split()


def test_what_comes_from_a_pipe_behind_a_word_that_ends_the_list_may_belong_to_it() -> None:
    assert piped(*NAMES, "koniec", "Iza")[0] == [*NAMES, "Iza"]


@pytest.mark.parametrize("row", ["Iza - nie", "Iza: nie", "Iza (nie)", "Iza \u274c", "\u274c Iza"])
def test_from_a_pipe_who_says_no_is_not_seated_which_is_an_error_message(row: str) -> None:
    assert piped(*NAMES, row) == (NAMES, [f"Nie grają, więc nie ma ich na liście: {row}."])
    assert piped(*NAMES, "Iza - może")[0] == [*NAMES, "Iza"]


OTHERS = "Iza, Jan, Karol, Lena, Magda"
JOINED = "Dołączyli do tych, którzy już byli na liście: Ola, Tomek, Zosia. Jeśli grają tylko nowi: „usuń 1-3”."


def joined_by(*said: str) -> tuple[list[str], list[str]]:
    """Who is on a list that was kept from the last table, and what was shown, when this is said."""
    talk, kept = Talk(*said), dict[str, Any](players=["Ola", "Tomek", "Zosia"])
    with pytest.raises(EOFError):
        new_table(talk.questions(kept, taken=loading.words_taken(), forms=loading.name_forms))
    return kept["players"], talk.shown


@pytest.mark.parametrize("pasted", [OTHERS, OTHERS.replace(", ", "\n")])
def test_a_list_of_others_joins_those_kept_from_the_last_table_which_is_said(pasted: str) -> None:
    names, shown = joined_by(pasted)
    assert (names, shown[-1]) == (["Ola", "Tomek", "Zosia", *OTHERS.split(", ")], JOINED)
    assert joined_by(pasted, "usuń 1-3")[0] == OTHERS.split(", ")


@pytest.mark.parametrize(
    "said", [("Ewa", OTHERS), ("usuń 1", OTHERS), (f"{OTHERS}, Ola",), ("Iza, Jan, Karol, Lena",)]
)
def test_it_is_not_where_some_are_known_or_few_or_something_else_was_typed(said: tuple[str, ...]) -> None:
    assert JOINED[:20] not in " ".join(joined_by(*said)[1])
