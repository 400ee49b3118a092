"""The bungling gods: shots, possession, nightmares and gifts."""

from __future__ import annotations

from typing import Any

from narrator.games import chance
from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.effects.checks import neighbours
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import GODS
from narrator.games.night.flow import deaths, rounds
from narrator.games.night.flow.effects import CARD, FOLLOW_UPS, PERSON, effect, follow_up
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft, Offer, others, publicly_alive
from narrator.games.night.state.marks import Mark
from narrator.games.night.told.public import Public, project


def _targets(draft: Draft) -> Offer:
    """Offer everybody to the gods, themselves included (R71); a single shooter cannot pick himself (R72)."""
    return others(draft) if draft.turn.role else Offer(publicly_alive(draft))


def _roll(draft: Draft, key: str, success: float, about: int) -> None:
    """Go on with a `yes` or `no` that is drawn, or that the moderator gives, who rolls the dice (D10)."""
    if draft.state.setup.dice == "table":
        draft.ask(key, "yes-no", to="moderator", about=about, final=True)
    else:
        FOLLOW_UPS[key](draft, _drawn(draft, success), about)


def _drawn(draft: Draft, success: float) -> str:
    return "yes" if chance.draw(draft.state.seed, "dice", draft.state.night, draft.call.id) < success else "no"


@effect(
    offer=_targets,
    kills="tonight",
    asks=("yes-no", "yes-no"),
    tells=1,
    lines=dict.fromkeys(["tell.hit", "tell.missed", "ask.roll", "ask.take"], PERSON),
)
def shoot(draft: Draft, pick: int) -> None:
    """R71, R72 Shoot at the pick: a success hits the statue if it is there, a failure kills."""
    _roll(draft, "roll", ours(draft.state.rules).shot_success, pick)


@follow_up
def roll(draft: Draft, answer: str, about: int) -> None:
    """R71 The shot succeeds or fails. A body is neither hit nor killed again (R7)."""
    state = draft.state
    if answer == "time":  # nobody said in time how the dice fell
        answer = _drawn(draft, ours(state.rules).shot_success)
    hit = answer == "yes" and state.alive(about) and state.holder == about
    draft.tell(draft.actors, "tell.hit" if hit else "tell.missed", seat=about, hit=hit)
    if answer == "no":
        deaths.kill(draft, about)
    elif hit:
        _hit(draft, about)


def _hit(draft: Draft, target: int) -> None:
    draft.emit(e.StatueHit())
    if draft.state.hits >= ours(draft.state.rules).hits_to_win:
        win(draft, GODS)
    elif draft.state.planted or not statue.own(draft, target):
        draft.ask("take", "yes-no", to=draft.actors, about=target)


@follow_up
def take(draft: Draft, answer: str, _about: int) -> None:
    """R71 The gods take the statue that they hit, if they want it."""
    if answer == "yes":
        statue.receive(draft, statue.taker(draft))


@effect(
    who="role",
    marks=(Mark("possession", until="own-call", untold=True),),
    asks=("yes-no",),
    lines={"ask.roll-possession": PERSON},
)
def possess(draft: Draft, pick: int) -> None:
    """R73 Try to possess the pick until this call of the next night; nobody is told."""
    _roll(draft, "roll-possession", ours(draft.state.rules).possession_success, pick)


@follow_up
def roll_possession(draft: Draft, answer: str, about: int) -> None:
    """R73 The possession succeeds or fails."""
    if answer == "time":
        answer = _drawn(draft, ours(draft.state.rules).possession_success)
    if answer == "yes":
        draft.mark("possession", about)


@effect(
    who="role",
    kills="tonight",
    before=lambda draft: rounds.hand_over(draft, draft.actors[0]),  # what came of her last dream (D60)
    asks=("yes-no",),
    tells=2,
    keeps="question",
    lines={
        "tell.nightmare.victim": (*PERSON, "role"),
        "tell.nightmare.found": CARD,
        "tell.nightmare.clear": CARD,
        "tell.nightmare.refused": PERSON,
        "ask.cooperate": PERSON,
    },
)
def nightmare(draft: Draft, pick: int) -> None:
    """R70 Appear to the pick, who learns who it is and may cooperate; not to those who were put to sleep.

    Where nobody can wake the pick, the dream is kept for the round before the day (D60).
    """
    if not draft.state.dreams(pick):
        return
    if not draft.state.led:
        draft.keep(pick, "tell.nightmare.victim", asks="cooperate", seat=draft.actors[0], role=draft.turn.role)
        return
    draft.state.card(pick)  # which she learns if the pick agrees; seen now, while the pick can still be another's
    draft.tell([pick], "tell.nightmare.victim", seat=draft.actors[0], role=draft.turn.role)
    draft.ask("cooperate", "yes-no", to=(pick,), about=pick, final=True)


@follow_up
def cooperate(draft: Draft, answer: str, about: int) -> None:
    """R70 Tell her the card and whether the statue is there or beside (D17); one who refuses dies."""
    if answer == "no":
        deaths.kill(draft, about)
        return
    line, known = _learnt(draft, about)
    draft.tell(draft.actors, line, **known)


def _learnt(draft: Draft, about: int) -> tuple[str, dict[str, Any]]:
    """The line about a dreamer who cooperates, and its values."""
    found = draft.state.holder in {about, *neighbours(draft, about)}
    line = "tell.nightmare.found" if found else "tell.nightmare.clear"
    return line, {"seat": about, "card": draft.state.card(about), "found": found}


def _cooperate_by_day(draft: Draft, answer: str, dream: e.Kept) -> None:
    """D60 The dreamer answered in the round: she reads it at her next call, one who refuses dies of tonight."""
    sender, agrees = dream.data["seat"], answer == "yes"
    line, known = _learnt(draft, dream.seat) if agrees else ("tell.nightmare.refused", {"seat": dream.seat})
    if draft.state.alive(sender):
        draft.emit(e.Kept(sender, line, known, call=dream.call))
    if not agrees:
        deaths.kill(draft, dream.seat, call=dream.call, killer=sender)


rounds.REPLIES["cooperate"] = _cooperate_by_day


@effect(
    who="role",
    needs="holder-is {who}",
    marks=(Mark("gift", until="day", untold=True),),
    tells=1,
    keeps="letter",
    lines={"tell.gift": PERSON},
)
def gift(draft: Draft, pick: int) -> None:
    """R74 The statue to the pick, who is told; one who sleeps is told before the eyes open."""
    giver = draft.actors[0]
    if not draft.state.alive(pick):
        return
    if (
        draft.state.active(pick) or not draft.state.led
    ):  # told before the room hears of it, as long as the call's time runs (R103)
        draft.tell_sleeper(pick, "tell.gift", seat=giver, holder=statue.catcher(draft, pick) or pick)
    else:
        draft.mark("gift", pick)
    statue.receive(draft, pick)


def _possible_gifts(public: Public) -> int:
    """R74 How many sleepers may have been given the statue tonight, by public facts alone: one by each giver."""
    givers = public.holders("gift").intersection(public.cards.standing)
    believed = public.believed in {"", *(public.factions[giver] for giver in givers)}
    lately = believed or bool(public.took_over)
    return len(givers) if lately else 0


def hand_gifts(draft: Draft) -> None:
    """R74 Tell those who slept while the statue was given to them, before the eyes open."""
    state = draft.state
    gifts = _possible_gifts(project(state)) if state.secret and state.led else 0
    if gifts:
        draft.emit(e.Waited("dawn", gifts))
    for gift in state.marks.of("gift"):
        draft.tell([gift.seat], "tell.gift", seat=state.seat_of(gift.by), holder=state.holder)
