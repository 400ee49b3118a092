"""Ties of the zero night: the courtesan's client, the seduced and the blackmailed."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.draft import Act, others
from narrator.games.ktulu.effects.words import effect


@effect(tells=2)
def client(act: Act, pick: int) -> None:
    """R17 Show the courtesan her client's card, and the client who she is."""
    courtesan = act.actors[0]
    act.emit(e.Bound(pick, act.turn.role))
    act.tell(act.actors, "tell.client", seat=pick, card=act.state.card(pick))
    act.tell([pick], "tell.courtesan", seat=courtesan, card=act.turn.role)


@effect(tells=1)
def seduce(act: Act, pick: int) -> None:
    """R18 Tell the pick who seduced them."""
    act.emit(e.Bound(pick, act.turn.role))
    act.tell([pick], "tell.seduced", seat=act.actors[0], role=act.turn.role)


@effect(tells=1, asks=("seat",))
def blackmail(act: Act, pick: int) -> None:
    """R19 Tell the pick who blackmails them; if it is a bandit, ask again, from the same list."""
    if act.state.faction(pick) == "bandits":
        offer = others(act)
        if any(act.state.faction(seat) != "bandits" for seat in offer.seats):
            act.ask("blackmail", "seat", to=act.actors, line="ask.blackmail-again", offer=offer, final=True)
        return
    act.emit(e.Bound(pick, act.turn.role))
    act.tell([pick], "tell.blackmailed", seat=act.actors[0], role=act.turn.role)
