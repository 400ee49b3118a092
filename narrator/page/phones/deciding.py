"""What all may answer by day: whose phones count, and when an answer or a vote stands.

One tap must not hang anybody. So each of the living has one wish, which everybody sees with their name, and an answer
stands once two of them wish for the same; where it is grave or declines, or cannot be taken back and no vote follows,
more than half of them. Nominations are each player's own; as many decide that there are no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from math import inf
from typing import cast

from narrator.cues import COMMANDS, OVERRIDE, REDO, TIME, Ask
from narrator.page.phones.shared import Kind
from narrator.values import dataclass, field

ENOUGH = 2
"""The living players who must wish for the same."""

STANDS = 30.0
"""Seconds after which a wish is gone: nobody agrees with what was meant long ago."""

VOTING = 30.0
"""Seconds after which who has not voted by phone has voted no."""

SHOWN = 6
"""The most wishes that stand at once where two are enough; the oldest makes way."""

CHANGES = 3
"""How often a player may have all look again whether that is all, after their first nomination."""

AT_ONCE = ("pause", "repeat")
"""What one tap is enough for: the game stands as it did."""

CALM = 60.0
"""Seconds in which each player has one of these alone: nobody holds up a whole evening."""

TAKE_BACK, THAT_IS_ALL, SHOW_CARD = "take-back", "that-is-all", "show-card"
"""What a phone sends besides answers: I wish for nothing; nobody else is nominated; I show my card to all."""

REVEAL = "reveal"
"""The step of a day in which somebody shows their card. On a phone it is that player's own, and no one else's."""

TAKES = {"seat": "two-or-seat", "seats": "two-or-seats"}
"""The text that says how many it takes where choices are grave, by the kind of question; else a number says it."""

TOOLS = (*COMMANDS, REDO)
"""What may be wished for besides answers, where it is possible."""

_KINDS = ("choice", "seat", "seats", "yes-no", "count", "ready")
_DECLINED = ("no", "none")
_UNDO = "undo"


def is_for_all(ask: Ask) -> bool:
    """Whether phones can answer this question of the day: nobody's own words, and nothing a moderator sets."""
    return ask.kind in _KINDS and ask.to != "moderator" and bool(ask.choices) and not ask.window


def offered(ask: Ask) -> tuple[str, ...]:
    """What two may agree on: not to set something, which goes on at the laptop, nor what is one player's own."""
    left = {OVERRIDE, REVEAL, *([TIME] if ask.seconds else [])}
    return tuple(one for one in ask.choices if one not in left)


def kind_of(ask: Ask) -> Kind:
    """The kind of a question that is for all."""
    return cast("Kind", ask.kind)


