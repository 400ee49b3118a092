"""Proofread the house rules: their numbers, and who may act on themselves."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, suggest
from narrator.games.ktulu.draft import always_others
from narrator.games.ktulu.effects import EFFECTS
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup

_AT_LEAST = {
    "ship_night": 1,
    "searches": 1,
    "duels_per_day": 0,
    "gambler_from_night": 1,
    "drinks": 1,
    "kali_thefts": 1,
    "signals_to_win": 1,
    "hits_to_win": 1,
}
_CHANCES = ("shot_success", "possession_success")
_NEVER_ITSELF = tuple(word for word, effect in EFFECTS.items() if effect.offer is always_others)
"""The effects that nobody can have on themselves (D6)."""


def proofread_rules(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the house rules."""
    for key, least in _AT_LEAST.items():
        value = getattr(setup.rules, key)
        if value is not None and value < least:
            yield Problem(f"{place}: rules: {key}", f"{value} is too little", f"write {least} or more")
    for key in _CHANCES:
        value = getattr(setup.rules, key)
        if not 0 <= value <= 1:
            yield Problem(f"{place}: rules: {key}", f"{value} is not a probability", "write a number from 0 to 1")
    for role in setup.rules.self_target:
        where = f"{place}: rules: self_target"
        if role not in script.roles:
            yield Problem(where, f"there is no role {role!r}", suggest(role, script.roles))
        elif any({role, script.roles[role].faction} & script.holders.get(effect, set()) for effect in _NEVER_ITSELF):
            yield Problem(where, f"the {role} can never name himself", "take him out", warning=True)
