"""Whatever leak is planted, pairs of tables show it: the test of the test."""

from __future__ import annotations

import pytest

from tests.scenario import SCRIPT
from tests.secrecy.leaks import LEAKS, Leak
from tests.secrecy.twins.pairs import compare

MOST_TABLES = 500
"""First tables after which a leak counts as missed; most show at the first few."""


@pytest.mark.parametrize(("plant", "cards"), LEAKS, ids=[plant.__name__ for plant, _ in LEAKS])
def test_a_planted_leak_is_heard(plant: Leak, cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    tables = (compare(SCRIPT, str(number), twins=8, most=10, among=cards) for number in range(MOST_TABLES))
    assert any(report.leaks for report in tables)
