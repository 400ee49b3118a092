"""Ktulu's package, and what its finished games add to the statistics."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from narrator.games.ktulu import Ktulu
from narrator.games.night.package import NightPackage
from narrator.games.night.printed.evenings import FACTS, Fact, GameCount, counted


class _Searches(GameCount):
    """One game: who was jailed or searched (R11), and how the statue moved."""

    befalling = ("jailed", "searched")

    def befell(self, fact: Fact) -> None:
        """Take the next fact in."""
        if fact["event"] == "StatueMoved":
            self.moves += 1
        elif fact["event"] == "Searched":
            self.people["searched"] += [self.names[seat - 1] for seat in fact.get("seats", ())]
        elif fact["event"] == "Marked" and fact["mark"] == "jail":
            self.people["jailed"].append(self.names[fact["seat"] - 1])

    def answered(self, answer: str) -> None:
        """It is about somebody who is searched, where the call has such a power."""
        if self.cards.powers.get(self.call) in ("search", "raid", "rob-master") and answer.isdecimal():
            self.people["searched"].append(self.names[int(answer) - 1])


class KtuluPackage(NightPackage):
    """Ktulu, with the book's script."""

    id = root = "ktulu"
    folders = (Path(__file__).parent, *NightPackage.folders)
    rules = Ktulu
    counted_facts = FACTS | {"Marked", "StatueMoved", "Searched"}
    counted = staticmethod(partial(counted, kind=_Searches))
