"""The last shot: a player who dies with that trait on their card may name somebody who dies with them (D83)."""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.steps import ask_seat, step
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

ASKED = "day.last-shot"
"""The key of the question for a last shot."""


def due(state: State) -> list[int]:
    """The dead who were not asked yet; of those under covered cards all who may have such a one (D78)."""
    shooters = state.cards_with("last-shot")
    if not shooters or not state.count_alive():
        return []
    dead = sorted(state.dead - state.shots)
    return [seat for seat in dead if _may_be_one(state, seat, shooters)]


def _may_be_one(state: State, seat: int, shooters: frozenset[str]) -> bool:
    if seat in state.unseen:
        return not shooters.isdisjoint(state.hidden_cards())
    if not state.covered(seat):
        return state.cards[seat - 1] in shooters
    if state.rules.dead == "faction" and state.faction(seat) not in {state.script.sides[card] for card in shooters}:
        return False
    seen = sum(state.cards[one - 1] in shooters for one in state.shown)
    return seen < sum(card in shooters for card in state.cards)


def ask_next(draft: Draft) -> bool:
    """Ask the next of the dead who may have a last shot; False if there is none."""
    waiting = due(draft.state)
    if waiting:
        ask_seat(draft, ASKED, draft.state.living(), about=waiting[0], optional=True, final=True)
    return bool(waiting)


@step(ASKED)
def shoot(draft: Draft, said: str, asked: e.Asked) -> None:
    """The player whom the dead one names dies; under a covered card the word of anybody else counts for nothing."""
    if said != "none":
        deck.must_know(draft.state, asked.about)
    hit = said != "none" and draft.state.card(asked.about) in draft.state.cards_with("last-shot")
    draft.emit(e.ShotAsked(asked.about))
    if hit:
        if draft.state.covered(asked.about):
            draft.emit(e.CardShown(asked.about))
        draft.announce("day.last-shot", seat=asked.about, other=int(said))
        die(draft, [int(said)], "last-shot")
    else:
        own_rules.of(draft.state.setup).died(draft)
