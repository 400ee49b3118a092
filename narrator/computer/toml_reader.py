"""Read a TOML file into a dataclass: strictly, and with every fault at once, each with its place and likely cure."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.cols import mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from narrator.computer import files, parsing
from narrator.computer.misfits import Misfit, at, key_of, misfits, shown
from narrator.computer.positions import located
from narrator.cues import plain
from narrator.errors import BadData, Problem, did_you_mean, nearest
from narrator.texts import Message, Words, message

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


def _parsed(path: Path) -> dict[str, Any]:
    """The file as plain TOML, a value of its own each time; it is parsed once as long as it stays as it is."""
    data: dict[str, Any] = pickle.loads(_pickled(path, parsing.state(path)))
    return data


@lru_cache(maxsize=8)
def _pickled(path: Path, _state: tuple[int, ...]) -> bytes:
    return pickle.dumps(parsing.toml(path))


def load(path: Path, named: str = "") -> dict[str, Any]:
    """Read the file as plain TOML and check its `format`; `named` is the place that names it, if one does.

    Raises BadData.
    """
    try:
        data = _parsed(path)
    except files.Unreadable as error:
        cure = _neighbour(path) if error.missing else ""
        words = message("faults.inside", place=path.name, fault=error.fault) if named else error.fault
        raise BadData([Problem(named or str(path), words, cure)]) from None
    if data.get("format") != _FORMAT:
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
    try:
        return _converter().structure(data, shape), []
    except ClassValidationError as error:
        return None, list(islice(misfits(error, data, shape, place), _MOST))


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
    near = nearest(path.name, [file.name for file in folder.glob("*.toml")])
    return did_you_mean(folder / near) if near else ""


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True)
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_factory(_is_sequence, _sequence_hook)
    converter.register_structure_hook_factory(_is_table, lambda kind: _table_hook(kind, converter))
    converter.register_structure_hook_factory(is_dataclass, lambda shape: _dataclass_hook(shape, converter))
    return converter


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


def _is_sequence(kind: Any) -> bool:
    return get_origin(kind) in (tuple, list)


def _sequence_hook(kind: Any, converter: Converter) -> Any:
    """Take lists only: a bare text would otherwise be read as a list of letters."""
    item, origin = get_args(kind)[0], get_origin(kind)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise TypeError(message("faults.expected-list", found=shown(value)))
        found, errors = [], []
        for index, part in enumerate(value):
            try:
                found.append(converter.structure(part, item))
            except Exception as error:  # noqa: BLE001 - collected, not hidden: all of them are raised below
                error.add_note(IterableValidationNote("", index, item))
                errors.append(error)
        if errors:
            raise IterableValidationError("", errors, kind)
        return origin(found)

    return structure


def _is_table(kind: Any) -> bool:
    return get_origin(kind) is dict


def _table_hook(kind: Any, converter: Converter) -> Any:
    inner = mapping_structure_factory(kind, converter)

    def structure(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(expected_table(value))
        return inner(value, kind)

    return structure


def _dataclass_hook(shape: Any, converter: Converter) -> Any:
    """Take tables only. What cattrs has for it compiles a function for each shape: longer than any file takes."""
    types = get_type_hints(shape)
    keys = {key_of(field): field for field in fields(shape) if field.init}
    needed = {key for key, one in keys.items() if one.default is MISSING and one.default_factory is MISSING}

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(expected_table(value))
        found, errors = {}, list[Exception]()
        for key, field in keys.items():
            if key in value or key in needed:
                try:
                    found[field.name] = converter.structure(value[key], types[field.name])
                except Exception as error:  # noqa: BLE001 - collected, not hidden: all of them are raised below
                    error.add_note(AttributeValidationNote("", field.name, types[field.name]))
                    errors.append(error)
        if unknown := {*value} - {*keys}:
            errors.append(ForbiddenExtraKeysError("", shape, unknown))
        if errors:
            raise ClassValidationError("", errors, shape)
        return shape(**found)

    return structure
