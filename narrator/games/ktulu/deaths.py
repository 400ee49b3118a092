"""Deaths at night, what becomes of a dead holder's statue (R12), and the wins that they bring."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Draft


def kill(draft: Draft, seat: int) -> bool:
    """Let the open call kill the seat, unless it is safe (R4) or dead; its statue goes to the killer (R12)."""
    state = draft.state
    if not state.alive(seat) or state.safe(seat):
        return False
    draft.emit(e.Killed(seat, draft.call.id))
    if state.holder == seat:
        statue.receive(draft, statue.taker(draft))
    wins.judge_survivors(draft)
    return True
