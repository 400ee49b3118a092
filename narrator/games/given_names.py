"""Given names that many people have, by which a column of people is told from a column of surnames."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from narrator.lexicon import plain

_FILE = Path(__file__).resolve().with_name("given_names.toml")


@cache
def _given() -> frozenset[str]:
    languages = tomllib.loads(_FILE.read_text("utf-8")).values()
    return frozenset(name for names in languages for name in names.split())


def is_given(word: str) -> bool:
    """Whether this is a given name that is known here."""
    return plain(word.casefold()) in _given()


def mostly_given(names: Collection[str]) -> bool:
    """Whether more than half of these are given names that are known here."""
    return sum(map(is_given, names)) * 2 > len(names)
