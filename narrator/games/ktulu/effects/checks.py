"""Powers that learn something: cards, factions, and where the statue lies, planted or not (R36b)."""

from __future__ import annotations

from narrator.games.ktulu.draft import Act, always_others, publicly_alive
from narrator.games.ktulu.effects.words import CARD, PERSON, effect

_HOLDER = {"tell.holder": PERSON, "tell.holder-self": PERSON, "tell.holder-none": ()}
_ARCS = {f"tell.arc.{arc}": PERSON for arc in ("clockwise", "counterclockwise", "here", "self")}
_CLEANED = {"tell.cleaned.yes": ("seats",), "tell.cleaned.no": ("seats",)}


@effect(announces=True, tells=1, lines={"tell.faction": (*PERSON, "faction")})
def confess(act: Act, pick: int) -> None:
    """R21 Tell the pastor the pick's faction."""
    act.announce_pick(pick)
    act.tell(act.actors, "tell.faction", seat=pick, faction=act.state.faction(pick))


@effect(announces=True, tells=1, lines={"tell.card": CARD})
def learn_card(act: Act, pick: int) -> None:
    """R33, R41 Tell the pick's card."""
    act.announce_pick(pick)
    act.tell(act.actors, "tell.card", seat=pick, card=act.state.card(pick))


@effect(answer="none", tells=1, lines=_HOLDER)
def learn_holder(act: Act) -> None:
    """R52 Tell who holds the statue, nothing being asked."""
    _tell_holder(act, act.state.holder)


@effect(answer="yes-no", tells=1, lines=_HOLDER)
def spy(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R39 Tell who holds the statue, if wanted."""
    _tell_holder(act, act.state.holder)


@effect(answer="yes-no", tells=1, lines=_HOLDER)
def audit(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R23 Tell who holds the statue now, if wanted; nothing is told if Luke holds it."""
    holder = act.state.holder
    _tell_holder(act, 0 if holder in act.state.with_trait("evade-audit") else holder)


def _tell_holder(act: Act, holder: int) -> None:
    if not holder:
        act.tell(act.actors, "tell.holder-none", holder=0)
    elif holder in act.actors:
        act.tell(act.actors, "tell.holder-self", holder=holder)
    else:
        act.tell(act.actors, "tell.holder", seat=holder, holder=holder)


@effect(who="role", offer=always_others, announces=True, tells=1, lines=_ARCS)
def detect(act: Act, pick: int) -> None:
    """R40 Tell the detector if the pick holds the statue, or else on which arc from him to the pick it lies."""
    act.announce_pick(pick)
    detector = act.actors[0]
    arc = _arc(detector, pick, act.state.holder, len(act.state.cards))
    act.tell(act.actors, f"tell.arc.{arc}", seat=pick, arc=arc)


def _arc(detector: int, pick: int, holder: int, seats: int) -> str:
    if holder == detector:
        return "self"
    if holder == pick:
        return "here"
    return "clockwise" if (holder - detector) % seats < (pick - detector) % seats else "counterclockwise"


@effect(answer="seats", announces=True, tells=1, lines=_CLEANED)
def clean(act: Act, picks: tuple[int, ...]) -> None:
    """R63 Tell the cleaner whether any of the picks holds the statue, not which."""
    act.announce_pick(*picks)
    found = act.state.holder in picks
    act.tell(act.actors, f"tell.cleaned.{'yes' if found else 'no'}", seats=list(picks), found=found)


def neighbours(act: Act, seat: int) -> set[int]:
    """Give the nearest players on either side that are publicly alive (D5, D15)."""
    around = [other for other in publicly_alive(act) if other != seat]
    clockwise = sorted(around, key=lambda other: (other - seat) % len(act.state.cards))
    return {clockwise[0], clockwise[-1]} if clockwise else set()
