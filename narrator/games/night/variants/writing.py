"""Write a script's plain data as TOML that people go on with: a table's keys, then the tables within it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDEST = 100
"""Signs of a list on one line at most."""


Notes = Mapping[tuple[str, str], str]
"""What is written beside the head of a table in a list, by the list and the table's id."""


def as_toml_text(data: dict[str, Any], notes: Notes | None = None) -> str:
    """The data as the text of a TOML file, with notes as comments."""
    return "\n".join(_table(data, (), notes or {})).strip() + "\n"


def _table(data: dict[str, Any], way: tuple[str, ...], notes: Notes) -> Iterator[str]:
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
                note = notes.get((head, str(one.get("id")))) if isinstance(value, list) else None
                yield (f"[[{head}]]" if isinstance(value, list) else f"[{head}]") + (f"  # {note}" if note else "")
            yield from _table(one, (*way, key), notes)


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
