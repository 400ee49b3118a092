"""Showing a card by day: allowed to two roles (R87, R87a), death to everybody else (R6)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import ask_seat, die, living, step
from narrator.games.ktulu.draft import Act


def hidden(act: Act) -> list[int]:
    """List the living who have not shown the card yet; the others have nothing more to show (D48)."""
    return [seat for seat in living(act) if seat not in act.state.shown]


@step("day:reveal")
def ask_who(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask who shows the card."""
    ask_seat(act, "day.reveal", hidden(act), optional=True, final=True)


@step("day.reveal")
def reveal(act: Act, said: str, _asked: e.Asked) -> None:
    """Let everybody see the card; who may not show it dies."""
    if said == "none":
        return
    seat = int(said)
    act.emit(e.CardShown(seat))
    act.announce("day.revealed", seat=seat, card=act.state.card(seat))
    if seat not in act.state.with_trait("show-card"):
        die(act, [seat], "reveal")
