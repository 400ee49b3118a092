"""The phones of a whole table: what passes through the air is noted, and people tap as they like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, count
from math import inf
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

from narrator.answers import Answer, Heard, Silence
from narrator.computer.texts import texts_of
from narrator.cues import Ask, Part
from narrator.ears import Ears, Lost
from narrator.games.night.told.views import public_view
from narrator.games.registry import folders
from narrator.page.phones.deciding import STANDS, VOTING
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.server import message_to
from narrator.page.phones.television import Television
from narrator.texts import Words
from narrator.values import replace

from tests.secrecy.whole_rooms.by_day import SOON, Coming, Public, decided, voted
from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.following import Followed
from tests.secrecy.whole_rooms.notes import Notes

IDLE = 0.3
"""How often somebody who is not asked taps something after a call's time has begun."""

READ = (0.5, 9.0)
"""Seconds after which a page of the morning is answered."""

LOOKED = 0.5
"""Seconds after which each phone's message is written anew: then wishes that are too old are gone."""


class Connected(Phones):
    """Phones of which some are lost for a while, or never there: all players see whose."""

    absent: Callable[[], Collection[int]] = frozenset

    @property
    def there(self) -> frozenset[int]:
        return super().there.difference(self.absent())


class Handsets:
    """All players' phones, and a television. They stand for the companions of a room.

    By night people tap what they like, when they like, by secret `chance`; by day what is drawn from `public` chance.
    """

    def __init__(
        self, game: Followed, television: Television, clock: Clock, notes: Notes, chance: Random, public: Random
    ) -> None:
        self._game, self._clock, self._notes, self._chance = game, clock, notes, chance
        setup = game.setup
        self._public = Public(public, setup.people)
        self.phones = Connected(setup.people, texts_of(setup.language, *folders(setup.game)))
        self.phones.lost, self.phones.absent = inf, lambda: self._public.absent(clock.now)
        self._asks = setup.answers == "phones"
        """Whether those who are asked in secret answer by phone; else a moderator does for them."""
        self.ears: Ears = PhoneEars(self.phones, votes_alone=not self._asks)
        self._heard = SimpleQueue[Heard | Lost]()
        self._television = television
        self._numbers, self._call, self._planned = count(1), 0, 0
        self._for = dict[tuple[int, int], Sequence[int]]()
        """Who voted by phone for each who is voted on together."""
        self._there = ExitStack()
        for seat in setup.people:
            self._there.enter_context(self.phones.connected(seat))
        self._there.enter_context(self.phones.watched(self._sent))
        self._there.enter_context(television.broadcast.subscribed(self._televised, "room"))

    def room(self, *around: Any, **more: Any) -> PhonesRoom:
        ready = Part("phones.ready", self.phones.texts.word("phones.ready"))
        made = PhonesRoom(*around, phones=self.phones, television=self._television, checked=[ready], **more)
        write = self.phones.write

        def noted(seats: Collection[int], text: str) -> None:
            write(seats, text)
            self._written(seats)

        self.phones.write = noted  # type: ignore[method-assign]
        return made

    def notices(self, notice: Callable[[Words], None]) -> None:
        """Have nothing to tell."""

    def close(self) -> None:
        self._there.close()

    # ---- What goes through the air ----

    def _sent(self) -> None:
        """Note what all phones show, and how long the message to each is, which anybody in the network sees."""
        page = self.phones.page
        self._notes.send(
            (
                replace(page, run=""),
                self.phones.left,
                [len(message_to(self.phones, seat)) for seat in self.phones.people],
            )
        )
        if page.call != self._call:
            self._call = page.call
            self._tap_idly()
            if page.yes_no:
                self._answer_pages()

    def _televised(self) -> None:
        self._notes.send(self._television.broadcast.snapshots["room"])

    def _written(self, seats: Collection[int]) -> None:
        """Note which players read a note that is for others: nobody does."""
        cue = self._game.cue(self._game.state)
        to = getattr(cue, "to", "")
        if isinstance(to, tuple) and not self.phones.page.reading and {*seats} - {*to}:
            self._notes.send(("a note of others", sorted({*seats} - {*to})))

    # ---- By night ----

    def _tap_idly(self) -> None:
        """Have those who are not asked tap what they like: it means nothing. By day all see who wants what."""
        page = self.phones.page
        for seat in self.phones.people if not (page.vote or page.reading or page.question) else ():
            if self._chance.random() < IDLE:
                said = str(self._chance.choice(self.phones.page.living))
                self._at(self._chance.uniform(0.1, 9.0), partial(self._tap_as_sleeper, seat, said))

    def _tap_as_sleeper(self, seat: int, said: str) -> None:
        question = self._game.state.question
        asked = question is not None and not isinstance(question.to, str) and seat in question.to
        if not asked and not self.phones.page.question:
            self._tap(seat, said)

    def _answer_pages(self) -> None:
        for seat, said in self._game.coming_pages.items():
            if said in ("yes", "no"):
                self._at(self._chance.uniform(*READ), partial(self._tap, seat, said))

    def _at(self, later: float, happen: Callable[[], object]) -> None:
        self._clock.at(self._clock.now + later, happen)

    def _tap(self, seat: int, said: str, call: int = 0) -> None:
        page = self.phones.page
        if seat in self.phones.there:
            self.phones.tap(seat, (page.run, call or page.call), said, str(next(self._numbers)))

    # ---- What is heard ----

    @contextmanager
    def listening(self, ask: Ask) -> Iterator[None]:
        """Listen for taps as the room's ears do, and rest afterwards."""
        self._heard = SimpleQueue()
        self.ears.listen(ask, self._heard.put)
        try:
            yield
        finally:
            self.ears.rest()

    def heard(self) -> Heard | None:
        """What was heard of taps since somebody listens."""
        try:
            found = self._heard.get_nowait()
        except Empty:
            return None
        assert not isinstance(found, Lost)
        return found

    def answer(self, ask: Ask, said: str) -> Heard | None:
        """Answer by the phone of one who is asked; None if that is no answer on a phone."""
        asked = [] if isinstance(ask.to, str) else [seat for seat in ask.to if seat in self.phones.there]
        if not (self._asks and asked):
            return None
        self._tap(self._chance.choice(asked), said)
        found = self.heard()
        assert found in (None, Answer(said))
        return found

    # ---- By day ----

    def by_day(self, ask: Ask, said: str) -> Coming | None:
        """Answer what is asked aloud by phones, where public chance has it so: when what is heard, typed or not."""
        page, chance = self.phones.page, self._public.at(self._call)
        living = [seat for seat in page.living if seat in self.phones.there]
        if not page.open or page.dark or self._planned == page.call:
            return None
        if page.vote and said.isdecimal():
            voters = [seat for seat in page.voters if seat in self.phones.there]
            absent = [seat for seat in page.voters if seat not in self.phones.there]
            day, [*before, number] = ask.at.night, public_view(self._game.state).counted
            used = Counter(chain.from_iterable(self._for.get((day, one), ()) for one in before))
            taps, coming = voted(chance, voters, absent, said, used)
            self._for[day, number] = [seat for _, seat, tapped in taps if tapped == "yes"]
            self._at(VOTING + SOON / 2, self.phones.look)
        elif page.question and len(living) > 1:
            shower = int(self._game.answer_after_next) if self._game.answer_after_next.isdecimal() else 0
            taps, coming = decided(chance, living, ask, page.question, said, shower)
        else:
            return None
        typed = coming is not None and coming[1] != Silence()
        self._planned = 0 if typed else page.call  # hands that are refused are counted again
        for later, seat, tapped in taps:
            self._at(later, partial(self._tap, seat, tapped, page.call))
            self._at(later + STANDS + LOOKED, self.phones.look)
        return coming and (self._clock.now + coming[0], coming[1])

    def call_for(self, word: str) -> Heard | None:
        """Call for that by phones, where public chance has it so, and phones may; undo takes two."""
        question, chance = self.phones.page.question, self._public.at(self._call)
        living = [seat for seat in self.phones.page.living if seat in self.phones.there]
        if question and word in question.commands and len(living) > 1 and chance.random() < 0.5:
            for seat in chance.sample(living, 2 if word == "undo" else 1):
                self._tap(seat, word)
        return self.heard()
