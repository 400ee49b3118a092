"""The bungling gods: shots, possession, nightmares and gifts."""

from __future__ import annotations

from narrator.games import chance
from narrator.games.ktulu import deaths, statue, wins
from narrator.games.ktulu import events as e
from narrator.games.ktulu.draft import Act, targets
from narrator.games.ktulu.effects.checks import neighbours
from narrator.games.ktulu.effects.words import CARD, PERSON, effect, follow_up
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import GODS


def _roll(act: Act, key: str, success: float, about: int) -> str:
    """Draw whether it succeeds, or ask the moderator who rolled the dice (D10); then the answer comes later."""
    if act.state.setup.dice == "table":
        act.ask(key, "yes-no", to="moderator", line=f"ask.{key}", about=about, final=True)
        return ""
    return _drawn(act, success)


def _drawn(act: Act, success: float) -> str:
    return "yes" if chance.draw(act.state.seed, "dice", act.state.night, act.call.id) < success else "no"


@effect(
    offer=targets,
    asks=("yes-no", "yes-no"),
    tells=1,
    lines=dict.fromkeys(["tell.hit", "tell.missed", "ask.roll", "ask.take"], PERSON),
)
def shoot(act: Act, pick: int) -> None:
    """R71, R72 Shoot at the pick: a success hits the statue if it is there, a failure kills."""
    rolled = _roll(act, "roll", act.state.rules.shot_success, pick)
    if rolled:
        roll(act, rolled, pick)


@follow_up
def roll(act: Act, answer: str, about: int) -> None:
    """R71 Let the shot succeed or fail. A body is neither hit nor killed again (R7)."""
    state = act.state
    if answer == "time":  # nobody said in time how the dice fell
        answer = _drawn(act, state.rules.shot_success)
    hit = answer == "yes" and state.alive(about) and state.holder == about
    act.tell(act.actors, "tell.hit" if hit else "tell.missed", seat=about, hit=hit)
    if answer == "no":
        deaths.kill(act, about)
    elif hit:
        _hit(act, about)


def _hit(act: Act, target: int) -> None:
    act.emit(e.StatueHit())
    if act.state.hits >= act.state.rules.hits_to_win:
        wins.win(act, GODS)
    elif act.state.planted or not statue.own(act, target):
        act.ask("take", "yes-no", to=act.actors, line="ask.take", about=target)


@follow_up
def take(act: Act, answer: str, _about: int) -> None:
    """R71 Let the gods take the statue that they hit, if they want it."""
    if answer == "yes":
        statue.receive(act, statue.taker(act))


@effect(
    who="role",
    marks=(Mark("possession", until="own-call"),),
    asks=("yes-no",),
    lines={"ask.roll-possession": PERSON},
)
def possess(act: Act, pick: int) -> None:
    """R73 Try to possess the pick until this call of the next night; nobody is told."""
    rolled = _roll(act, "roll-possession", act.state.rules.possession_success, pick)
    if rolled:
        roll_possession(act, rolled, pick)


@follow_up
def roll_possession(act: Act, answer: str, about: int) -> None:
    """R73 Let the possession succeed or fail."""
    if answer == "time":
        answer = _drawn(act, act.state.rules.possession_success)
    if answer == "yes":
        act.mark("possession", about)


@effect(
    who="role",
    asks=("yes-no",),
    tells=2,
    lines={
        "tell.nightmare.victim": (*PERSON, "role"),
        "tell.nightmare.found": CARD,
        "tell.nightmare.clear": CARD,
        "ask.cooperate": PERSON,
    },
)
def nightmare(act: Act, pick: int) -> None:
    """R70 Appear to the pick, who learns who it is and may cooperate; not to those who were put to sleep."""
    if not act.state.dreams(pick):
        return
    act.tell([pick], "tell.nightmare.victim", seat=act.actors[0], role=act.turn.role)
    act.ask("cooperate", "yes-no", to=(pick,), line="ask.cooperate", about=pick, final=True)


@follow_up
def cooperate(act: Act, answer: str, about: int) -> None:
    """R70 Tell her the card and whether the statue is there or beside (D17); one who refuses dies."""
    if answer == "no":
        deaths.kill(act, about)
        return
    found = act.state.holder in {about, *neighbours(act, about)}
    line = "tell.nightmare.found" if found else "tell.nightmare.clear"
    act.tell(act.actors, line, seat=about, card=act.state.card(about), found=found)


@effect(
    who="role",
    needs="holder-is {who}",
    marks=(Mark("gift", until="day"),),
    tells=1,
    lines={"tell.gift": PERSON},
)
def gift(act: Act, pick: int) -> None:
    """R74 Give the statue to the pick, who is told; one who sleeps is told before the eyes open."""
    giver = act.actors[0]
    if not act.state.alive(pick):
        return
    if act.state.active(pick):  # told before the room hears of it, as long as the call's time runs (R103)
        act.tell([pick], "tell.gift", seat=giver, holder=statue.catcher(act, pick) or pick)
    else:
        act.mark("gift", pick)
    statue.receive(act, pick)
