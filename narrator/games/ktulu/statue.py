"""The statue: who has it, how it moves, who hears of it, and who catches or finds it (R10–R16)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.sides import TOWN
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Unseen


def is_with(state: State, faction: str) -> bool:
    """Whether the statue, unplanted, is with somebody of the faction (R16a)."""
    return bool(state.holder) and not state.planted and state.sides_with(state.holder, faction)


def taker(draft: Draft) -> int:
    """The seat that gets what the open call takes: the role, or the faction's by R13; 0 if none lives."""
    if draft.turn.role:
        return draft.actors[0] if draft.state.alive(draft.actors[0]) else 0
    return keeper(draft.state, draft.call.called())


def keeper(state: State, faction: str) -> int:
    """Who holds what the faction gets as a whole (R13): the highest-ranked active one, else living, else 0."""
    living = [seat for seat in state.members(faction) if state.alive(seat)]
    if not living and state.strict and state.lives(faction):
        cards = state.cards_of(faction)
        raise Unseen(card=next(card for card in state.hidden_cards() if card in cards))
    return next((seat for seat in living if state.active(seat)), next(iter(living), 0))


def receive(draft: Draft, seat: int) -> None:
    """Move the statue to the seat and announce a new faction (R15, D79); a trail or possession may catch it (R16)."""
    if not seat or (draft.state.holder == seat and not draft.state.planted):
        return
    move_openly(draft, seat)
    _move_on(draft)


def move_openly(draft: Draft, seat: int) -> None:
    """Move the statue to the seat and announce a new faction (R15); nobody catches it on the way."""
    draft.emit(e.StatueMoved(seat))
    _tell_room(draft)


def move_silently(draft: Draft, seat: int, *, planted: bool) -> None:
    """Plant the statue or take it back: nothing is announced (R36), but a trail or possession may catch it (R16)."""
    draft.emit(e.StatueMoved(seat, planted, draft.by if planted else ""))
    _move_on(draft)


def cards_changed(draft: Draft, before: State) -> None:
    """Announce a new faction if the statue has come to it with its holder's card (R15, D66, D89).

    Not of a planted statue, nor of one on a body; and not before somebody has seen the holder's card.
    """
    state = draft.state
    holder = state.holder
    if not holder or state.planted or not state.alive(holder) or holder in state.unseen:
        return
    if holder in before.unseen or state.faction(holder) != before.faction(holder):
        _tell_room(draft)


def search(draft: Draft, seat: int) -> None:
    """Search or rob the seat (R11): tell the actors what is there, and take a statue."""
    look(draft, seat)
    take(draft, seat)


def look(draft: Draft, seat: int) -> None:
    """Tell the actors whether the statue is there, and leave it."""
    found = draft.state.holder == seat and draft.state.alive(seat)
    draft.tell(draft.actors, "tell.found" if found else "tell.not-found", seat=seat, found=found)


def take(draft: Draft, seat: int) -> None:
    """Take the statue if it is there; one's own, unplanted, stays (D47)."""
    state = draft.state
    if state.holder == seat and state.alive(seat) and (state.planted or not own(draft, seat)):
        receive(draft, taker(draft))


def own(draft: Draft, seat: int) -> bool:
    """Whether the open call is a faction's and the seat one of its members."""
    return not draft.turn.role and draft.state.sides_with(seat, draft.call.called())


def _tell_room(draft: Draft) -> None:
    faction = draft.state.faction(draft.state.holder)
    if faction != draft.state.believed:
        draft.emit(e.TakenOver(faction))
        if draft.state.rules.announced:
            draft.announce(f"statue.taken.{faction}")


def catcher(draft: Draft, seat: int) -> int:
    """Who catches a statue that the seat receives (R16), 0 if nobody: trails come before possessions (D3).

    Of several who trail it, or possess it, the one of the highest rank who lives (D58).
    """
    state = draft.state
    if not state.alive(seat):
        return 0
    for mark in ("trail", "possession"):
        for owner in sorted(state.marks.owners(mark, seat), key=state.script.rank.__getitem__):
            if state.lives(owner):
                return state.seat_of(owner)
    return 0


def _move_on(draft: Draft) -> None:
    """Pass the statue on to the player who trails or possesses its new holder (R16)."""
    caught = catcher(draft, draft.state.holder)
    if caught:
        draft.emit(e.StatueMoved(caught))
        _tell_room(draft)


def find(draft: Draft) -> None:
    """The town finds the statue and wins (R14)."""
    draft.announce("day.found", seat=draft.state.holder)
    win(draft, TOWN)
