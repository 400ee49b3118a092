"""Which calls a night will have, known before it is played from the cards alone."""

from __future__ import annotations

from functools import lru_cache

from narrator.games.ktulu.script import Call, Script

Step = tuple[Call, str]
"""A call, and the role that is called; empty for a faction's call."""


@lru_cache(maxsize=64)
def calls_tonight(script: Script, cards: tuple[str, ...], phase: str) -> list[Step]:
    """List the phase's calls for these cards, in order: one for each dealt role, or one for a faction (R1)."""
    factions = {script.roles[card].faction for card in cards}
    steps: list[Step] = []
    for call in script.calls(phase):
        if call.who[0] in script.factions:
            steps += [(call, "")] if call.who[0] in factions else []
        else:
            steps += [(call, role) for role in call.who if role in cards]
    return steps
