"""Deaths at night, and how the game ends: exactly one faction wins, by the first rule that is met (section 7)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.draft import Draft
from narrator.games.ktulu.eyes import by_night
from narrator.games.ktulu.sides import INDIANS, NOBODY, WINS
from narrator.games.ktulu.state import State


def win(draft: Draft, faction: str, rule: str = "") -> None:
    """End the game: open all eyes, announce tonight's losses and who has won, and call for the cards (D62)."""
    lines = draft.state.script.wordings
    if "end.wake" in lines and by_night(draft.state):
        draft.announce("end.wake")
    tell_losses(draft)
    draft.announce(f"win.{faction}")
    if "end.cards" in lines:
        draft.announce("end.cards")
    draft.emit(e.Won(faction, rule or WINS[faction]))


def holds(state: State, faction: str) -> bool:
    """Whether the statue, unplanted, is with somebody of the faction (R16a)."""
    return bool(state.holder) and not state.planted and state.faction(state.holder) == faction


def tell_losses(draft: Draft) -> None:
    """Announce who died and who escaped tonight, with their cards (R80, R6)."""
    state = draft.state
    for line, lost in (("dawn.died", state.dead), ("dawn.escaped", state.escaped)):
        for seat in sorted(lost.intersection(state.gone_tonight)):
            draft.announce(line, seat=seat, card=state.card(seat))


def judge_survivors(draft: Draft) -> None:
    """End the game if only Indians are left (R91), or nobody at all (R97)."""
    state = draft.state
    living = {state.faction(seat) for seat in state.seats() if state.alive(seat)}
    if not living:
        win(draft, NOBODY)
    elif living == {INDIANS}:
        win(draft, INDIANS)


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
