"""The finale of Ktulu: where the statue went, and which of its moves made the difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from narrator.games.ktulu import events as e
from narrator.games.ktulu.sides import BANDITS, TOWN, WINS
from narrator.games.night.state.state import State
from narrator.games.night.told.ending import Moment, Outline
from narrator.games.night.told.log import person
from narrator.games.view import Finale
from narrator.texts import Texts
from narrator.values import replace


class Quest(Outline):
    """One game, with the way of the statue through its nights and days."""

    deaths: ClassVar = {**Outline.deaths, "duel": "shot"}
    kinds: ClassVar = (
        *("jailed", "escaped", "killed", "revived", "shot", "hanged", "saved"),
        *("beaten", "planted", "fallen", "turned", "taken", "found", "sailed"),
    )  # the statue decides the game, then the deaths of those who lost it

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts)
        self._holders: dict[str, list[str]] = {}
        """To whom the statue came, one after the other, in each night or day in which it moved."""

    def _take(self, state: State, event: e.Event) -> None:
        super()._take(state, event)
        if isinstance(event, e.StatueMoved):
            self._moved(state, event)
        elif isinstance(event, e.Marked) and event.mark == "jail" and not event.vain:
            if state.phase != "zero":  # then nobody can kill, nor be killed
                self._add(state, "jailed", event.seat)
        elif isinstance(event, e.Won) and not state.chronicle.declared:  # then the statue did nothing (D67)
            self._decided(state, event)

    def _decided(self, state: State, event: e.Won) -> None:
        """Tell what the statue did in the end: the town finds it by day, the bandits sail with it."""
        if event.rule != WINS.get(event.winner):
            return
        if state.phase == "day" and event.winner in (TOWN, BANDITS):
            self._forget_fallen()
        if event.winner == TOWN and state.phase == "day":
            self._add(state, "found", state.holder)
        elif event.winner == BANDITS:
            self._add(state, "sailed", state.holder)

    def _moved(self, state: State, event: e.StatueMoved) -> None:
        name = person(state, event.to)
        name = self._texts.word("finale.planted", name=name) if event.planted else name
        self._holders.setdefault(self._now, []).append(name)
        if event.planted:
            self._add(state, "planted", event.to)
        elif state.holder and state.faction(state.holder) != state.faction(event.to):
            self._forget_fallen()
            self._add(state, "turned" if state.alive(state.holder) else "taken", event.to)

    def _forget_fallen(self) -> None:
        """Leave out the death of the player who had the statue, where what comes next says so too."""
        if self._moments[-1:] and self._moments[-1].kind == "fallen":
            self._moments.pop()

    def _forget_death(self, seat: int) -> None:
        """Of the death of somebody who was saved only what became of the statue stays."""
        for place, one in enumerate(self._moments):
            if one.kind == "taken" and (one.before, one.when) == (seat, self._now):
                self._moments[place] = one._replace(kind="turned")
                return
            if self._is_death(one) and (one.seat, one.when) == (seat, self._now):
                break
        super()._forget_death(seat)

    def _is_death(self, moment: Moment) -> bool:
        return moment.kind == "fallen" or super()._is_death(moment)

    def _add(self, state: State, kind: str, seat: int) -> None:
        super()._add(state, kind, seat)
        if state.cards and seat:
            one = self._moments[-1]._replace(before=state.holder)
            falls = self._is_death(one) and one.seat == one.before
            self._moments[-1] = one._replace(kind="fallen") if falls else one

    def _summed_up(self) -> Finale:
        found, way = super()._summed_up(), tuple(self._way())
        if found == Finale() or not way:
            return found
        return replace(found, heading=self._texts.word("finale.quest"), chapters=way)

    def _way(self) -> Iterator[str]:
        """Where the statue went: of nights and days those in which it moved."""
        last: list[str] = []
        for chapter, holders in self._holders.items():
            path = [*last, *holders]
            last = path[-1:]
            when = chapter[:1].upper() + chapter[1:]
            yield self._texts.word("finale.way", when=when, holders=" → ".join(path))
