"""A word that goes with a count has the form that the count wants: in what the program says, in scripts, on paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from narrator.computer.texts import texts_of
from narrator.evening.rooms import rematch_asked
from narrator.games.night.printed.dealing import does
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.script.script import Line
from narrator.games.night.told.spoken_lines import readings
from narrator.games.table import Player
from narrator.play.loading import load_table
from narrator.play.translations import faults_of
from narrator.texts import Texts
from narrator.texts.plurals import RULES, miscounted

from tests.harvest import Setup
from tests.polish import KTULU
from tests.scenario import SCRIPT

HANDS = "W górze {count:jest # ręka|2=są dwie ręce|są # ręce|jest # rąk}."


def people(count: int) -> Setup:
    return Setup(player=tuple(Player(name=f"Gracz {seat}") for seat in range(1, count + 1)))


@pytest.mark.parametrize(
    ("count", "polish", "english"),
    [
        (2, "te same dwie osoby", "the same 2 people"),
        (3, "te same 3 osoby", "the same 3 people"),
        (12, "tych samych 12 osób", "the same 12 people"),
        (22, "te same 22 osoby", "the same 22 people"),
    ],
)
def test_a_text_tells_of_a_number_as_its_language_does(count: int, polish: str, english: str) -> None:
    told = [rematch_asked(people(count), texts_of(language)) for language in ("pl", "en")]
    assert told == [f"Rewanż: {polish}. Zaczynamy?", f"A rematch: {english}. Shall we begin?"]


@pytest.mark.parametrize(("forms", "faulty"), [("a|b", ["en", "sv"]), ("a|b|c", ["pl"]), ("a|2=x|b|c", ["pl"])])
def test_forms_that_lack_or_are_too_many_are_told(forms: str, faulty: list[str]) -> None:
    assert [language for language in RULES if not miscounted(forms, language)] == faulty


def test_a_number_that_nobody_could_read_is_none() -> None:
    assert miscounted(f"a|b|c|{'9' * 5000}=x", "pl")["given"] == 4


def test_a_text_that_fills_the_gap_of_a_language_follows_the_rule_of_its_own() -> None:
    swedish = Texts("sv", {"a": "{count:en port|# portar}"}, {"a": "…", "b": "{count:# karta|# karty|# kart}"})
    assert [swedish.word(key, count=5) for key in "ab"] == ["5 portar", "5 kart"]
    assert swedish.word("b", count=22) == "22 karty"


def test_a_translation_has_the_forms_of_its_own_language(tmp_path: Path) -> None:
    path = tmp_path / "en.toml"
    path.write_text(
        'format = 1\ntexts = "en"\n[menu]\nseats = "{name}, {count:a player|# players|# players}"\n', encoding="utf-8"
    )
    told = [str(problem) for problem in faults_of(path) if not problem.warning]
    assert told == ["en.toml: menu.seats: {count} has 3 forms, where en has 2 → write one each for numbers like 1, 2"]


def test_a_scripts_line_is_read_once_for_each_form() -> None:
    lines = tuple(replace(line, text=(HANDS,)) if line.id == "day.counted" else line for line in SCRIPT.line)
    shown = {one.id: one.text for one in readings(replace(SCRIPT, line=lines), "gentle") if "day.counted" in one.id}
    assert shown == {
        "day.counted.1.n0": "W górze jest … rąk.",
        "day.counted.1.n1": "W górze jest … ręka.",
        "day.counted.1.n2": "W górze są dwie ręce.",
        "day.counted.1.n3": "W górze są … ręce.",
    }


def test_a_card_tells_of_a_house_rules_number_and_paper_has_room_for_what_the_night_counts() -> None:
    table = load_table(Path("all-roles"))
    words = "Robisz to {drinks:raz|2=dwa razy|# razy|# razy} w grze."
    roles = tuple(replace(role, does=words) if role.id == "drunkard" else role for role in SCRIPT.role)
    quiet = replace(next(line for line in SCRIPT.line if line.id == "dawn.quiet"), text=(HANDS,))
    script = replace(SCRIPT, role=roles, line=tuple(quiet if one.id == quiet.id else one for one in SCRIPT.line))
    assert isinstance(quiet, Line)
    assert does(table.setup, script, "drunkard") == "Robisz to dwa razy w grze."
    printed = sheet_of(replace(table, script=script), 4, KTULU)
    assert "W górze jest ____ rąk." in [line.text for line in printed.nights[1].after]
