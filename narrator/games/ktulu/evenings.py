"""What finished games of Ktulu add to the statistics: who was jailed or searched, and how the statue moved."""

from __future__ import annotations

from functools import partial

from narrator.games.night.printed import evenings
from narrator.games.night.printed.evenings import CountedCards, Fact, GameCount
from narrator.games.package import GameStatistics
from narrator.values import replace

FACTS = evenings.FACTS | {"CallOpened", "Marked", "StatueMoved", "Searched"}

_SEARCHES = ("search", "raid", "rob-master")
"""The powers that search somebody for the statue (R11)."""


class _KtuluCount(GameCount):
    """One game, fact by fact."""

    def __init__(self, names: list[str], cards: CountedCards, unseen: frozenset[int]) -> None:
        super().__init__(names, cards, unseen)
        self.people = {"jailed": [], "searched": []}
        self._call, self._moves = "", 0

    def take(self, fact: Fact) -> None:
        """Take the next fact in."""
        match fact["event"]:
            case "CallOpened":
                self._call = fact["call"]
            case "Searched":
                self.people["searched"] += [self.names[seat - 1] for seat in fact.get("seats", ())]
            case "StatueMoved":
                self._moves += 1
            case "Marked":
                if fact["mark"] == "jail":
                    self.people["jailed"].append(self.names[fact["seat"] - 1])
            case _:
                super().take(fact)

    def answered(self, answer: str) -> None:
        """The first answer in the call of a power that searches names who is searched."""
        if self.cards.powers.get(self._call) in _SEARCHES and answer.isdecimal():
            self.people["searched"].append(self.names[int(answer) - 1])
        self._call = ""

    def result(self) -> GameStatistics:
        """Sum it up. Where the statue starts does not count as a move."""
        found = super().result()
        return replace(found, numbers={**found.numbers, **({"moves": self._moves - 1} if self._moves else {})})


counted = partial(evenings.counted, kind=_KtuluCount)
