"""Deaths at night, what becomes of a dead holder's statue (R12), and the wins that they bring."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act


def kill(act: Act, seat: int) -> bool:
    """Let the open call kill the seat, unless it is safe (R4) or dead; its statue goes to the killer (R12)."""
    state = act.state
    if not state.alive(seat) or state.safe(seat):
        return False
    act.emit(e.Killed(seat, act.call.id))
    if state.holder == seat:
        statue.receive(act, statue.taker(act))
    wins.judge_survivors(act)
    return True
