"""The players' phones while everything goes wrong: they come and go, tap too often, too late and out of order."""

from __future__ import annotations

from contextlib import ExitStack
from math import inf
from random import Random

from narrator.answers import Heard
from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.ears import Lost
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import Phones
from narrator.rooms.clock import now, sleep_until

from tests.mishaps.trouble import Trouble

TAPS, LONGEST = 4, 3.0
"""Taps that may come while an answer is waited for, and the seconds until they do."""

ALIKE = 0.2
"""How often all players tap the same, as where more than half must want it."""

IDS = 40
"""So few ids that the same is sent again now and then."""


class Hands:
    """What is tapped on phones that are connected by chance; once nothing goes wrong any more, nobody taps."""

    def __init__(self, people: dict[int, str], chance: Random, trouble: Trouble) -> None:
        self._people, self._chance, self._trouble = people, chance, trouble
        self._there = ExitStack()
        self.phones = self.serve_anew()

    def serve_anew(self) -> Phones:
        """Serve them as another run of the program does."""
        self._there.close()
        self.phones = Phones(self._people, texts_of("pl"))
        self.phones.lost = inf
        return self.phones

    def tapped(self, ask: Ask) -> Heard | None:
        """What is heard of taps that come to this question, if anything is."""
        self._there.close()
        for seat in self._people:
            if self._trouble.over or self._chance.random() < 0.8:
                self._there.enter_context(self.phones.connected(seat))
        if self._trouble.over:
            return None
        found = list[Heard | Lost]()
        ears = PhoneEars(self.phones)
        ears.listen(ask, found.append)
        if self._chance.random() < ALIKE:
            said = self._chance.choice((*ask.choices, "none"))
            for seat in self._people:
                self._tap(said, seat)
        for _ in range(self._chance.randint(0, TAPS)):
            self._tap(self._chance.choice((*ask.choices, "yes", "no", "none", "1", "1,2", "99", "")))
        sleep_until(now() + self._chance.random() * LONGEST)
        self.phones.look()
        ears.rest()
        heard = found[0] if found else None
        assert not isinstance(heard, Lost)
        return heard

    def _tap(self, said: str, seat: int = 0) -> None:
        page, chance = self.phones.page, self._chance
        at = chance.choice((page.run, page.run, page.run, "00000000")), page.call - chance.choice((0, 0, 0, 1))
        self.phones.tap(seat or chance.choice([*self._people]), at, said, str(chance.randrange(IDS)))
