"""A battle led step by step: what comes before it, dice, what each unit takes, and retreats (CW30-CW39)."""

from __future__ import annotations

from dataclasses import replace

from narrator.games import chance
from narrator.games.wars import ledger
from narrator.games.wars.commands import PRICES
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import Fight, State


def begins(state: State, defender: int) -> State:
    """Both may use what they have before a battle, the attacker first (CW33)."""
    fight = Fight(attacker=state.seat, defender=defender)
    state = state.says("battle", name=state.part(), name2=state.part(defender))
    return replace(state, fight=fight, asked="battle.before")


def _of(state: State) -> tuple[Fight, bool]:
    """The battle, and whether the attacker is asked."""
    assert state.fight is not None
    return state.fight, state.seat == state.fight.attacker


def _other(state: State, question: str, then: str) -> State:
    """Ask the defender what the attacker was asked; then the attacker the next."""
    fight, attacks = _of(state)
    seat = fight.defender if attacks else fight.attacker
    return replace(state, seat=seat, asked=question if attacks else then)


def before(state: State, _setup: Setup, _said: str) -> State:
    """One side is ready to fight."""
    return _other(state, "battle.before", "battle.dice")


def rolled(state: State, setup: Setup, said: str) -> State:
    """One side's dice, as numbers, as counted results, or rolled by the seed (CW34, D12)."""
    how, *numbers = said.split()
    if how == "hits":
        kills, pains = map(int, numbers)
    else:
        dice = list(numbers[0]) if how == "dice" else _rolled(state, int(numbers[0]))
        kills, pains = dice.count("6"), dice.count("5") + dice.count("4")
    fight, attacks = _of(state)
    state = state.says("battle.rolled", name=state.part(), kills=kills, pains=pains)
    state = replace(state, fight=replace(fight, kills=(*fight.kills, kills), pains=(*fight.pains, pains)))
    if attacks and setup.paid:  # only now is it certain that there is a battle (CW30)
        state = ledger.paid(state, PRICES["battle"])
    return _other(state, "battle.dice", "battle.units")


def _rolled(state: State, count: int) -> list[str]:
    fight, attacks = _of(state)
    thrown = (state.seed, "dice", state.turn, state.battles, fight.attacker, attacks)
    return [str(int(chance.draw(*thrown, die) * 6) + 1) for die in range(count)]


def assigned(state: State, setup: Setup, said: str) -> State:
    """Each unit takes one result: kills first, then pains, and the rest is lost (CW35)."""
    fight, attacks = _of(state)
    units, enemy = int(said), 1 if attacks else 0
    killed = min(units, fight.kills[enemy])
    pained = min(units - killed, fight.pains[enemy])
    state = state.says("battle.takes", name=state.part(), killed=killed, pained=pained)
    state = replace(state, fight=replace(fight, pained=(*fight.pained, pained)))
    if attacks:
        return _other(state, "battle.units", "")
    return _retreat(replace(state.says("battle.close"), seat=fight.attacker), setup)


def _retreat(state: State, setup: Setup) -> State:
    """The attacker's pained retreat, then the defender's (CW36); a side without any is not asked."""
    fight, attacks = _of(state)
    if fight.pained[0 if attacks else 1]:
        return replace(state, asked="battle.retreat")
    return _ended(state, setup)


def retreated(state: State, setup: Setup, said: str) -> State:
    """They went, or had nowhere to go: then one of them is eliminated and the others stay (CW37, D9)."""
    if said == "nowhere":
        state = state.says("battle.nowhere", name=state.part())
    return _ended(state, setup)


def _ended(state: State, setup: Setup) -> State:
    fight, attacks = _of(state)
    if attacks:
        return _retreat(replace(state, seat=fight.defender), setup)
    return ledger.fought(replace(state, seat=fight.attacker), setup)
