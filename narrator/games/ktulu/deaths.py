"""Deaths at night, what becomes of a dead holder's statue (R12), and the wins that deaths bring (R91, R97)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.act import Act


def kill(act: Act, seat: int) -> bool:
    """Let the open call kill the seat, unless it is safe (R4) or dead; its statue goes to the killer (R12)."""
    state = act.state
    if not state.alive(seat) or state.safe(seat):
        return False
    act.emit(e.Killed(seat, act.call.id))
    if state.holder == seat:
        statue.receive(act, statue.taker(act))
    judge_survivors(act)
    return True


def judge_survivors(act: Act) -> None:
    """End the game if only Indians are left (R91), or nobody at all (R97)."""
    state = act.state
    living = {state.faction(seat) for seat in state.seats() if state.alive(seat)}
    if not living:
        act.win("nobody", "R97")
    elif living == {"indians"}:
        act.win("indians", "R91")
