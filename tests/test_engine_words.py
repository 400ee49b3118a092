"""The engine of night games names nothing of Ktulu's: not what all fight for, nor a side, card, power or rule."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from narrator.computer import paths
from narrator.games import ktulu, night
from narrator.games.ktulu import events, setup
from narrator.games.night.flow.cases import FACTS
from narrator.games.night.flow.conditions import CONDITIONS
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.steps import DAY_STEPS, STEPS
from narrator.games.night.script import script
from narrator.games.night.script.setup import HouseRules

ENGINE = Path(night.__file__).parent
MODULES = sorted(ENGINE.rglob("*.py"))
KTULUS = re.compile(
    r"statue|sheriff|bandit|indian|ufos?\b|\bluke\b|fugitive|gambler|\bgods?\b|\bship_|duel|ktulu|pastor|town"
    r"|jail|gunslinger|doctor|seduce|blackmail|courtesan|possess|roulette|warrior|drunk|raid|thief|trail",
    re.IGNORECASE,
)
"""Words of Ktulu's, wherever they are in a name: its statue, its factions, some roles, and what its town does."""

THINGS = re.compile(
    r"posąż|stat(ek|k)\b|statue|\bships?\b|szeryf|sheriff|bandy?t|ruletk|roulette|\bufo|pojedynek|duels\b|"
    r"więzieni|\bjail|Manitou|moderator decides"
)
"""What Ktulu's texts speak of, in the languages in which the engine has texts."""

GENERAL = {"judge", "signal", "day.votes"}
"""Ids of Ktulu's that mean something else in the engine: who judges, a sound, and the votes of a day on paper."""

STILL = {
    "flow/eyes.py": {"day.revive"},
    "printed/printing.py": {"runner"},
    "state/fold_overrides.py": {"day.accept"},
    "state/state.py": {"day.revive", "day.verdict"},
    "told/log.py": {"runner"},
}
"""The ids that are still there: of questions that its day puts to one player, and of the mark of who may escape."""


def own_ids() -> set[str]:
    """The ids of Ktulu's roles and sides, and of what its package registers, but for what the engine has too."""
    with (paths.shipped("scripts") / "ktulu.toml").open("rb") as file:
        whole = tomllib.load(file)
    registered = (
        *((word, one.effect) for word, one in EFFECTS.items()),
        *((word, one.true) for word, one in CONDITIONS.items()),
        *((word, one.holds) for word, one in FACTS.items()),
        *((word, one.offered) for word, one in DAY_STEPS.items()),
        *STEPS.items(),
        *((name, one) for name, one in vars(events).items() if isinstance(one, type)),
    )
    words = {word for word, one in registered if one.__module__.startswith(f"{ktulu.__name__}.")}
    marks = {True: set[str](), False: set[str]()}
    for word, power in EFFECTS.items():
        marks[word in words] |= {mark.id for mark in power.marks}
    rules = setup.HouseRules.single().keys() - HouseRules.single().keys()
    traits = {*get_args(setup.Trait)} - {*get_args(script.Trait)}
    cards = {one["id"] for one in (*whole["role"], *whole["faction"])}
    return (cards | words | rules | traits | (marks[True] - marks[False])) - GENERAL


def names(module: Path) -> set[str]:
    """The names in a module's code."""
    nodes = [*ast.walk(ast.parse(module.read_text(encoding="utf-8")))]
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return found | {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def texts(module: Path) -> set[str]:
    """The texts in a module's code, docstrings aside."""
    nodes = [*ast.walk(ast.parse(module.read_text(encoding="utf-8")))]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return {node.value for node in found if isinstance(node.value, str)}


def test_no_name_has_a_word_of_ktulu() -> None:
    found = {
        str(module.relative_to(ENGINE)): {*filter(KTULUS.search, names(module) | texts(module))} for module in MODULES
    }
    assert {module: words for module, words in found.items() if words} == {}


def test_no_text_is_an_id_of_ktulu() -> None:
    own = own_ids()
    ids = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in sorted(own)))
    found = {
        module.relative_to(ENGINE).as_posix(): {
            word for text in texts(module) if " " not in text for word in ids.findall(text)
        }
        | {name for name in names(module) & own if "_" in name}
        for module in MODULES
    }
    assert {module: words for module, words in found.items() if words} == STILL


@pytest.mark.parametrize("language", ["pl", "en"])
def test_no_text_of_the_engine_speaks_of_ktulus_things(language: str) -> None:
    lines = (ENGINE / "texts" / f"{language}.toml").read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if THINGS.search(line)] == []
