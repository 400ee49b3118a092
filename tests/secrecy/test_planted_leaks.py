"""Whatever leak is planted, pairs of tables show it: the test of the test."""

from __future__ import annotations

import pytest

from tests.scenario import SCRIPT
from tests.secrecy.leaks import LEAKS, Leak
from tests.secrecy.twins.pairs import compare

MOST_TABLES = 500
"""First tables after which a leak counts as missed; most show at the first few."""


SOME = {
    "the_dead_of_tonight_are_not_called": 0,
    "a_calls_time_is_drawn_from_a_secret": 0,
    "planting_is_announced": 20,
    "poison_is_asked_for_only_if_there_is_any": 0,
    "going_back_in_a_pause_forgets_whose_time_was_running": 0,
}
"""From which table on each is looked for. Single steps find them all, and faster (bench/steps.py); whole games are
still looked at."""

PLANTED = [(plant, cards) for plant, cards in LEAKS if plant.__name__ in SOME]


@pytest.mark.parametrize(("plant", "cards"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_leak_is_heard(plant: Leak, cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    tables = range(SOME[plant.__name__], MOST_TABLES)
    assert any(compare(SCRIPT, str(number), twins=8, most=10, among=cards).leaks for number in tables)
