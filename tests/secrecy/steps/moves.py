"""A step: what everybody hears and sees from a place in a game on, and what could be prepared there."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from narrator.cues import OVERRIDE, REDO, Ask, Cue, End, Refused, Say
from narrator.games.night.events import Asked, Event
from narrator.games.night.flow.moments import is_idle
from narrator.games.night.game import NightGame
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.view import View
from narrator.page.phones.shared import SharedPage
from narrator.play.history import History
from narrator.play.steps import Step

from tests.secrecy.steps.air import Air
from tests.secrecy.steps.starts import Noted, goes_on
from tests.secrecy.twins.first import Crowd, Key, Played, key_of
from tests.secrecy.twins.known import DAY
from tests.secrecy.twins.room import Room
from tests.secrecy.twins.sitting import Interruptions, Sitting

ALIKE = 0.4
"""How often somebody answers in secret as at the other table, where that is legal."""

CALLED = 100
"""As many lines, or more, count as said once the doctor is called by day."""

LATER = "later"
"""What is said to the narrator comes only after the next answer by day."""


class Noticed(NamedTuple):
    """What can be noticed, when, which facts were known by then, and what all phones were sent before."""

    what: Any
    at: float
    known: int
    air: tuple[SharedPage, ...] = ()

    def same(self, other: Noticed) -> bool:
        """Whether nobody could tell the two apart."""
        return self._replace(known=other.known) == other


class Ears(Room):
    """A room that notes everything that can be noticed in one order."""

    def __init__(self, chance: Random, air: Air) -> None:
        super().__init__(chance)
        self.noticed: list[Noticed] = []
        self._air = air

    def give(self, cue: Cue, known: int, seen: View | None = None) -> None:
        self._air.give(cue)
        super().give(cue, known, seen)

    def note(self, what: Any, known: int) -> None:
        self.noticed.append(Noticed(what, round(self._now, 6), known, self._air.taken()))

    def _hear(self, cue: Any, known: int, seen: Any = None) -> None:
        super()._hear(cue, known, seen)
        self.note(cue, known)


Said = dict[tuple[Key, int], str]
"""What was answered, by question and how often it had been put."""


class Move(Sitting):
    """One table from a place in a game on. What is public is answered as at the other table, if that went before."""

    def __init__(
        self,
        state: State,
        knowledge: Noted,
        chance: Random,
        spoken: Interruptions,
        other: Said,
        crowd: type[Crowd] = Crowd,
    ) -> None:
        game = NightGame(state.setup, state.script)
        super().__init__(Played(game, state.seed), chance, spoken, seeing=False)
        self._spoken = True  # so that undo finds its way back
        self._knowledge: Noted = knowledge
        self._state = state
        self._began = (None, 0, knowledge.copy())
        self._air = Air(state.setup)
        self._ears = self._room = Ears(chance, self._air)
        self._crowd = crowd(chance)
        self._before, self.said, self._put = other, Said(), Counter[Key]()
        self._seen: Any = None
        self._history, self._input = History(game), ""
        self._redoes = any(word == REDO for _, word in spoken)

    def take(self, most: int, *, preparing: bool) -> list[Noticed]:
        """Notice so many things at most; `preparing`, also what could be prepared before and after."""
        if preparing:
            self._prepared()
        draft = Draft(self._state)
        while is_idle(draft.state):
            goes_on(draft)
        self._happened(draft.events)
        while len(self._ears.noticed) < most:
            self._look()
            cue = self._game.cue(self._state)
            if cue is None or isinstance(cue, End) or not self._goes_on(cue):
                break
        del self._ears.noticed[most:]  # a line and a page come at once, or with a question between
        if preparing:
            self._prepared()
        return self._ears.noticed

    def _goes_on(self, cue: Cue) -> bool:
        line = cue.line if isinstance(cue, Say) else ""
        if line.startswith("day.revive.line"):
            self._lines = max(self._lines, CALLED)
        goes_on = super()._goes_on(cue)
        pending = {out.line for out in (*self._state.held, *self._state.queue)}
        if line.startswith("day.revive.end") and "day.revive.end" not in pending:
            self._knowledge.open_eyes()
        return goes_on

    def _may_be_said(self, word: str, cue: Cue) -> bool:
        """By day to any question, too; `later` lets one be answered first, and what was undone may be given again.

        What a moderator sets by night all may notice (D65).
        """
        if word == OVERRIDE and self._knowledge.part < DAY:
            return False
        if not isinstance(cue, Ask) or self._state.paused or self._knowledge.secret:
            return word not in (LATER, REDO) and super()._may_be_said(word, cue)
        return word != LATER and (word != REDO or self._history.undone_to(cue) not in ("", OVERRIDE))

    def _answered(self, cue: Ask) -> bool:
        self._air.give(cue)
        if self._redoes and not (self._state.paused or self._knowledge.secret):
            self._ears.note((self._history.undone_to(cue), bool(self._history.undone)), self._knowledge.known)
            if [word for _, word in self._interruptions[:1]] == [LATER] and self._lines >= self._interruptions[0][0]:
                self._interruptions.pop(0)
        return super()._answered(cue)

    def _happened(self, events: list[Event]) -> None:
        if self._redoes:
            self._history.take(Step(self._state, self._input, events, self._state, []))
        self._input = ""
        super()._happened(events)

    def _look(self) -> None:
        """Note what a page for everybody would show, if it is anything new; at the end it shows all cards (D62)."""
        seen = self._game.view(self._state, "all")
        if seen != self._seen and not seen.outcome:
            self._seen = seen
            self._air.see(seen)
            self._ears.note(seen, self._knowledge.known)

    def _prepared(self) -> None:
        lines = tuple(self._game.texts_to_prepare(self._state))
        self._ears.note(lines, self._knowledge.known)

    def _said(self) -> str:
        state, question = self._state, self._state.question
        assert question is not None
        key = key_of(state, question)
        self._put[key] += 1
        place = (key, self._put[key])
        self.said[place] = self._input = said = self._answer(state, question, self._before.get(place, ""))
        return said

    def _answer(self, state: State, question: Asked, other: str) -> str:
        """As at the other table what is public, if that may be answered here, and sometimes what is secret."""
        public = not self._knowledge.secret or (state.call is not None and state.call.public)
        alike = other and (public or self._chance.random() < ALIKE)
        if alike and not isinstance(self._game.draft_answer(state, other), Refused):
            return other
        said = self._crowd.answer(state, question)  # who may reckon with more votes than are left
        if said == "override":  # what a moderator sets, and is asked for it, is no public fact (D41)
            said = "night"
        answers = (said, *question.choices, "none", "time")
        return next((one for one in answers if not isinstance(self._game.draft_answer(state, one), Refused)), "")

    def _called(self, word: str) -> None:
        if word == REDO:
            cue = self._game.cue(self._state)
            assert isinstance(cue, Ask)
            word = self._history.undone_to(cue)
        result, self._input = self._game.take(self._state, word), word
        if isinstance(result, Refused):
            self._ears.note((result.reason, result.text), self._knowledge.known)
        else:
            self._happened(result)
