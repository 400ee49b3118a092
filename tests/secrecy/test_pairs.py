"""R103 Tables that agree in everything public and differ in secrets sound the same, word for word and in time."""

from __future__ import annotations

from tests.scenario import SCRIPT
from tests.secrecy.twins.pairs import Report, compare, told_to_all

TABLES, TWINS, MOST = 250, 8, 11
"""First tables, how many others are compared with each, and how many people sit there; bench/pairs.py plays more."""

SELDOM = {"win.nobody"}
"""What so few games come to that two thousand pairs may miss it."""


def test_tables_that_differ_in_secrets_alone_sound_the_same() -> None:
    report = Report()
    for number in range(TABLES):
        report.join(compare(SCRIPT, str(number), twins=TWINS, most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.pairs >= 2000
    _pairs_are_pairs(report)
    assert {*report.roles} == {*SCRIPT.roles}
    assert told_to_all(SCRIPT) - {*report.lines} <= SELDOM, "no two tables were compared in these lines"


def _pairs_are_pairs(report: Report) -> None:
    """See that the tables do differ, and that many were followed through several nights or to their end."""
    assert report.moved > report.pairs / 2, "the cards hardly ever lie otherwise"
    assert report.secrets > 2 * report.pairs, "people hardly ever choose otherwise"
    assert report.cues > 50 * report.pairs
    assert report.whole > report.pairs / 3
    assert sum(pairs for night, pairs in report.nights.items() if night >= 3) > report.pairs / 10
