"""What finished games add to the statistics: read from the facts of their journals, without playing them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from narrator.games.night.script.seating import seen
from narrator.games.package import GameStatistics, Participant

FACTS = frozenset(
    {"Began", "CardSeen", "NightBegan", "CallOpened", "Asked", "Answered", "Overridden", "Won", "CardsChanged"}
)
"""The events that are counted; all others need not even be read."""


class CountedCards(NamedTuple):
    """What a script says of its cards and calls: their names, the faction of each, and the calls with each power."""

    names: Mapping[str, str]
    factions: Mapping[str, str]
    powers: Mapping[str, str]


Fact = Mapping[str, Any]
"""An event as a journal has it."""


def counted(
    setup: Mapping[str, Any],
    script: Mapping[str, Any],
    facts: Iterable[Fact],
    seed: int = 0,  # noqa: ARG001 - the facts have all that was drawn
    kind: type[GameCount] | None = None,
) -> GameStatistics | None:
    """Count up a game from its facts, in their order and without what was undone; None if it is not over.

    `setup` and `script` are those of the journal, as plain JSON values.
    """
    names = [player["name"] for player in setup["player"]]
    unseen = frozenset(range(1, len(names) + 1)) if setup.get("deal") == "table" else frozenset[int]()
    count = (kind or GameCount)(names, _cards(script, setup.get("names", "")), unseen)
    for fact in facts:
        count.take(fact)
    variant = script.get("meta", {}).get("name") or script.get("title", "")
    return replace(count.result(), variant=variant) if count.winner is not None else None


def _cards(script: Mapping[str, Any], profile: str) -> CountedCards:
    profiles = {one["id"]: one.get("names", {}) for one in script.get("profile", ())}
    own = {one: names["name"] for one, names in profiles.get(profile, {}).items() if names.get("name")}
    named = [*script.get("faction", ()), *script.get("role", ())]
    calls = [call for phase in ("zero", "night", "dawn") for call in script.get(phase, ())]
    return CountedCards(
        {one["id"]: own.get(one["id"], one["name"]) for one in named},
        {role["id"]: role["faction"] for role in script.get("role", ())},
        {call["id"]: call["do"] for call in calls if call.get("do")},
    )


class GameCount:
    """One game, fact by fact; to some people something befell, to each of `befalling` those of a list."""

    befalling: tuple[str, ...] = ()

    def __init__(self, names: list[str], cards: CountedCards, unseen: frozenset[int]) -> None:
        self.names, self.cards, self._unseen = names, cards, unseen
        self.winner: str | None = None
        self._together: tuple[int, ...] = ()
        self._dealt: tuple[str, ...] = ()
        self.call, self._of_deck = "", False
        self._nights = self.moves = 0
        self.people: dict[str, list[str]] = {key: [] for key in self.befalling}

    def take(self, fact: Fact) -> None:
        """Take the next fact in."""
        match fact["event"]:
            case "Began":
                self._dealt = (*fact["cards"],)
            case "NightBegan":
                self._nights = fact.get("night", 0)
            case "CallOpened" | "Asked" | "Answered" | "CardSeen":
                self._asked(fact)
            case "Overridden":
                self._named(fact)
            case "Won":
                self.winner, self._together = fact.get("winner", ""), (*fact.get("seats", ()),)
            case "CardsChanged":
                for one, other in fact["pairs"]:
                    cards = [*self._dealt]
                    cards[one - 1], cards[other - 1] = cards[other - 1], cards[one - 1]
                    self._dealt = tuple(cards)
            case _:
                self.befell(fact)

    def befell(self, fact: Fact) -> None:
        """Take in a fact that only some game has."""

    def _named(self, fact: Fact) -> None:
        """Give a seat another name (D65); what befell the player under a wrong one counts under the right one."""
        if fact["what"] == "card":
            self._dealt, self._unseen = seen(self._dealt, self._unseen, int(fact["of"]), fact["value"])
        if fact["what"] not in ("name", "substitute"):
            return
        seat, name = int(fact["of"]) - 1, fact["value"]
        if fact["what"] == "name":
            old = self.names[seat]
            self.people = {key: [name if one == old else one for one in all_] for key, all_ in self.people.items()}
        self.names[seat] = name

    def _asked(self, fact: Fact) -> None:
        """A call, a question, its answer, or the card that it showed; of the deck's questions only that counts."""
        if fact["event"] == "CallOpened":
            self.call = fact["call"]
        elif fact["event"] == "CardSeen":
            self._dealt, self._unseen = seen(self._dealt, self._unseen, fact["seat"], fact["card"])
        elif fact["event"] == "Asked":
            self._of_deck = fact["key"].startswith("deck.")
        elif not self._of_deck:
            self.answered(fact.get("answer", ""))
            self.call = ""

    def answered(self, answer: str) -> None:
        """Take in the first answer in a call that is not about the table's own deck."""

    def result(self) -> GameStatistics:
        """Sum it up, but for those whose card nobody has seen. Where the prize starts does not count as a move."""
        names, seated = self.cards.names, [*enumerate(zip(self.names, self._dealt, strict=True), 1)]
        sides = {
            seat: self.winner if seat in self._together else self.cards.factions[card] for seat, (_, card) in seated
        }
        participants = tuple(
            Participant(name, names[card], names[sides[seat] or ""], won=sides[seat] == self.winner)
            for seat, (name, card) in seated
            if seat not in self._unseen
        )
        numbers = {"nights": self._nights, **({"moves": self.moves - 1} if self.moves else {})}
        return GameStatistics(names.get(self.winner or "", ""), participants, numbers, self.people)
