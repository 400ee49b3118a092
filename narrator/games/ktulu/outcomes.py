"""Deaths at night, and how the game ends: exactly one faction wins, by the first rule that is met (section 7)."""

from __future__ import annotations

from narrator.games.ktulu import statue
from narrator.games.ktulu.sides import INDIANS, NOBODY, WINS
from narrator.games.night import events as e
from narrator.games.night.flow import deck
from narrator.games.night.flow.eyes import by_night
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Unseen


def win(draft: Draft, faction: str, rule: str = "") -> None:
    """End the game: open all eyes, then say what is left to be said (D62)."""
    lines = draft.state.script.wordings
    if "end.wake" in lines and by_night(draft.state):
        draft.announce("end.wake")
    rule = rule or WINS[faction]
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
        judge_survivors(draft)


def missing_losses(state: State) -> bool:
    """Whether somebody is out tonight whose card nobody has seen."""
    return bool(state.unseen & _lost_tonight(state))


def holds(state: State, faction: str) -> bool:
    """Whether the statue, unplanted, is with somebody of the faction (R16a)."""
    return bool(state.holder) and not state.planted and state.sides_with(state.holder, faction)


def tell_losses(draft: Draft) -> None:
    """Announce who died and who escaped tonight, with their cards (R80, R6)."""
    state = draft.state
    for line, lost in (("dawn.died", state.dead), ("dawn.escaped", state.escaped)):
        for seat in sorted(lost.intersection(state.gone_tonight)):
            draft.announce(line, seat=seat, card=state.card(seat))


def judge_survivors(draft: Draft) -> None:
    """End the game if only Indians are left (R91), or nobody at all (R97)."""
    state = draft.state
    if not state.living():
        win(draft, NOBODY)
    elif not _others_live(state):
        win(draft, INDIANS)


def _others_live(state: State) -> bool:
    """Whether anybody but Indians may be alive: by night, only bodies whose cards nobody has seen could tell more."""
    try:
        return state.any_lives({*state.cards} - state.cards_of(INDIANS))
    except Unseen:
        return True


def kill(draft: Draft, seat: int, *, call: str = "", killer: int = 0) -> bool:
    """Kill the seat unless safe (R4) or dead, its statue going to the killer (R12); return whether it died.

    The open call kills, or an earlier one of this night, with its `killer`.
    """
    state = draft.state
    if not state.alive(seat) or state.safe(seat):
        return False
    draft.emit(e.Killed(seat, call or draft.call.id))
    if state.holder == seat:
        statue.receive(draft, (killer if state.alive(killer) else 0) if call else statue.taker(draft))
    judge_survivors(draft)
    return True
