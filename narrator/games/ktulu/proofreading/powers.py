"""Proofread who has which power tonight: what the game keeps of one alone cannot be in two hands."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem
from narrator.games.ktulu.conditions import ruled_out
from narrator.games.ktulu.proofreading.clauses import proofread_clauses
from narrator.games.ktulu.schedule import program
from narrator.games.ktulu.script import Call, Script
from narrator.games.ktulu.setup import Setup

ONE_AT_A_TIME = {
    "jail": "one jailed player",
    "guard": "one guarded player",
    "trail": "one trailed player",
    "possess": "one possessed player",
    "poison": "one poisoned player",
    "plant": "one planting",
    "reclaim": "one planting",
    "gift": "one gift",
    "choose-master": "one master",
    "choose-runner": "one runner",
    "revive": "one doctor",
}
"""The effects of which the game keeps one a night, and what it is that it keeps."""

_NIGHTS = (("zero",), ("night", "dawn"))


def proofread_powers(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Find powers that two of the cards in play have, or one in two calls of a night, where there is room for one."""
    cards = tuple(card for card in setup.in_play if card in script.roles)
    for phases in _NIGHTS:
        steps = [step for phase in phases for step in program(script, cards, phase)]
        for effect, kept in ONE_AT_A_TIME.items():
            found = [(call, role) for call, role in steps if call.do == effect and not _left_out(setup, script, call)]
            if len(found) > 1:
                calls = " and ".join(f"{call.id} of {role or call.who[0]}" for call, role in found)
                fault = f"{calls}: the game keeps {kept} a night"
                yield Problem(f"{place}: cards", fault, "deal one of these, or take a call out of the script")


def _left_out(setup: Setup, script: Script, call: Call) -> bool:
    """Tell whether the house rules leave the call out; one whose conditions cannot be read has its own faults."""
    faulty = any(not problem.warning for problem in proofread_clauses(script, call, ""))
    return faulty or ruled_out(setup.rules, call)
