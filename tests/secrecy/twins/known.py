"""What everybody at a table comes to know, told from what truly happens; written from the rules page alone (R100).

The game's own public projection and its announcements are judged by this, so it shares nothing with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import TOWN
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import HouseRules

from tests.scenario import SCRIPT

OF_STATUE = frozenset({"holds", "holder-is", "took-over", "planted-last-night"})
"""The conditions that ask where the statue is; a warrior's turn does too by the house rule `after-takeover`."""

PICKS = frozenset({"sheriff.jail", "bodyguard.guard", "gambler.roulette", "drunkard.drink", "cardsharp.play"})
"""The calls at night whose choices are public (R100); a script of one's own may make more so."""

SILENT = frozenset({"quiet-foot.plant", "quiet-foot.reclaim"})
"""The calls whose own movement of the statue nobody hears of (R15, R36)."""

EVENING, NIGHT, DAWN, DAY, OVER = range(5)
"""The parts of a night and the day after it, in order."""

Place = tuple[int, int, int]
"""Night, part of it, and the place of the call in the part's order."""


class Fact(NamedTuple):
    """Something that everybody knows from then on."""

    place: Place
    what: tuple[Any, ...]


class Knowledge:
    """Follows one table, and notes what becomes public."""

    def __init__(self, script: Script, rules: HouseRules) -> None:
        self.script, self.rules = script, ours(rules)
        self.shown: frozenset[int] = frozenset()
        self.unseen: dict[int, str] = {}
        """What was shown of those who are out under a covered card, by seat: the faction, or nothing."""
        self._more_picks = script.public_calls - SCRIPT.public_calls
        self.cards: tuple[str, ...] = ()
        self.night, self.part = 0, EVENING
        self.call, self.place = "", 0
        self.question: e.Asked | None = None
        self.aside: e.Asked | None = None
        self.holder, self.planted, self.believed = 0, False, "bandits"
        self.died: frozenset[int] = frozenset()
        self.escaped: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()
        self.known = 0
        self.new: list[Fact] = []

    def copy(self) -> Knowledge:
        """Give one that goes its own way."""
        return copy(self)

    def see(self, events: Iterable[e.Event]) -> list[Fact]:
        """Follow what happens, and give what became public by it."""
        self.new = []
        for event in events:
            look = _LOOKS.get(type(event))
            if look is not None:
                look(self, event)
        self.known += len(self.new)
        return self.new

    @property
    def here(self) -> Place:
        """Where the game is."""
        return (self.night, self.part, self.place)

    @property
    def secret(self) -> bool:
        """Whether the open question is one of which the room shall hear nothing."""
        asked = self.question
        return self.part in (NIGHT, DAWN) or (asked is not None and asked.key == "day.revive")

    @property
    def lost(self) -> frozenset[int]:
        """The seats of tonight's dead and escaped, which nobody knows of before the dawn (R80)."""
        return self.died | self.escaped

    def _learn(self, *what: Any) -> None:
        self.new.append(Fact(self.here, what))

    def _began(self, event: e.Began) -> None:
        self.cards = event.cards

    def _night_began(self, event: e.NightBegan) -> None:
        self.night, self.part, self.place = event.night, NIGHT, 0
        self.died = self.escaped = frozenset()

    def _call_opened(self, event: e.CallOpened) -> None:
        self.call = event.call
        self.place = _places(self.script)[self.part, event.call, event.role]

    def _dawn_broke(self, _: e.DawnBroke) -> None:
        self.part, self.place = DAWN, 0

    def _round_over(self, _: e.RoundOver) -> None:
        """Whoever refused a dream dies now, before tonight's dead are told of (D60)."""
        self.call, self.place = "", LAST - 1

    def _asked(self, event: e.Asked) -> None:
        """Keep the question; what is asked of a seat on which something is set follows from its card (D65)."""
        self.question = event
        if self.part == DAY and event.key == "day.override" and event.about:
            self._learn("asked", event.key, event.about, event.choices)

    def _answered(self, event: e.Answered) -> None:
        """By day everything is public, but for whether the doctor could choose; at night what R100 names."""
        asked, said = self.question, event.answer
        assert asked is not None
        self.question = asked if (asked.key, said) == ("day", "override") else None
        if asked.key == "day.revive" or self.part in (NIGHT, DAWN):
            picks = self.call in PICKS | self._more_picks and not self._hushed()
            if said.isdecimal() and (asked.key == "day.revive" or picks):
                self._picked(int(said))
        else:
            self._learn("answer", asked.key, asked.about, said)

    def _override_began(self, _: e.OverrideBegan) -> None:
        self.aside, self.question = self.question, None

    def _override_ended(self, _: e.OverrideEnded) -> None:
        self.question = self.aside

    def _hushed(self) -> bool:
        """Whether nobody hears whom they pick: it may tell who is dead (D78) or where the statue is (D79)."""
        call = self.script.find_call("", self.call)
        if call and not self.rules.statue_announced:
            asked = {word for clause in (*call.when, *call.must) for word in clause.split()}
            if asked & OF_STATUE or ("warriors-turn" in asked and self.rules.warrior == "after-takeover"):
                return True
        theirs = {*call.who} if call else set()
        sides = {seat: self._side(seat) for seat in range(1, len(self.cards) + 1)}
        left = {"", *(side for seat, side in sides.items() if seat not in self.gone - self.lost)}
        covered = left & {*self.unseen.values()}  # of a side that is known to be out nobody can be covered any more
        hidden = [(self._card(seat), side) for seat, side in sides.items() if seat not in self.shown]
        return any(theirs & {card, side} and covered & {"", side} for card, side in hidden)

    def _picked(self, seat: int) -> None:
        won = self.call == "cardsharp.play" and self.part == NIGHT and seat == self.holder and seat not in self.gone
        self._learn("pick", "the statue's holder" if won else seat)

    def _killed(self, event: e.Killed) -> None:
        self.gone |= {event.seat}
        if self.part == DAY:
            self._learn("died", event.seat, self._seen_of(event.seat), event.by)
        else:
            self.died |= {event.seat}

    def _left(self, event: e.Left) -> None:
        self.gone |= {event.seat}
        self._learn("died", event.seat, self._seen_of(event.seat))

    def _escaped(self, event: e.Escaped) -> None:
        self.gone |= {event.seat}
        self.escaped |= {event.seat}

    def _revived(self, event: e.Revived) -> None:
        self.gone -= {event.seat}
        self.died -= {event.seat}

    def _overridden(self, event: e.Overridden) -> None:
        """Count whom a moderator brings back or takes away; that he did so is an answer by day."""
        if event.what == "revive":
            self.gone -= {int(event.value)}
            self.unseen = {seat: side for seat, side in self.unseen.items() if seat in self.gone}
        elif event.what == "kill":
            self.gone |= {int(event.value)}
            self._learn("died", int(event.value), self._seen_of(int(event.value)))
        elif event.what == "statue":
            self.holder, self.planted = int(event.value), False
        elif event.what == "believed":
            self.believed = event.value
        elif event.what == "card":
            self._changed(int(event.of), event.value)

    def _changed(self, seat: int, card: str) -> None:
        """D66 Two players change cards: who gets this one, and the first in the circle who had it."""
        cards, before = [*self.cards], self._side(self.holder)
        giver = seat if self._card(seat) == card else cards.index(card) + 1
        self._learn("changed", seat, giver, self._card(seat), card)
        cards[seat - 1], cards[giver - 1] = cards[giver - 1], cards[seat - 1]
        self.cards = tuple(cards)
        self._brought(before)

    def _statue_moved(self, event: e.StatueMoved) -> None:
        """R15 A faction other than the believed one is announced, but for planting and taking back (and D79)."""
        self.holder, self.planted = event.to, event.planted
        own = self._card(event.to) == "quiet-foot"
        if event.planted or (self.call in SILENT and own):
            return
        self._taken(self._side(event.to))

    def _brought(self, before: str) -> None:
        """D66, D89 A living holder's new card that is of another side brings the statue there, unless planted."""
        faction = self._side(self.holder)
        if faction != before and not self.planted and self.holder not in self.gone:
            self._taken(faction)

    def _taken(self, faction: str) -> None:
        if faction != self.believed:
            self.believed = faction
            if self.rules.statue_announced:
                self._learn("taken", faction)

    def _day_began(self, _: e.DayBegan) -> None:
        self.place = LAST
        self._losses()
        self.part, self.place, self.call = DAY, 0, ""
        self.died = self.escaped = frozenset()

    def _won(self, event: e.Won) -> None:
        if self.part != DAY:
            self._losses()
        found = self.holder if self.part == DAY and event.winner == TOWN else 0  # who had it is told then
        self._learn("won", event.winner, found)
        self.part = OVER

    def _losses(self) -> None:
        """R80, R6 Who died and who escaped, with what is shown of their cards (D78)."""
        for fate, seats in (("died", self.died), ("escaped", self.escaped)):
            for seat in sorted(seats):
                self._learn(fate, seat, self._seen_of(seat))

    def _card_shown(self, event: e.CardShown) -> None:
        self.shown |= {event.seat}
        self.unseen = {seat: side for seat, side in self.unseen.items() if seat != event.seat}
        self._learn("card", event.seat, self._card(event.seat))

    def _cards_changed(self, event: e.CardsChanged) -> None:
        """D89 Nobody hears who has changed cards; what is shown of them later is the new one."""
        cards, before = [*self.cards], self._side(self.holder)
        for one, other in event.pairs:
            cards[one - 1], cards[other - 1] = cards[other - 1], cards[one - 1]
        self.cards = tuple(cards)
        self._brought(before)

    def _silenced(self, event: e.Silenced) -> None:
        """D88 Who may not speak today is said to all."""
        self._learn("silenced", event.seat)

    def _doomed(self, event: e.Doomed) -> None:
        """R84, R85 The result of a duel as announced, and a verdict after it."""
        self._learn("doomed", event.seats)

    def _seen_of(self, seat: int) -> str:
        """What all see of somebody who is out: the card, the faction, or nothing (D78)."""
        card = self._card(seat)
        if self.rules.dead == "card" or seat in self.shown:
            return card
        found = self.script.roles[card].faction if self.rules.dead == "faction" else ""
        self.unseen = {**self.unseen, seat: found}
        return found

    def _card(self, seat: int) -> str:
        return self.cards[seat - 1]

    def _side(self, seat: int) -> str:
        return self.script.roles[self._card(seat)].faction if seat else ""


