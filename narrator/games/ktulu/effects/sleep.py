"""Powers that put somebody to sleep, or keep them safe, for the night (R3, R4)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act, Offer, others
from narrator.games.ktulu.effects.words import effect


@effect()
def jail(act: Act, pick: int) -> None:
    """R20 Jail the pick: safe and asleep tonight; the sheriff takes a statue that is there."""
    act.announce_pick(pick)
    act.emit(e.Jailed(pick) if act.state.alive(pick) else e.WouldHaveSlept(pick))
    if _wins_at_once(act, pick):
        statue.move_openly(act, act.actors[0])
        wins.win(act, "town")
    else:
        statue.search(act, pick)


def _wins_at_once(act: Act, pick: int) -> bool:
    """Tell whether by the house rule the town wins with this jail (D14)."""
    state = act.state
    found = state.holder == pick and state.alive(pick)
    return found and state.rules.sheriff_wins_at_once and state.faction(act.actors[0]) == "town"


def _put_to_sleep(act: Act, pick: int) -> None:
    """Let the pick sleep till morning; of somebody who died tonight know that they would have (R7, D54)."""
    act.emit(e.PutToSleep(pick) if act.state.alive(pick) else e.WouldHaveSlept(pick))


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
    _put_to_sleep(act, pick)


@effect()
def play_cards(act: Act, pick: int) -> None:
    """R38 Play the pick: asleep tonight, and a statue that is there is won; then its loser is not named (R100)."""
    if act.state.alive(pick) and act.state.holder == pick:
        act.announce(f"{act.call.id}.won")
    else:
        act.announce_pick(pick)
    _put_to_sleep(act, pick)
    statue.search(act, pick)
