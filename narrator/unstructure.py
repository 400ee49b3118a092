"""Dataclasses as plain data, as JSON and TOML have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from typing import Any


def unstructure(
    value: Any, key: Callable[[Field[Any]], str] = lambda field: field.name, *, sparse: bool = False
) -> Any:
    """Write dataclasses as dicts, by each field's `key`, and tuples as lists; `sparse` leaves empty fields out."""
    if is_dataclass(value):
        told = {key(field): unstructure(getattr(value, field.name), key, sparse=sparse) for field in fields(value)}
        return {name: one for name, one in told.items() if not sparse or one not in ([], {}, None)}
    if isinstance(value, tuple | list):
        return [unstructure(one, key, sparse=sparse) for one in value]
    if isinstance(value, dict):
        return {str(name): unstructure(one, key, sparse=sparse) for name, one in value.items()}
    return value
