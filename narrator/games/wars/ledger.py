"""The ledger of actions: what each costs, what may still follow in a turn, and when the initiative passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from narrator.games.wars import phases
from narrator.games.wars.commands import PRICES
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import State


def price(what: str, count: int = 1) -> int:
    """What an action costs, of so many units or of so much Power."""
    return PRICES.get(what, 1) * count


def acted(state: State, setup: Setup, said: Mapping[str, str]) -> State:
    """A main action: its price is paid before its effect, and the initiative passes (CW14, D5)."""
    return _handed(paid(replace(state, main=said["deed"]), price(said["deed"], int(said.get("n", 1)))), setup)


def paid(state: State, cost: int) -> State:
    """Whoever's turn it is pays, and hears what is left: never less than none, though Power was set meanwhile."""
    left = max(0, state.player.power - cost)
    return state.with_player(state.seat, power=left).says("paid", count=left)


def fought(state: State, setup: Setup) -> State:
    """A battle that was paid is over: with six books it may turn out to be the main action, or not (CW28)."""
    state = replace(state, fight=None, asked="", battles=state.battles + 1)
    if not setup.paid:
        return state
    state = replace(state.says("battle.elsewhere") if state.fought else state, fought=state.fought + 1)
    main = state.main if state.player.has_books else "battle"
    return _handed(replace(state, main=main), setup)


def _handed(state: State, setup: Setup) -> State:
    """With six books more may follow (CW28), unless there is no Power left for it (D15)."""
    more = (state.player.has_books and state.player.power) or setup.handover == "spoken"
    return state if more else phases.hand_over(state, setup)


ACTIONS = ("recruit", "move", "battle", "capture", "gate", "summon", "awaken", "special")
"""The main actions (CW20-26)."""
