"""Who learns a card or a side may be asked then whether that player dies, in time that the call has anyway (D91)."""

from __future__ import annotations

from random import Random

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.flow.effects import kills
from narrator.games.night.loading import shipped_script
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.tournament import setup_with

from tests.own_script import with_calls
from tests.people import lawless

CALL = "mind-eater.read"
CARDS = ("mind-eater", "boss", "bandit", "sheriff", "drunkard", "townsman", "townsman")


@pytest.mark.parametrize(("public", "time"), [(False, ("seat", "yes-no")), (True, ("seat",))])
def test_the_time_for_the_second_question_is_there_whether_or_not_it_is_asked(
    public: bool,
    time: tuple[str, ...],
) -> None:
    script = with_calls({CALL: {"then": "Czy numer {seat}, {name}, ma zginąć?", "public": public}})
    game, times, asked, killed = Ktulu(setup_with(CARDS), script), set(), 0, 0
    for number in range(40):
        call, chance = "", Random(number)
        waited = False
        for draft in drafts(game, begin(game, chance), chance, lawless):
            for event in draft.events:
                if isinstance(event, e.CallOpened):
                    call, waited = event.call, False
                elif isinstance(event, e.Waited) and call == CALL and not waited:
                    times.add(event.asks)
                    waited = True
                asked += isinstance(event, e.Asked) and event.key == "then-kill"
                killed += isinstance(event, e.Killed) and event.by == CALL
    assert times == {time}
    assert asked > killed > 5


def test_a_call_kills_by_its_second_question_alone() -> None:
    asking = with_calls({CALL: {"then": "Czy numer {seat}, {name}, ma zginąć?"}})
    found = {kills(script, script.calls_by_id[CALL]) for script in (asking, shipped_script())}
    assert found == {"tonight", ""}
    assert kills(asking, asking.calls_by_id["indians.kill"]) == "tonight"
