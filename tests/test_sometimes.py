"""Random evenings meet every effect, mark, win, refusal and command: what they prove, they prove of all of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sometimes import MET, WANTED, never_met, sometimes
from tests.sometimes.seeking import sought


@pytest.fixture(autouse=True)
def nothing_met() -> Iterator[None]:
    MET.clear()
    yield
    MET.clear()


@pytest.mark.long
def test_random_evenings_meet_everything_at_least_once() -> None:
    evenings = sought()
    assert never_met() == [], f"never met in {evenings} evenings"


def test_what_was_not_met_is_named() -> None:
    assert sought(3) == 3
    assert "win of nobody" in never_met()
    assert never_met("effects")
    assert {*never_met("wins")} <= {*WANTED["wins"]}


def test_what_nobody_asks_for_is_no_help() -> None:
    with pytest.raises(AssertionError, match="nobody asks"):
        sometimes("effect jial")
