"""The phones of a whole table: what passes through the air is noted, and people tap as they like."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import count
from math import inf
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

from narrator.answers import Answer, Heard
from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.ears import Ears, Lost
from narrator.games.night.script.setup import Setup
from narrator.games.registry import folders
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.server import message_to
from narrator.texts import Words
from narrator.values import replace

from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.following import Followed
from tests.secrecy.whole_rooms.notes import Notes

IDLE = 0.3
"""How often somebody who is not asked taps something after a call's time has begun."""

READ = (0.5, 9.0)
"""Seconds after which a page of the morning is answered."""


class Handsets:
    """All players' phones, each connected all evening. They stand for the companions of a room."""

    def __init__(self, game: Followed, setup: Setup, clock: Clock, notes: Notes, chance: Random) -> None:
        self._game, self._clock, self._notes, self._chance = game, clock, notes, chance
        self.phones = Phones(setup.people, texts_of(setup.language, *folders(setup.game)))
        self.phones.lost = inf
        self.ears: Ears = PhoneEars(self.phones)
        self._numbers, self._call = count(1), 0
        self._there = ExitStack()
        for seat in setup.people:
            self._there.enter_context(self.phones.connected(seat))
        self._there.enter_context(self.phones.watched(self._sent))

    def room(self, *around: Any, **more: Any) -> PhonesRoom:
        return PhonesRoom(*around, phones=self.phones, **more)

    def notices(self, notice: Callable[[Words], None]) -> None:
        """Have nothing to tell."""

    def close(self) -> None:
        self._there.close()

    def _sent(self) -> None:
        """Note what all phones show, and how long the message to each is, which anybody in the network sees."""
        page = self.phones.page
        self._notes.send((replace(page, run=""), [len(message_to(self.phones, seat)) for seat in self.phones.people]))
        if page.call != self._call:
            self._call = page.call
            self._tap_idly()
            if page.yes_no:
                self._answer_pages()

    def _tap_idly(self) -> None:
        """Have those who are not asked tap what they like: it means nothing. By day all see who wants what."""
        page = self.phones.page
        for seat in self.phones.people if not (page.vote or page.reading or page.question) else ():
            if self._chance.random() < IDLE:
                said = str(self._chance.choice(self.phones.page.living))
                self._clock.at(
                    self._clock.now + self._chance.uniform(0.1, 9.0), partial(self._tap_as_sleeper, seat, said)
                )

    def _tap_as_sleeper(self, seat: int, said: str) -> None:
        question = self._game.state.question
        asked = question is not None and not isinstance(question.to, str) and seat in question.to
        if not asked and not self.phones.page.question:
            self._tap(seat, said)

    def _answer_pages(self) -> None:
        for seat, said in self._game.coming_pages.items():
            if said in ("yes", "no"):
                self._clock.at(self._clock.now + self._chance.uniform(*READ), partial(self._tap, seat, said))

    def _tap(self, seat: int, said: str) -> None:
        page = self.phones.page
        self.phones.tap(seat, (page.run, page.call), said, str(next(self._numbers)))

    def answer(self, ask: Ask, said: str) -> Heard | None:
        """Answer by the phone of one who is asked; None if that is no answer on a phone."""
        if isinstance(ask.to, str):
            return None
        heard = SimpleQueue[Heard | Lost]()
        self.ears.listen(ask, heard.put)
        self._tap(self._chance.choice(ask.to), said)
        self.ears.rest()
        try:
            found = heard.get_nowait()
        except Empty:
            return None
        assert found == Answer(said)
        return found
