"""Powers that put somebody to sleep, or keep them safe, for the night (R3, R4)."""

from __future__ import annotations

from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act, Offer, others, without
from narrator.games.ktulu.effects.thefts import FINDS
from narrator.games.ktulu.effects.words import effect
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import TOWN

_SLEEP = Mark("sleep", until="day")


@effect(announces=True, marks=(Mark("jail", until="day"),), lines=FINDS)
def jail(act: Act, pick: int) -> None:
    """R20 Jail the pick: safe and asleep tonight; the sheriff takes a statue that is there."""
    act.announce_pick(pick)
    act.mark("jail", pick)
    if _wins_at_once(act, pick):
        statue.move_openly(act, act.actors[0])
        wins.win(act, TOWN)
    else:
        statue.search(act, pick)


def _wins_at_once(act: Act, pick: int) -> bool:
    """Tell whether by the house rule the town wins with this jail (D14)."""
    state = act.state
    found = state.holder == pick and state.alive(pick)
    return found and state.rules.sheriff_wins_at_once and state.faction(act.actors[0]) == TOWN


def _new_ward(act: Act) -> Offer:
    offer, wards = others(act), act.state.marks.left_by("ward", act.by)
    return without(offer.seats, {**offer.barred, **{seat: "same-as-last-night" for seat in wards}})


@effect(
    who="role",
    offer=_new_ward,
    announces=True,
    marks=(Mark("ward", until="second-night"), Mark("guard", until="day")),
    lines={"refused.same-as-last-night": ()},
)
def guard(act: Act, pick: int) -> None:
    """R24 Guard the pick tonight, never the same one two nights running (D13)."""
    act.announce_pick(pick)
    act.mark("ward", pick)
    act.mark("guard", pick)


@effect(announces=True, marks=(_SLEEP,))
def drink(act: Act, pick: int) -> None:
    """R25 Take the pick drinking: asleep for the rest of the night."""
    act.announce_pick(pick)
    act.mark("sleep", pick)


@effect(announces=True, own={"won": "a won statue"}, marks=(_SLEEP,), lines=FINDS)
def play_cards(act: Act, pick: int) -> None:
    """R38 Play the pick: asleep tonight, and a statue that is there is won; then its loser is not named (R100)."""
    if act.state.alive(pick) and act.state.holder == pick:
        act.announce(f"{act.call.id}.won")
    else:
        act.announce_pick(pick)
    act.mark("sleep", pick)
    statue.search(act, pick)
