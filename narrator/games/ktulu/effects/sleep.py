"""Powers that put somebody to sleep, or keep them safe, for the night (R3, R4)."""

from __future__ import annotations

from narrator.games.ktulu import statue
from narrator.games.ktulu.effects.thefts import FINDS
from narrator.games.ktulu.sides import TOWN
from narrator.games.night.flow.effects import effect
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft, Offer, others, without
from narrator.games.night.state.marks import Mark

_SLEEP = Mark("sleep", until="day")


@effect(announces=True, marks=(Mark("jail", until="day"),), tells=1, lines=FINDS)
def jail(draft: Draft, pick: int) -> None:
    """R20 Jail the pick: safe and asleep tonight; the sheriff takes a statue that is there."""
    draft.announce_pick(pick)
    draft.mark("jail", pick)
    if _wins_at_once(draft, pick):
        statue.move_openly(draft, draft.actors[0])
        win(draft, TOWN)
    else:
        statue.search(draft, pick)


def _wins_at_once(draft: Draft, pick: int) -> bool:
    """Whether by the house rule the town wins with this jail (D14)."""
    state = draft.state
    found = state.holder == pick and state.alive(pick)
    return found and state.rules.sheriff_wins_at_once and state.faction(draft.actors[0]) == TOWN


def _new_ward(draft: Draft) -> Offer:
    offer, wards = others(draft), draft.state.marks.left_by("ward", draft.by)
    return without(offer.seats, {**offer.barred, **{seat: "same-as-last-night" for seat in wards}})


@effect(
    who="role",
    offer=_new_ward,
    announces=True,
    marks=(Mark("ward", until="second-night"), Mark("guard", until="day")),
    lines={"refused.same-as-last-night": ()},
)
def guard(draft: Draft, pick: int) -> None:
    """R24 Guard the pick tonight, never the same one two nights running (D13)."""
    draft.announce_pick(pick)
    draft.mark("ward", pick)
    draft.mark("guard", pick)


@effect(announces=True, marks=(_SLEEP,))
def drink(draft: Draft, pick: int) -> None:
    """R25 Take the pick drinking: asleep for the rest of the night."""
    draft.announce_pick(pick)
    draft.mark("sleep", pick)


@effect(announces=True, own={"won": "a won statue"}, marks=(_SLEEP,), tells=1, lines=FINDS)
def play_cards(draft: Draft, pick: int) -> None:
    """R38 Play the pick: asleep tonight, and a statue that is there is won; then its loser is not named (R100)."""
    if draft.announced and draft.state.alive(pick) and draft.state.holder == pick:
        draft.announce(f"{draft.call.id}.won")
    else:
        draft.announce_pick(pick)
    draft.mark("sleep", pick)
    statue.search(draft, pick)
