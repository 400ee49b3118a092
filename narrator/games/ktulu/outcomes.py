"""Deaths at night, and how the game ends: exactly one faction wins, by the first rule that is met (section 7)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.draft import Draft
from narrator.games.ktulu.sides import INDIANS, NOBODY, WINS


def win(draft: Draft, faction: str) -> None:
    """End the game: announce tonight's losses, then that the faction (or `nobody`) has won."""
    tell_losses(draft)
    draft.announce(f"win.{faction}")
    draft.emit(e.Won(faction, WINS[faction]))


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


def kill(draft: Draft, seat: int) -> bool:
    """Kill the seat unless safe (R4) or dead, its statue going to the killer (R12); return whether it died."""
    state = draft.state
    if not state.alive(seat) or state.safe(seat):
        return False
    draft.emit(e.Killed(seat, draft.call.id))
    if state.holder == seat:
        statue.receive(draft, statue.taker(draft))
    judge_survivors(draft)
    return True
