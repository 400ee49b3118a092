"""The gambler's roulette (R26)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import TOWN
from narrator.games.night.flow import deaths
from narrator.games.night.flow.effects import effect, follow_up
from narrator.games.night.flow.winning import judge, win
from narrator.games.night.state.draft import Draft, Offer, others, without


@effect(
    who="role",
    announces=True,
    public=True,
    kills="tonight",
    lines={"ask.point-again": (), "refused.already-pointed": ()},
)
def roulette(draft: Draft, pick: int) -> None:
    """R26 Russian roulette: a townsperson ends it with the gambler's death, anybody else dies and he goes on (D4)."""
    draft.announce_pick(pick)
    goes_on = _shot(draft, pick)
    if draft.state.winner:
        return
    if not draft.announced:
        return  # nobody may hear that he goes on, and so lives (D78)
    if draft.state.secret:
        # He has as long again to point, and the room waits though he cannot (R103).
        draft.emit(e.Waited(asks=("seat",)))
    offer = _not_yet_pointed_at(draft)
    if goes_on and offer.seats:
        draft.ask("point-again", "seat", to=draft.actors, offer=offer, final=True)


def _shot(draft: Draft, pick: int) -> bool:
    """Fire the shot; return whether the gambler goes on."""
    gambler, state = draft.actors[0], draft.state
    if state.alive(pick) and state.sides_with(pick, TOWN):
        _lose(draft, gambler, pick)
        return False
    held = state.holder == pick
    died = deaths.kill(draft, pick) if not _finds_statue(draft, pick) else False
    return not (died and held and ours(state.rules).gambler_stops_on_statue)


@follow_up
def point_again(draft: Draft, answer: str, _about: int) -> None:
    """R26 Point at the next one."""
    roulette(draft, int(answer))


def _lose(draft: Draft, gambler: int, townsperson: int) -> None:
    """The gambler dies, unless he is safe; his statue goes to the townsperson (D11)."""
    state = draft.state
    if state.safe(gambler):
        return
    held = state.holder == gambler
    draft.emit(e.Killed(gambler, draft.call.id))
    if held:
        statue.receive(draft, townsperson)
    judge(draft)


def _finds_statue(draft: Draft, pick: int) -> bool:
    """By the house rule the town wins at once if the gambler kills the holder; return whether it did."""
    state, gambler = draft.state, draft.actors[0]
    found = ours(state.rules).gambler_finds_statue and state.holder == pick and state.faction(gambler) == TOWN
    if not found or not state.alive(pick) or state.safe(pick):
        return False
    draft.emit(e.Killed(pick, draft.call.id))
    statue.move_openly(draft, gambler)
    win(draft, TOWN)
    return True


def _not_yet_pointed_at(draft: Draft) -> Offer:
    offer = others(draft)
    pointed = {int(answer): "already-pointed" for answer in draft.turn.answers}
    return without(offer.seats, offer.barred | pointed)
