"""What factions do with the statue: bringing it into play, passing it on, signalling, sailing."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import BANDITS, UFOS
from narrator.games.night.effects import MEMBERS, meet
from narrator.games.night.flow.effects import effect
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft, Offer, without

_ELSEWHERE: dict[str, tuple[str, ...]] = {"refused.not-a-member": (), "refused.inactive": ()}


def active_members(draft: Draft) -> Offer:
    """Offer the active members of the open call's faction (R7)."""
    state = draft.state
    members = state.members(draft.call.called())
    barred = {seat: "not-a-member" for seat in state.seats() if seat not in members}
    barred |= {seat: "inactive" for seat in members if not state.active(seat)}
    return without(members, barred)


@effect(
    who="faction",
    offer=active_members,
    before=meet,
    always=True,
    tells=1,
    lines=MEMBERS | _ELSEWHERE,
)
def meet_with_statue(draft: Draft, pick: int | None) -> None:
    """R22 Let the bandits decide who holds the statue; without a decision the highest-ranked active one does."""
    draft.emit(e.StatueMoved(pick or statue.keeper(draft.state, BANDITS)))


def _receivers(draft: Draft) -> Offer:
    """Offer the active members; nobody while the holder sleeps, since then it stays where it is (R13)."""
    return active_members(draft) if draft.state.active(draft.state.holder) else Offer([])


@effect(who="faction", offer=_receivers, decides="first", needs="holds {side}", lines=_ELSEWHERE)
def pass_statue(draft: Draft, pick: int) -> None:
    """R13 Pass the statue to an active member; keeping it is not receiving it."""
    statue.receive(draft, pick)


@effect(side=UFOS, answer="none", needs="holds {side}", tells=1, lines={"tell.signal": ("number", "total")})
def signal(draft: Draft) -> None:
    """R45 Send a signal; the last one needed wins."""
    draft.emit(e.Signalled())
    total = ours(draft.state.rules).signals_to_win
    draft.tell(draft.actors, "tell.signal", number=draft.state.signals, total=total)
    if draft.state.signals >= total:
        win(draft, UFOS)


@effect(side=BANDITS, answer="yes-no", needs="holds {side}")
def sail(draft: Draft, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R92 Sail away with the statue: the bandits win; while a dream is still to be answered, after it (D60)."""
    if draft.state.dreaming:
        draft.emit(e.SailChosen())
    else:
        win(draft, BANDITS)
