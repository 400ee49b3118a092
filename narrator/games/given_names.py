"""Given names that many people have, by which people are told from surnames and other words, and from one another."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from narrator.lexicon import plain, words_of

_FILE = Path(__file__).resolve().with_name("given_names.toml")


@cache
def _given() -> frozenset[str]:
    languages = tomllib.loads(_FILE.read_text("utf-8")).values()
    return frozenset(name for names in languages for name in names.split())


def is_given(word: str) -> bool:
    """Whether this is a given name that is known here."""
    return plain(word.casefold()) in _given()


def has_given(text: str) -> bool:
    """Whether one of its words is such a name."""
    return any(map(is_given, words_of(text)))


def apart(row: str) -> str:
    """The row with commas between given names that are written together, such as anna/piotr."""

    def parted(found: re.Match[str]) -> str:
        people = re.split("[/&+]", found[0])
        return ", ".join(people) if all(map(is_given, people)) else found[0]

    return re.sub(r"[^\W\d_]+(?:[/&+][^\W\d_]+)+", parted, row)


def mostly_given(names: Collection[str]) -> bool:
    """Whether more than half of these are given names that are known here."""
    return sum(map(is_given, names)) * 2 > len(names)
