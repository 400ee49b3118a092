"""Ties of the zero night: the courtesan's client, the seduced and the blackmailed."""

from __future__ import annotations

from narrator.games.ktulu.sides import BANDITS
from narrator.games.night.flow.effects import CARD, PERSON, effect
from narrator.games.night.state.draft import Draft, others
from narrator.games.night.state.marks import Mark
from narrator.games.night.told.log import BONDS

_BOUND = (*PERSON, "role")

BONDS.update(f"tell.{bond}" for bond in ("client", "courtesan", "seduced", "blackmailed", "master", "gift"))


@effect(
    who="role",
    marks=(Mark("client", until="end", early=True),),
    tells=2,
    keeps="letter",
    lines={"tell.client": CARD, "tell.courtesan": CARD},
)
def client(draft: Draft, pick: int) -> None:
    """R17 Show the courtesan her client's card, and the client who she is."""
    courtesan = draft.actors[0]
    draft.mark("client", pick)
    draft.tell(draft.actors, "tell.client", seat=pick, card=draft.state.card(pick))
    draft.tell_sleeper(pick, "tell.courtesan", seat=courtesan, card=draft.turn.role)


@effect(who="role", marks=(Mark("seduced", until="end"),), tells=1, keeps="letter", lines={"tell.seduced": _BOUND})
def seduce(draft: Draft, pick: int) -> None:
    """R18 Tell the pick who seduced them."""
    draft.mark("seduced", pick)
    draft.tell_sleeper(pick, "tell.seduced", seat=draft.actors[0], role=draft.turn.role)


@effect(
    who="role",
    marks=(Mark("blackmailed", until="end"),),
    asks=("seat",),
    tells=1,
    keeps="letter",
    lines={"tell.blackmailed": _BOUND, "ask.blackmail-again": ()},
)
def blackmail(draft: Draft, pick: int) -> None:
    """R19 Tell the pick who blackmails them; if it is a bandit, ask again, from the same list."""
    if draft.state.sides_with(pick, BANDITS):
        offer = others(draft)
        factions = draft.state.seating.factions  # all unseen cards are among those offered, wherever they lie
        if any(factions[seat - 1] != BANDITS for seat in offer.seats):
            draft.ask("blackmail", "seat", to=draft.actors, line="ask.blackmail-again", offer=offer, final=True)
        return
    draft.mark("blackmailed", pick)
    draft.tell_sleeper(pick, "tell.blackmailed", seat=draft.actors[0], role=draft.turn.role)
