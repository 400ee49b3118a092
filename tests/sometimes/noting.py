"""The game that notes what is met in it, whoever plays it and in whatever room."""

from __future__ import annotations

from narrator.cues import RESUME, Refused
from narrator.games.night import events as e
from narrator.games.night.flow.effects import EFFECTS, FOLLOW_UPS
from narrator.games.night.flow.moments import ANSWER, TAKES, moment
from narrator.games.night.flow.steps import STEPS
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup
from narrator.games.night.state.state import State

from tests.sometimes import VOTED, WANTED, sometimes

NOBODY = ("none", "no", "time")
"""Answers by which a power is not used."""


class Noting(NightGame):
    """The rules at one table, for one game under way."""

    def __init__(self, setup: Setup, script: Script) -> None:
        super().__init__(setup, script)
        self._left: dict[str, int] = {}
        self._bent = False

    def take(self, state: State, said: str) -> list[e.Event] | Refused:
        """Note which command was taken at which moment, or why something was refused."""
        result, now = super().take(state, said), moment(state)
        if isinstance(result, Refused):
            sometimes(f"refused: {result.reason}")
        elif said == RESUME or (said != ANSWER and said in TAKES[now]):
            sometimes(f"{said} at a {now}")
        return result

    def fold(self, state: State, event: e.Event) -> State:
        """Note what happened, and what was used, left, set or won by it."""
        after = super().fold(state, event)
        _happened(event)
        if isinstance(event, e.Answered):
            _answered(state, event.answer)
        elif isinstance(event, e.CallOpened):
            _opened(event, after)
        elif isinstance(event, e.Marked):
            self._left[event.mark] = after.night
        elif isinstance(event, e.NightBegan):
            self._night_fell(event.night)
        elif isinstance(event, e.Undone):
            self._taken_back(after)
        elif isinstance(event, e.Overridden):
            self._bent = True
            sometimes(f"{event.what} is set")
        elif isinstance(event, e.Won) and not self._bent:
            _won(event)
        return after

    def _taken_back(self, after: State) -> None:
        lie = {mark.mark for mark in after.marks.every}
        self._left = {mark: left for mark, left in self._left.items() if left < after.night or mark in lie}

    def _night_fell(self, night: int) -> None:
        for mark, left in self._left.items():
            if left == night - 1:
                sometimes(f"mark {mark}, and the night after")


def _happened(event: e.Event) -> None:
    """Note its kind, and what is said in a vote."""
    sometimes(f"event {type(event).__name__}")
    if isinstance(event, e.Announced) and event.line in VOTED:
        sometimes(f"line {event.line}")


def _won(event: e.Won) -> None:
    """Note who has won, and in which way, if it is no rule of the book for that side alone."""
    sometimes(f"win of {event.winner}")
    if f"way {event.rule}" in WANTED["ways"]:
        sometimes(f"way {event.rule}")


def _answered(state: State, answer: str) -> None:
    """Note a power that was used, or another question that was answered."""
    key = state.question.key if state.question else ""
    if key in EFFECTS:
        if answer not in NOBODY:
            sometimes(f"effect {key}")
    elif key in FOLLOW_UPS or key in STEPS:
        sometimes(f"question {key}")
    if key == "day":
        sometimes(f"question day:{answer}")


def _opened(event: e.CallOpened, after: State) -> None:
    """Note a power that works by itself once its call is made."""
    call = after.call
    if call and call.do and call.ask == "none" and event.actors:
        sometimes(f"effect {call.do}")
