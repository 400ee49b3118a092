"""Values: dataclasses that nobody changes once they are made, and whose classes are made quickly."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, asdict, field, fields, is_dataclass, replace
from functools import cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import dataclass

__all__ = [
    "Field",
    "PartOf",
    "asdict",
    "changed",
    "dataclass",
    "field",
    "fields",
    "frozen",
    "is_dataclass",
    "replace",
]

T = TypeVar("T")


class PartOf(dict[str, Any], Generic[T]):
    """The fields of a T that are given, by name; the others may be missing."""


if not TYPE_CHECKING:

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        """As in `dataclasses`, which compiles six methods for each class: a fifth of a start. Here all share theirs.

        `__init__` alone is compiled, when it is first called: most have no value before a game's first line.
        Frozen for the type checker alone: freezing at run time costs a fifth of a game.
        """

        def make(cls):
            own = {name for name, one in vars(cls).items() if one is not None}
            made = dataclasses.dataclass(init=False, eq=False, repr=False, **options)(cls)
            shared = {"__init__": _compiles(made), "__repr__": _shown}
            for name, method in {**shared, **(_compared(made, frozen) if eq else {})}.items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return make(cls) if cls else make

    def _compiles(cls):
        def first(self, *args, **given):
            cls.__init__ = _init(cls)
            cls.__init__(self, *args, **given)

        return first

    def _init(cls):
        scope, parameters, body = {"MISSING": MISSING}, ["self"], []
        for one in sorted(fields(cls), key=lambda one: one.kw_only):
            name, made = one.name, one.default_factory is not MISSING
            scope |= {f"_{name}": one.default, f"make_{name}": one.default_factory}
            value = name if one.init else f"_{name}"
            if one.init:
                parameters += ["*"] * (one.kw_only and "*" not in parameters)
                parameters.append(f"{name}=_{name}" if made or one.default is not MISSING else name)
            if made:
                body.append(f" self.{name} = make_{name}() if {value} is MISSING else {value}")
            elif one.init or one.default is not MISSING:
                body.append(f" self.{name} = {value}")
        body.append(" self.__post_init__()" if hasattr(cls, "__post_init__") else " pass")
        exec("\n".join([f"def __init__({', '.join(parameters)}):", *body]), scope)  # as `dataclasses` does
        return scope["__init__"]

    def _shown(self):
        parts = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
        return f"{type(self).__qualname__}({', '.join(parts)})"

    def _compared(cls, frozen):
        compared = [one for one in fields(cls) if one.compare]
        some = compared, [one for one in compared if one.hash is not False]
        key, hashed = (attrgetter(*(one.name for one in each)) if each else type for each in some)

        def equal(self, other):
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        return {"__eq__": equal, "__hash__": (lambda self: hash(hashed(self))) if frozen else None}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a value with slots."""
    return dataclass(frozen=True, slots=True)(cls)


def changed(value: T, **changes: object) -> T:
    """Copy a value with some fields changed, as `replace` does in four times the time."""
    kind: Any = type(value)
    new: T = _copying(kind)(value)
    for name, one in changes.items():
        setattr(new, name, one)
    return new


@cache
def _copying(kind: Any) -> Callable[[Any], Any]:
    """What copies a value of this class, compiled: a loop over its fields takes twice the time."""
    scope: dict[str, Any] = {"new": partial(object.__new__, kind)}
    fields = "".join(f" copy.{name} = value.{name}\n" for name in kind.__slots__)
    exec(f"def copied(value):\n copy = new()\n{fields} return copy", scope)
    copied: Callable[[Any], Any] = scope["copied"]
    return copied
