"""Say why plain data does not fit a dataclass: every fault, with its place, its likely cure, and the way to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from narrator.errors import Problem, did_you_mean, misspelt, nearest, write
from narrator.texts import Message, Words, message
from narrator.values import PartOf

_SHOWN = 60
"""Signs of a value that are shown at most."""

_ROUND = 1e6
"""Below this a number with a point and nothing behind it was meant as a whole one."""


class Misfit(NamedTuple):
    """A problem, and by which keys and numbers to come to what it is about."""

    way: tuple[str | int, ...]
    problem: Problem


class Where(NamedTuple):
    """A place in a file, as it is told and as it is come to; `usual` is what stands there if nothing does.

    `whole` is the shape of the whole file.
    """

    place: str
    way: tuple[str | int, ...]
    whole: type
    usual: Any = None

    @property
    def head(self) -> str:
        """The head of the table that is to stand here."""
        name = ".".join(step for step in self.way if isinstance(step, str))
        return f"[[{name}]]" if isinstance(self.way[-1], int) else f"[{name}]"

    def at_key(self, key: str, usual: Any = None) -> Where:
        """The place of what this key holds."""
        return Where(f"{self.place}: {key}", (*self.way, key), self.whole, usual)

    def at_item(self, index: int | str, part: Any) -> Where:
        """The place of this part of a list or a table."""
        return Where(f"{self.place}[{_label(part, index)}]", (*self.way, index), self.whole)

    def missing(self) -> Misfit:
        """That nothing is here."""
        return self.misfit(message("faults.key-missing"), message("faults.add", what=f"{self.way[-1]} = …"))

    def misfit(self, words: Words, cure: Words = "") -> Misfit:
        """That what is here is wrong."""
        return Misfit(self.way, Problem(self.place, words, cure))


def key_of(field: Field[Any]) -> str:
    """Look up the TOML key of a dataclass field."""
    return str(field.metadata.get("toml", field.name))


def shown(value: Any) -> str:
    """Shorten a value to what may be shown of it."""
    try:
        text = value.isoformat() if hasattr(value, "isoformat") else repr(value)  # a date or a time
    except ValueError:  # Python writes no number of thousands of digits
        return "…"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def at(data: Any, key: Any) -> Any:
    """Look up what is at this key or number, if anything is."""
    try:
        return data[key]
    except (KeyError, IndexError, TypeError):
        return None


def top_of(shape: Any, place: str) -> Where:
    """The place of a whole file of this shape."""
    return Where(place, (), shape)


def misfit_of(error: BaseException, data: Any, shape: Any, where: Where) -> Misfit:
    """Why the data do not fit this shape, from the error that came of it, and the likely cure."""
    return where.misfit(*_told(error, data, shape, where))


def unknown_key(key: str, data: Any, shape: Any, where: Where) -> Misfit:
    """That a table of this shape has no such key, and what was probably meant."""
    return where.at_key(key).misfit(message("faults.unknown-key"), _cure(key, data, shape, where))


def _cure(key: str, data: Any, shape: Any, where: Where) -> Words:
    """Guess what was meant by an unknown key: in TOML all below a table's head belongs to that table."""
    kinds = {key_of(field): get_type_hints(shape)[field.name] for field in fields(shape)}
    known = near_to = [*kinds]
    if isinstance(data[key], int | float):  # who writes a number means no table
        near_to = [one for one, kind in kinds.items() if not is_dataclass(kind) and get_origin(kind) is not dict]
    if where.way and _at_top(key, data[key], where.whole):
        head = f"[[{where.way[0]}]]" if len(where.way) > 1 and isinstance(where.way[1], int) else f"[{where.way[0]}]"
        return message("faults.move-above", what=head)
    if inside := next((table for table, keys in _tables(shape) if key in keys), ""):
        return message("faults.move-below", what=f"[{'.'.join([*map(str, where.way), inside])}]")
    if near := misspelt(key, [one for one in near_to if one not in data]) or misspelt(key, near_to):
        return did_you_mean(near)
    if listed := _in_a_list(key, data, shape):
        return write(listed)
    return message("faults.known", words=", ".join(sorted(known)))


def _in_a_list(key: str, data: Mapping[str, Any], shape: Any) -> str:
    """The list of such a table with the word in it that the key is or means; empty if no list has such a word.

    Other keys that people try have their word in the list's `metadata={"meaning": {key: word}}`.
    """
    for one in fields(shape):
        kind = get_type_hints(shape)[one.name]
        item = get_args(kind)[0] if get_origin(kind) is tuple else None
        words = get_args(item) if get_origin(item) is Literal else ()
        if meant := one.metadata.get("meaning", {}).get(key) or misspelt(key, words):
            found = data.get(key_of(one))
            there = [word for word in found if word in words and word != meant] if isinstance(found, list) else []
            return f"{key_of(one)} = {json.dumps([*there, meant])}"
    return ""