class Deciding:
    """The wishes at one question. `moment` is the time in seconds by any clock that goes on.

    A question that is put to one player, as to a mayor who may pardon, is declined by more than half. What that
    player alone may do they must wish for themselves: then somebody else agrees. Who it is nobody sees before. Where
    all know it, as of a last shot, that player alone may decline, too, also if they are out.
    """

    def __init__(
        self,
        ask: Ask,
        seats: Collection[int],
        waived: Callable[[], bool] = lambda: False,
        called: dict[int, float] | None = None,
        shows: Collection[int] = (),
    ) -> None:
        """While it is `waived`, anybody answers what one player may whom all know: that one cannot.

        In `called` stands when each player called last for what one is enough for, at this question or another;
        `shows` are those who may show their card.
        """
        self._called = {} if called is None else called
        self.ask, self._shows, self._waived = ask, shows, waived
        self._seats, self._living = {ask.whose, *seats} - {0}, len({*seats})
        self._choices = frozenset(offered(ask))
        self._wishes = dict[int, tuple[str, float]]()
        self._nominated = dict[int, int]()
        self._asked_anew = Counter[int]()
        self.by = dict[str, tuple[int, ...]]()
        """The seats by whose wish an answer stands; a second one may come before the first was heard."""

    @property
    def whose(self) -> int:
        """Whose alone it is to answer now; 0: anybody's."""
        return 0 if self._waived() else self.ask.whose

    @property
    def _own(self) -> set[int]:
        """Who must want it first."""
        return {self.whose, *(() if isinstance(self.ask.to, str) else self.ask.to)} - {0}

    @property
    def half(self) -> int:
        """How many more than half of the living are."""
        return max(ENOUGH, self._living // 2 + 1)

    @property
    def needed(self) -> int:
        """How many must wish for the same: two conspirators do not kill anybody, not even if it is undone."""
        return self.half if self.ask.final and not self._own else ENOUGH

    @property
    def takes(self) -> str:
        """The text that says on phones how many it takes."""
        if self.needed > ENOUGH:
            return "many"
        if self.half > ENOUGH and self.ask.grave:
            return TAKES.get(self.ask.kind, "two-or-number")
        declined = (self.ask.optional or "no" in self._choices) and not self.whose
        return "two-or-none" if self.half > ENOUGH and declined else "two"

    @property
    def grave(self) -> tuple[str, ...]:
        """What more than half must wish for, though not all that is offered; an answer given again may be any."""
        return self.ask.grave if self.takes == "two" else (*self.ask.grave, REDO)

    def _enough(self, said: str, wishing: Collection[int]) -> int:
        """How many must wish for this: two take back, and of what is declined nothing may come for a whole day."""
        if said in (_UNDO, *AT_ONCE):
            return ENOUGH
        if said == REDO:
            return self.half if REDO in self.grave else ENOUGH
        if said in _DECLINED or (said == THAT_IS_ALL and not self._nominated):
            return ENOUGH if self.whose else self.half
        of_themselves = self.ask.kind == "seat" and int(said) in wishing
        grave = bool(self.ask.grave) if said == THAT_IS_ALL else said in self.ask.grave and not of_themselves
        return self.half if grave else self.needed

    @property
    def wishes(self) -> tuple[tuple[int, str], ...]:
        """Who wishes for what, the oldest first."""
        return tuple((seat, said) for seat, (said, _) in self._wishes.items())

    @property
    def nominated(self) -> tuple[tuple[int, int], ...]:
        """Who has nominated whom, by seat."""
        return tuple(sorted(self._nominated.items()))

    @property
    def full(self) -> int:
        """How many may be nominated at most, once they are; 0: somebody else may be."""
        most = self.ask.most if self.ask.kind == "seats" else 0
        return most if most < len(self.ask.choices) and len({*self._nominated.values()}) >= most else 0

    def tap(self, seat: int, said: str, moment: float) -> str:
        """Take what this player's phone sends; returns the answer or command that stands by it, or nothing."""
        if seat not in self._seats:
            return ""
        if said == SHOW_CARD:
            return self._settle(said, (seat,)) if seat in self._shows else ""
        if said in AT_ONCE and said in self.ask.commands and moment - self._called.get(seat, -inf) >= CALM:
            self._called[seat] = moment
            return self._settle(said, (seat,))
        if said == TAKE_BACK:
            self._wishes.pop(seat, None)
        elif self.ask.kind == "seats" and (said == "none" or said in self._choices):
            self._nominate(seat, 0 if said == "none" else int(said))
        elif self._may_wish(seat, said):
            return self._wish(seat, said, moment)
        return ""

    def _settle(self, said: str, by: tuple[int, ...]) -> str:
        self.by[said] = by
        return said

    def forget(self, moment: float) -> bool:
        """Drop the wishes that were made too long ago; whether there were any."""
        old = [seat for seat, (_, since) in self._wishes.items() if moment - since >= STANDS]
        for seat in old:
            del self._wishes[seat]
        return bool(old)

    def _nominate(self, seat: int, whom: int) -> None:
        """Nominate somebody in the place of the last one, or nobody.

        With each player's first one all others look again whether that is all, and with a few more changes of what
        takes more than half: nobody agrees to a list that is another one by then. Else one player could hold all up.
        """
        before, listed = self._nominated.get(seat, 0), {*self._nominated.values()}
        new = ({one for by, one in self._nominated.items() if by != seat} | {whom}) - {0}
        if whom == before or len(new) > self.ask.most:
            return
        weighs = self.ask.final or self.ask.grave or not (listed and new)
        asks_anew = not self._asked_anew[seat] or bool(weighs and new != listed)
        if asks_anew and self._asked_anew[seat] > CHANGES:
            return
        self._asked_anew[seat] += asks_anew
        self._nominated.pop(seat, None)
        if whom:
            self._nominated[seat] = whom
        if asks_anew:
            self._wishes.clear()
        self._wishes.pop(seat, None)

    def _may_wish(self, seat: int, said: str) -> bool:
        ask = self.ask
        if said in TOOLS:
            return said in ask.commands
        if ask.kind == "seats":
            return said == THAT_IS_ALL and (ask.optional or bool(self._nominated))
        if said not in self._choices and not (said == "none" and ask.optional):
            return False
        own = self._own
        if not own or (said in _DECLINED and not self.whose):
            return True
        return seat in own or any(one in own and wish == said for one, wish in self.wishes)

    def _wish(self, seat: int, said: str, moment: float) -> str:
        self.forget(moment)
        self._wishes.pop(seat, None)
        self._wishes[seat] = said, moment
        while len(self._wishes) > SHOWN and not (self._own or self.ask.final or self.ask.grave):
            del self._wishes[next(iter(self._wishes))]
        agreed = tuple(sorted(one for one, wish in self.wishes if wish == said))
        if len(agreed) < self._enough(said, agreed):
            self._wishes |= dict.fromkeys(agreed, (said, moment))  # nobody's is old while others join
            return ""
        if said == THAT_IS_ALL:
            said = ",".join(map(str, sorted({*self._nominated.values()}))) or "none"
        return self._settle(said, agreed)


class EarlierQuestions:
    """What players wished for and nominated at questions that come again: after a pause, or repeated."""

    def __init__(self) -> None:
        self._kept = list[Deciding]()
        self.called = dict[int, float]()
        """When each player called last for what one is enough for."""

    def of(self, ask: Ask) -> Deciding | None:
        """Take what was kept of this question, if it was put before."""
        found = next((one for one in self._kept if one.ask == ask), None)
        self._kept = [one for one in self._kept if one is not found]
        return found

    def answered(self, deciding: Deciding, said: str | None) -> None:
        """Keep what was wished for if the question comes again, and forget all once the game has gone on."""
        if said in AT_ONCE:
            self._kept.append(deciding)
        elif said != "ready":  # which ends a pause
            self._kept.clear()


@dataclass(slots=True)
class Votes:
    """The yes or no of each seat that has answered so far; `seats` may, whether or not their phones are there yet."""

    seats: frozenset[int]
    alone: bool = False
    """Whether nobody can type how many hands are up without a phone."""
    given: dict[int, str] = field(default_factory=dict)
    over: float = inf
    """The moment when who has not answered has said no; not known before the first phone is there."""
    counted: bool = False
    """Whether it is over by what phones have sent."""

    @property
    def whole(self) -> bool:
        """Whether all have answered."""
        return self.seats <= self.given.keys()

    @property
    def yes(self) -> int:
        """How many said yes."""
        return sum(said == "yes" for said in self.given.values())

    def is_over(self, there: Collection[int], moment: float) -> bool:
        """Whether it is over now. While somebody without a phone may raise a hand, that is waited for."""
        if not self.seats.isdisjoint(there):
            self.over = min(self.over, moment + VOTING)
        by_phone = self.seats <= {*there, *self.given}
        return self.whole or (moment >= self.over and (by_phone or self.alone))

    def close(self) -> None:
        """Count who has not answered as against it."""
        self.given = dict.fromkeys(self.seats, "no") | self.given
        self.counted = True
