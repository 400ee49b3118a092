"""A variant: a script file that names its base and only what differs. It is resolved to a whole script's plain data.

What it may have, and how it is applied, says resolving.py. Nothing of this reaches a game: it sees, and its journal
holds, the whole script.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEEPEST = 3
"""Variants on top of each other at most, above a whole script."""

HEAD = ("format", "extends", "language", "base", "checked")
"""What a variant says of itself and its base."""


def is_variant(data: Mapping[str, Any]) -> bool:
    """Whether the data are those of a variant or a translation, not of a whole script."""
    return "extends" in data or is_translation(data)


def is_translation(data: Mapping[str, Any]) -> bool:
    """Whether the data are another language's words for a script."""
    return "translates" in data


def base_named(data: Mapping[str, Any]) -> Any:
    """What a variant or a translation names as its base."""
    return data["translates" if is_translation(data) else "extends"]


def lacks_base(data: Mapping[str, Any]) -> bool:
    """Whether the data look like a variant's that does not say of what."""
    by_id = any(isinstance(data.get(key), dict) for key in ("role", "faction", "line", "profile"))
    return not is_variant(data) and (by_id or not data.keys().isdisjoint(("new-role", "new-line", "call", "order")))
