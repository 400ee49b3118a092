"""Powers that learn where the statue lies, planted or not (R36b)."""

from __future__ import annotations

from narrator.games.night.flow.effects import PERSON, effect
from narrator.games.night.state.draft import Draft, always_others, publicly_alive

_HOLDER = {"tell.holder": PERSON, "tell.holder-self": PERSON, "tell.holder-none": ()}
_ARCS = {f"tell.arc.{arc}": PERSON for arc in ("clockwise", "counterclockwise", "here", "self")}
_CLEANED = {"tell.cleaned.yes": ("seats",), "tell.cleaned.no": ("seats",)}


@effect(answer="none", tells=1, lines=_HOLDER)
def learn_holder(draft: Draft) -> None:
    """R52 Tell who holds the statue, nothing being asked."""
    _tell_holder(draft, draft.state.holder)


@effect(answer="yes-no", tells=1, lines=_HOLDER)
def spy(draft: Draft, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R39 Tell who holds the statue, if wanted."""
    _tell_holder(draft, draft.state.holder)


@effect(answer="yes-no", tells=1, lines=_HOLDER)
def audit(draft: Draft, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R23 Tell who holds the statue now, if wanted; nothing is told if Luke holds it."""
    state, holder = draft.state, draft.state.holder
    _tell_holder(draft, 0 if holder and state.has_any(holder, state.cards_with("evade-audit")) else holder)


def _tell_holder(draft: Draft, holder: int) -> None:
    if not holder:
        draft.tell(draft.actors, "tell.holder-none", holder=0)
    elif holder in draft.actors:
        draft.tell(draft.actors, "tell.holder-self", holder=holder)
    else:
        draft.tell(draft.actors, "tell.holder", seat=holder, holder=holder)


@effect(who="role", offer=always_others, announces=True, tells=1, lines=_ARCS)
def detect(draft: Draft, pick: int) -> None:
    """R40 Tell the detector if the pick holds the statue, or else on which arc from him to the pick it lies."""
    draft.announce_pick(pick)
    detector = draft.actors[0]
    arc = _arc(detector, pick, draft.state.holder, len(draft.state.cards))
    draft.tell(draft.actors, f"tell.arc.{arc}", seat=pick, arc=arc)


def _arc(detector: int, pick: int, holder: int, seats: int) -> str:
    if holder == detector:
        return "self"
    if holder == pick:
        return "here"
    return "clockwise" if (holder - detector) % seats < (pick - detector) % seats else "counterclockwise"


@effect(answer="seats", announces=True, tells=1, lines=_CLEANED)
def clean(draft: Draft, picks: tuple[int, ...]) -> None:
    """R63 Tell the cleaner whether any of the picks holds the statue, not which."""
    draft.announce_pick(*picks)
    found = draft.state.holder in picks
    draft.tell(draft.actors, f"tell.cleaned.{'yes' if found else 'no'}", seats=list(picks), found=found)


def neighbours(draft: Draft, seat: int) -> set[int]:
    """The nearest players on either side that are publicly alive (D5, D15)."""
    around = [other for other in publicly_alive(draft) if other != seat]
    clockwise = sorted(around, key=lambda other: (other - seat) % len(draft.state.cards))
    return {clockwise[0], clockwise[-1]} if clockwise else set()
