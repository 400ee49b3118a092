"""R103 Tables that agree in everything public and differ in secrets sound the same, word for word and in time."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.games.night.loading import shipped_script
from narrator.games.night.told import views

from tests.own_script import with_calls
from tests.scenario import SCRIPT
from tests.secrecy.leaks.calls import what_was_done_in_silence_is_known_once_nobody_lies_covered
from tests.secrecy.twins.pairs import Report, compare, told_to_all
from tests.sweeps import trial

ENGLISH = shipped_script(language="en")

TABLES, TWINS, MOST = 250, 8, 11
"""First tables, how many others are compared with each, and how many people sit there; bench/pairs.py plays more."""

SOME, FEW = 50, 2
"""First tables each time, and others with each; by all of them nearly every line is compared."""

SEEN = 40
"""First tables whose public views are compared too; a quarter of them each time."""

SELDOM = {"win.nobody", "day.timer.warning", "round.card", "pause.by-day", "day.closed", "day.closed.alone"}
"""What two thousand pairs may miss, since few games come to it; and what no timing, no game and no twin comes to.

A win that a moderator declares is left out as well: only whoever leads a table can.
"""


@pytest.mark.long
@pytest.mark.parametrize(("tables", "twins"), [(SOME, FEW), trial(TABLES, TWINS)])
def test_tables_that_differ_in_secrets_alone_sound_the_same(tables: int, twins: int) -> None:
    report = Report()
    for number in range(tables):
        report.join(compare(SCRIPT, str(number), twins=twins, most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.pairs == tables * twins
    _pairs_are_pairs(report)
    assert {*report.roles} >= {*SCRIPT.roles}
    missed = {line for line in told_to_all(SCRIPT) - {*report.lines} if not line.endswith(".declared")}
    assert tables < TABLES or missed <= SELDOM, "no two tables were compared in these lines"


@pytest.mark.parametrize("tables", [8, trial(100)])
def test_english_tables_sound_the_same(tables: int) -> None:
    report = Report()
    for number in range(tables):
        report.join(compare(ENGLISH, f"english {number}", twins=FEW, most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.pairs == tables * FEW
    assert report.secrets > report.pairs


KILLERS = ("avenger.kill", "indians.kill", "green-tentacle.kill")
LOUD = {call: {"public": True, "announce": ["Pada numer {seat}, {name}."]} for call in KILLERS}
"""Everybody hears whom these kill, as in the older edition."""


@pytest.mark.parametrize("tables", [8, trial(50)])
def test_tables_where_kills_are_announced_sound_the_same(tables: int) -> None:
    report, script = Report(), with_calls(LOUD)
    for number in range(tables):
        among = ("avenger", "chief", "green-tentacle", "executioner")  # who kills in secret, before them
        report.join(compare(script, f"loud {number}", twins=TWINS, most=MOST, among=among))
    assert not report.leaks, report.leaks[0]
    assert report.moved > report.pairs / 2
    assert report.secrets > report.pairs
    assert {f"{call}.announce" for call in KILLERS} <= {*report.lines}


ARROWS = {"indians.kill-again": {"public": True, "announce": ["Pada numer {seat}, {name}."]}}
"""All would hear whom those kill who have the statue, as in the older edition."""


@pytest.mark.parametrize("tables", [8, trial(50)])
def test_a_pick_of_those_who_have_the_statue_does_not_tell_where_it_is(tables: int) -> None:
    report, script = Report(), with_calls(ARROWS)
    for number in range(tables):
        rules, among = {"statue_announced": False, "from_players": {}}, ("thief", "chief", "shaman")
        report.join(compare(script, f"arrow {number}", twins=TWINS, most=MOST, among=among, rules=rules))
    assert not report.leaks, report.leaks[0]
    assert report.secrets > report.pairs
    assert "indians.kill-again.line" in report.lines
    assert "indians.kill-again.announce" not in report.lines


RAID = {"then": "Czy ma zginąć?", "when": []}
DEADLY: dict[str, dict[str, dict[str, Any]]] = {
    "may": {"bandits.search": RAID | {"do": "raid-may-kill"}},
    "or": {"bandits.search": RAID | {"do": "raid-or-kill"}},
    "all hear whom": {"bandits.search": RAID | {"do": "raid-may-kill", "public": True}},
    "who has learnt": {"mind-eater.read": {"then": "Czy ma zginąć?"}},
    "all hear who": {"mind-eater.read": {"then": "Czy ma zginąć?", "public": True}},
}
"""The bandits, or who has learnt a card, are asked in secret whether they kill, each night."""


@pytest.mark.parametrize("tables", [5, trial(50)])
@pytest.mark.parametrize("deadly", DEADLY)
def test_tables_where_bandits_may_kill_sound_the_same(deadly: str, tables: int) -> None:
    report, script = Report(), with_calls(DEADLY[deadly])
    for number in range(tables):
        report.join(
            compare(
                script,
                f"{deadly} {number}",
                twins=TWINS,
                most=MOST,
                among=("sheriff", "thief", "chief", "mind-eater"),
            )
        )
    assert not report.leaks, report.leaks[0]
    assert report.secrets > report.pairs
    assert "bandits.search.line" in report.lines


SWAP = {"do": "swap-cards", "when": [], "open": False}
CHANGING = (
    {"thief.steal": SWAP, "warrior.kill": SWAP},
    {"tell.new-card": "Twoja nowa karta: {card}.", "refused.card-shown": "Ta karta jest odkryta."},
)
"""Two change cards with somebody each night: the statue comes to another side with its holder."""


@pytest.mark.parametrize("tables", [8, trial(100)])
def test_tables_where_the_holders_card_changes_sound_the_same(tables: int) -> None:
    report, script = Report(), with_calls(*CHANGING)
    for number in range(tables):
        among = ("sheriff", "thief", "chief", "warrior")
        report.join(compare(script, f"changing {number}", twins=TWINS, most=MOST, among=among))
    assert not report.leaks, report.leaks[0]
    assert report.moved > report.pairs / 2
    assert report.secrets > report.pairs
    assert {"statue.taken.bandits", "statue.taken.indians"} <= {*report.lines}


@pytest.mark.parametrize("tables", [SEEN // 4, trial(SEEN)])
def test_nobody_sees_more_of_one_table_than_of_the_other(tables: int) -> None:
    report = Report()
    for number in range(tables):
        report.join(compare(SCRIPT, f"seen {number}", twins=4, most=MOST, seeing=True))
    assert not report.leaks, report.leaks[0]
    assert report.cues > 50 * report.pairs


def test_a_view_that_shows_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "public_view", views.moderator_view)
    assert any(compare(SCRIPT, str(number), twins=4, most=MOST, seeing=True).leaks for number in range(5))


BACK = {"dead": "nothing", "drinks": 1, "from_players": {}}
FOUND = 404
"""The first table at which somebody drinks in silence, and nobody lies covered any more in a later night."""


@pytest.mark.parametrize("planted", [False, True])
def test_what_was_done_in_silence_and_came_out_is_found(monkeypatch: pytest.MonkeyPatch, *, planted: bool) -> None:
    if planted:
        what_was_done_in_silence_is_known_once_nobody_lies_covered(monkeypatch)
    report = compare(SCRIPT, f"back {FOUND}", twins=TWINS, most=MOST, among=("drunkard", "boss"), rules=BACK)
    assert bool(report.leaks) is planted


def _pairs_are_pairs(report: Report) -> None:
    """See that the tables do differ, and that many were followed through several nights or to their end."""
    assert report.moved > report.pairs / 2, "the cards hardly ever lie otherwise"
    assert report.secrets > 2 * report.pairs, "people hardly ever choose otherwise"
    assert report.cues > 50 * report.pairs
    assert report.whole > report.pairs / 3
    assert sum(pairs for night, pairs in report.nights.items() if night >= 3) > report.pairs / 10
