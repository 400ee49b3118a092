"""The first of two tables: a game played by people of its own, with what became public of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.events import Asked
from narrator.games.night.game import NightGame
from narrator.games.night.simulation.evening import answered
from narrator.games.night.simulation.people import sensible
from narrator.games.night.state.state import State
from narrator.games.night.told.aloud import offered

from tests.people import lawless, wild
from tests.secrecy.twins.known import DAWN, DAY, Fact, Knowledge

LONGEST = 8
"""Nights after which a game is broken off."""

Key = tuple[Any, ...]
"""Which question it is: the night, the call, whose it is, the question's name, and what was answered there before."""


@dataclass
class Played:
    """A game: what was answered, what became public, and how far each answer led."""

    game: NightGame
    seed: int
    steps: list[tuple[Key, str]] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    killed: dict[int, frozenset[int]] = field(default_factory=dict)
    """Who was killed or escaped in each night, brought back or not."""

    @cached_property
    def secrets(self) -> dict[Key, str]:
        """What was answered in secret (what is answered by day may come twice and does not belong here)."""
        return {key: said for key, said in self.steps if len(key) > 3 or key[1] == "day.revive"}

    def exposed(self, nights: int) -> set[int]:
        """The seats whose cards everybody saw in so many nights and the days after them."""
        seen = ("died", "escaped", "card")
        roles = self.game.script.roles
        return {
            fact.what[1]
            for fact in self.facts
            if fact.what[0] in seen and fact.what[2] in roles and fact.place[0] <= nights
        }

    def dead(self, night: int) -> set[int]:
        """The seats of those of whom everybody learns at the dawn after this night that they died in it."""
        return {fact.what[1] for fact in self.facts if fact.what[0] == "died" and fact.place[:2] <= (night, DAWN)}

    def picked(self, nights: int) -> set[int]:
        """The seats of which a choice was announced in so many nights."""
        picks = {fact.what[1] for fact in self.facts if fact.what[0] == "pick" and fact.place[0] <= nights}
        return {seat for seat in picks if isinstance(seat, int)}


def key_of(state: State, question: Asked) -> Key:
    """Name the open question, alike at tables that agree in everything public."""
    turn = state.turn
    if question.key == "page":
        return (state.night, state.phase, question.key, question.about)
    if turn is None:
        return (state.night, question.key, state.today.bouts)
    return (state.night, state.phase, turn.call, turn.role, question.key, len(turn.answers))


def play_first(game: NightGame, seed: int, chance: Random) -> Played:
    """Play a game to its end, or to where it is broken off."""
    played, knowledge = Played(game, seed), Knowledge(game.script, game.setup.rules)
    people = Crowd(chance)
    act = game.draft_opening(game.begin(seed, quiet=True))
    while True:
        played.facts += knowledge.see(act.events)
        for event in act.events:
            if isinstance(event, e.Killed | e.Escaped) and knowledge.part != DAY:
                night = act.state.night
                played.killed[night] = played.killed.get(night, frozenset()) | {event.seat}
        question = act.state.question
        if question is None or act.state.night > LONGEST:
            return played
        said = people.answer(act.state, replace(question, choices=offered(act.state, question)))
        played.steps.append((key_of(act.state, question), said))
        act = answered(game, act.state, said)


def told_of(state: State, question: Asked) -> list[str]:
    """List the choices that matter at night: the statue's holder, and those who died or went to sleep for good."""
    if state.turn is None or question.kind not in ("seat", "seats"):
        return []
    marked = (state.holder, *state.gone_tonight, *sorted(state.marks.asleep))
    return [choice for choice in map(str, marked) if choice in question.choices]


def in_time(question: Asked) -> list[str]:
    """List what a page of a round can be turned with; how long somebody reads is their own."""
    return [choice for choice in question.choices if choice != "time"]


class Moderator:
    """Who at some tables brings somebody back to life whose card stayed covered, by a chance of their own."""

    def __init__(self, chance: Random) -> None:
        self._chance = Random(hash(chance.getstate()[1]))
        self._able = self._chance.random() < 0.3

    def answer(self, state: State, question: Asked) -> str:
        """What leads to that, by day; nothing if it is not done now."""
        covered = any(state.covered(seat) for seat in state.dead)
        if not (self._able and covered) or question.key not in ("day", "day.override"):
            return ""
        if state.aside and state.aside.given == ("revive",):
            return self._chance.choice(question.choices)
        said = "override" if question.key == "day" else "revive"
        return said if said in question.choices and (state.aside or self._chance.random() < 0.7) else ""


class Crowd:
    """The people of a first table: sensible or wild, patient or in a hurry for the end, prompt or late."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._moderator = chance, Moderator(chance)
        self._wild_days, self._wild_nights = chance.random() < 0.2, chance.choice((0.0, 0.2, 0.5, 1.0))
        self._quiet_days = chance.choice((0.0, 0.3, 0.8, 1.0))
        self._mercy = chance.choice((0.0, 0.4, 0.8))
        self._luck = chance.choice((0.0, 0.2, 0.6))
        self._late = chance.choice((0.0, 0.0, 0.1))

    def answer(self, state: State, question: Asked) -> str:
        """Answer the question, or come too late."""
        if state.windowed and self._chance.random() < self._late:
            return "time"
        if question.key == "page":
            return self._chance.choice(in_time(question))
        if state.turn is None:
            return self._by_day(state, question)
        return self._at_night(state, question)

    def _by_day(self, state: State, question: Asked) -> str:
        """Spend the day, or on a quiet one let the night come; nights stay secret."""
        if said := self._moderator.answer(state, question):
            return said
        if question.key == "day" and self._chance.random() < self._quiet_days:
            shows = "reveal" in question.choices and self._chance.random() < 0.3
            return "reveal" if shows else "night"
        if question.key == "day.reveal" and self._chance.random() < 0.5:
            own = [str(seat) for seat in state.with_trait("show-card") if str(seat) in question.choices]
            return self._chance.choice(own) if own else "none"
        if question.key == "day.policy":
            return next(policy for policy in question.choices if policy != "open")
        if question.key in ("day.hang-whether", "day.hang-one", "day.pardon") and self._chance.random() < 0.5:
            return {"yes-no": "yes"}.get(question.kind, question.choices[-1])
        return (lawless if self._wild_days else sensible)(self._chance, state, question)

    def _at_night(self, state: State, question: Asked) -> str:
        """Kill nobody if merciful, seldom sail, sometimes guess right; else be sensible or wild."""
        chance = self._chance
        if question.optional and chance.random() < self._mercy:
            return "none"
        if question.key == "sail" and chance.random() < self._quiet_days:
            return "no"
        marked = told_of(state, question)
        if marked and chance.random() < self._luck:
            return chance.choice(marked)
        return (wild if chance.random() < self._wild_nights else sensible)(chance, state, question)
