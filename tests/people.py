"""People who answer whatever is legal, or not in time: what the sensible ones of the simulator leave out."""

from __future__ import annotations

from random import Random

from narrator.games.night.events import Asked
from narrator.games.night.simulation.people import People, one_of, several
from narrator.games.night.state.state import State

LATE = 0.1
"""The share of the questions with a call's time at which it runs out, where people are late."""


def wild(chance: Random, state: State, question: Asked) -> str:
    """Answer anything that is legal, by day too, or not in time; but leave the rules to decide (no override)."""
    return _anything(chance, state, question, tuple(choice for choice in question.choices if choice != "override"))


def lawless(chance: Random, state: State, question: Asked) -> str:
    """Answer anything that is legal, a moderator's overrides too, or not in time."""
    return _anything(chance, state, question, question.choices)


def late(people: People) -> People:
    """The same people, but now and then their time runs out."""

    def say(chance: Random, state: State, question: Asked) -> str:
        return "time" if _too_late(chance, state) else people(chance, state, question)

    return say


def _too_late(chance: Random, state: State) -> bool:
    return state.windowed and chance.random() < LATE


def _anything(chance: Random, state: State, question: Asked, choices: tuple[str, ...]) -> str:
    if _too_late(chance, state):
        return "time"
    if question.kind == "text":
        return _stranger(chance) if chance.random() < 0.9 else "none"
    said = one_of(chance, (*choices, "none") if question.optional else choices)
    if question.kind == "seats" and said != "none":
        return several(chance, question, 1 + int(chance.random() * question.most))
    return said


def _stranger(chance: Random) -> str:
    """Somebody's name who is not at the table."""
    return f"Guest {int(chance.random() * 1e9)}"
