"""Asking one's way to a setup: defaults, changes, refusals, and nothing half written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.games.ktulu import lineups
from narrator.games.ktulu.loading import Table, shipped_script
from narrator.games.ktulu.wizard import new_table
from narrator.games.ktulu.wizard.cards import changed
from narrator.play import loading
from narrator.play.loading import save

SCRIPT = shipped_script()
NAMES = SCRIPT.vocabulary["gentle"]
EIGHT = "Ala, Bartek, Celina, Darek, Ewa, Filip, Gosia, Hubert"


class Talk:
    """Answers in order; an empty one takes the default. What was shown and asked is kept."""

    def __init__(self, *answers: str) -> None:
        self.left, self.shown, self.asked = list(answers), [""], [""]

    def ask(self, question: str, default: str) -> str:
        self.asked.append(question)
        if not self.left:
            raise EOFError
        return self.left.pop(0) or default

    def table(self, tmp_path: Path, seed: int = 1) -> Table:
        """Ask one's way, save, and load what was saved."""
        path = tmp_path / "new.toml"
        assert save(new_table(self.ask, self.shown.append, seed), path, self.ask)
        assert not self.left
        return loading.load_table(path)


def test_enter_all_the_way_gives_a_table_that_can_be_played(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", "", "", "", "", "", "")
    table = talk.table(tmp_path)
    assert [player.name for player in table.setup.player] == EIGHT.split(", ")
    assert sorted(table.setup.cards) == sorted(lineups.suggest(8, 1))
    assert (table.setup.names, table.setup.policy, table.setup.answers) == ("gentle", "masked", "moderator")
    assert table.warnings == []
    assert "# Gracze w kolejności miejsc" in (tmp_path / "new.toml").read_text(encoding="utf-8")


def test_names_come_one_by_one_or_in_a_list(tmp_path: Path) -> None:
    talk = Talk("Ala", "Bartek, Celina", "Darek,Ewa,,Filip", "Gosia", "Hubert", "", "", "", "", "", "", "")
    assert [player.name for player in talk.table(tmp_path).setup.player] == EIGHT.split(", ")


def test_a_number_seats_so_many_without_names(tmp_path: Path) -> None:
    setup = Talk("10", "", "", "", "", "", "").table(tmp_path).setup
    assert setup.player[9].name == "Gracz 10"
    assert len(setup.player) == 10


@pytest.mark.parametrize("names", ["Ala, Ola, ala", "Ala, Ola", "Ala, 7, Ola", "200"])
def test_names_that_will_not_do_are_asked_for_again(names: str, tmp_path: Path) -> None:
    answers = [names] if names == "200" else [names, ""]
    table = Talk(*answers, EIGHT, "", "", "", "", "", "", "").table(tmp_path)
    assert len(table.setup.player) == 8


def test_cards_that_were_dealt_can_be_typed_in(tmp_path: Path) -> None:
    typed = ["szeryf", "kurt", "dobry rew", "herszt", "zly", "msciciel", "chief"]
    talk = Talk(EIGHT, "", "", "", "", "wpisz", *typed, "", "open", "3")
    setup = talk.table(tmp_path).setup
    assert [player.card for player in setup.player] == [
        *("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "avenger", "chief", "shaman")
    ]
    assert (setup.cards, setup.policy, setup.answers) == ((), "open", "open")


def test_a_card_is_given_once(tmp_path: Path) -> None:
    typed = ["sheriff", "sheriff", "courtesan", "good", "boss", "bad", "avenger", "chief", "shaman"]
    talk = Talk(EIGHT, "", "", "", "", "w", *typed, "", "")
    talk.table(tmp_path)
    assert any(text.startswith("Szeryf: tego tu nie można") for text in talk.shown)


def test_a_line_up_is_changed_until_it_fits(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", "book", "", "- mściciel", "", "+ szuler, wodz > cicha", "", "", "", "")
    setup = talk.table(tmp_path).setup
    assert {"cardsharp", "quiet-foot"} <= {*setup.cards}
    assert not {"avenger", "chief"} & {*setup.cards}
    assert setup.names == "book"
    assert "Kart jest 7, a graczy 8: dodaj." in talk.shown


def test_a_line_up_that_cannot_work_is_not_taken(tmp_path: Path) -> None:
    none = "herszt > kat, mściciel > burmistrz, zły rew > pastor"
    talk = Talk(EIGHT, "", "", "", none, "", "kat > herszt", "", "", "", "")
    assert "boss" in talk.table(tmp_path).setup.cards
    assert any("Nikt nie jest bandytą" in text for text in talk.shown)


def test_another_line_up_is_drawn(tmp_path: Path) -> None:
    cards = Talk("16", "", "", "inne", "inne", "", "", "", "").table(tmp_path).setup.cards
    assert sorted(cards) == sorted(lineups.suggest(16, 3))


def test_extra_factions_are_asked_for_by_name(tmp_path: Path) -> None:
    talk = Talk("16", "", "kosmici", "ufoki, luc", "", "", "", "")
    factions = {SCRIPT.roles[card].faction for card in talk.table(tmp_path).setup.cards}
    assert factions == {"town", "bandits", "indians", "ufos", "luke"}


def test_warnings_are_shown(tmp_path: Path) -> None:
    talk = Talk("22", "", "", "", "", "", "")
    assert talk.table(tmp_path).warnings
    assert "Graczy jest więcej niż 20" in talk.shown[-1]


@pytest.mark.parametrize("change", ["+ szeryf", "- kat", "kat", "szeryf > nikt", "+ s", "+ ", "- wódz, - wódz"])
def test_a_change_that_cannot_be_made_changes_nothing(change: str) -> None:
    cards = lineups.suggest(8, 1)
    if change == "+ ":
        assert changed(cards, change, SCRIPT, NAMES) == cards
        return
    with pytest.raises(NarratorError):
        changed(cards, change, SCRIPT, NAMES)


@pytest.mark.parametrize("stop", range(7))
def test_breaking_off_leaves_no_file(stop: int, tmp_path: Path) -> None:
    talk = Talk(*[EIGHT, "", "", "", "", "", ""][:stop])
    with pytest.raises(EOFError):
        talk.table(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("answer", "written"), [("", False), ("nie", False), ("tak", True)])
def test_a_file_is_replaced_only_if_wanted(answer: str, written: bool, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    document = new_table(Talk(EIGHT, "", "", "", "", "", "", "").ask, lambda _: None, 1)
    assert save(document, path, Talk(answer).ask) is written
    assert (path.read_text(encoding="utf-8") == "mine") is not written


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    never: Callable[[str, str], str] = Talk().ask
    document = new_table(Talk(EIGHT, "", "", "", "", "", "", "").ask, lambda _: None, 1)
    with pytest.raises(NarratorError, match="nie da się zapisać"):
        save(document, tmp_path / "nowhere" / "mine.toml", never)