LAST = 9999
"""The place in a dawn after all its calls."""


@lru_cache(maxsize=8)
def _places(script: Script) -> dict[tuple[int, str, str], int]:
    """Each call's place in the order of its part, for each role that it may be made for."""
    found = {}
    for part, phases in ((NIGHT, ("zero", "night")), (DAWN, ("dawn",))):
        for phase in phases:
            for place, call in enumerate(script.calls(phase)):
                for number, role in enumerate(("", *call.who)):
                    found[part, call.id, role] = place * 10 + number
    return found


_LOOKS: dict[type[e.Event], Callable[[Knowledge, Any], None]] = {
    e.Began: Knowledge._began,
    e.NightBegan: Knowledge._night_began,
    e.CallOpened: Knowledge._call_opened,
    e.DawnBroke: Knowledge._dawn_broke,
    e.RoundOver: Knowledge._round_over,
    e.Asked: Knowledge._asked,
    e.Answered: Knowledge._answered,
    e.OverrideBegan: Knowledge._override_began,
    e.OverrideEnded: Knowledge._override_ended,
    e.Killed: Knowledge._killed,
    e.Left: Knowledge._left,
    e.Escaped: Knowledge._escaped,
    e.Revived: Knowledge._revived,
    e.Overridden: Knowledge._overridden,
    e.StatueMoved: Knowledge._statue_moved,
    e.DayBegan: Knowledge._day_began,
    e.Won: Knowledge._won,
    e.CardShown: Knowledge._card_shown,
    e.Doomed: Knowledge._doomed,
    e.Silenced: Knowledge._silenced,
    e.CardsChanged: Knowledge._cards_changed,
}
