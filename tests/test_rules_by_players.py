"""House rules that are otherwise from some number of players on: which hold at a table."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.toml_reader import build
from narrator.games.ktulu.setup import HouseRules, Script, ours
from narrator.games.night.game import NightGame
from narrator.games.night.script.setup import in_force
from narrator.games.night.variants.difference import difference
from narrator.games.night.variants.resolving import resolve
from narrator.games.night.variants.whole import Whole
from narrator.play.loading import as_data, from_data, load_table

from tests.own_script import DATA

STEPS = """
[rules]
ship_night = 2
{own}
[rules.from_players]
9 = {{ ship_night = 5, drinks = 3, self_target = ["doctor"] }}
10 = {{ ship_night = 6, town_hangs = false }}
"""
HEAD = {"format": 1, "extends": "base.toml"}
CARDS = ["sheriff", "boss", "shaman", "drunkard", "doctor", "bandit", "indian", *["townsman"] * 10]


def rules_at(folder: Path, players: int, own: str = "", script: str = "ktulu") -> HouseRules:
    """The rules in force at a table of so many players."""
    people = "".join(f'[[player]]\nname = "Osoba {letter}"\n' for letter in "ABCDEFGHIJKLMNOP"[:players])
    head = f'format = 1\nscript = "{script}"\nlanguage = "pl"\ncards = {CARDS[:players]}\n'
    (folder / "table.toml").write_text(head + people + own, "utf-8")
    table = load_table(folder / "table.toml")
    return ours(NightGame(table.setup, table.script).setup.rules)


def shown(rules: HouseRules) -> tuple[int | None, int, bool, tuple[str, ...]]:
    return rules.ship_night, rules.drinks, rules.town_hangs, rules.self_target


@pytest.fixture
def variant(tmp_path: Path) -> str:
    """A variant whose rules depend on how many play."""
    steps = STEPS.format(own="drinks = 1")
    (tmp_path / "ours.toml").write_text('format = 1\nextends = "ktulu"\n' + steps, "utf-8")
    return "ours.toml"


def test_a_rule_holds_from_so_many_players_on(tmp_path: Path) -> None:
    found = [shown(rules_at(tmp_path, players, STEPS.format(own=""))) for players in (8, 9, 10, 11)]
    assert found == [(2, 2, True, ()), (5, 3, True, ("doctor",)), *[(6, 3, False, ("doctor",))] * 2]


def test_in_a_variant_too(tmp_path: Path, variant: str) -> None:
    found = [shown(rules_at(tmp_path, players, script=variant)) for players in (8, 9, 10)]
    assert found == [(2, 1, True, ()), (5, 3, True, ("doctor",)), (6, 3, False, ("doctor",))]


def test_a_tables_own_rule_holds_for_any_number(tmp_path: Path, variant: str) -> None:
    assert shown(rules_at(tmp_path, 10, "[rules]\nship_night = 1\n", variant)) == (1, 3, False, ("doctor",))
    own = "[rules.from_players]\n10 = { drinks = 9 }\n"
    assert shown(rules_at(tmp_path, 10, own, variant)) == (6, 9, False, ("doctor",))


def test_a_journal_keeps_them(tmp_path: Path, variant: str) -> None:
    rules_at(tmp_path, 10, STEPS.format(own=""), variant)
    table = load_table(tmp_path / "table.toml")
    read = json.loads(json.dumps(as_data(table)))
    assert from_data("ktulu", read, "journal").setup.rules == table.setup.rules
    assert table.setup.rules.from_players["9"]["self_target"] == ("doctor",)


def test_what_stands_above_wins_rule_by_rule(tmp_path: Path, variant: str) -> None:
    """A variant's or a table's own `[rules]` wins at any number, its own row from that number on."""
    own = "[rules]\nship_night = 1\n[rules.from_players]\n8 = { drinks = 5 }\n12 = { ship_night = 9 }\n"
    (tmp_path / "above.toml").write_text(f'format = 1\nextends = "{variant}"\n{own}', "utf-8")
    expected = [(1, 5, True, ()), (1, 5, True, ("doctor",)), (1, 5, False, ("doctor",)), (9, 5, False, ("doctor",))]
    for table in ({"script": "above.toml"}, {"own": own, "script": variant}):
        assert [shown(rules_at(tmp_path, players, **table)) for players in (8, 9, 10, 12)] == expected


def test_what_differs_between_rules_by_players_makes_the_one_of_the_other() -> None:
    rules: list[dict[str, Any]] = [
        {},
        {"drinks": 1},
        {"drinks": 3, "from_players": {"9": {"drinks": 1, "town_hangs": False}}},
        {"from_players": {"9": {"drinks": 1}, "12": {"drinks": 4, "town_hangs": False}}},
        {"from_players": {"12": {"drinks": 5}, "14": {"town_hangs": False}}},
        {"ship_night": 5},
        {"from_players": {"12": {"ship_night": 5}}},
        {"from_players": {"10": {"self_target": ["doctor"]}}},
        {"searches": 1, "from_players": {"9": {"ship_night": 1}, "17": {"searches": 4}, "18": {"ship_night": 2}}},
    ]
    for old, new in product(rules, rules):
        made = resolve(Whole({**DATA, "rules": old}, "base.toml"), HEAD | difference(by(old), by(new)), "my.toml")
        now, meant = (build(data, Script, "script").rules for data in (made.data, by(new)))
        assert [in_force(now, players) for players in range(8, 20)] == [
            in_force(meant, players) for players in range(8, 20)
        ], (old, new)


def by(rules: dict[str, Any]) -> dict[str, Any]:
    return {**DATA, "rules": rules}
