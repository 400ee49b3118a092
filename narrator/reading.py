"""Read a TOML file into a dataclass: strictly, and with every fault at once, each with its place and likely cure."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cattrs import Converter, StructureHandlerNotFoundError
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from narrator.problems import BadData, Problem, suggest

T = TypeVar("T")

_WORDS = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
_FORMAT = 1


def read(path: Path, shape: type[T]) -> T:
    """Read the file into `shape`. A field's TOML key is its name, or `metadata={"toml": key}`.

    Raises BadData with every problem: no such file, not UTF-8, not TOML, another format, keys, types.
    """
    return build(load(path), shape, path.name)


def load(path: Path) -> dict[str, Any]:
    """Read the file as plain TOML (a byte-order mark is allowed) and check its `format`. Raises BadData."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise BadData([Problem(str(path), "there is no such file", _neighbour(path))]) from None
    except OSError as error:
        raise BadData([Problem(str(path), error.strerror or "it cannot be read")]) from None
    except UnicodeDecodeError:
        raise BadData([Problem(path.name, "it is not text in UTF-8", "save it as UTF-8")]) from None
    except tomllib.TOMLDecodeError as error:
        raise BadData([Problem(path.name, f"not valid TOML: {error}", "look at that line")]) from None
    if data.get("format") != _FORMAT:
        fault = f"format is {data['format']!r}" if "format" in data else "the key format is missing"
        raise BadData([Problem(path.name, fault, f"write format = {_FORMAT} at the top")])
    return data


def build(data: dict[str, Any], shape: type[T], place: str) -> T:
    """Make a `shape` of plain TOML data; `place` names the file in problems. Raises BadData with all of them."""
    try:
        return _converter().structure(data, shape)
    except ClassValidationError as error:
        raise BadData(list(_problems(error, data, shape, place))) from None


def build_anyway(data: dict[str, Any], shape: type[T], place: str) -> tuple[T | None, list[Problem]]:
    """Make a `shape` of the data without its unknown keys, if nothing else is wrong, and list the problems."""
    try:
        return build(data, shape, place), []
    except BadData as bad:
        try:
            return build(_known(data, shape), shape, place), bad.problems
        except BadData:
            return None, bad.problems


def _known(data: Any, shape: Any) -> Any:
    """Leave out the keys that the shape does not know."""
    if get_origin(shape) is tuple and isinstance(data, list):
        return [_known(part, get_args(shape)[0]) for part in data]
    if not (is_dataclass(shape) and isinstance(data, dict)):
        return data
    hints = get_type_hints(shape)
    keys = {key_of(one): hints[one.name] for one in fields(shape)}
    return {key: _known(value, keys[key]) for key, value in data.items() if key in keys}


def plain(value: Any) -> Any:
    """Give a dataclass as the plain data that `build` makes it of."""
    if is_dataclass(value):
        return {key_of(part): plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in value.items()} if isinstance(value, dict) else value


def _neighbour(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    near = get_close_matches(path.name, [file.name for file in folder.glob("*.toml")], n=1)
    return f"did you mean {folder / near[0]}?" if near else ""


def key_of(field: Field[Any]) -> str:
    """Give the TOML key of a dataclass field."""
    return str(field.metadata.get("toml", field.name))


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_factory(_is_sequence, _sequence_hook)
    converter.register_structure_hook_factory(is_dataclass, lambda shape: _dataclass_hook(shape, converter))
    return converter


def _exactly(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(f"expected {_WORDS[kind]}, found {value!r}")
    return value


def _number(value: Any, _: type[float]) -> float:
    if type(value) not in (int, float):
        raise TypeError(f"expected {_WORDS[float]}, found {value!r}")
    return float(value)


def _is_sequence(kind: Any) -> bool:
    return get_origin(kind) in (tuple, list)


def _sequence_hook(kind: Any, converter: Converter) -> Any:
    """Take lists only: a bare text would otherwise be read as a list of letters."""
    item, origin = get_args(kind)[0], get_origin(kind)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise TypeError(f"expected a list in [ ], found {value!r}")
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


def _dataclass_hook(shape: Any, converter: Converter) -> Any:
    renames = {field.name: override(rename=key_of(field)) for field in fields(shape)}
    inner = make_dict_structure_fn(shape, converter, _cattrs_forbid_extra_keys=True, **renames)  # type: ignore[arg-type]

    def structure(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected a table, found {value!r}")
        return inner(value, kind)

    return structure


def _problems(error: BaseException, data: Any, shape: Any, place: str) -> Iterator[Problem]:
    if isinstance(error, ClassValidationError):
        yield from _class_problems(error, data, shape, place)
    elif isinstance(error, IterableValidationError):
        for inner, item in error.group_exceptions()[0]:
            part = _at(data, item.index)
            yield from _problems(inner, part, item.type, f"{place}[{_label(part, item.index)}]")
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [key_of(field) for field in fields(shape)]
        for key in sorted(error.extra_fields):
            yield Problem(f"{place}: {key}", "unknown key", suggest(key, known))
    elif isinstance(error, KeyError):
        yield Problem(place, "this key is missing")
    else:
        yield Problem(place, _fault(error, data, shape))


def _class_problems(error: ClassValidationError, data: Any, shape: Any, place: str) -> Iterator[Problem]:
    keys = {field.name: key_of(field) for field in fields(shape)} if is_dataclass(shape) else {}
    with_notes, without = error.group_exceptions()
    for inner, note in with_notes:
        key = keys.get(note.name, note.name)
        yield from _problems(inner, _at(data, key), note.type, f"{place}: {key}")
    for inner in without:
        yield from _problems(inner, data, shape, place)


def _fault(error: BaseException, data: Any, shape: Any) -> str:
    if get_origin(shape) is Literal:
        return f"{data!r} is not one of {', '.join(map(str, get_args(shape)))}"
    if isinstance(error, StructureHandlerNotFoundError) or get_origin(shape) in (Union, UnionType):
        return f"{data!r} does not fit here"
    return str(error)


def _at(data: Any, key: Any) -> Any:
    try:
        return data[key]
    except (KeyError, IndexError, TypeError):
        return None


def _label(part: Any, index: int | str) -> str:
    """Name a list's item by its id or name where it has one, else by its number from 1."""
    name = part.get("id") or part.get("name") if isinstance(part, dict) else None
    return str(name or (index + 1 if isinstance(index, int) else index))
