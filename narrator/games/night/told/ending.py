"""The finale: who left the game and when, and which moments made the difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from narrator.games.night import events as e
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.state.state import State
from narrator.games.night.told.log import person
from narrator.games.view import Finale
from narrator.texts import Texts

TURNS = 3
"""How many moments the finale has, if there are as many."""


class Moment(NamedTuple):
    """Something that may have made the difference: `kind` names its sentence, about the player in the seat.

    `before` is the seat that had until then what all fight for, 0 if none had.
    """

    kind: str
    seat: int
    when: str
    before: int = 0


class Outline:
    """One game, event by event; a game in which all fight for something has a kind with more."""

    deaths: ClassVar[Mapping[str, str]] = {"hang": "hanged"}
    """Deaths that all had a hand in, by what killed."""
    kinds: ClassVar[tuple[str, ...]] = ("escaped", "killed", "revived", "hanged", "saved", "beaten")
    """The kinds of moments, what weighs most last."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._state: State | None = None
        self._winner = ""
        self._fates: dict[int, str] = {}
        self._now = texts.word("finale.when.start")
        self._moments: list[Moment] = []

    def finale(self, steps: Iterable[tuple[State, e.Event]]) -> Finale:
        """Sum up a game that is over; each event comes with the state just before it."""
        for state, event in remaining(steps):
            self._take(state, event)
        return self._summed_up()

    def _take(self, state: State, event: e.Event) -> None:
        """Take the next event in."""
        self._state = state
        if isinstance(event, e.NightBegan):
            self._now = self._texts.word(f"finale.when.{'night' if event.night else 'zero'}", number=event.night)
        elif isinstance(event, e.DayBegan):
            self._now = self._texts.word("finale.when.day", number=state.night + 1)
        elif isinstance(event, e.Won):
            self._winner = event.winner
        else:
            self._changed(state, event)

    def _changed(self, state: State, event: e.Event) -> None:
        """Somebody left the game, or came back."""
        kind, seat = _left(event)
        if kind in ("revived", "saved"):
            self._fates.pop(seat, None)
            self._forget_death(seat)
            self._add(state, kind, seat)
        elif kind:
            self._fates[seat] = self._texts.word(f"finale.fates.{kind}", when=self._now)
            if kind != "left":
                self._add(state, self.deaths.get(event.by, kind) if isinstance(event, e.Killed) else kind, seat)

    def _forget_death(self, seat: int) -> None:
        """Somebody who was saved has not died."""
        for place, one in enumerate(self._moments):
            if self._is_death(one) and (one.seat, one.when) == (seat, self._now):
                del self._moments[place]
                return

    def _is_death(self, moment: Moment) -> bool:
        return moment.kind == "killed" or moment.kind in self.deaths.values()

    def _add(self, state: State, kind: str, seat: int) -> None:
        if state.cards and seat:
            self._moments.append(Moment(kind, seat, self._now))

    def _summed_up(self) -> Finale:
        """Sum it up; nothing of a game that is not over."""
        state = self._state
        if state is None or not self._winner:
            return Finale()
        drawn = f"finale.pictures.{self._winner}"
        picture = self._texts.word(drawn).rstrip().split("\n") if drawn in self._texts else []
        turns = (self._sentence(state, moment) for moment in self._decisive(state))
        return Finale(picture=tuple(picture), fates=self._fates, turns=tuple(turns))

    def _decisive(self, state: State) -> list[Moment]:
        """The moments that weigh most, of those that weigh as much the later ones, in their order."""
        known = [(place, moment) for place, moment in enumerate(self._moments) if moment.seat not in state.unseen]
        weighed = [(self.kinds.index(self._kind(state, moment)), place) for place, moment in known]
        return [self._moments[place] for place in sorted(place for _, place in sorted(weighed)[-TURNS:])]

    def _kind(self, state: State, moment: Moment) -> str:
        """A death among those who lost weighs more than one among the winners."""
        lost = self._is_death(moment) and state.faction(moment.seat) != self._winner
        return "beaten" if lost else moment.kind

    def _sentence(self, state: State, moment: Moment) -> str:
        names = state.script.vocabulary[state.setup.names]
        card, side = names[state.card(moment.seat)].name, names[state.faction(moment.seat)].name
        when = moment.when[:1].upper() + moment.when[1:]
        who, before = person(state, moment.seat), person(state, moment.before) if moment.before else ""
        values = {"when": when, "who": who, "card": card, "side": side, "before": before}
        if own := state.script.wordings.get(f"finale.turns.{moment.kind}"):
            return state.script.lines[state.setup.names].text(own[0], {"name": who, **values}).replace("..", ".")
        return self._texts.word(f"finale.turns.{moment.kind}", **values).replace("..", ".")


_LEFT = {e.Killed: "killed", e.Escaped: "escaped", e.Left: "left", e.Revived: "saved"}


def _left(event: Any) -> tuple[str, int]:
    """How somebody left the game or came back, and who; nothing for other events."""
    if kind := _LEFT.get(type(event)):
        return kind, event.seat
    if isinstance(event, e.Overridden) and event.what in ("kill", "revive"):
        return ("killed" if event.what == "kill" else "revived"), int(event.value)
    return "", 0
