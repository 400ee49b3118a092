"""What people are refused is told in their language: every such error has a text, not words of its own."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.program import narrator

ROOT = Path(__file__).parent.parent / "narrator"
ALLOWED: dict[str, int] = {}
"""Errors with English words alone, by the file that raises them."""


def wordless(node: ast.AST) -> bool:
    """Whether this raises an error with words of its own, and no text to tell people."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "NarratorError":
        return False
    told = node.args[0] if node.args else None
    literal = isinstance(told, ast.JoinedStr) or (isinstance(told, ast.Constant) and isinstance(told.value, str))
    return literal and len(node.args) + len(node.keywords) < 2


def test_every_refusal_has_a_text() -> None:
    found = Counter[str]()
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            found[file.relative_to(ROOT).as_posix()] += wordless(node)
    assert {file: count for file, count in found.items() if count} == ALLOWED


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
