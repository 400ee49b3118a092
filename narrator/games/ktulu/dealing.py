"""Deal: which card each player gets, and what they read of it, alone with the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.games.ktulu.events import Began
from narrator.games.ktulu.script import Script
from narrator.texts import Texts

if TYPE_CHECKING:
    from narrator.games.ktulu.loading import Table


def cards_of(table: Table, seed: int) -> tuple[str, ...]:
    """The cards in seat order, as a game with this seed begins with them."""
    game = table.game()
    return next(event.cards for event in game.opening(game.begin(seed)) if isinstance(event, Began))


def card_texts(cards: Sequence[str], script: Script, profile: str, texts: Texts) -> list[str]:
    """What the player of each card reads: its name and faction in this profile, what it does, and how one wins."""
    spoken, found = script.vocabulary[profile], list[str]()
    for role in (script.roles[card] for card in cards):
        faction = script.factions[role.faction]
        head = texts.word("dealing.card", card=spoken[role.id].name, faction=spoken[faction.id].name)
        found.append("\n\n".join(filter(None, (head, role.does, faction.aim))))
    return found
