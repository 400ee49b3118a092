"""Whatever is written for a key, what is wrong with it is told with a cure, and what that says can be written."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from itertools import product
from typing import Any

import pytest

from narrator.computer.config import Config
from narrator.computer.misfits import key_of
from narrator.computer.toml_reader import build_anyway
from narrator.errors import Problem
from narrator.games.fluxx.setup import Setup as Fluxx
from narrator.games.ktulu.setup import HouseRules, Script, Setup
from narrator.games.planetopia.setup import Setup as Planetopia
from narrator.games.wars.setup import Setup as Wars

SHAPES = {
    "ktulu": Setup,
    "rules": HouseRules,
    "fluxx": Fluxx,
    "planetopia": Planetopia,
    "wars": Wars,
    "config": Config,
}

VALUES = [
    "5",
    "-1",
    "0.5",
    "1e9",
    "true",
    "nan",
    "inf",
    '"x"',
    '""',
    '"5"',
    "[]",
    "[5]",
    '["x"]',
    "{}",
    "{a=1}",
    "1979-05-27",
    "99999999999999999999",
]


def faults(shape: Any, written: str) -> list[Problem]:
    return build_anyway(tomllib.loads(written), shape, "x.toml")[1]


@pytest.mark.parametrize("name", SHAPES)
def test_a_value_of_the_wrong_kind_is_told_with_a_cure(name: str) -> None:
    shape, tried = SHAPES[name], 0
    for key, value in product(map(key_of, fields(shape)), VALUES):
        for fault in faults(shape, f"{key} = {value}"):
            told, cure = fault.parts()
            assert cure, f"{key} = {value}: {told}"
            instead = re.fullmatch(r'write (?:something like )?(-?[\d.]+|".*"|\[[^[].*\]|true|false)', cure)
            if instead and "…" not in cure:
                tried += 1
                mended = f"[{instead[1]}]" if fault.place.endswith("]") else instead[1]
                assert faults(shape, f"{key} = {mended}") == [], f"{key} = {value}: {cure}"
    assert tried


def test_a_key_that_has_no_usual_value_is_told_with_none() -> None:
    cures = [fault.parts()[1] for fault in faults(Script, "language = [1]") if "language" in fault.place]
    assert cures == ['write it in quotes: "…"']


def test_of_a_list_where_one_belongs_the_first_is_shown() -> None:
    cures = [fault.parts()[1] for fault in faults(Script, 'language = ["pl", "en"]') if "language" in fault.place]
    assert cures == ['one alone can stand here, such as "pl"']


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("remind = 5", "write [[remind]] above its keys"),
        ("remind = {}", "write [[remind]]"),
        ("remind = [{moment = 'end'}]", "add text = …"),
        ("remind = ['doom']", "write [[remind]] above its keys"),
        ("clock = 1e9", "write a whole number, such as 0"),
        ("clock = 60.0", "write 60"),
        ("clock = true", "write a whole number, such as 0"),
        ("clock = nan", "write a whole number, such as 0"),
        ("beat = nan", "write a number, such as 0.0"),
        ("beat = 1e300", "write a number, such as 0.0"),
        ("player = 3", "write [[player]] above its keys"),
        ("handover = 3", "write one of them, in quotes"),
        ("handover = 'mine'", "write one of them"),
        ("handover = 'actoin'", "did you mean action?"),
        ("language = nan", 'write it in quotes: "pl"'),
    ],
)
def test_a_cure_is_what_is_to_be_written(written: str, cure: str) -> None:
    assert faults(Wars, written)[0].parts()[1] == cure


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("reminders = 'doom'", 'write ["doom"]'),
        ("reminders = 5", 'write something like ["difference", "limits", "plays", "goal", "doom", "free"]'),
        ("goals = 'mine'", 'write ["mine"]'),
        ("goals = 5", 'write ["…"]'),
    ],
)
def test_a_list_is_shown_as_it_can_be(written: str, cure: str) -> None:
    assert faults(Fluxx, written)[0].parts()[1] == cure


def test_a_long_message_is_cut_between_words() -> None:
    names = [f"call.night/one-of-the-others-{number}" for number in range(99)]
    fault, _ = Problem("our.toml", ", ".join(names)).parts()
    assert {*fault.replace("…", " ").replace(",", " ").split()} <= {*names}
    assert 200 < len(fault) < 400


def test_a_word_longer_than_a_message_is_cut_all_the_same() -> None:
    assert len(Problem("our.toml", "x" * 9000).told()) < 400
