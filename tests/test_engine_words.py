"""How much of Ktulu the engine of night games still names: less with each change, and never more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from narrator.games import night

ENGINE = Path(night.__file__).parent
KTULUS = re.compile(
    r"statue|sheriff|bandit|indian|ufos?\b|\bluke\b|fugitive|gambler|\bgods?\b|\bship_|duel|ktulu|pastor|town",
    re.IGNORECASE,
)
"""Words of Ktulu's: its statue, its factions, some of its roles, and what its town does."""

STILL = {
    "day": 0, "effects.py": 0, "events": 0, "flow": 0, "game.py": 0, "layers.py": 0, "loading.py": 0, "plain.py": 0,
    "printed": 0, "proofreading": 0, "script": 0, "simulation": 0, "state": 0, "told": 0, "variants": 0,
    "wizard": 0,
}  # fmt: skip
"""How many such names there are in the code of each room, docstrings aside. Lower a number with what it counts."""


def names(module: Path) -> Iterator[str]:
    """The names and texts in a module's code."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(text) for text in texts if isinstance(text, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_the_engine_names_no_more_of_ktulu_than_it_did() -> None:
    found = dict.fromkeys((path.name for path in ENGINE.iterdir() if path.suffix == ".py" or path.is_dir()), 0)
    for module in ENGINE.rglob("*.py"):
        room = module.relative_to(ENGINE).parts[0]
        found[room] += len({name for name in names(module) if KTULUS.search(name)})
    assert {room: number for room, number in found.items() if room in STILL or number} == STILL