def _at_top(key: str, value: Any, whole: Any) -> bool:
    """Whether a key of the whole file holds such a value: a list or a table, or a single one."""
    kinds = {key_of(one): get_type_hints(whole)[one.name] for one in fields(whole) if key_of(one) == key}
    several = any(is_dataclass(kind) or get_origin(kind) in (tuple, list, dict) for kind in kinds.values())
    return bool(kinds) and several is isinstance(value, list | dict)


def _tables(shape: Any) -> Iterator[tuple[str, list[str]]]:
    """The tables that may lie in a table of this shape, by key, and their own keys."""
    for one in fields(shape):
        kind = get_type_hints(shape)[one.name]
        if is_dataclass(kind):
            yield key_of(one), [key_of(part) for part in fields(kind)]


def _told(error: BaseException, data: Any, shape: Any, where: Where) -> tuple[Words, Words]:
    if get_origin(shape) is Literal:
        return none_of(data, list(map(str, get_args(shape))))
    words = error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)
    return words, _rewritten(data, shape, where) if isinstance(error, TypeError) or shape is float else ""


def none_of(found: Any, options: Sequence[str]) -> tuple[Message, Words]:
    """What is wrong with a value that is none of these, and the one that was probably meant."""
    near = nearest(found, options) if isinstance(found, str) else ""
    words = message("faults.not-one-of", found=shown(found), options=", ".join(options))
    one = message("faults.one-of-them" if isinstance(found, str) else "faults.one-of-them-in-quotes")
    return words, did_you_mean(near) if near else one


def _rewritten(data: Any, shape: Any, where: Where) -> Words:
    """How to write a value of the wrong type: as it was meant, where that can be seen, else what can stand there."""
    if NoneType in get_args(shape):
        shape = next(kind for kind in get_args(shape) if kind is not NoneType)
    text = (data.strip() if isinstance(data, str) else shown(data)) if type(data) in (str, int, float) else ""
    text = text if len(text) < _SHOWN else ""
    if get_origin(shape) in (tuple, list):
        return _as_list(data, text, get_args(shape)[0], where)
    if get_origin(shape) in (dict, PartOf) or is_dataclass(shape):
        in_an_item = any(isinstance(step, int) for step in where.way[:-1])  # whose head a variant writes otherwise
        return write("{ … = … }") if in_an_item else message("faults.above-keys", what=where.head)
    if shape is bool:
        right = text.lower() in ("true", "false")
        return write(text.lower()) if right else message("faults.true-or-false-unquoted")
    if shape in (int, float):
        return _as_number(data, text, shape, where)
    if re.fullmatch(r"-?[\d.]{1,9}", text):
        return write(f'"{text}"')
    if isinstance(data, list) and data and isinstance(data[0], str):
        return message("faults.one-alone", what=json.dumps(data[0][:_SHOWN], ensure_ascii=False))
    return message("faults.in-quotes", what=f'"{where.usual or "…"}"')


def _as_list(data: Any, text: str, item: Any, where: Where) -> Words:
    if is_dataclass(item):
        head = ".".join(step for step in where.way if isinstance(step, str))
        return write(f"[[{head}]]") if isinstance(data, dict) else message("faults.above-keys", what=f"[[{head}]]")
    options = get_args(item) if get_origin(item) is Literal else ()
    if text and (data in options or (item is str and isinstance(data, str))):
        return write(f'["{text}"]')
    if text and item in (int, float) and isinstance(data, item):
        return write(f"[{text}]")
    if samples := where.usual if isinstance(where.usual, tuple) else options[:1]:
        listed = (f'"{one}"' if isinstance(one, str) else str(one) for one in samples)
        return message("faults.write-like", what=f"[{', '.join(listed)}]")
    return write('["…"]' if item is str else "[…]")


def _as_number(data: Any, text: str, shape: type, where: Where) -> Words:
    """A number as it is to be written, with an example where it cannot be seen which was meant."""
    whole = shape is int and isinstance(data, float) and abs(data) < _ROUND and data == int(data)
    text = str(int(data)) if whole else text.replace(",", ".") if shape is float else text
    if (whole or isinstance(data, str)) and re.fullmatch(r"-?\d+" if shape is int else r"-?\d+(\.\d+)?", text):
        return write(text)
    if isinstance(data, str):
        return message("faults.digits-unquoted")
    if isinstance(data, dict) and where.way[:-1] == ("rules",) and data:
        least, number = next(iter(data.items()))
        return message("faults.from-players", least=least, rule=f"{where.way[-1]} = {shown(number)}")
    usual = where.usual
    such = str(usual) if type(usual) in (int, float) else "1" if shape is int else "1.5"
    return message("faults.such-a-whole-number" if shape is int else "faults.such-a-number", such=such)


def _label(part: Any, index: int | str) -> str:
    """Name a list's item by its id or name where it has one, else by its number from 1."""
    name = part.get("id") or part.get("name") if isinstance(part, dict) else None
    return shown(name).strip("'") if name else str(index + 1 if isinstance(index, int) else index)
