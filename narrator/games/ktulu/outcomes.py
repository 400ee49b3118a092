"""Deaths at night, and who has won with those who are left (section 7)."""

from __future__ import annotations

from narrator.games.ktulu import statue
from narrator.games.ktulu.sides import INDIANS
from narrator.games.night import events as e
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Unseen


def holds(state: State, faction: str) -> bool:
    """Whether the statue, unplanted, is with somebody of the faction (R16a)."""
    return bool(state.holder) and not state.planted and state.sides_with(state.holder, faction)


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
