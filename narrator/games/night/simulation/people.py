"""The people at a simulated table: what they answer at night, and how they spend their days."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from narrator.games.night.events import Asked
from narrator.games.night.state.state import State

People = Callable[[Random, State, Asked], str]
"""Those at one table: given chance, the table and the question, a legal answer in canonical form."""


def sensible(chance: Random, state: State, question: Asked) -> str:
    """Answer as people do who know their own card, their gang and what is public, and guess the rest."""
    return HABITS.get(question.key, _pick)(chance, state, question)


def one_of(chance: Random, options: tuple[str, ...]) -> str:
    """Pick one of these by chance."""
    return options[int(chance.random() * len(options))]


def several(chance: Random, question: Asked, number: int) -> str:
    """Name so many of the choices, or as many as may be named."""
    seats = chance.sample(question.choices, min(number, question.most, len(question.choices)))
    return ",".join(sorted(seats, key=int))


def _show_of_hands(chance: Random, voters: int, share: float) -> int:
    return sum([chance.random() < share for _ in range(voters)])


def _always(said: str) -> People:
    return lambda *_: said


def _pick(chance: Random, state: State, question: Asked) -> str:
    """Pick anybody but the own gang; where nobody need be picked, do so every other time."""
    if question.optional and chance.random() < 0.5:
        return "none"
    return _must_pick(chance, state, question)


def _must_pick(chance: Random, state: State, question: Asked) -> str:
    if question.kind == "seats":
        return several(chance, question, question.most)
    if question.kind != "seat":
        return one_of(chance, question.choices)
    return one_of(chance, _strangers(state, question) or question.choices)


def _strangers(state: State, question: Asked) -> tuple[str, ...]:
    """List the choices outside the gang of those who are asked; townspeople do not know each other."""
    faction = state.faction(question.to[0]) if isinstance(question.to, tuple) else "town"
    gang = state.members(faction) if faction != "town" else ()
    return tuple([choice for choice in question.choices if int(choice) not in gang]) if gang else question.choices


def _roll(chance: Random, state: State, question: Asked) -> str:
    """Roll the dice of a table that has its own."""
    rules = state.rules
    success = rules.shot_success if question.key == "roll" else rules.possession_success
    return "yes" if chance.random() < success else "no"


def _spend_day(chance: Random, state: State, question: Asked) -> str:
    """Duel now and then, let poison strike, always search, vote whether to hang, and end the day."""
    early = not {"search-vote", "hang-vote"}.isdisjoint(question.choices) and not state.today.voted
    for step in ("poison", "duel"):
        if step in question.choices and early and chance.random() < 0.5:
            return step
    return next(step for step in ("search-vote", "hang-vote", "night", "declare") if step in question.choices)


def _challenge(chance: Random, state: State, question: Asked) -> str:
    """Gunslingers challenge about twice as often as others; anybody may be challenged."""
    first, second = one_of(chance, question.choices), one_of(chance, question.choices)
    armed = not question.about and int(second) in state.with_trait("win-duels")
    return second if armed else first


def _accept(chance: Random, state: State, question: Asked) -> str:
    return "yes" if question.about in state.with_trait("win-duels") or chance.random() < 0.5 else "no"


def _vote_in_duel(chance: Random, state: State, question: Asked) -> str:
    """A third votes for each, and a third abstains."""
    voted = sum(votes for _, votes in state.today.votes)
    return str(_show_of_hands(chance, int(question.choices[-1]) - voted, 1 / 2 if state.today.votes else 1 / 3))


def _vote_on_hanging(chance: Random, _state: State, question: Asked) -> str:
    return str(_show_of_hands(chance, int(question.choices[-1]), 1 / 2))


def _nominate(chance: Random, state: State, question: Asked) -> str:
    """Name one or two people more than may be searched."""
    return several(chance, question, (state.rules.searches or 0) + 1 + (chance.random() < 0.5))


def _accuse(chance: Random, _state: State, question: Asked) -> str:
    """Accuse two or three."""
    return several(chance, question, 2 + (chance.random() < 0.5))


def _count(chance: Random, state: State, question: Asked) -> str:
    """Votes fall evenly on all nominees, within what is left of them: they add up."""
    ballot, counted = state.today.ballot, state.today.counted
    assert ballot is not None
    living = int(question.choices[-1])
    left, to_come = living * ballot.votes - sum(counted), len(ballot.nominees) - len(counted) - 1
    votes = _show_of_hands(chance, living, ballot.votes / len(ballot.nominees))
    return str(min(max(votes, left - living * to_come), left))


def _judge(chance: Random, state: State, question: Asked) -> str:
    """A judge who is to die names the other; else he speaks one time in four."""
    judge = state.with_trait("judge-duels")[question.stage - 1]
    if judge in state.today.doomed:
        return next(seat for seat in question.choices if int(seat) != judge)
    return one_of(chance, question.choices) if chance.random() < 0.25 else "none"


def _pardon(chance: Random, _state: State, question: Asked) -> str:
    """The mayor pardons himself, and others one time in four."""
    return "yes" if question.to == (question.about,) or chance.random() < 0.25 else "no"


HABITS: dict[str, People] = {
    "choose-runner": _must_pick,
    "clean": _must_pick,
    "cooperate": _always("yes"),
    "day": _spend_day,
    "day.accept": _accept,
    "day.accuse": _accuse,
    "day.count": _count,
    "day.declare": lambda chance, _, question: one_of(chance, question.choices),
    "day.duel": _challenge,
    "day.hang-one": _vote_on_hanging,
    "day.hang-whether": _vote_on_hanging,
    "day.miscount": _always("stands"),
    "day.nominate": _nominate,
    "day.pardon": _pardon,
    "day.speech": _always("over"),
    "day.verdict": _judge,
    "day.votes": _vote_in_duel,
    "gift": _always("none"),
    "roll": _roll,
    "roll-possession": _roll,
    "sail": _always("yes"),
    "start": _always("ready"),
    "take": _always("yes"),
}
"""What sensible people answer to a question, by its key; to all others they pick somebody, or say yes, by chance."""
