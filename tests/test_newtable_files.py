"""The file of a new table: its name, what stood there before, and what is kept of answers that were broken off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths
from narrator.errors import NarratorError
from narrator.evening import tables
from narrator.evening.last_table import LastTable
from narrator.evening.tables import KeptAnswers, place, save
from narrator.games.night.wizard import new_table
from narrator.play import loading

from tests.asked import ALL, EIGHT, MORE, REST, Talk


@pytest.mark.parametrize("stop", range(8))
def test_breaking_off_leaves_no_file(stop: int, tmp_path: Path) -> None:
    talk = Talk(*[EIGHT, "", *MORE, "", "", "", "", ""][:stop])
    with pytest.raises(EOFError):
        talk.table(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_answered_before_a_break_off_is_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.evening.tables.paths.user_data", lambda: tmp_path / "data")
    answers: dict[str, Any] = {}
    talk = Talk(EIGHT, "", "odliczanie")
    with pytest.raises(EOFError):
        talk.table(tmp_path, kept=answers)
    assert KeptAnswers().keep(answers)
    setup = Talk("", *REST).table(tmp_path, kept=KeptAnswers().recall()).setup
    assert [player.name for player in setup.player] == EIGHT.split(", ")
    assert setup.answers == "counting"
    KeptAnswers().forget()
    assert KeptAnswers().recall() == {}


def test_a_list_for_a_rematch_that_was_broken_off_is_that_of_a_new_table_which_has_none(own_data: Path) -> None:
    last = LastTable.of(paths.shipped("setups") / "small.toml")
    corrected = {"players": ["Ala", "Iza"], "from": str(last.path)}
    assert KeptAnswers(last=last).keep(corrected)
    of_new = KeptAnswers()
    assert of_new.recall() == corrected
    of_new.forget()
    assert KeptAnswers(last=last).recall() == {}
    assert KeptAnswers(last=last).keep(corrected)
    assert KeptAnswers().keep({"players": ["Uwe"]})
    assert KeptAnswers().recall() == {"players": ["Uwe"]}
    assert [*own_data.glob("new-table*.json")], "they are in the data folder"


@pytest.mark.parametrize(("answer", "name"), [("tak", "mine"), ("nie", "other"), ("", "other")])
def test_a_file_is_replaced_only_if_wanted_and_that_is_asked_first(answer: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine", encoding="utf-8")
    talk = Talk(answer, "other") if name == "other" else Talk(answer)
    assert place(Path("mine"), tmp_path, talk.ask, talk.shown.append) == tmp_path / f"{name}.toml"
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "mine"


def test_the_way_back_from_replacing_a_file_leads_to_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine", encoding="utf-8")
    talk = Talk("wstecz", "other")
    assert place(Path("mine"), tmp_path, talk.ask, talk.shown.append) == tmp_path / "other.toml"


def test_the_way_back_from_the_tables_name_leads_to_the_last_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.evening.tables.paths.user_data", lambda: tmp_path / "data")
    talk = Talk(EIGHT, "", *MORE, *ALL, "wstecz", "", "mine")
    monkeypatch.setattr(tables, "ask", talk.ask)
    assert tables.new_table(None, tmp_path) == (tmp_path / "mine.toml", "more")
    *_, last, name, again, named = talk.asked
    assert name == named == "Jak nazwać ten stół?"
    assert again == last
    assert loading.load_table(tmp_path / "mine.toml").setup.player[0].name == "Ala"


def test_a_table_without_a_name_is_called_by_the_day(tmp_path: Path) -> None:
    found = place(None, tmp_path, Talk("").ask, print)
    assert found.suffix == ".toml"
    assert found.stem in ["poniedzialek", "wtorek", "sroda", "czwartek", "piatek", "sobota", "niedziela"]


@pytest.mark.parametrize("name", ["con", "a{b}", "a\x07b", "a:b", "nul.toml"])
def test_a_name_that_no_file_can_have_everywhere_is_told_and_another_is_asked_for(name: str, tmp_path: Path) -> None:
    talk = Talk(name, "other")
    assert place(None, tmp_path, talk.ask, talk.shown.append) == tmp_path / "other.toml"
    assert talk.shown[-1].endswith("nie może być nazwą pliku na każdym komputerze: nazwij stół inaczej.")


def test_a_folder_that_is_not_there_is_told_and_another_name_is_asked_for(tmp_path: Path) -> None:
    talk = Talk("other")
    path = place(tmp_path / "nowhere" / "mine.toml", tmp_path, talk.ask, talk.shown.append)
    assert path == tmp_path / "other.toml"
    assert "Nie ma folderu" in talk.shown[-1]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    document = new_table(Talk("", EIGHT, "", *REST).questions())
    with pytest.raises(NarratorError, match="nie da się zapisać"):
        save(document, tmp_path / "nowhere" / "mine.toml")


@pytest.mark.parametrize(
    "content",
    [
        *("", "[1]", "{"),
        *('{"players": 5}', '{"players": ["a", 5]}', '{"players": ["\\u001b]"]}', "[" * 100_000, '{"a": 1}'),
        *('{"players": ["a"], "theirs": 5}', '{"players": ["a"], "theirs": {"a": 5}}'),
    ],
)
def test_what_cannot_be_recalled_is_nothing(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.evening.tables.paths.user_data", lambda: tmp_path)
    (tmp_path / "new-table.json").write_text(content)
    assert KeptAnswers().recall() == {}
