"""How a game ends: one side wins, by the first rule that is met, and the room hears who is lost and who has won."""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.eyes import by_night
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


def win(draft: Draft, faction: str, rule: str = "") -> None:
    """End the game: open all eyes, then say what is left to be said (D62)."""
    lines = draft.state.script.wordings
    if "end.wake" in lines and by_night(draft.state):
        draft.announce("end.wake")
    rule = rule or own_rules.of(draft.state.setup).wins[faction]
    if missing_losses(draft.state):
        draft.emit(e.Winning(faction, rule))
        raise deck.Halted
    finish(draft, faction, rule)


def finish(draft: Draft, faction: str, rule: str) -> None:
    """Announce tonight's losses and who has won, and call for the cards (D62)."""
    lines = draft.state.script.wordings
    tell_losses(draft)
    draft.announce(f"win.{faction}")
    if "end.cards" in lines:
        draft.announce("end.cards")
    draft.emit(e.Won(faction, rule))


def _lost_tonight(state: State) -> frozenset[int]:
    return (state.dead | state.escaped).intersection(state.gone_tonight)


def see_losses(draft: Draft) -> None:
    """At a table with its own deck judge by the cards of those who are out: raises Unseen until they are known."""
    state = draft.state
    if state.setup.deal == "table":
        for seat in sorted(_lost_tonight(state)):
            state.card(seat)
        own_rules.of(state.setup).judge(draft)


def missing_losses(state: State) -> bool:
    """Whether somebody is out tonight whose card nobody has seen."""
    return bool(state.unseen & _lost_tonight(state))


def tell_losses(draft: Draft) -> None:
    """Announce who died and who escaped tonight, with their cards (R80, R6)."""
    state = draft.state
    for line, lost in (("dawn.died", state.dead), ("dawn.escaped", state.escaped)):
        for seat in sorted(lost.intersection(state.gone_tonight)):
            draft.announce(line, seat=seat, card=state.card(seat))
