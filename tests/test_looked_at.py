"""Who learns a card or a side may be asked then whether that player dies, in time that the call has anyway (D91)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.flow.effects import kills
from narrator.games.night.loading import load_script, read_script, shipped_script
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.scripted.package import ScriptedPackage

from tests.own_script import with_calls
from tests.people import lawless

CALL = "mind-eater.read"
GODFATHER = """format = 1
extends = "mafia"
language = "en"

[new-role.godfather]
like = "werewolf"
many = false
name = "Godfather"
cases = { nom = "the godfather", voc = "Godfather" }
does = "You are of the mafia, and the detective sees an innocent in you."

[role.seer]
does = "Every night you learn whether somebody is of the mafia; the godfather looks innocent."

[call."night/seer.look"]
do = "learn-whether"
shows = ["werewolf"]
line = ["Point at somebody: is it the mafia?"]
"""

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


def test_a_godfather_looks_innocent(tmp_path: Path) -> None:
    file = tmp_path / "godfather.toml"
    file.write_text(GODFATHER, "utf-8")
    assert [str(problem) for problem in read_script(file)[1]] == []
    script = load_script(file)
    cards = ("seer", "guardian", "villager", "villager", "villager", "godfather", "werewolf")
    setup = setup_with(cards, language="en", game="night", script="mafia")
    game, told = ScriptedPackage().rules(setup, script), set[tuple[str, str]]()
    for seed in range(30):
        state, chance = begin(game, Random(seed)), Random(seed)
        for draft in drafts(game, state, chance, sensible):
            results = (one for one in draft.events if isinstance(one, e.Told) and "found" in one.data)
            told |= {(draft.state.cards[one.data["seat"] - 1], one.line) for one in results}
    assert {card for card, line in told if line == "tell.one-of-them"} == {"werewolf"}
    assert {card for card, line in told if line == "tell.not-one"} == {*cards} - {"seer", "werewolf"}
