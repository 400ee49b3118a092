"""Find the line of a TOML file on which something stands: the parser that reads it keeps none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from narrator.computer import files, tomllib
from narrator.errors import Problem

Way = tuple[str | int, ...]
"""By which keys, and numbers of a list's items from 0, to come to something in a file."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\n\[\]{}=,.]|[^\s\[\]{}=,.#"\']+',
    re.DOTALL,
)
_PLACE = re.compile(r"([^:\[]+)(?:\[(.*?)\])?(?:: |$)")


_MOST = 500
"""Problems of which the line is looked for: a file that a program made may have thousands."""


def located(problems: Sequence[Problem], path: Path) -> list[Problem]:
    """The problems, each with its line where its place lies in this file; all as they were if it is no TOML."""
    head = f"{path.name}: "
    if not any(problem.place.startswith(head) and not problem.line for problem in problems):
        return list(problems)
    try:
        data, lines = _read(files.content(path).decode("utf-8-sig"))
    except (files.Unreadable, ValueError, RecursionError):
        return list(problems)
    return [
        replace(one, line=_nearest(lines, _way(data, one.place.removeprefix(head))))
        if number < _MOST and one.place.startswith(head) and not one.line
        else one
        for number, one in enumerate(problems)
    ]


@lru_cache(maxsize=4)  # several kinds of problems are told of one file
def _read(text: str) -> tuple[dict[str, Any], dict[Way, int]]:
    return tomllib.loads(text), lines_of(text)


def lines_of(text: str) -> dict[Way, int]:
    """Number the lines of all tables, keys and items of lists in a text that is TOML."""
    return dict(reversed([*_Scan(text).file()]))  # the first that names it


def _nearest(lines: dict[Way, int], way: Way) -> int:
    return next((lines[way[:end]] for end in range(len(way), 0, -1) if way[:end] in lines), 0)


def _way(data: Any, place: str) -> Way:
    """Follow a place into the data as far as it goes; an item by its key, id or name, else its number from 1."""
    way: list[str | int] = []
    for step, item in _PLACE.findall(place):
        for key in _keys(data, step):
            way.append(key)
            data = data[key]
        if item and isinstance(data, list):
            index = _index(data, item)
            if index is None:
                break
            way.append(index)
            data = data[index]
        elif item and isinstance(data, dict) and item in data:
            way.append(item)
            data = data[item]
    return tuple(way)


def _keys(data: Any, step: str) -> Iterator[str]:
    """Split a step into keys that are there: one, or several with dots between them."""
    parts = step.split(".")
    for end in range(len(parts), 0, -1):
        key = ".".join(parts[:end])
        if isinstance(data, dict) and key in data:
            yield key
            yield from _keys(data[key], ".".join(parts[end:]))
            return


def _index(items: list[Any], label: str) -> int | None:
    plain = not isinstance(next(iter(items), ""), dict)
    named = [] if plain else [_label(one) if isinstance(one, dict) else "" for one in items]
    if label in named:
        return len(named) - 1 - named[::-1].index(label)  # of two with one id the second is one too many
    number = int(label) - 1 if label.isdecimal() else -1
    return number if 0 <= number < len(items) else None


def _label(item: dict[str, Any]) -> str:
    """By what an item of a list is named; a number with thousands of digits cannot be read."""
    try:
        return str(item.get("id") or item.get("name") or "")
    except ValueError:
        return ""


class _Scan:
    """Walk through the tokens of valid TOML, and tell of each thing on which line it begins."""

    def __init__(self, text: str) -> None:
        self._tokens, self._at, self._line = _TOKEN.findall(text), 0, 1
        self._items: dict[Way, int] = {}

    def file(self) -> Iterator[tuple[Way, int]]:
        """Tell of everything in the file, in order."""
        table: Way = ()
        while self._next():
            if self._token == "[":
                table = self._header()
                above = [table[:end] for end in range(1, len(table) + 1)]
                yield from ((way, self._line) for way in above if way not in self._items)
            else:
                yield from self._pair(table)

    @property
    def _token(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        """Go to the next token that is no comment and no end of a line."""
        while self._token == "\n" or self._token.startswith("#"):
            self._take()
        return self._token

    def _take(self) -> str:
        token = self._token
        self._line += token.count("\n")
        self._at += 1
        return token

    def _header(self) -> Way:
        self._take()
        listed = self._token == "["
        if listed:
            self._take()
        way: Way = ()
        *above, last = self._key("]")
        for key in above:
            way = (*way, key)
            way = (*way, self._items[way]) if way in self._items else way
        way = (*way, last)
        if listed:
            self._take()
            self._items[way] = self._items.get(way, -1) + 1
            way = (*way, self._items[way])
        return way

    def _key(self, end: str) -> list[str]:
        parts = []
        while self._token and (token := self._take()) != end:
            if token != ".":
                parts.append(next(iter(tomllib.loads(f"{token} = 0"))) if token[0] in "\"'" else token)
        return parts

    def _pair(self, table: Way) -> Iterator[tuple[Way, int]]:
        line, way = self._line, (*table, *self._key("="))
        yield from ((way[:end], line) for end in range(len(way), len(table), -1))
        yield from self._value(way)

    def _value(self, way: Way) -> Iterator[tuple[Way, int]]:
        opened = self._take()
        if opened not in ("[", "{"):
            while self._token not in ("", ",", "]", "}", "\n"):
                self._take()
            return
        index = 0
        while self._next() not in ("", "]", "}"):
            if self._token == ",":
                self._take()
            elif opened == "{":
                yield from self._pair(way)
            else:
                yield (*way, index), self._line
                yield from self._value((*way, index))
                index += 1
        self._take()
