"""Read a TOML file into a dataclass: strictly, and with every fault at once, each with its place and likely cure."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from narrator.computer import files, parsing
from narrator.computer.misfits import Misfit, Where, at, key_of, misfit_of, shown, top_of, unknown_key
from narrator.computer.positions import located
from narrator.cues import plain
from narrator.errors import BadData, Problem, did_you_mean, fault, nearest
from narrator.texts import Message, Words, message
from narrator.values import PartOf

T = TypeVar("T")

_EXPECTED = {
    str: "faults.expected-text",
    int: "faults.expected-whole-number",
    float: "faults.expected-number",
    bool: "faults.expected-true-or-false",
}
_FORMAT = 1
_HIGHEST = 2**63 - 1
"""As TOML has it; a number must be fit to be reckoned with and to be told."""
_OF_OTHERS = ("project", "build-system", "tool", "package", "dependencies", "workspace")
"""Tables of other programs' TOML: of Python's and Rust's packages."""
_MOST = 200
"""Problems that are told of a file at most."""


def read(path: Path, shape: type[T]) -> T:
    """Read the file into `shape`. A field's TOML key is its name, or `metadata={"toml": key}`.

    Raises BadData with every problem: no such file, not UTF-8, not TOML, another format, keys, types.
    """
    try:
        return build(load(path), shape, path.name)
    except BadData as bad:
        raise BadData(located(bad.problems, path)) from None


@lru_cache(maxsize=parsing.KEPT)
def _pickled(path: Path, _state: tuple[int, ...]) -> bytes:
    return pickle.dumps(parsing.toml(path))


def load(path: Path, named: str = "") -> dict[str, Any]:
    """Read the file as `look` does, as data of one's own, to be changed. Raises BadData."""
    look(path, named)
    data: dict[str, Any] = pickle.loads(_pickled(path, parsing.state(path)))
    return data


def look(path: Path, named: str = "") -> Mapping[str, Any]:
    """Read the file as plain TOML and check its `format`; `named` is the place that names it, if one does.

    Who asks twice gets the same data, to be read alone. Raises BadData.
    """
    try:
        data = parsing.toml(path)
    except files.Unreadable as error:
        cure = _neighbour(path) if error.missing else ""
        words = message("faults.inside", place=path.name, fault=error.fault) if named else error.fault
        raise BadData([Problem(named or str(path), words, cure)]) from None
    if data.get("format") != _FORMAT:
        if others := [key for key in _OF_OTHERS if key in data]:
            raise BadData([fault(path.name, "faults.of-another-program", what=f"[{others[0]}]")])
        has = "format" in data
        words = message("faults.format-is", found=shown(data["format"])) if has else message("faults.no-format")
        raise BadData([Problem(path.name, words, message("faults.at-the-top", what=f"format = {_FORMAT}"))])
    return data


def build(data: Any, shape: type[T], place: str) -> T:
    """Make a `shape` of plain TOML data; `place` names the file in problems. Raises BadData with all of them."""
    made, wrong = _made(data, shape, place)
    if made is None:
        raise BadData([misfit.problem for misfit in wrong])
    return made


def build_anyway(data: dict[str, Any], shape: type[T], place: str) -> tuple[T | None, list[Problem]]:
    """Make a `shape` of the data without what is wrong in it, if it can be without, and list the problems."""
    made, wrong = _made(data, shape, place)
    if made is None:
        made = _made(_without(data, wrong), shape, place)[0]
    return made, [misfit.problem for misfit in wrong]


def _made(data: Any, shape: type[T], place: str) -> tuple[T | None, list[Misfit]]:
    if not isinstance(data, dict):
        return None, [Misfit((), Problem(place, expected_table(data)))]
    reading = _Reading()
    made = reading.value(data, shape, top_of(shape, place))
    return (None if reading.faults else made), reading.wrong


def _without(data: dict[str, Any], wrong: list[Misfit]) -> dict[str, Any]:
    """Take out what is wrong, from the end on, so that indexes stay valid."""
    data = deepcopy(data)
    for *above, last in sorted({misfit.way for misfit in wrong if misfit.way}, key=_in_order, reverse=True):
        inside: Any = data
        for key in above:
            inside = at(inside, key)
        if isinstance(inside, dict):
            inside.pop(last, None)
        elif isinstance(inside, list) and isinstance(last, int):
            del inside[last : last + 1]
    return data


def _in_order(way: tuple[str | int, ...]) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in way]


def as_toml(value: Any) -> Any:
    """Write a dataclass as the plain data that `build` makes it of."""
    return plain(value, key_of)


def _neighbour(path: Path) -> Words:
    folder = path.parent
    if not files.is_folder(folder):
        return message("faults.no-folder", folder=folder)
    near = nearest(path.name, [file.name for file in files.inside(folder, "*.toml")])
    return did_you_mean(folder / near) if near else ""


