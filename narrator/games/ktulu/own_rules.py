"""Ktulu's own rules where the engine asks for them (narrator.games.night.flow.own_rules)."""

from __future__ import annotations

from narrator.games.ktulu.day import advance, bury
from narrator.games.ktulu.day.duels import reviving
from narrator.games.ktulu.outcomes import died, holds, judge_survivors, leave
from narrator.games.ktulu.sides import BANDITS, TOWN, WINS
from narrator.games.night.events import Asked
from narrator.games.night.flow.winning import win
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

__all__ = [
    "advance",
    "believed",
    "bury",
    "call_of",
    "died",
    "judge",
    "judge_night",
    "judge_round",
    "last_turn",
    "leave",
    "unmanned",
    "wins",
]

wins, judge, believed, unmanned = WINS, judge_survivors, BANDITS, (TOWN,)


def judge_night(draft: Draft) -> None:
    """The town wins if the statue lies on a body (R12, R14) or a living townsperson holds it (R90)."""
    state = draft.state
    if state.holder in state.dead or holds(state, TOWN):
        win(draft, TOWN)


def judge_round(draft: Draft) -> None:
    """Somebody may have died of what was asked in the round (D60); the ship sails after it."""
    judge_night(draft)
    state = draft.state
    if state.sailing and not state.winner and holds(state, BANDITS):
        win(draft, BANDITS)


def call_of(state: State, question: Asked) -> Call | None:
    """The doctor revives by day with the power of a night's call (R28)."""
    if question.key == "day.revive" and not isinstance(question.to, str):
        return reviving(state, question.to[0])[0]
    return None


def last_turn(state: State, winner: str) -> str:
    """The town finds the statue by day, the bandits sail with it."""
    if winner == TOWN and state.phase == "day":
        return "found"
    return "sailed" if winner == BANDITS else ""
