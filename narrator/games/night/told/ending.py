"""The finale: who left the game and when, where the statue went, and which moments made the difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from narrator.games.night import events as e
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.state.state import State
from narrator.games.night.told.log import person
from narrator.games.view import Finale
from narrator.texts import Texts
from narrator.values import dataclass

TURNS = 3
"""How many moments the finale has, if there are as many."""


class Moment(NamedTuple):
    """Something that may have made the difference: `kind` names its sentence, about the player in the seat.

    `before` is the seat that had the statue until then, 0 if nobody had.
    """

    kind: str
    seat: int
    when: str
    before: int


@dataclass(frozen=True, slots=True)
class _Chapter:
    """A night or a day, and to whom the statue came in it, one after the other."""

    title: str
    holders: list[str]


_DEATHS = {"hang": "hanged", "duel": "shot"}
"""Deaths that the whole town had a hand in, by what killed."""

_ALL_DEATHS = ("killed", "fallen", *_DEATHS.values())

KINDS = (
    *("jailed", "escaped", "killed", "revived", "shot", "hanged", "saved"),
    *("beaten", "planted", "fallen", "turned", "taken", "found", "sailed"),
)
"""The kinds of moments, what weighs most last: the statue decides the game, then the deaths of those who lost it."""


def finale(steps: Iterable[tuple[State, e.Event]], texts: Texts) -> Finale:
    """Sum up a game that is over; each event comes with the state just before it."""
    found = _Evening(texts)
    for state, event in remaining(steps):
        found.take(state, event)
    return found.summed_up()


class _Evening:
    """One game, event by event."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._state: State | None = None
        self._winner = ""
        self._fates: dict[int, str] = {}
        self._chapters: list[_Chapter] = []
        self._moments: list[Moment] = []

    def take(self, state: State, event: e.Event) -> None:
        """Take the next event in."""
        self._state = state
        if isinstance(event, e.NightBegan | e.DayBegan):
            self._begin(state, event)
        elif isinstance(event, e.Won):
            self._winner = event.winner
            self._decided(state, event)
        elif isinstance(event, e.StatueMoved):
            self._moved(state, event)
        elif isinstance(event, e.Marked) and event.mark == "jail" and not event.vain:
            if state.phase != "zero":  # then nobody can kill, nor be killed
                self._add(state, "jailed", event.seat)
        else:
            self._changed(state, event)

    def _decided(self, state: State, event: e.Won) -> None:
        """Tell what the statue did in the end, unless the win was declared: then it did nothing (D67)."""
        if state.chronicle.declared:
            return
        if turn := own_rules.of(state.setup).last_turn(state, event.winner, event.rule):
            if state.phase == "day":
                self._forget_fallen()
            self._add(state, turn, state.holder)

    def _begin(self, state: State, event: e.NightBegan | e.DayBegan) -> None:
        number = event.night if isinstance(event, e.NightBegan) else state.night + 1
        self._chapters.append(_Chapter(self._title(number, day=isinstance(event, e.DayBegan)), []))

    def _title(self, number: int, *, day: bool) -> str:
        kind = "day" if day else "night" if number else "zero"
        return self._texts.word(f"finale.when.{kind}", number=number)

    @property
    def _now(self) -> str:
        return self._chapters[-1].title if self._chapters else self._texts.word("finale.when.start")

    def _moved(self, state: State, event: e.StatueMoved) -> None:
        """The statue came to somebody; nobody has it if the seat is 0."""
        if not self._chapters:
            self._chapters.append(_Chapter(self._now, []))
        name = person(state, event.to)
        self._chapters[-1].holders.append(self._texts.word("finale.planted", name=name) if event.planted else name)
        if event.planted:
            self._add(state, "planted", event.to)
        elif state.holder and state.faction(state.holder) != state.faction(event.to):
            taken = not state.alive(state.holder)
            self._forget_fallen()
            self._add(state, "taken" if taken else "turned", event.to)

    def _forget_fallen(self) -> None:
        """Leave out the death of the player who had the statue, where what comes next says so too."""
        if self._moments[-1:] and self._moments[-1].kind == "fallen":
            self._moments.pop()

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
                kind = _DEATHS.get(event.by, kind) if isinstance(event, e.Killed) else kind
                dies = kind in _ALL_DEATHS
                self._add(state, "fallen" if dies and state.holder == seat else kind, seat)

    def _forget_death(self, seat: int) -> None:
        """Somebody who was saved has not died: only what became of the statue stays of the death."""
        for place, one in enumerate(self._moments):
            if one.kind in _ALL_DEATHS and (one.seat, one.when) == (seat, self._now):
                del self._moments[place]
                return
            if one.kind == "taken" and (one.before, one.when) == (seat, self._now):
                self._moments[place] = one._replace(kind="turned")
                return

    def _add(self, state: State, kind: str, seat: int) -> None:
        if state.cards and seat:
            self._moments.append(Moment(kind, seat, self._now, state.holder))

    def summed_up(self) -> Finale:
        """Sum it up; nothing of a game that is not over."""
        state = self._state
        if state is None or not self._winner:
            return Finale()
        drawn = f"finale.pictures.{self._winner}"
        picture = self._texts.word(drawn).rstrip().split("\n") if drawn in self._texts else []
        way, turns = tuple(self._way()), (self._told(state, moment) for moment in self._decisive(state))
        return Finale(
            picture=tuple(picture),
            fates=self._fates,
            heading=self._texts.word("finale.quest") if way else "",
            chapters=way,
            turns=tuple(turns),
        )

    def _decisive(self, state: State) -> list[Moment]:
        """The moments that weigh most, of those that weigh as much the later ones, in their order."""
        known = [(place, moment) for place, moment in enumerate(self._moments) if moment.seat not in state.unseen]
        weighed = [(KINDS.index(self._kind(state, moment)), place) for place, moment in known]
        return [self._moments[place] for place in sorted(place for _, place in sorted(weighed)[-TURNS:])]

    def _kind(self, state: State, moment: Moment) -> str:
        """A death among those who lost weighs more than one among the winners."""
        lost = moment.kind in _ALL_DEATHS and state.faction(moment.seat) != self._winner
        return "beaten" if lost else moment.kind

    def _told(self, state: State, moment: Moment) -> str:
        names = state.script.vocabulary[state.setup.names]
        card, side = names[state.card(moment.seat)].name, names[state.faction(moment.seat)].name
        when = moment.when[:1].upper() + moment.when[1:]
        who, before = person(state, moment.seat), person(state, moment.before) if moment.before else ""
        values = {"when": when, "who": who, "card": card, "side": side, "before": before}
        if own := state.script.wordings.get(f"finale.turns.{moment.kind}"):
            return state.script.lines[state.setup.names].text(own[0], {"name": who, **values}).replace("..", ".")
        return self._texts.word(f"finale.turns.{moment.kind}", **values).replace("..", ".")

    def _way(self) -> Iterator[str]:
        """Where the statue went: of nights and days those in which it moved."""
        last: list[str] = []
        for chapter in self._chapters:
            path = [*last, *chapter.holders]
            last = path[-1:]
            if chapter.holders:
                when = chapter.title[:1].upper() + chapter.title[1:]
                yield self._texts.word("finale.way", when=when, holders=" → ".join(path))


_LEFT = {e.Killed: "killed", e.Escaped: "escaped", e.Left: "left", e.Revived: "saved"}


def _left(event: Any) -> tuple[str, int]:
    """How somebody left the game or came back, and who; nothing for other events."""
    if kind := _LEFT.get(type(event)):
        return kind, event.seat
    if isinstance(event, e.Overridden) and event.what in ("kill", "revive"):
        return ("killed" if event.what == "kill" else "revived"), int(event.value)
    return "", 0
