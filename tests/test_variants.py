"""A variant names its base and only what differs: what comes of it is what the same changes by hand make."""

from __future__ import annotations

from random import Random

import pytest

from narrator.games.ktulu.script import PHASES

from tests.changes import Change, by_hand, drawn, resolved
from tests.own_script import DATA
from tests.sweeps import every

SOME, ALL = 200, 10_000
"""Random variants each time, and with the trials."""

SWEEP = pytest.mark.parametrize("first", every(ALL, range(0, ALL, SOME)))


@SWEEP
def test_a_variant_is_its_base_changed_by_hand(first: int) -> None:
    kinds = set[str]()
    for seed in range(first, first + SOME):
        changes = drawn(Random(seed))
        whole = resolved(changes)
        assert whole.problems == [], (seed, changes)
        assert whole.data == by_hand(changes), (seed, changes)
        kinds |= {kind for kind, _, _ in changes}
    assert kinds == {"rules", "role", "faction", "line", "call", "new-role", "order"}


def test_a_variant_that_changes_nothing_is_its_base() -> None:
    assert resolved([]).data == DATA


@pytest.mark.parametrize("phase", PHASES)
def test_taking_a_call_out_and_putting_it_back_changes_nothing(phase: str) -> None:
    order = [call["id"] for call in DATA[phase]]
    for at, call in enumerate(DATA[phase]):
        where = {"after": order[at - 1]} if at else {"before": order[1]} if order[1:] else {}
        whole = {f"{'add' if key == 'id' else key}": value for key, value in call.items()}
        back = whole | {"add": f"{phase}/{call['id']}"} | where
        name = f"{phase}/{call['id']}"
        assert resolved([("order", "1", {"remove": name}), ("order", "2", back)]).data == DATA


def about(change: Change) -> set[str]:
    """The ids that a change touches or looks at."""
    kind, what, table = change
    if kind != "order":
        return {what, what.partition("/")[2] or what, what.rpartition(".")[0]}
    names = [table[key] for key in ("move", "remove", "add", "say", "before", "after") if key in table]
    return {name.partition("/")[2] or name for name in names}


@SWEEP
def test_changes_of_different_things_commute(first: int) -> None:
    swapped = 0
    for seed in range(first, first + SOME):
        changes = drawn(Random(f"swap {seed}"), most=4)
        for at in range(len(changes) - 1):
            one, other = changes[at : at + 2]
            if "order" not in (one[0], other[0]) or about(one) & about(other):
                continue
            turned = [*changes[:at], other, one, *changes[at + 2 :]]
            assert resolved(turned).data == resolved(changes).data, (seed, at, changes)
            swapped += 1
    assert swapped > SOME / 2
