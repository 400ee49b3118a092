"""Powers that kill, and the doctor's, who brings back."""

from __future__ import annotations

from narrator.games.ktulu import deaths, statue, wins
from narrator.games.ktulu import events as e
from narrator.games.ktulu.draft import Act, Offer, others, without
from narrator.games.ktulu.effects.words import effect, follow_up
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import TOWN


@effect()
def kill(act: Act, pick: int) -> None:
    """R12 Kill the pick; the statue of a killed holder goes to the killer."""
    deaths.kill(act, pick)


@effect(marks=(Mark("poison", until="night"),))
def poison(act: Act, pick: int) -> None:
    """R37 Poison the pick, who dies the next day before the vote on searches."""
    act.mark("poison", pick)


@effect(
    who="role",
    announces=True,
    lines={"ask.point-again": (), "refused.already-pointed": ()},
)
def roulette(act: Act, pick: int) -> None:
    """R26 Russian roulette: a townsperson ends it with the gambler's death, anybody else dies and he goes on (D4)."""
    act.announce_pick(pick)
    goes_on = _shot(act, pick)
    if act.state.winner:
        return
    if act.state.secret:
        # He has as long again to point, and the room waits though he cannot (R103).
        act.emit(e.Waited(asks=("seat",)))
    offer = _not_yet_pointed_at(act)
    if goes_on and offer.seats:
        act.ask("point-again", "seat", to=act.actors, line="ask.point-again", offer=offer, final=True)


def _shot(act: Act, pick: int) -> bool:
    """Let the shot have its effect; tell whether the gambler goes on."""
    gambler, state = act.actors[0], act.state
    if state.alive(pick) and state.faction(pick) == TOWN:
        _lose(act, gambler, pick)
        return False
    held = state.holder == pick
    died = deaths.kill(act, pick) if not _finds_statue(act, pick) else False
    return not (died and held and state.rules.gambler_stops_on_statue)


@follow_up
def point_again(act: Act, answer: str, _about: int) -> None:
    """R26 Point at the next one."""
    roulette(act, int(answer))


def _lose(act: Act, gambler: int, townsperson: int) -> None:
    """Let the gambler die, unless he is safe; a statue that he has goes to the townsperson (D11)."""
    state = act.state
    if state.safe(gambler):
        return
    held = state.holder == gambler
    act.emit(e.Killed(gambler, act.call.id))
    if held:
        statue.receive(act, townsperson)
    wins.judge_survivors(act)


def _finds_statue(act: Act, pick: int) -> bool:
    """Let the town win at once if the house rule says so and the gambler kills the holder."""
    state, gambler = act.state, act.actors[0]
    found = state.rules.gambler_finds_statue and state.holder == pick and state.faction(gambler) == TOWN
    if not found or not state.alive(pick) or state.safe(pick):
        return False
    act.emit(e.Killed(pick, act.call.id))
    statue.move_openly(act, gambler)
    wins.win(act, TOWN)
    return True


def _not_yet_pointed_at(act: Act) -> Offer:
    offer = others(act)
    pointed = {int(answer): "already-pointed" for answer in act.turn.answers}
    return without(offer.seats, offer.barred | pointed)


def _killed_tonight(act: Act) -> Offer:
    """Offer tonight's killed but the doctor himself (R28)."""
    itself = act.actors[0]
    victims = [seat for seat in act.state.killed_tonight if seat != itself]
    return Offer(victims, {seat: "not-killed-tonight" for seat in act.state.seats() if seat not in victims})


@effect(who="role", offer=_killed_tonight, lines={"refused.not-killed-tonight": ()})
def revive(act: Act, pick: int) -> None:
    """R28 Bring one of tonight's killed back; the statue stays where it went."""
    act.emit(e.Revived(pick))
