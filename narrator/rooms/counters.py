"""What a game counts, as people read it: only what the game has a word for, in its texts under `counters`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.texts import Texts


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that is counted: its id, what it is called, and how many there are."""

    id: str
    label: str
    count: int


def named(counters: Mapping[str, int], texts: Texts) -> list[Counter]:
    """Those of the counters that have a name, in their order."""
    found = ((one, f"counters.{one}", count) for one, count in counters.items())
    return [Counter(one, texts.word(key), count) for one, key, count in found if key in texts]


def told(counters: Mapping[str, int], texts: Texts) -> str:
    """The same in a line."""
    return " · ".join(texts.word("screen.counter", what=one.label, count=one.count) for one in named(counters, texts))
