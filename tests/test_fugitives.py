"""The fugitives' own conditions mean the fugitives, whoever's call has them: a variant may give it to one role."""

from __future__ import annotations

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.events import Began, Killed, Marked, NightBegan, Scraped
from narrator.games.night.flow.conditions import all_true
from narrator.games.night.script.script import Call
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.state import State

from tests.scenario import SCRIPT

CARDS = ("thief", "kali", "sheriff", "boss")
WHO = ["fugitives", "thief", "sheriff"]


def night(*events: object) -> State:
    game = Ktulu(setup_with(CARDS), SCRIPT)
    state = game.begin(1, quiet=True)
    for event in (Began(1, CARDS), NightBegan(1), *events):
        state = game.fold(state, event)  # type: ignore[arg-type]  # any event of the game
    return state


@pytest.mark.parametrize("who", WHO)
def test_an_escape_costs_one_portion_more_for_each_fugitive_killed(who: str) -> None:
    call = Call(id="x", who=(who,), when=("gold-enough",))
    for events, enough in (((), False), ((Scraped(),), True), ((Scraped(), Killed(2, "")), False)):
        assert all_true(night(*events), call.when, call, "") is enough, events
    assert all_true(night(Scraped(), Scraped(), Killed(2, "")), call.when, call, "")
    assert all_true(night(Scraped(), Killed(3, "")), call.when, call, ""), "the sheriff is no fugitive"


@pytest.mark.parametrize("who", WHO)
def test_a_runner_is_the_fugitives_runner(who: str) -> None:
    call = Call(id="x", who=(who,), when=("runner-chosen",))
    assert not all_true(night(), call.when, call, "")
    assert all_true(night(Marked("runner", 1, "fugitives", "day")), call.when, call, "")
