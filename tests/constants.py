"""The texts that stand in code, as it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def constants(files: Iterable[Path]) -> Iterator[str]:
    """Every text in these modules."""
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
