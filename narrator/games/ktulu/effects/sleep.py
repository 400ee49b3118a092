"""Powers that put somebody to sleep, or keep them safe, for the night (R3, R4)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.act import Act, Offer, others
from narrator.games.ktulu.effects.words import effect


@effect()
def jail(act: Act, pick: int) -> None:
    """R20 Jail the pick: safe and asleep tonight; the sheriff takes a statue that is there."""
    act.announce_pick(pick)
    if act.state.alive(pick):
        act.emit(e.Jailed(pick))
    if act.state.holder == pick and act.state.rules.sheriff_wins_at_once and act.state.alive(pick):
        act.emit(e.StatueMoved(act.actors[0]))
        wins.win(act, "town")
    else:
        statue.search(act, pick)


def _new_ward(act: Act) -> Offer:
    offer, last = others(act), act.state.ward_last_night
    barred = offer.barred | ({last: "same-as-last-night"} if last else {})
    return Offer([seat for seat in offer.seats if seat != last], barred)


@effect(offer=_new_ward)
def guard(act: Act, pick: int) -> None:
    """R24 Guard the pick tonight, never the same one two nights running (D13)."""
    act.announce_pick(pick)
    act.emit(e.Guarded(pick))


@effect()
def drink(act: Act, pick: int) -> None:
    """R25 Take the pick drinking: asleep for the rest of the night."""
    act.announce_pick(pick)
    if act.state.alive(pick):
        act.emit(e.PutToSleep(pick))


@effect()
def play_cards(act: Act, pick: int) -> None:
    """R38 Play the pick: asleep tonight, and a statue that is there is won; then its loser is not named (R100)."""
    alive = act.state.alive(pick)
    if alive and act.state.holder == pick:
        act.announce(f"{act.call.id}.won")
    else:
        act.announce_pick(pick)
    if alive:
        act.emit(e.PutToSleep(pick))
    statue.search(act, pick)
