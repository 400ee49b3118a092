"""What a night will consist of, before it is played: its calls for these cards, and the texts known already."""

from __future__ import annotations

from functools import lru_cache

from narrator.games.ktulu.script import Call, Script
from narrator.games.ktulu.state import State, Turn
from narrator.games.ktulu.wording import text

Step = tuple[Call, str]
"""A call and the role that it is made for; the role is empty for a faction's call."""


@lru_cache(maxsize=64)
def program(script: Script, cards: tuple[str, ...], phase: str) -> list[Step]:
    """List the phase's calls for these cards, in order: one for each dealt role, or one for a faction (R1)."""
    factions = {script.roles[card].faction for card in cards}
    steps: list[Step] = []
    for call in script.calls(phase):
        if call.who[0] in script.factions:
            steps += [(call, "")] if call.who[0] in factions else []
        else:
            steps += [(call, role) for role in call.who if role in cards]
    return steps


def coming(state: State) -> list[str]:
    """Give the texts of the next night's calls, for this table's public chance."""
    night = state.night if state.phase == "start" else state.night + 1
    opening = "night.falls" if night else "night.zero"
    ahead = state.copy()
    ahead.night, ahead.phase, ahead.turn = night, "night" if night else "zero", None
    texts = [text(ahead, line, {})[1] for line in ("game.welcome", opening, "dawn.wake", "dawn.quiet", "day.begins")]
    for call, role in program(state.script, state.cards, ahead.phase):
        ahead.turn = Turn(call.id, role, ())
        texts += [
            text(ahead, f"{call.id}.{key}", {"who": role or call.who[0]})[1] for key in ("wake", "line", "sleep")
        ]
    return list(dict.fromkeys(words for words in texts if words))
