"""Places in random games from which a step is taken: no call is open there, and nothing waits to be said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from narrator.games.night import events as e
from narrator.games.night.day import menu
from narrator.games.night.events import Event
from narrator.games.night.flow import night, steps
from narrator.games.night.flow.moments import is_idle
from narrator.games.night.game import NightGame
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

from tests.secrecy.twins.first import LONGEST, Crowd
from tests.secrecy.twins.known import Fact, Knowledge


class Noted(Knowledge):
    """What is known at one of two tables; `known` is the same number where the same facts are known.

    While all close their eyes for the doctor the rules may be ahead: what comes of it is known once eyes are open.
    """

    def __init__(self, other: Knowledge, numbers: dict[tuple[Fact, ...], int]) -> None:
        self.__dict__.update(other.__dict__)
        self.facts: tuple[Fact, ...] = ()
        self._kept, self._closed = tuple[Fact, ...](), False
        self._numbers = numbers
        self.known = numbers.setdefault((), 0)

    def see(self, events: Iterable[Event]) -> list[Fact]:
        known, new = self.known, super().see(events)
        self.known, self._kept = known, (*self._kept, *new)
        self._closed |= any(isinstance(event, e.Waited) and event.line == "day.revive.line" for event in events)
        if not self._closed:
            self.open_eyes()
        return new

    def open_eyes(self) -> None:
        """Learn what has come of a duel."""
        if self._kept:
            self.facts, self._kept = (*self.facts, *self._kept), ()
            self.known = self._numbers.setdefault(self.facts, len(self._numbers))
        self._closed = False

    def of(self, state: State) -> Noted:
        """The same at a table that is in this state."""
        other = Noted(self, self._numbers)
        other.cards, other.holder = state.cards, state.holder
        tonight = frozenset(state.gone_tonight)
        other.died, other.escaped = tonight & state.dead, tonight & state.escaped
        other.gone, other.shown = state.dead | state.escaped, state.shown
        covered = [seat for seat in sorted(state.known_gone()) if state.covered(seat)]
        other.unseen = {seat: state.faction(seat) if state.rules.dead == "faction" else "" for seat in covered}
        return other


class Start(NamedTuple):
    """Where a step begins, and what everybody knows there."""

    state: State
    knowledge: Knowledge


def goes_on(draft: Draft) -> None:
    """Take the rules' next step."""
    (menu if draft.state.phase == "day" else night).advance(draft)


def starts(game: NightGame, seed: int, chance: Random, crowd: type[Crowd]) -> Iterator[Start]:
    """Play a game in silence, and give every place in it where no call is open, by night and by day."""
    knowledge, people = Knowledge(game.script, game.setup.rules), crowd(chance)
    act = game.draft_opening(game.begin(seed, quiet=True))
    while (question := act.state.question) is not None and act.state.night <= LONGEST:
        knowledge.see(act.events)
        act = Draft(act.state)
        take, said = (night if act.state.turn else steps).take, people.answer(act.state, question)
        act.emit(e.Answered(said))
        take(act, question, said)
        while is_idle(act.state):
            if act.state.turn is None and act.state.phase != "start":
                knowledge.see(act.events)
                yield Start(act.state.copy(), knowledge.copy())
                act = Draft(act.state)
            goes_on(act)
