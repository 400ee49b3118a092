"""Who of the dead may still have a last shot, for all that is known of their cards (D83)."""

from __future__ import annotations

from narrator.games.night.state.state import State
from narrator.games.night.told.public import may_live

ASKED = "day.last-shot"
"""The key of the question for a last shot."""


def due(state: State) -> list[int]:
    """The dead who were not asked yet; of those under covered cards all who may have such a one (D78)."""
    shooters = state.cards_with("last-shot")
    if not shooters or not state.living():
        return []
    dead = sorted(state.dead - state.shots)
    return [seat for seat in dead if _may_be_one(state, seat, shooters)]


def _may_be_one(state: State, seat: int, shooters: frozenset[str]) -> bool:
    if seat in state.unseen:
        return not shooters.isdisjoint(state.hidden_cards())
    if not state.covered(seat):
        return state.cards[seat - 1] in shooters
    sides = {state.script.roles[card].faction for card in shooters}
    seen_otherwise = state.rules.dead == "faction" and state.faction(seat) not in sides
    return not seen_otherwise and may_live(state, shooters)
