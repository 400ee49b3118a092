"""Asking one's way to a setup: defaults, changes, refusals, and nothing half written."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.evening import leading
from narrator.games.night.loading import FOLDER, shipped_script
from narrator.games.night.wizard import new_table
from narrator.games.night.wizard.cards import changed
from narrator.games.package import Back
from narrator.rooms.paper import TIE, wrapped
from narrator.terminal import words
from narrator.terminal.words import agreed

from tests.asked import ALL, EIGHT, MORE, REST, Talk
from tests.book_line_ups import LINE_UPS

SCRIPT = shipped_script()
NAMES = SCRIPT.vocabulary["gentle"]


def test_enter_all_the_way_gives_a_table_of_players_alone(tmp_path: Path) -> None:
    table = Talk(EIGHT, "", *REST).table(tmp_path)
    assert [player.name for player in table.setup.player] == EIGHT.split(", ")
    assert sorted(table.setup.cards) == sorted(LINE_UPS.suggest(8, 1))
    assert (table.setup.names, table.setup.policy, table.setup.answers) == ("gentle", "masked", "keys")
    assert table.warnings == []
    assert "# Gracze w kolejności miejsc" in (tmp_path / "new.toml").read_text(encoding="utf-8")


def test_the_way_back_among_names_takes_the_last_one_away_and_keeps_the_others(tmp_path: Path) -> None:
    typed = ("Ala", "Zenek", "wstecz", EIGHT.removeprefix("Ala, "))
    assert Talk(*typed, "", *REST).table(tmp_path).setup.people[2] == EIGHT.split(", ")[1]
    kept: dict[str, Any] = {}
    with pytest.raises(EOFError):
        Talk("Ala", "Bartek", "wstecz", "wstecz", "wstecz", "Celina").table(tmp_path, kept=kept)
    assert kept["players"] == ["Celina"]


def test_a_first_evening_is_asked_three_things(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", *REST)
    kept: dict[str, Any] = {}
    talk.table(tmp_path, kept=kept)
    assert [question.partition(" ")[0] for question in talk.asked[1:]] == ["Gracz", "Gracz", "Kto", "Zaczynamy?"]
    assert "Wszędzie: Enter" in talk.shown[1]
    assert kept["go"] == "now"


@pytest.mark.parametrize(("said", "answers"), [("ktos", "moderator"), ("tak", "moderator"), ("4", "moderator")])
def test_somebody_who_leads_watches_and_types(said: str, answers: str, tmp_path: Path) -> None:
    assert Talk(EIGHT, "", said, "").table(tmp_path).setup.answers == answers


@pytest.mark.parametrize("said", ["", "nie", "nikt", "laptop", "klaw", "1"])
def test_where_nobody_leads_the_laptop_does(said: str, tmp_path: Path) -> None:
    assert Talk(EIGHT, "", said, "").table(tmp_path).setup.answers == "keys"


@pytest.mark.parametrize(("said", "go"), [("", "now"), ("t", "now"), ("nie", "later"), ("później", "later")])
def test_what_comes_after_the_questions_is_asked_last(said: str, go: str, tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    Talk(EIGHT, "", "", said).table(tmp_path, kept=kept)
    assert kept["go"] == go


def test_where_phones_would_find_the_computer_they_are_suggested_first() -> None:
    for networked, said, answers in ((True, "", "phones"), (True, "klaw", "keys"), (False, "", "keys")):
        kept, talk = dict[str, Any](), Talk(EIGHT, "", said, "")
        new_table(talk.questions(kept, networked=partial(bool, networked)))
        assert kept["answers"] == answers
        assert any("znajdą go telefony" in text for text in talk.shown) is networked
        assert any("1. telefony" in text for text in talk.shown) is networked


def test_the_way_back_leads_past_the_network_and_what_was_chosen_is_suggested() -> None:
    kept, talk = dict[str, Any](), Talk(EIGHT, "", "klaw", "wstecz", "", "")
    new_table(talk.questions(kept, networked=lambda: True))
    assert kept["answers"] == "keys"


def test_spoken_answers_are_taken_only_where_they_are_heard() -> None:
    """Without a speech model or a microphone everybody would speak to a machine without ears."""
    heard, kept = iter([False, True]), dict[str, Any]()
    talk = Talk(EIGHT, "", "głosem", "na głos", "")
    new_table(talk.questions(kept, hears=lambda: next(heard)))
    assert any("Głosu teraz nie usłyszę" in text for text in talk.shown)
    assert kept["answers"] == "open"


def test_the_way_back_from_the_speech_model_leads_to_who_answers_how() -> None:
    """The model is offered while that question is open; what was refused is not suggested, now or next time."""
    kept = dict[str, Any]()
    talk = Talk(EIGHT, "", "głosem", "wstecz")

    def offered() -> bool:
        agreed("Pobrać model mowy?", default=False, put=talk.ask)
        raise AssertionError

    with pytest.raises(EOFError):
        new_table(talk.questions(kept, hears=offered))
    assert talk.asked[-1] == talk.asked[-3] == "Kto prowadzi noc i jak odpowiadacie?"
    assert "answers" not in kept


@pytest.mark.parametrize(
    "typed",
    [
        ("Ala", "Bartek, Celina", "Darek,Ewa,,Filip", "Gosia", "Hubert"),
        ("Ala; Bartek; Celina; Darek; Ewa; Filip;; Gosia; Hubert",),
        (EIGHT, "Ala", "7", "usuń 99"),
        ("Ala, ala, Bartek, 7, Celina", "Darek, Ewa, Filip", "", "Gosia, Hubert"),
        ("Adam, Bartek, Celina, Darek, Ewa, Filip, Gosia, Hubert", "popraw 1 Ala"),
        (f"Zenek, {EIGHT}", "usun 1"),
        ("1000", "3", EIGHT),
        ("Ala, ala, Celina, Darek, Ewa, Filip, Gosia, Hubert", "wstaw 2 Bartek", "wstaw 99 Zenek", "wstaw 1 Ala"),
    ],
    ids=["one by one", "semicolons", "too late", "faults", "corrected", "removed", "too many", "put in"],
)
def test_whatever_is_wrong_with_names_nothing_is_typed_twice(typed: tuple[str, ...], tmp_path: Path) -> None:
    names = Talk(*typed, "", *REST).table(tmp_path).setup.player
    assert [player.name for player in names] == EIGHT.split(", ")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Ala, Ola, ala", "ala już jest na liście"),
        ("Ala, 7", "pominięte: 7"),
        ("1000", "Graczy jest 1000, a gra się w 8–30 osób"),
        (", ".join(f"Gracz nr {number}" for number in range(1, 32)), "najwięcej gra 30 osób"),
    ],
)
def test_a_fault_in_a_name_is_told_at_once(typed: str, told: str) -> None:
    talk = Talk(typed)
    with pytest.raises(EOFError):
        new_table(talk.questions())
    assert told in talk.shown[-1]


def test_a_number_seats_so_many_without_names(tmp_path: Path) -> None:
    setup = Talk("10", "", *REST).table(tmp_path).setup
    assert setup.player[9].name == "Gracz 10"
    assert len(setup.player) == 10


STEPS = {
    "Gracz": EIGHT,
    "jak odpowiadacie": "głos",
    "Zaczynamy": "więcej",
    "odmianę gramy": "burza",
    "tajna": "otw",
    "nazw": "książ",
    "Które": "lucky",
}
"""What is answered, by a word of the question; the names end with an empty line."""


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
def test_each_question_can_be_left_for_the_one_before_and_nothing_is_lost(steps: int) -> None:
    said = [*STEPS.values()]
    kept: dict[str, Any] = {}
    talk = Talk(said[0], "", *said[1:], *["wstecz"] * steps)
    with pytest.raises(EOFError):
        new_table(talk.questions(kept))
    assert [*STEPS][-steps] in talk.asked[-1]
    assert kept["players"] == EIGHT.split(", ")
    assert (kept["answers"], kept["policy"], kept["names"], kept["extra"]) == ("open", "open", "book", ["luke"])


def test_a_step_back_over_a_question_that_was_not_asked_goes_further(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", "odliczanie", "więcej", "", "wstecz", "wstecz", "więcej", "", *ALL[1:])
    setup = talk.table(tmp_path).setup
    assert (setup.answers, setup.policy) == ("counting", "masked")


@pytest.mark.parametrize("steps", range(9))
def test_each_question_explains_itself(steps: int) -> None:
    talk = Talk(*["8", "", "", "więcej", "", "", "", "", "", ""][:steps], "pomoc", "?")
    with pytest.raises(EOFError):
        new_table(talk.questions())
    assert talk.shown[-1] == talk.shown[-3]
    assert "wstecz" in talk.shown[-1]
    assert talk.asked[-1] == talk.asked[-2] == talk.asked[-3]


def test_cards_that_were_dealt_can_be_typed_in(tmp_path: Path) -> None:
    typed = ["szeryf", "kurt", "wstecz", "kurt", "dobry rew", "herszt", "zly", "msciciel", "chief"]
    setup = Talk(EIGHT, "", "głosem", "więcej", "", "2", "", "", "", "", "wpisze", *typed, "").table(tmp_path).setup
    assert [player.card for player in setup.player] == [
        *("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "avenger", "chief", "shaman")
    ]
    assert (setup.cards, setup.policy, setup.answers) == ((), "open", "open")


def test_a_card_is_given_once(tmp_path: Path) -> None:
    typed = ["sheriff", "sheriff", "courtesan", "good", "boss", "bad", "avenger", "chief", "shaman"]
    talk = Talk(EIGHT, "", *MORE, "", "", "", "", "", "w", *typed)
    talk.table(tmp_path)
    assert any(text.startswith("Szeryf: tego tu nie można") for text in talk.shown)


def test_a_line_up_is_changed_until_it_fits(tmp_path: Path) -> None:
    changes = ["- mściciel", "", "+ szuler, wodz > cicha", ""]
    talk = Talk(EIGHT, "", *MORE, "", "książkowe", "", *changes, "", "")
    setup = talk.table(tmp_path).setup
    assert {"cardsharp", "quiet-foot"} <= {*setup.cards}
    assert not {"avenger", "chief"} & {*setup.cards}
    assert setup.names == "book"
    assert "Kart jest 7, a graczy 8: dodaj." in talk.shown


def test_a_fault_stands_below_the_line_up(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", *MORE, "", "", "", "doktor > kat", "- dobry, opój > kat", "", "", "")
    assert "good-gunslinger" in talk.table(tmp_path).setup.cards
    assert "Gwiazdka" not in talk.shown[talk.shown.index(next(t for t in talk.shown if "doktor" in t)) + 1]


def test_a_line_up_that_cannot_work_is_not_taken(tmp_path: Path) -> None:
    none = "herszt > kat, mściciel > burmistrz, zły rew > pastor"
    talk = Talk(EIGHT, "", *MORE, "", "", "", none, "", "kat > herszt", "", "", "")
    assert "boss" in talk.table(tmp_path).setup.cards
    assert any("Nikt nie jest bandytą" in text for text in talk.shown)


def test_a_line_up_that_was_left_unfinished_is_no_table_until_it_is_mended(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    with pytest.raises(EOFError):
        Talk(EIGHT, "", *MORE, "", "", "", "+ złodziej").table(tmp_path, kept=kept)
    assert len(kept["cards"]) == 9
    talk = Talk("", "", "tak", "później", "", "", "", "", "", "- złodziej", "", "", "")
    assert len(talk.table(tmp_path, kept=kept).setup.cards) == 8
    told = "Tymi kartami nie da się jeszcze zagrać. Kart jest 9, a graczy 8: odejmij. Prowadzi do nich „więcej”."
    assert talk.shown.count(told) == 3


def test_another_line_up_is_drawn(tmp_path: Path) -> None:
    cards = Talk("16", "", *MORE, "", "", "", "inne", "inne", "", "", "").table(tmp_path).setup.cards
    assert sorted(cards) == sorted(LINE_UPS.suggest(16, 3))


def test_extra_factions_are_asked_for_by_name(tmp_path: Path) -> None:
    talk = Talk("16", "", *MORE, "", "", "kosmici", "ufoki, luc", "", "", "")
    factions = {SCRIPT.roles[card].faction for card in talk.table(tmp_path).setup.cards}
    assert factions == {"town", "bandits", "indians", "ufos", "luke"}


def test_warnings_are_shown(tmp_path: Path) -> None:
    talk = Talk("22", "", *MORE, *ALL)
    assert talk.table(tmp_path).warnings
    assert "Graczy jest więcej niż 20" in talk.shown[-1]


@pytest.mark.parametrize("change", ["+ szeryf", "- kat", "kat", "szeryf > nikt", "+ s", "+ ", "- wódz, - wódz"])
def test_a_change_that_cannot_be_made_changes_nothing(change: str) -> None:
    cards = LINE_UPS.suggest(8, 1)
    if change == "+ ":
        assert changed(cards, change, SCRIPT, NAMES) == cards
        return
    with pytest.raises(NarratorError):
        changed(cards, change, SCRIPT, NAMES)


@pytest.mark.parametrize(("default", "answer", "meant"), [(True, "", True), (False, "", False), (True, "NIE", False)])
def test_a_question_of_yes_or_no_says_what_enter_means_and_what_it_takes(
    default: bool, answer: str, meant: bool
) -> None:
    talk = Talk("nie wiem", "pomoc", answer)
    assert agreed("Zaczynamy?", default=default, put=talk.ask) is meant
    enter = f"[tak/nie, sam Enter: {'tak' if default else 'nie'}]"
    question, strange, helped = talk.asked[1:]
    assert (question, strange) == (f"Zaczynamy? {enter}", f"Wpisz tak albo nie; „wstecz” wraca. {enter}")
    assert "Zaczynamy?" in helped
    assert "sam Enter bierze to, co w nawiasie" in helped


def test_a_question_of_yes_or_no_can_be_left() -> None:
    with pytest.raises(Back):
        agreed("Zaczynamy?", default=True, put=Talk("wstecz").ask)


@pytest.mark.parametrize(
    "damage",
    [
        {"seed": "x"},
        {"seed": True},
        {"answers": "shouting"},
        {"answers": []},
        {"policy": 3},
        {"names": "none"},
        {"cards": ["nobody"]},
        {"cards": {"a": 1}},
        {"extra": ["nobody"]},
        {"extra": None},
        {"players": ["Ala"] * 99},
    ],
)
def test_damaged_answers_are_asked_for_again(damage: dict[str, Any], tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", *REST)
    setup = talk.table(tmp_path, kept={"players": EIGHT.split(", "), **damage}).setup
    assert [player.name for player in setup.player] == EIGHT.split(", ")
    assert any("uszkodzone" in shown for shown in talk.shown)


@pytest.mark.parametrize("dealt", [True, False])
def test_only_where_cards_are_to_be_dealt_everybody_is_said_to_look_at_theirs(
    dealt: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = ["boss", "sheriff", "townsman"]
    lines = [f'[[player]]\nname = "{name}"' for name in ("Ala", "Bartek", "Celina")]
    if dealt:
        lines = [f'{line}\ncard = "{card}"' for line, card in zip(lines, cards, strict=True)]
    else:
        lines.insert(0, f"cards = {cards}")
    path = tmp_path / "table.toml"
    path.write_text("format = 1\n" + "\n".join(lines), encoding="utf-8")
    asked: list[str] = []

    def no(question: str, *_: object) -> str:
        asked.append(question)
        return "nie"

    monkeypatch.setattr(words, "ask", no)
    leading.begin_first(path)
    assert ["obejrzy" in question for question in asked] == [not dealt]


@pytest.mark.parametrize("typed", [("karty",), ("więcej", "", "", "", "", "", "", "karty")])
def test_whoever_leads_may_have_a_deck_of_ones_own(typed: tuple[str, ...], tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    setup = Talk(EIGHT, "", "ktoś", *typed).table(tmp_path, kept=kept).setup
    assert (setup.deal, setup.answers, len(setup.cards), setup.drawn) == ("table", "moderator", 8, ())
    assert kept["go"] == ("now" if len(typed) == 1 else "more")
    assert "# Karty papierowej talii" in (tmp_path / "new.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("typed", "deal"),
    [
        (("",), "table"),
        (("później",), "table"),
        (("więcej", "", "", "", "", "", "", ""), "table"),
        (("tak",), "engine"),
        (("więcej", "", "", "", "", "", "", "program"), "engine"),
    ],
)
def test_a_deck_of_their_own_stays_unless_they_want_the_program_to_deal(
    typed: tuple[str, ...], deal: str, tmp_path: Path
) -> None:
    kept = {"players": EIGHT.split(", "), "answers": "moderator", "deal": "table"}
    assert Talk("", "", *typed).table(tmp_path, kept=kept).setup.deal == deal


@pytest.mark.parametrize("answers", ["klawisze", "ktoś"])
@pytest.mark.parametrize(("number", "go"), [("1", "now"), ("2", "more"), ("3", "later")])
def test_an_answer_has_the_same_number_whoever_leads(number: str, go: str, answers: str) -> None:
    kept: dict[str, Any] = {}
    talk = Talk(EIGHT, "", answers, number)
    with suppress(EOFError):
        new_table(talk.questions(kept))
    assert kept["go"] == go


@pytest.mark.parametrize("answers", ["klawisze", "ktoś"])
def test_so_has_one_about_who_deals(answers: str) -> None:
    talk = Talk(EIGHT, "", answers, "więcej", "", "", "", "", "", "", "2")
    with pytest.raises(EOFError):
        new_table(talk.questions())
    assert talk.asked[-1].startswith("1. Ala")


def test_players_alone_are_not_offered_a_deck_of_their_own(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", "", "więcej", "", "", "", "", "", "", "karty", "")
    assert talk.table(tmp_path).setup.deal == "engine"
    assert not any("talią" in text or "talia" in text for text in talk.shown)


def test_a_deck_of_ones_own_is_forgotten_where_nobody_leads_any_more(tmp_path: Path) -> None:
    typed = (EIGHT, "", "ktoś", "więcej", "", "", "", "", "", "", *["wstecz"] * 8)
    kept: dict[str, Any] = {"deal": "table"}
    assert Talk(*typed, "klaw", "").table(tmp_path, kept=kept).setup.deal == "engine"


@pytest.mark.parametrize("language", ["pl", "en"])
def test_what_is_typed_to_change_a_line_up_is_broken_nowhere(language: str) -> None:
    texts = texts_of(language, FOLDER)
    for key, count in (("line-up", 3), ("line-up-help", 3)):
        asked = texts.word(f"wizard.{key}", dealt="Alfa", left="Beta")
        typed = re.findall(r"[+-]\s\w+|\w+\s>\s\w+(?:\sro\w+)?", asked)
        assert len(typed) == count
        for width in range(30, 90):
            lines = wrapped(asked, width).split("\n")
            assert [one for one in typed if not any(one.replace(TIE, " ") in line for line in lines)] == []
