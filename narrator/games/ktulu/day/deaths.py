"""Who dies or leaves by day, and what follows for the statue."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.games.ktulu import outcomes, statue
from narrator.games.ktulu.sides import TOWN
from narrator.games.night import events as e
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft


def die(draft: Draft, seats: Iterable[int], by: str) -> None:
    """These die by day: cards are shown; if the statue's holder is among them the town wins first of all (R14)."""
    doomed = sorted(seats)
    for seat in doomed:
        draft.emit(e.Killed(seat, by))
        draft.announce("day.died", seat=seat, card=draft.state.card(seat))
    if draft.state.holder in doomed:
        find_statue(draft)
    else:
        outcomes.judge_survivors(draft)


def leave(draft: Draft, seat: int) -> None:
    """D64 Somebody goes home: the card is shown, and the statue stays with the faction that thinks it has it."""
    state = draft.state
    held, planter = state.holder == seat, state.planter if state.planted else ""
    faction = state.script.roles[planter].faction if planter else state.faction(seat)
    draft.emit(e.Left(seat))
    draft.announce("day.leaves", seat=seat, card=state.card(seat))
    if held:
        heir = state.seat_of(planter) if planter and state.lives(planter) else statue.keeper(state, faction)
        if not heir:
            find_statue(draft)
            return
        draft.emit(e.StatueMoved(heir))
    outcomes.judge_survivors(draft)


def find_statue(draft: Draft) -> None:
    """The town finds the statue and wins (R14)."""
    draft.announce("day.found", seat=draft.state.holder)
    win(draft, TOWN)


def strike_poison(draft: Draft) -> None:
    """Last night's poison kills, unless it has already (R37, R82); without a victim nothing is heard."""
    poisoned = sorted(draft.state.marks.on("poison"))
    for seat in poisoned:
        draft.emit(e.PoisonStruck(seat))
    dying = [seat for seat in poisoned if draft.state.alive(seat)]
    for seat in dying:
        draft.announce("day.poisoned", seat=seat)
    if dying:
        die(draft, dying, "poison")