class _Reading:
    """Makes values of plain data, and lists what does not fit."""

    def __init__(self) -> None:
        self.faults = 0
        self.wrong: list[Misfit] = []
        """The first of them, no more than are told."""

    def value(self, data: Any, shape: Any, where: Where) -> Any:
        """The value that the data are in this shape; None, and noted, if they do not fit."""
        try:
            return self._made(data, shape, where)
        except (TypeError, ValueError) as error:
            self._note(misfit_of, error, data, shape, where)
        return None

    def _note(self, say: Callable[..., Misfit], *about: Any) -> None:
        self.faults += 1
        if self.faults <= _MOST:
            self.wrong.append(say(*about))

    def _made(self, data: Any, shape: Any, where: Where) -> Any:
        origin, inner, kind = _kind_of(shape)
        if origin is is_dataclass:
            return self._of_class(_table(data), shape, where)
        if origin is PartOf:
            return PartOf(self._fields(_table(data), inner[0], where, whole=False))
        if origin is tuple:
            return tuple([self._part(part, inner[0], where.at_item, at, part) for at, part in enumerate(_list(data))])
        if origin is dict:
            items, at = _table(data).items(), where.at_item
            return {self._part(key, str, at, key, one): self._part(one, inner[1], at, key, one) for key, one in items}
        if NoneType in inner:
            return None if data is None else self._made(data, inner[0], where)
        return kind(data, shape)

    def _part(self, data: Any, shape: Any, place: Callable[..., Where], *about: Any) -> Any:
        """A value of what holds it; its place is made only if it is asked for, since most are texts and right."""
        if shape is str and type(data) is str and data.isprintable():
            return data
        return self.value(data, shape, place(*about))

    def _of_class(self, data: dict[str, Any], shape: Any, where: Where) -> Any:
        before, found = self.faults, self._fields(data, shape, where)
        return shape(**found) if self.faults == before else None

    def _fields(self, data: dict[str, Any], shape: Any, where: Where, *, whole: bool = True) -> dict[str, Any]:
        """The fields of a class that are given, by name; if it is to be `whole`, what it needs must be there."""
        found, keys = {}, _keys_of(shape)
        for key, (name, kind, usual, needed) in keys.items():
            if key in data:
                found[name] = self._part(data[key], kind, where.at_key, key, usual)
            elif needed and whole:
                self._note(where.at_key(key, usual).missing)
        for key in sorted(data.keys() - keys.keys()):
            self._note(unknown_key, key, data, shape, where)
        return found


def _exactly(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(_expected(kind, value))
    if isinstance(value, str) and (odd := parsing.odd_signs(value)):
        raise ValueError(message("faults.odd-signs", found=shown(odd)))
    if isinstance(value, int) and abs(value) > _HIGHEST:
        raise ValueError(message("faults.number-too-large"))
    return value


def _number(value: Any, _: type[float]) -> float:
    if type(value) not in (int, float):
        raise TypeError(_expected(float, value))
    if not abs(value) <= _HIGHEST:  # which nan is not either
        raise ValueError(_expected(float, value))
    return float(value)


def _expected(kind: type, found: Any) -> Message:
    return message(_EXPECTED[kind], found=shown(found))


def expected_table(found: Any) -> Message:
    """What is wrong with what is no table."""
    return message("faults.expected-table", found=shown(found))


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(expected_table(value))
    return value


def _list(value: Any) -> list[Any]:
    """Take lists only: a bare text would otherwise be read as a list of letters."""
    if not isinstance(value, list):
        raise TypeError(message("faults.expected-list", found=shown(value)))
    return value


def _one_of(value: Any, kind: Any) -> Any:
    if value not in get_args(kind):
        raise ValueError(value)
    return value


_PLAIN: dict[Any, Callable[[Any, Any], Any]] = {
    **dict.fromkeys((str, int, bool), _exactly),
    float: _number,
    Any: lambda value, _: value,
}
"""What makes a value of a kind that holds no others; any other kind is one of some words."""


@cache
def _kind_of(shape: Any) -> tuple[Any, tuple[Any, ...], Callable[[Any, Any], Any]]:
    """What a shape is made of, what it holds, and what makes a value of it that holds no others."""
    origin = is_dataclass if is_dataclass(shape) else get_origin(shape)
    return origin, get_args(shape), _PLAIN.get(shape, _one_of)


@cache
def _keys_of(shape: Any) -> dict[str, tuple[str, Any, Any, bool]]:
    """By each key of a class its field's name, its shape, what it usually is, and whether it is needed."""
    types, given = get_type_hints(shape), [field for field in fields(shape) if field.init]
    usual = {field.name: None if field.default is MISSING else field.default for field in given}
    needed = {field.name for field in given if field.default is field.default_factory is MISSING}
    return {key_of(one): (one.name, types[one.name], usual[one.name], one.name in needed) for one in given}
