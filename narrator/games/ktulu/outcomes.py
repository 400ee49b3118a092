"""Who dies or leaves, what follows for the statue, and who has won with those who are left (section 7)."""

from __future__ import annotations

from narrator.games.ktulu import statue
from narrator.games.ktulu.sides import TOWN
from narrator.games.night import events as e
from narrator.games.night.flow.winning import judge, win
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


def holds(state: State, faction: str) -> bool:
    """Whether the statue, unplanted, is with somebody of the faction (R16a)."""
    return bool(state.holder) and not state.planted and state.sides_with(state.holder, faction)


def killed(draft: Draft, seat: int, call: str, killer: int) -> None:
    """The statue of somebody killed by night goes to the killer, of the open call or an earlier one (R12)."""
    state = draft.state
    if state.holder == seat:
        statue.receive(draft, (killer if state.alive(killer) else 0) if call else statue.taker(draft))
    judge(draft)


def died(draft: Draft, *seats: int) -> None:
    """The town finds the statue of somebody who died by day, and wins first of all (R14)."""
    if draft.state.holder in seats:
        find_statue(draft)
    else:
        judge(draft)


def leave(draft: Draft, seat: int) -> None:
    """D64 Somebody goes home, and the statue stays with the faction that thinks it has it."""
    state = draft.state
    held, planter = state.holder == seat, state.planter if state.planted else ""
    faction = state.script.roles[planter].faction if planter else state.faction(seat)
    draft.emit(e.Left(seat))
    draft.announce_out("day.leaves", seat)
    if held:
        heir = state.seat_of(planter) if planter and state.lives(planter) else statue.keeper(state, faction)
        if not heir:
            find_statue(draft)
            return
        draft.emit(e.StatueMoved(heir))
    judge(draft)


def find_statue(draft: Draft) -> None:
    """The town finds the statue and wins (R14)."""
    draft.announce("day.found", seat=draft.state.holder)
    win(draft, TOWN)
