"""A game that is followed from within: what everybody knows of it, and what is to be answered next."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from narrator.games.night import events as e
from narrator.games.night.game import NightGame
from narrator.games.night.state.state import State
from narrator.play.stage import Stage
from narrator.play.steps import Step

from tests.secrecy.twins.first import Played, key_of
from tests.secrecy.twins.known import Knowledge
from tests.secrecy.whole_rooms.notes import FAR

NOBODY = frozenset({"none", "no", "time"})
"""Answers that come to the same: nobody, or none in time."""

TURNED = frozenset({"ready", "time"})
"""Answers on a page that asks nothing: it was turned, or its time ran out."""


class Parted(Exception):
    """More is known than is compared: the rest need not be played."""


class FollowedStage(Stage[State, e.Event]):
    """A stage whose steps are followed."""

    def _go(self, step: Step[State, e.Event]) -> None:
        super()._go(step)
        assert isinstance(self.game, Followed)
        self.game.went(step)


class _Place(NamedTuple):
    answered: int
    knowledge: Knowledge


class Followed(NightGame):
    """The rules at one table; each state carries its place with it, so that going back goes back in that too."""

    def __init__(self, played: Played, most: int = FAR) -> None:
        super().__init__(played.game.setup, played.game.script)
        self._steps, self._most = played.steps, most
        self._start = _Place(0, Knowledge(self.script, self.setup.rules))
        self.state = self.begin(played.seed)
        self.known, self.astray = 0, False

    def fold(self, state: State, event: e.Event) -> State:
        new = super().fold(state, event)
        if not isinstance(event, e.Undone):
            new.__dict__["followed"] = self._after(state, event)
        return new

    def went(self, step: Step[State, e.Event]) -> None:
        """Follow a step that the game went; others may only be looked at."""
        state = step.before
        for event in step.events:
            self.astray |= isinstance(event, e.Answered) and not self._meant(state, event.answer)
            state = self.fold(state, event)
        self.stands(step.after)

    def stands(self, state: State) -> None:
        """Follow a game that goes on from this state. Raises Parted."""
        self.state, self.known = state, FAR if self.astray else self._place(state).knowledge.known
        if self.known > self._most:
            raise Parted

    def _place(self, state: State) -> _Place:
        place = state.__dict__.get("followed", self._start)
        assert isinstance(place, _Place)
        return place

    def _after(self, state: State, event: e.Event) -> _Place:
        answered, knowledge = self._place(state)
        if isinstance(event, e.Answered) and self._asked(state) is not None:
            answered += 1
        knowledge = knowledge.copy()
        knowledge.see((event,))
        return _Place(answered, knowledge)

    def _asked(self, state: State) -> str | None:
        """What is to be answered to the open question; nothing if the game did not come to it."""
        answered = self._place(state).answered
        if state.question is None or answered >= len(self._steps):
            return None
        key, said = self._steps[answered]
        return said if key == key_of(state, state.question) else None

    def _meant(self, state: State, said: str) -> bool:
        """Whether the answer taken is the one that was to be given, or comes to the same."""
        meant = self._asked(state)
        return meant is None or said == meant or {said, meant} <= NOBODY or {said, meant} <= TURNED

    @property
    def next_answer(self) -> str | None:
        """What is to be answered to the open question."""
        return self._asked(self.state)

    @property
    def answer_after_next(self) -> str:
        """What is answered after that; empty where no answer is left."""
        coming = self._steps[self._place(self.state).answered + 1 :]
        return coming[0][1] if coming else ""

    @property
    def in_secret(self) -> bool:
        """Whether the open question is one of which the room may hear nothing."""
        return self.state.question is not None and self.state.windowed

    @property
    def is_page(self) -> bool:
        """Whether one player reads alone in a round."""
        question = self.state.question
        return question is not None and question.key == "page" and not self.state.paused

    @property
    def coming_pages(self) -> dict[int, str]:
        """What is to be answered on the pages of this round, by seat."""
        coming = self._steps[self._place(self.state).answered :]
        pages = takewhile(lambda step: step[0][2:3] == ("page",), coming)
        return {int(key[3]): said for key, said in pages}

    @property
    def next_in_call(self) -> str | None:
        """What is to be answered in the call that is open, though its question may not be put yet."""
        answered, turn = self._place(self.state).answered, self.state.turn
        if turn is None or answered >= len(self._steps):
            return None
        key, said = self._steps[answered]
        return said if key[2:4] == (turn.call, turn.role) and key[0] == self.state.night else None
