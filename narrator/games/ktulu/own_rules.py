"""Ktulu's own rules where the engine asks for them (narrator.games.night.flow.own_rules)."""

from __future__ import annotations

from narrator.games.ktulu.day import advance, bury
from narrator.games.ktulu.day.deaths import find_statue, leave
from narrator.games.ktulu.outcomes import holds, judge_survivors
from narrator.games.ktulu.sides import BANDITS, TOWN, WINS
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft

__all__ = ["advance", "believed", "bury", "died", "judge", "judge_night", "judge_round", "leave", "wins"]

wins, judge, believed = WINS, judge_survivors, BANDITS


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


def died(draft: Draft, seat: int) -> None:
    """The town finds the statue of somebody who died by day (R14)."""
    if seat == draft.state.holder:
        find_statue(draft)
    else:
        judge_survivors(draft)
