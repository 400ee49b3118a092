"""The moments of a game under way, and what each of them takes: the table behind `NightGame.take`."""

# docs/architecture.md says what each moment is, and what an input leads to; tests/test_moments.py plays random
# games against it. A game is idle before its opening and, within one step, between the events: `_onward` goes on
# until it is not. So no input ever meets an idle game. `resume` may come at any moment, for a game may be broken off
# at any.
#
# Commands are taken before a line although nobody is asked, because the room lets a call's time run out before it
# says the next line, and `undo` in that time must do the same whether the game was asking or had gone on already
# (R103). Before a call's time, and amid the words about a pause, nobody could have called for anything: no room
# waits there.

from __future__ import annotations

from typing import Literal

from narrator.cues import COMMANDS, OVERRIDE
from narrator.games.night.flow.eyes import closed
from narrator.games.night.state.state import State

Moment = Literal["line", "time", "remark", "pause", "question", "over", "idle"]

ANSWER = "answer"
"""Stands for whatever is said and is no command."""

TAKES: dict[Moment, tuple[str, ...]] = {
    "line": (*COMMANDS, OVERRIDE),
    "time": (),
    "remark": (),
    "pause": ("undo", ANSWER),
    "question": (*COMMANDS, OVERRIDE, ANSWER),
    "over": (),
    "idle": (),
}


def moment(state: State) -> Moment:
    """The moment at which the game is."""
    if state.queue:
        if state.paused:
            return "remark"
        return "time" if state.queue[0].kind == "pause" else "line"
    if state.paused:
        return "pause"
    if state.question is not None:
        return "question"
    return "over" if state.winner else "idle"


def may_override(state: State) -> bool:
    """Whether something may be set now: at any time of a game that is led, else at the menu of the day (D65).

    Not while a player alone is at the screen, or the doctor is called by day, all eyes closed.
    """
    asked = state.question
    if state.aside or state.winner or state.paused or (asked is not None and asked.key == "page"):
        return False
    if state.phase == "day" and closed(state):
        return False
    return state.led or (asked is not None and OVERRIDE in asked.choices)


def is_idle(state: State) -> bool:
    """Whether the rules go on by themselves: nothing goes out, is asked, or has ended the game."""
    return not (state.queue or state.paused or state.question or state.winner)


def taken_as(now: Moment, said: str) -> str:
    """How the moment takes what was said: as that command, as ANSWER, or not at all (empty)."""
    takes = TAKES[now]
    if said in takes:
        return said
    return ANSWER if ANSWER in takes else ""
