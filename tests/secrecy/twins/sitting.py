"""A game led in a room without sound: answers given one by one, and what is said aloud to the narrator at night."""

from __future__ import annotations

from random import Random

from narrator.cues import Ask, Cue, End, Pause, Refused, Say
from narrator.games.night import events as e
from narrator.games.night.simulation.evening import answered
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

from tests.secrecy.twins.first import Played
from tests.secrecy.twins.known import Knowledge
from tests.secrecy.twins.room import Heard, Room

Interruptions = list[tuple[int, str]]
"""What somebody says aloud to the narrator, or a break-off (`resume`), at the first chance after so many lines.

That is a call's time; for `undo` and `resume` also a pause and a question by day, and for `resume` any line.
"""


class Sitting:
    """One game under way."""

    def __init__(self, played: Played, chance: Random, interruptions: Interruptions, *, seeing: bool) -> None:
        self._played, self._game, self._chance = played, played.game, chance
        self._seeing = seeing
        self._interruptions, self._spoken = [*interruptions], bool(interruptions)
        self._knowledge, self._room = Knowledge(self._game.script, self._game.setup.rules), Room(chance)
        self._state = self._game.begin(played.seed)
        self._next = self._lines = self._silent = 0
        self._left: dict[int, tuple[State | None, int, Knowledge]] = {}
        self._began: tuple[State | None, int, Knowledge] = (None, 0, self._knowledge.copy())

    def listen(self) -> list[Heard]:
        """What everybody hears, up to the end or to where no answer is left."""
        self._led(self._game.draft_opening(self._state))
        while True:
            cue = self._game.cue(self._state)
            if cue is None or isinstance(cue, End) or not self._goes_on(cue):
                return self._room.heard

    def _goes_on(self, cue: Cue) -> bool:
        word = self._interruption(cue)
        if word:
            self._room.interrupt()
            self._called(word)
            return True
        if isinstance(cue, Ask):
            return self._answered(cue)
        self._lines += isinstance(cue, Say)
        seen = self._game.view(self._state, "all") if self._seeing else None
        self._room.give(cue, self._knowledge.known, seen)
        if len(self._state.queue) > 1:
            self._state = self._game.fold(self._state, e.Delivered())  # nothing else happens between them
        else:
            self._led(self._game.draft_delivery(self._state))
        return True

    def _interruption(self, cue: Cue) -> str:
        """What is said aloud now: in a call's time, while somebody may be choosing, or just before its end."""
        if not self._interruptions or self._lines < self._interruptions[0][0]:
            return ""
        if not self._may_be_said(self._interruptions[0][1], cue):
            return ""
        self._silent = len(self._room.heard)
        return self._interruptions.pop(0)[1]

    def _may_be_said(self, word: str, cue: Cue) -> bool:
        if self._state.paused:
            return word in ("undo", "resume") and isinstance(cue, Ask)
        heard = self._room.heard[self._silent :]
        last = heard[-1].cue if heard else None
        if isinstance(last, Pause) and last.at.call != "day":
            return isinstance(cue, Say) or (isinstance(cue, Ask) and self._chance.random() >= 0.5)
        if isinstance(cue, Ask) and not self._knowledge.secret:
            return word in ("undo", "resume")
        return word == "resume" and isinstance(cue, Say)

    def _answered(self, cue: Ask) -> bool:
        """Let the answer come; tell whether there was one."""
        known = self._knowledge.known
        if self._state.paused:
            self._room.ask(cue, known)
            self._called("ready")
            return True
        said = self._said()
        if cue.kind == "page":
            self._room.page(cue, known)
        elif not self._knowledge.secret:
            self._room.ask(cue, known)
        elif said:
            self._room.whisper(said)
        if said:
            self._led(answered(self._game, self._state, said))
        return bool(said)

    def _said(self) -> str:
        """What is answered to the open question; nothing if there is no answer left."""
        steps = self._played.steps
        return steps[self._next][1] if self._next < len(steps) else ""

    def _called(self, word: str) -> None:
        """Do what somebody said aloud, if it is possible."""
        result = self._game.take(self._state, word)
        if not isinstance(result, Refused):
            self._happened(result)

    def _led(self, draft: Draft) -> None:
        """Go where a step has led. Where somebody may want to go back, that is kept event by event."""
        if self._spoken:
            self._happened(draft.events)
            return
        self._state = draft.state
        self._next += any(isinstance(event, e.Answered) for event in draft.events)
        self._knowledge.see(draft.events)

    def _happened(self, events: list[e.Event]) -> None:
        """Follow what happens, back too: what is known, and answered, is then as it was."""
        for event in events:
            before, self._state = self._state, self._game.fold(self._state, event)
            if isinstance(event, e.Undone):
                _, self._next, knowledge = self._left.get(id(self._state.before), self._began)
                self._knowledge = knowledge.copy()
            elif self._state.before is before:
                self._left[id(before.before)] = (before.before, self._next, self._knowledge.copy())
            self._next += isinstance(event, e.Answered)
            self._knowledge.see((event,))


def listen(played: Played, chance: Random, interruptions: Interruptions, *, seeing: bool = False) -> list[Heard]:
    """What everybody hears of the game, in a room where people answer as quickly as they like.

    With `seeing` also what everybody may see of it as each line begins.
    """
    return Sitting(played, chance, interruptions, seeing=seeing).listen()
