"""What factions do together: meeting, passing the statue on, signalling, sailing."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act, Offer, active_members
from narrator.games.ktulu.effects.words import effect
from narrator.games.ktulu.sides import BANDITS, UFOS

_MEMBERS: dict[str, tuple[str, ...]] = {"tell.members": ("members",)}
_ELSEWHERE: dict[str, tuple[str, ...]] = {"refused.not-a-member": (), "refused.inactive": ()}


@effect(answer="none", tells=1, lines=_MEMBERS)
def meet(act: Act) -> None:
    """R22 Let the active members see each other: by seat, for their order shall not tell who has which card."""
    act.tell(act.actors, "tell.members", members=sorted(act.actors))


@effect(
    who="faction",
    offer=active_members,
    before=meet,
    always=True,
    tells=1,
    lines=_MEMBERS | _ELSEWHERE,
    places_statue=True,
)
def meet_with_statue(act: Act, pick: int | None) -> None:
    """R22 Let the bandits decide who holds the statue; without a decision the highest-ranked active one does."""
    act.emit(e.StatueMoved(pick or statue.keeper(act.state, BANDITS)))


def _receivers(act: Act) -> Offer:
    """Offer the active members; nobody while the holder sleeps, since then it stays where it is (R13)."""
    return active_members(act) if act.state.active(act.state.holder) else Offer([])


@effect(who="faction", offer=_receivers, decides="first", needs="holds {side}", lines=_ELSEWHERE)
def pass_statue(act: Act, pick: int) -> None:
    """R13 Pass the statue to an active member; keeping it is not receiving it."""
    statue.receive(act, pick)


@effect(side=UFOS, answer="none", needs="holds {side}", tells=1, lines={"tell.signal": ("number", "total")})
def signal(act: Act) -> None:
    """R45 Send a signal; the last one needed wins."""
    act.emit(e.Signalled())
    total = act.state.rules.signals_to_win
    act.tell(act.actors, "tell.signal", number=act.state.signals, total=total)
    if act.state.signals >= total:
        wins.win(act, UFOS)


@effect(side=BANDITS, answer="yes-no", needs="holds {side}")
def sail(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R92 Sail away with the statue: the bandits win."""
    wins.win(act, BANDITS)
