"""What people at a simulated table of Ktulu answer to questions that no other game puts."""

from __future__ import annotations

from random import Random

from narrator.games.ktulu.day.duels import asked_judge
from narrator.games.ktulu.setup import ours
from narrator.games.night.events import Asked
from narrator.games.night.simulation import people
from narrator.games.night.simulation.people import People, always, must_pick, one_of, several, show_of_hands
from narrator.games.night.state.state import State


def _roll(chance: Random, state: State, question: Asked) -> str:
    """Roll the dice of a table that has its own."""
    rules = ours(state.rules)
    success = rules.shot_success if question.key == "roll" else rules.possession_success
    return "yes" if chance.random() < success else "no"


def _challenge(chance: Random, state: State, question: Asked) -> str:
    """Gunslingers challenge about twice as often as others; anybody may be challenged."""
    first, second = one_of(chance, question.choices), one_of(chance, question.choices)
    armed = not question.about and int(second) in state.with_trait("win-duels")
    return second if armed else first


def _accept(chance: Random, state: State, question: Asked) -> str:
    return "yes" if question.about in state.with_trait("win-duels") or chance.random() < 0.5 else "no"


def _vote_in_duel(chance: Random, state: State, question: Asked) -> str:
    """A third votes for each, and a third abstains."""
    voted = sum(state.today.counted)
    return str(show_of_hands(chance, int(question.choices[-1]) - voted, 1 / 2 if state.today.counted else 1 / 3))


def _nominate(chance: Random, state: State, question: Asked) -> str:
    """Name one or two people more than may be searched."""
    return several(chance, question, state.rules.number("searches") + 1 + (chance.random() < 0.5))


def _judge(chance: Random, state: State, question: Asked) -> str:
    """A judge who is to die names the other; else he speaks one time in four."""
    judge = asked_judge(state, question)
    if judge in state.today.doomed:
        return next(seat for seat in question.choices if int(seat) != judge)
    return one_of(chance, question.choices) if chance.random() < 0.25 else "none"


HABITS: dict[str, People] = {
    "choose-runner": must_pick,
    "clean": must_pick,
    "cooperate": always("yes"),
    "day.accept": _accept,
    "day": people.spend_day("search-vote", "hang-vote", early=("poison", "duel")),
    "day.duel": _challenge,
    "day.nominate": _nominate,
    "day.speech": always("over"),
    "day.verdict": _judge,
    "day.votes": _vote_in_duel,
    "gift": always("none"),
    "roll": _roll,
    "roll-possession": _roll,
    "sail": always("yes"),
    "take": always("yes"),
}
"""By the question's key."""
