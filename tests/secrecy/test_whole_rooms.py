"""R103 In whole rooms, too, tables that differ in secrets alone sound the same and are as bright, at every moment."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from narrator.games.night.loading import shipped_script

from tests.scenario import SCRIPT
from tests.secrecy.room_leaks import LEAKS, Planted
from tests.secrecy.whole_rooms.acts import LID
from tests.secrecy.whole_rooms.opening import KINDS, LIT, Kind
from tests.secrecy.whole_rooms.pairs import Report, Wanted, compare, tries
from tests.sweeps import every, trial

TABLES: dict[Kind, int] = {"moderator": 15, "keys": 8, "counting": 8, "phones": 8, "led": 4, "page": 4}
SOME: dict[Kind, int] = {"moderator": 3, "keys": 1, "counting": 1, "phones": 1, "led": 1, "page": 1}
"""First tables of each kind of room, as trials and each time; bench/rooms.py plays more."""

FEW = Wanted(twins=2)
"""So many second tables to the only first one."""

SPOKEN = ("moderator", "keys")
"""Where lines are spoken to a room that answers aloud, and by keys: in another language the rest is the same."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")


@pytest.mark.parametrize("tables", [SOME, trial(TABLES)], ids=["some", "all"])
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_in_the_room_can_tell_two_tables_apart(kind: Kind, tables: dict[Kind, int]) -> None:
    report = Report()
    for number in range(tables[kind]):
        report.join(compare(SCRIPT, f"whole {number}", kind, Wanted()))
    assert not report.leaks, report.leaks[0]
    assert report.moved, "the cards lie alike at these tables"
    assert report.secrets > report.pairs, "people choose alike at these tables"
    if tables is TABLES:
        _pairs_are_pairs(report, lit=kind in LIT)


@pytest.mark.parametrize("kind", [kind if kind in SPOKEN else trial(kind) for kind in KINDS])
def test_nobody_in_a_room_where_english_is_spoken_can_tell_two_tables_apart(kind: Kind) -> None:
    report = compare(shipped_script(language="en"), "english 1", kind, FEW)
    assert not report.leaks, report.leaks[0]
    assert report.moved, "the cards lie alike at these tables"
    assert report.astray == 0, "an answer is taken for another"


@pytest.mark.parametrize("number", [trial(0), trial(1), 2])  # at the third table with keys twice in one call
@pytest.mark.parametrize("kind", [kind if kind in {"keys", "page"} else trial(kind) for kind in KINDS])
def test_a_lid_that_is_shut_tells_nobody_who_was_asked(kind: Kind, number: int) -> None:
    report = compare(SCRIPT, f"lid {number}", kind, replace(FEW, doing=((LID,),)))
    assert report.acts[LID]
    assert not report.leaks, report.leaks[0]


def _pairs_are_pairs(report: Report, *, lit: bool) -> None:
    """See that the tables do differ, and that enough of them was heard and seen."""
    assert report.moved > report.pairs / 3, "the cards hardly ever lie otherwise"
    assert report.secrets > 2 * report.pairs, "people hardly ever choose otherwise"
    assert report.sounds > 20 * report.pairs
    assert not lit or report.lights > 20 * report.pairs
    assert report.astray < report.pairs / 4, "too often another answer is taken than was meant"
    assert {"undo", "pause", "hold"} < {*report.acts}


@pytest.mark.timeout(900)  # tables of players alone take seconds each, and a leak may show at the last alone
@pytest.mark.parametrize("planted", every(9, LEAKS), ids=[f"{leak.leak.__name__}-{leak.kind}" for leak in LEAKS])
def test_a_leak_planted_in_a_room_is_noticed(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.leak(monkeypatch)
    wanted = Wanted(among=planted.among, doing=planted.doing)
    assert tries(SCRIPT, "planted", planted.kind, wanted, planted.sense, planted.table)
