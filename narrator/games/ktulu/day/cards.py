"""Showing a card by day: allowed to two roles (R87, R87a), death to everybody else (R6)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import ask_seat, die, living, step
from narrator.games.ktulu.draft import Draft


def hidden(draft: Draft) -> list[int]:
    """The living who have not shown their card yet (D48)."""
    return [seat for seat in living(draft) if seat not in draft.state.shown]


@step("day:reveal")
def ask_who(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask who shows the card."""
    ask_seat(draft, "day.reveal", hidden(draft), optional=True, final=True)


@step("day.reveal")
def reveal(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Show the card to everybody; a player without the right to show it dies."""
    if said == "none":
        return
    seat, card = int(said), draft.state.card(int(said))
    draft.emit(e.CardShown(seat))
    if card in draft.state.cards_with("show-card"):
        draft.announce("day.revealed", seat=seat, card=card)
    else:
        draft.announce("day.forbidden", seat=seat)
        die(draft, [seat], "reveal")
