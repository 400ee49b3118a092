"""What differs between two whole scripts, written as a variant: it makes the one of the other, and is short."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest

from narrator.computer.toml_reader import as_toml, build
from narrator.games.ktulu.setup import Script
from narrator.games.night.variants.difference import difference
from narrator.games.night.variants.resolving import resolve
from narrator.games.night.variants.telling import told
from narrator.games.night.variants.whole import Whole
from narrator.games.night.variants.writing import as_toml_text

from tests.changes import by_hand, drawn
from tests.own_script import DATA
from tests.polish import KTULU
from tests.sweeps import every

SOME, ALL = 40, 2_000
HEAD = {"format": 1, "extends": "base.toml"}


def meant(data: dict[str, Any]) -> dict[str, Any]:
    """A script's data as a game reads it, its lines in any order, and its texts wherever they stand."""
    script = build(data, Script, "script")
    plain = as_toml(script)
    for phase in ("zero", "night", "dawn"):
        for call in plain[phase]:
            for key in ("wake", "line", "prompt", "sleep", "announce", "lines", "alone", "story", "unused", "sheet"):
                del call[key]
    cases = {line: [case.id for case in found] for line, found in script.cases.items()}
    return {**plain, "line": None, "wordings": script.wordings, "cases": cases, "signals": script.signals}


@pytest.mark.parametrize("first", every(ALL, range(0, ALL, SOME)))
def test_a_variant_of_what_differs_makes_the_same_script(first: int) -> None:
    for seed in range(first, first + SOME):
        new = by_hand(drawn(Random(f"difference {seed}")))
        variant = tomllib.loads(as_toml_text(HEAD | difference(DATA, new)))
        whole = resolve(Whole(DATA, "base.toml"), variant, "my.toml")
        assert [problem for problem in whole.problems if not problem.warning] == [], seed
        assert meant(whole.data) == meant(new), seed


def test_nothing_differs_from_itself() -> None:
    assert difference(DATA, DATA) == {}


def test_what_is_written_is_what_was_read() -> None:
    assert tomllib.loads(as_toml_text(DATA)) == DATA


@pytest.mark.parametrize("number", range(5))
def test_one_call_moved_is_one_operation(number: int) -> None:
    chance = Random(number)
    night = [*DATA["night"]]
    night.insert(chance.randrange(len(night)), night.pop(chance.randrange(len(night))))
    found = difference(DATA, {**DATA, "night": night})
    assert {*found} <= {"order"}
    assert len(found.get("order", ())) <= 1


def test_a_list_that_differs_is_told_as_a_list_of_words() -> None:
    now = DATA | {"day": {"steps": ["timer", "hang"]}}
    assert [*told(DATA, now, KTULU)] == ["dzień, steps: timer, hang"]
    now = DATA | {"day": {**DATA.get("day", {}), "vote": {"hang": {"rounds": 2, "abstain": True}}}}
    assert [*told(DATA, now, KTULU)] == ["dzień, vote: hang rounds 2; abstain true"]


def test_who_is_left_out_is_told_once_for_all_that_goes_with_them() -> None:
    now = resolve(Whole(DATA, "base.toml"), HEAD | {"without": ["gods", "doctor", "ufo"]}, "my.toml").data
    first, *others = told(DATA, now, KTULU)
    assert first == "bez: Bogowie partacze, Lekarz, Ufol"
    assert [one for one in others if "nie przychodzi" in one] == []
    assert "skład, plain: ufos –" in others


def test_rules_for_more_people_are_told_from_the_fewest_on() -> None:
    now = DATA | {"rules": {"from_players": {"12": {"drinks": 3}, "8": {"drinks": 2}}}}
    assert [*told(DATA, now, KTULU)] == ["zasada stołu from_players: 8 drinks 2; 12 drinks 3"]
