"""R103 From two states that differ in secrets alone, one step sounds and looks the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

import pytest

from tests.own_script import with_calls
from tests.scenario import SCRIPT
from tests.secrecy.leaks import LEAKS, Leak
from tests.secrecy.leaks.telling import a_win_by_day_closes_eyes_as_at_night
from tests.secrecy.room_leaks.phones import tonights_dead_leave_the_list_of_the_living_at_once
from tests.secrecy.steps.endgames import ENDGAMES
from tests.secrecy.steps.pairs import SECRETS, Report, compare, tries
from tests.sweeps import trial

TABLES, MOST = 25, 12
"""Games at least from which steps are taken as a trial, and how many people sit there."""

SOME = (0, 1, 9, 16, 23, 27)
"""Games from which steps are taken each time: short ones that come to every secret."""

PLANTED = 2
"""So many leaks are planted in each run, others once the script changes; bench/steps.py plants them all."""

STEPS = 5_000
"""Steps after which a leak counts as missed; most show in the first hundred, the others in the first thousand."""

RARE = {
    "a_game_goes_on_with_the_call_that_the_game_has_come_to",
    "nobody_waits_for_a_gambler_who_is_dead",
    "there_is_a_round_only_if_there_is_a_letter",
    "the_doctor_is_called_after_a_duel_only_if_he_can_save",
}
"""These show in so few states that it can take more steps than a test has time for; bench/steps.py finds them."""


@pytest.mark.long
@pytest.mark.parametrize("tables", [SOME, trial(range(TABLES))], ids=["some", "all"])
def test_a_step_tells_nothing_of_a_secret(tables: Sequence[int]) -> None:
    report = Report()
    for number in chain(tables, range(TABLES, 8 * TABLES)):
        if report.tables >= len(tables) and all(report.differing[secret] for secret in SECRETS):
            break  # a planted statue, say, is rare
        report.join(compare(SCRIPT, f"step {number}", most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.steps > 50 * len(tables)
    assert report.noticed > 8 * report.steps
    assert report.air > 5 * report.steps
    assert report.commanded > report.steps / 3
    assert {"night", "dawn", "zero", "day", "zero with a round"} <= {*report.phases}
    assert all(report.differing[secret] for secret in SECRETS)


ARROWS = {"indians.kill-again": {"public": True, "announce": ["Pada numer {seat}, {name}."]}}
"""All would hear whom those kill who have the statue."""


@pytest.mark.parametrize("tables", [3, trial(TABLES)])
def test_a_step_does_not_tell_where_an_unannounced_statue_is(tables: int) -> None:
    report, script = Report(), with_calls(ARROWS)
    for number in range(tables):
        rules, among = {"statue_announced": False, "from_players": {}}, ("chief", "shaman")
        report.join(compare(script, f"arrow {number}", most=MOST, among=among, rules=rules))
    assert not report.leaks, report.leaks[0]
    assert report.lines["indians.kill-again.line"] > 4 * tables


@pytest.mark.parametrize(
    ("plant", "cards"),
    Random(len(SCRIPT.wordings)).sample([leak for leak in LEAKS if leak[0].__name__ not in RARE], PLANTED),
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_planted_leak_shows_in_a_step(plant: Leak, cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert tries(SCRIPT, "planted", most=10, steps=STEPS, among=cards)


def test_a_leak_planted_in_a_room_with_phones_shows_in_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    tonights_dead_leave_the_list_of_the_living_at_once(monkeypatch)
    assert tries(SCRIPT, "planted", most=10, steps=STEPS)


ENDS = 8
"""Games that are led to their end, in which the leak below is heard after 37 steps."""


def test_a_step_tells_nothing_of_a_win_that_nobody_has_heard_of() -> None:
    report = Report()
    for number in range(ENDS):
        report.join(compare(SCRIPT, f"few {number}", most=10, drawing=ENDGAMES))
    assert not report.leaks, report.leaks[0]
    assert all(report.lines[line] for line in ("day.closed", "day.revive.end", "win.town"))


def test_a_win_that_is_known_too_early_shows_in_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    a_win_by_day_closes_eyes_as_at_night(monkeypatch)
    assert tries(SCRIPT, "few", most=10, steps=STEPS, drawing=ENDGAMES)
