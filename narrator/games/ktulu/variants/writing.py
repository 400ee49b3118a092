"""Write a script's plain data as TOML that people go on with: a table's keys, then the tables within it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDEST = 100
"""Signs of a list on one line at most."""


def as_toml_text(data: dict[str, Any]) -> str:
    """The data as the text of a TOML file."""
    return "\n".join(_table(data, ())).strip() + "\n"


def _table(data: dict[str, Any], way: tuple[str, ...]) -> Iterator[str]:
    inner = {key: value for key, value in data.items() if _is_tables(value) or isinstance(value, dict)}
    for key, value in data.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        head = ".".join(map(_key, (*way, key)))
        for one in value if isinstance(value, list) else [value]:
            named = isinstance(value, list) or not one or any(not isinstance(part, dict) for part in one.values())
            if named:
                yield ""
                yield f"[[{head}]]" if isinstance(value, list) else f"[{head}]"
            yield from _table(one, (*way, key))


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    parts = [_value(one) for one in value]
    line = f"[{', '.join(parts)}]"
    return line if len(line) <= _WIDEST else "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
