"""What a game counts, as people read it: only what the game has a word for, in its texts under `counters`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.games.naming import numbered
from narrator.games.view import View
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


def table_told(view: View, texts: Texts) -> str:
    """All that is counted, at each seat and for the table, in a line; empty where nothing is."""
    seats = ((numbered(one.seat, one.name), told(one.counters, texts)) for one in view.seats)
    return "; ".join(
        filter(None, (*(f"{who}: {counted}" for who, counted in seats if counted), told(view.counters, texts)))
    )


def scores_told(view: View | None, texts: Texts) -> str:
    """Who has won, and with what scores, the best first; empty where there are none."""
    outcome = view.outcome if view else None
    if view is None or outcome is None or not outcome.scores:
        return ""
    called = [view.names.get(one, one) for one in outcome.winners]
    won = texts.word("screen.won", who=", ".join(called)) if called else texts.word("screen.nobody-won")
    best = sorted(outcome.scores.items(), key=lambda one: -one[1])
    return f"{won} " + "; ".join(f"{view.names.get(who, who)}: {score}" for who, score in best)


def told(counters: Mapping[str, int], texts: Texts) -> str:
    """The same in a line."""
    return " · ".join(texts.word("screen.counter", what=one.label, count=one.count) for one in named(counters, texts))
