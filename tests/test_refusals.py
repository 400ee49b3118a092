"""What people are refused is told in their language: every such error has a text, not words of its own."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.program import narrator

ROOT = Path(__file__).parent.parent / "narrator"
ALLOWED: dict[str, int] = {}
"""Errors with English words alone, by the file that raises them."""


@cache
def code() -> list[tuple[str, ast.AST]]:
    """All code of the program, by the names of its files."""
    return [(file.relative_to(ROOT).as_posix(), ast.parse(file.read_text("utf-8"))) for file in ROOT.rglob("*.py")]


def wordless(node: ast.AST) -> bool:
    """Whether this raises an error with words of its own, and no text to tell people."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "NarratorError":
        return False
    told = node.args[0] if node.args else None
    literal = isinstance(told, ast.JoinedStr) or (isinstance(told, ast.Constant) and isinstance(told.value, str))
    return literal and len(node.args) + len(node.keywords) < 2


PROBLEMS = {"Problem", "fault", "warn", "misfit", "_no_table"}
"""What makes a problem, called by its name or as a method; its first text is a place."""

COMMANDS = ("narrator ", "pip install ")
"""How a cure may begin that is a command to be typed."""


def literal(node: ast.AST) -> str:
    """The words that stand here in code, with a blank for what is filled in; empty if there are none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) or "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def english(tree: ast.AST) -> list[str]:
    """The words of problems that stand in this code, where they are made or a line before."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            named = [one.value for one in node.keywords if one.arg in ("words", "cure")]
            found += [literal(one) for one in (*node.args[name != "misfit" :], *named) if name in PROBLEMS]
        elif isinstance(node, ast.Assign):
            names = {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            found += [literal(one) for one in parts if names & {"fault", "cure"}]
    return [words for words in found if " " in words.strip() and not words.startswith(COMMANDS)]


@pytest.mark.parametrize(
    "code",
    [
        'Problem(place, "it is gone")',
        'yield Problem(place, message("faults.x"), f"write {what} there")',
        'whole.fault(place, f"there is no {kind}")',
        'fault, cure = "it is gone", ""',
    ],
)
def test_words_of_a_problem_in_code_are_found(code: str) -> None:
    assert len(english(ast.parse(code))) == 1


def test_no_problem_has_its_words_in_code() -> None:
    assert {name: found for name, tree in code() if (found := english(tree))} == {}


def test_every_refusal_has_a_text() -> None:
    assert {name: count for name, tree in code() if (count := sum(map(wordless, ast.walk(tree))))} == ALLOWED


@pytest.mark.parametrize(
    ("locale", "told"), [("pl_PL.UTF-8", "Nie ma folderu"), ("en_GB.UTF-8", "there is no folder")]
)
def test_a_refusal_is_told_in_the_language_of_the_settings(
    locale: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    done = narrator("stats", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert re.match(rf"{told} .*nowhere", done.stderr)
