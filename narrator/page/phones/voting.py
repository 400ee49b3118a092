"""A vote: all who may vote answer on their phones; the hands of those who have none there are typed, and added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import chain

from narrator.cues import Ask
from narrator.games.view import View
from narrator.page.phones.deciding import Votes
from narrator.page.phones.phones import Phones
from narrator.play.journal import Journal
from narrator.rooms.clock import Moment, now
from narrator.rooms.display import Display
from narrator.texts import Words, message

STEP = 0.5
"""Seconds after which it is looked again whether all have voted."""


def is_vote(cue: Ask, players: int) -> bool:
    """Whether hands are counted, of which there may be none, and not minutes."""
    return cue.kind == "count" and cue.to == "all" and cue.choices[0] == "0" and int(cue.choices[-1]) <= players


class Poll:
    """Counts hands for a room. Who has a phone there is never asked before it is counted: phones come and go."""

    def __init__(
        self,
        phones: Phones,
        screen: Display,
        ask: Callable[[Ask], str | None],
        wait: Callable[[Moment], str],
        *,
        alone: bool,
        journal: Journal | None = None,
    ) -> None:
        """`ask` puts a question; `wait` gives the command called for before a moment. `alone`, nobody can type.

        The `journal` keeps whose votes are used, which no crash gives back.
        """
        self._phones, self._screen, self._alone, self._journal = phones, screen, alone, journal
        self._ask, self._wait = ask, wait
        self._for = dict[tuple[int, int], set[int]]()
        """Who was for it by phone in each count, by its day and its number among that day's."""
        self.voted = ""
        """Who raised a hand by phone in the last vote, in words, until something else is asked."""
        for one in journal.kept("counted") if journal else ():
            day, number, seats = one.get("day"), one["counted"], one.get("for")
            if isinstance(day, int) and isinstance(number, int) and isinstance(seats, list):
                self._for[day, number] = {seat for seat in seats if isinstance(seat, int)}

    def count(self, cue: Ask, view: View | None, living: Collection[int], names: Mapping[int, str]) -> str | None:
        """Have those vote who may and have votes left, and give how many are for it, or a command."""
        voters, votes, counted = (view.voters or living, view.votes, view.counted) if view else (living, 1, ())
        *before, number = counted or (0,)
        used = Counter(chain.from_iterable(self._for.get((cue.at.night, one), ()) for one in before))
        able = [seat for seat in voters if used[seat] < votes]
        return self._counted(cue, number, able, names) if able else cue.choices[0]

    def _used(self, cue: Ask, number: int, seats: set[int]) -> None:
        """Note who was for one, before that is counted."""
        if self._journal:
            self._journal.keep(counted=number, day=cue.at.night, **{"for": sorted(seats)})
        self._for[cue.at.night, number] = seats

    def _counted(self, cue: Ask, number: int, able: Collection[int], names: Mapping[int, str]) -> str | None:
        ballot = self._screen.texts.word("phones.ballot", question=cue.text)
        with self._phones.voting(able, alone=self._alone, vote=ballot) as votes:
            said = self._hands(cue, votes)
            if said is None or not said.isdecimal():
                return said
            by_hand = not votes.given and votes.seats <= self._phones.there  # all have a phone, and none has used it
            if not (votes.counted or by_hand):
                self._phones.hold(votes)
                if called := self._rest(votes):
                    return called
        self._used(cue, number, {seat for seat, said in votes.given.items() if said == "yes"})
        if votes.given:
            who = ", ".join(names[seat] for seat in sorted(votes.given) if votes.given[seat] == "yes")
            self.voted = self._screen.texts.word("phones.voted", who=who or "–")
            self._screen.answered(self.voted)
        hands = 0 if votes.counted else min(int(said), len({*able} - votes.given.keys()))
        return str(min(votes.yes + hands, int(cue.choices[-1])))

    @property
    def remarks(self) -> list[Words]:
        """What stands beside a question on which one votes by phone."""
        return [message("phones.vote")] if self._phones.page.vote else []

    def _hands(self, cue: Ask, votes: Votes) -> str | None:
        """Ask until there are no more hands than people who have not voted by phone."""
        while True:
            said = self._ask(cue)
            left = len(votes.seats - votes.given.keys())
            if votes.counted or said is None or not said.isdecimal() or int(said) <= left:
                return said
            self._screen.notice(message("phones.too-many-hands", count=left))

    def _rest(self, votes: Votes) -> str:
        """Wait for the phones that are there, or until it is over; or give the command called for before."""
        called = ""
        while not (votes.whole or called) and now() < votes.over:
            called = self._wait(partial(float, min(now() + STEP, votes.over)))
        return called
