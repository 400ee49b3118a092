"""Ties of the zero night: the courtesan's client, the seduced and the blackmailed."""

from __future__ import annotations

from narrator.games.ktulu.draft import Act, others
from narrator.games.ktulu.effects.words import CARD, PERSON, effect
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import BANDITS

_BOUND = (*PERSON, "role")


@effect(
    who="role",
    marks=(Mark("client", until="end"),),
    tells=2,
    lines={"tell.client": CARD, "tell.courtesan": CARD},
)
def client(act: Act, pick: int) -> None:
    """R17 Show the courtesan her client's card, and the client who she is."""
    courtesan = act.actors[0]
    act.mark("client", pick)
    act.tell(act.actors, "tell.client", seat=pick, card=act.state.card(pick))
    act.tell([pick], "tell.courtesan", seat=courtesan, card=act.turn.role)


@effect(who="role", marks=(Mark("seduced", until="end"),), tells=1, lines={"tell.seduced": _BOUND})
def seduce(act: Act, pick: int) -> None:
    """R18 Tell the pick who seduced them."""
    act.mark("seduced", pick)
    act.tell([pick], "tell.seduced", seat=act.actors[0], role=act.turn.role)


@effect(
    who="role",
    marks=(Mark("blackmailed", until="end"),),
    asks=("seat",),
    tells=1,
    lines={"tell.blackmailed": _BOUND, "ask.blackmail-again": ()},
)
def blackmail(act: Act, pick: int) -> None:
    """R19 Tell the pick who blackmails them; if it is a bandit, ask again, from the same list."""
    if act.state.faction(pick) == BANDITS:
        offer = others(act)
        if any(act.state.faction(seat) != BANDITS for seat in offer.seats):
            act.ask("blackmail", "seat", to=act.actors, line="ask.blackmail-again", offer=offer, final=True)
        return
    act.mark("blackmailed", pick)
    act.tell([pick], "tell.blackmailed", seat=act.actors[0], role=act.turn.role)
