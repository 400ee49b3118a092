"""The people at a simulated table: what they answer at night, and how they spend their days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random

from narrator.games.night.events import Asked
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.votes import vote_of
from narrator.games.night.plain import NightRules
from narrator.games.night.script.script import Script
from narrator.games.night.state.state import State
from narrator.values import replace

People = Callable[[Random, State, Asked], str]
"""Those at one table: given chance, the table and the question, a legal answer in canonical form."""


def sensible(chance: Random, state: State, question: Asked) -> str:
    """Answer as people do who know their own card, their gang and what is public, and guess the rest."""
    return _habits(own_rules.of(state.setup)).get(question.key, _pick)(chance, state, question)


@lru_cache(maxsize=16)
def _habits(rules: NightRules) -> Mapping[str, People]:
    """Those of the game; looked for at every answer they would take a thirtieth of a game."""
    return {**HABITS, **rules.habits()}


def one_of(chance: Random, options: tuple[str, ...]) -> str:
    """Pick one of these by chance."""
    return options[int(chance.random() * len(options))]


def several(chance: Random, question: Asked, number: int) -> str:
    """Name this number of the choices, or as many as may be named."""
    seats = chance.sample(question.choices, min(number, question.most, len(question.choices)))
    return ",".join(sorted(seats, key=int))


def show_of_hands(chance: Random, voters: int, share: float) -> int:
    """How many of the voters are for it, each with this share of chance."""
    drawn = chance.random
    return sum([drawn() < share for _ in range(voters)])


def always(said: str) -> People:
    """Answer this, whatever is asked."""
    return lambda *_: said


def _pick(chance: Random, state: State, question: Asked) -> str:
    """Pick anybody but the own gang; where nobody need be picked, do so every other time."""
    if question.optional and chance.random() < 0.5:
        return "none"
    return must_pick(chance, state, question)


def must_pick(chance: Random, state: State, question: Asked) -> str:
    """Pick anybody but the own gang."""
    if question.kind == "seats":
        strangers = _strangers(state, question) or question.choices
        return several(chance, replace(question, choices=strangers), question.most)
    if question.kind != "seat":
        return one_of(chance, question.choices)
    return one_of(chance, _strangers(state, question) or question.choices)


def _strangers(state: State, question: Asked) -> tuple[str, ...]:
    """List the choices outside the gang of those who are asked; a side that no call wakes together knows nobody."""
    faction = state.faction(question.to[0]) if isinstance(question.to, tuple) else ""
    gang = state.members(faction) if faction in _gangs(state.script) else ()
    return tuple([choice for choice in question.choices if int(choice) not in gang]) if gang else question.choices


@lru_cache(maxsize=16)
def _gangs(script: Script) -> frozenset[str]:
    """The sides whose people wake together, and so know each other."""
    return frozenset(call.called() for _, call in script.every_call).intersection(script.factions)


def spend_day(*votes: str, early: tuple[str, ...] = ("poison",)) -> People:
    """Take a step now and then before these votes, always vote, and end the day."""

    def spend(chance: Random, state: State, question: Asked) -> str:
        before = not state.today.voted and not {*votes}.isdisjoint(question.choices)
        for step in early:
            if step in question.choices and before and chance.random() < 0.5:
                return step
        return next(step for step in (*votes, "night", "declare") if step in question.choices)

    return spend


def _vote_on_hanging(chance: Random, _state: State, question: Asked) -> str:
    return str(show_of_hands(chance, int(question.choices[-1]), 1 / 2))


def _accuse(chance: Random, _state: State, question: Asked) -> str:
    """Accuse two or three."""
    return several(chance, question, 2 + (chance.random() < 0.5))


def _count(chance: Random, state: State, question: Asked) -> str:
    """Votes fall evenly on all nominees, within what is left of them: they add up, but for those who may abstain."""
    ballot, counted = state.today.ballot, state.today.counted
    assert ballot is not None
    living = int(question.choices[-1])
    left, to_come = living * ballot.votes - sum(counted), len(ballot.nominees) - len(counted) - 1
    votes = show_of_hands(chance, living, ballot.votes / len(ballot.nominees))
    least = 0 if vote_of(state.script, ballot.purpose).abstain else left - living * to_come
    fitting = min(max(votes, least), left)
    return str(min(max(fitting, 0), living))  # earlier counts may be wrong, so that no count fits


def _pardon(chance: Random, _state: State, question: Asked) -> str:
    """The mayor pardons himself, and others one time in four."""
    return "yes" if question.to == (question.about,) or chance.random() < 0.25 else "no"


HABITS: dict[str, People] = {
    "day": spend_day("hang-vote"),
    "day.accuse": _accuse,
    "day.count": _count,
    "day.declare": lambda chance, _, question: one_of(chance, question.choices),
    "day.hang-against": _vote_on_hanging,
    "day.hang-one": _vote_on_hanging,
    "day.hang-whether": _vote_on_hanging,
    "day.miscount": always("stands"),
    "day.pardon": _pardon,
    "start": always("ready"),
}
"""What sensible people answer to a question, by its key; of others their game knows some, and to the rest they pick
somebody, or say yes, by chance."""
