"""Cthulhu FLUXX: nobody sleeps, everybody plays cards, and the narrator keeps the count (docs/fluxx.md).

The laptop sees no card. It says what follows from what is played: cards still to be drawn, limits, whose turn it is,
Doom.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from narrator.games.counting import CountingGame
from narrator.games.fluxx import commands, plays, questions, turn, viewing
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import Person, State
from narrator.games.view import Outcome, View


class Fluxx(CountingGame[State, Setup]):
    """The rules (narrator.games.Game)."""

    deeds, questions = plays.DEEDS, questions.QUESTIONS
    weights, not_now = commands.WEIGHTS, commands.NOT_NOW
    praised = MappingProxyType(
        {
            "rules": ("rule ",),
            "dropped": ("drop ",),
            "goals": ("play goal", "goal "),
            "surprises": ("surprise ",),
            "doom": ("doom ",),
        }
    )
    heading = "fluxx.turn"
    unready = ("ask.", "deed.", "refused.", "paused", "rest", "undone", "goal.named")
    counts = MappingProxyType({"frame.left": 2, "frame.rest": 1, "bonus": 4})

    def begin(self, seed: int) -> State:
        """The state before anything has happened."""
        return State(seed=seed, players=tuple(Person(name=one.name) for one in self.setup.player))

    def begun(self, state: State) -> State:
        """The first words, and the first question."""
        return replace(state.says("begins"), asked="meta" if self.setup.meta else "first")

    def offered(self, state: State) -> tuple[str, ...]:
        """All that may be said between two plays."""
        return commands.offered(state, self.setup.level, len(self.setup.goals))

    def anytime(self, state: State) -> tuple[str, ...]:
        """The narrator may be asked at any moment."""
        return commands.asked(state)

    def repeated(self, state: State) -> State:
        """What is still to be drawn and played."""
        return turn.told(state, self.setup, "owed")

    def undone(self, back: State, gone: State) -> State:
        """Say who takes cards back that were put away for it."""
        ruled = gone.deed.startswith(("rule ", "drop "))
        return turn.taken_back(back, self.setup, gone.rules) if ruled else back

    def asked_of(self, state: State) -> tuple[str, dict[str, Any]]:
        """Whoever's turn it is is asked, or else those who are with whoever claims a win."""
        seat = state.seat if state.claimed is None else state.claimed
        line = "lose" if state.claimed == 0 else state.question or "rest"
        return line, {"name": state.part(seat) if seat else (), "count": turn.left_told(state)}

    def seen(self, state: State, view: View) -> View:
        """The rules in force, and everybody's Doom."""
        return viewing.seen(state, self.setup, view)

    def over(self, state: State) -> Outcome | None:
        """Who won, or that all lost."""
        if state.winner is None:
            return None
        won = (str(state.winner),) if state.winner else ()
        return Outcome(winners=won, rule="goal" if won else "antigoal")

    def told(self, state: State, what: str) -> str:
        """What happened, as the story has it."""
        if (seat := state.claimed) is None or what != "end":
            return super().told(state, what)
        values = {"name": state.part(seat)} if seat else {}
        return self.lines.text(self.lines.wordings["won" if seat else "lost"][0], values)
