"""Whom `self_target` names can choose themselves (R88): game, sheet and card agree, else `check` warns."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.night import able
from narrator.games.night.game import NightGame
from narrator.games.night.loading import Table, shipped_script
from narrator.games.night.printed.dealing import card_texts
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.script.script import Call, Phase
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import Turn
from narrator.games.registry import package

from tests.polish import KTULU

SCRIPTS = {name: shipped_script(name) for name in ("ktulu", "werewolf")}
ROLES = [(name, role) for name, script in SCRIPTS.items() for role in script.roles]
NEVER = {"detector"}
"""Whom not even the rule lets (D6)."""


def table_of(name: str, role: str) -> Table:
    """A table with every card of the script, in which this role may act on itself."""
    script = SCRIPTS[name]
    setup = setup_with((*script.roles,), game=script.game, script=name, rules=type(script.rules)(self_target=(role,)))
    return Table(package(script.game), setup, script, [])


def own_calls(table: Table, role: str) -> list[tuple[Phase, Call]]:
    """The calls in which the role picks somebody by itself."""
    asked = [(phase, call) for phase, call in table.script.every_call if role in call.who]
    return [(phase, call) for phase, call in asked if call.ask in ("seat", "seats")]


def offered_to_itself(table: Table, role: str, phase: Phase, call: Call) -> bool:
    """Whether the game offers the role itself, who was killed tonight if the call is about those."""
    state = NightGame(table.setup, table.script).begin(1)
    state.cards = table.setup.cards
    state.night, state.phase = 1, phase
    seat = state.seat_of(role)
    if call.do == "revive":
        state.dead |= {seat}
        state.gone_tonight += (seat,)
        assert able(state, call, role) == (seat,)
    state.turn = Turn(call.id, role, (seat,))
    return seat in EFFECTS[call.do].offer(Draft(state)).seats


@pytest.mark.parametrize(("name", "role"), ROLES)
def test_sheet_card_and_check_say_what_the_game_does(name: str, role: str) -> None:
    table = table_of(name, role)
    led = {(phase, call.id): offered_to_itself(table, role, phase, call) for phase, call in own_calls(table, role)}
    assert {*led.values()} <= {role not in NEVER}

    printed = sheet_of(table, 3, KTULU)
    blocks = chain.from_iterable(night.blocks for night in printed.nights)
    texts = [one.text for block in blocks for call in block.calls for one in call.directions]
    assert sum("Wolno wskazać też siebie" in text for text in texts) == sum(led.values())

    (card,) = card_texts([role], table.setup, table.script, KTULU)
    assert ("możesz wskazać też siebie" in card) is any(led.values())

    problems = proofread_setup(table.setup, table.script, "")
    assert any("self_target" in problem.place for problem in problems) is not any(led.values())
    assert all(problem.warning for problem in problems)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_rule_nobody_is_offered_themselves(name: str) -> None:
    for role in SCRIPTS[name].roles:
        table = table_of(name, role)
        usual = replace(table, setup=replace(table.setup, rules=type(table.setup.rules)()))
        picks = [(phase, call) for phase, call in own_calls(usual, role) if call.do != "revive"]
        assert not any(offered_to_itself(usual, role, phase, call) for phase, call in picks)
        assert "też siebie" not in card_texts([role], usual.setup, usual.script, KTULU)[0]
