"""What the narrator asks: of whom, which answers there are, and what follows from them (section 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from narrator.games.counting.commands import READY, YES_NO, Asking, seats
from narrator.games.planetopia import contest, ledger, turn
from narrator.games.planetopia.cards import DECK
from narrator.games.planetopia.setup import REMINDERS, Setup
from narrator.games.planetopia.state import KINDS, State


def judged(state: State, setup: Setup, said: str) -> State:
    """Somebody judges, and all others found their settlements (PL1, PL2)."""
    state = replace(state, judge=int(said), seat=int(said))
    return state.then(*(f"found {seat}" for seat in state.settlements if setup.founding), "begin")


def onward(state: State, setup: Setup) -> State:
    """Ask what is next on the agenda; at its end the event is over."""
    while not (state.asked or state.won) and state.agenda:
        item, *agenda = state.agenda
        state = replace(state, agenda=tuple(agenda))
        if step := turn.STEPS.get(item.partition(" ")[0]):
            state = step(state, setup, item)
        elif _is_due(state, setup, item):
            state = replace(state, asked=item)
    return state if state.asked else replace(state, event=None)


def _is_due(state: State, setup: Setup, item: str) -> bool:
    """Whether the table wants to be reminded of it, and there is something to be reminded of."""
    reminder = {"honour": "kings"}.get(item, item)
    if reminder in REMINDERS and reminder not in setup.reminders:
        return False
    return contest.may_pass(state) if item == "jack" else setup.rare or item != "honour"


# ---- What follows ----


def _entry(state: State, _: Setup, said: str) -> State:
    return state.then(*([] if said == "nothing" else [f"note {said} {state.under_way.target}"]))


def _target(state: State, _: Setup, said: str) -> State:
    return contest.falls(state.with_event(target=int(said)))


# ---- Answers ----


def changes(most: int) -> str:
    """Changes of a percent in steps of 5, up to so many."""
    return ",".join(f"{sign}{n}" for n in range(5, most + 1, 5) for sign in "+-")


AUCTION = "auction {mode:most,least}"
EFFECT = (f"effect {{of:morale,population}} {{change:{changes(30)}}}",)
STRENGTH = ("adjust {change:-5,+5}", "penalty {n:5,10,15}")


def cards(state: State) -> str:
    """The cards that can still be in a hand."""
    return ",".join(filter(state.free, DECK))


def passable(state: State) -> list[int]:
    """To whom the target can pass an event on."""
    return [seat for seat in state.settlements if seat != state.under_way.target]


def _shares(state: State) -> tuple[str, ...]:
    assert state.casting is not None
    seats = ",".join(str(seat) for seat in state.settlements if seat != state.casting.by)
    shares = ",".join(map(str, range(5, state.casting.left + 1, 5)))
    return (f"share {{seat:{seats}}} {{n:{shares}}}",)


QUESTIONS: Mapping[str, Asking[State, Setup]] = {
    "judge": Asking("seat", seats, judged),
    "found": Asking("choice", ("fact", "luxury"), lambda state, _, said: state.then(f"note {said} {state.about}")),
    "draw": Asking("ready", READY, lambda state, *_: state.then()),
    "mode": Asking("open", (AUCTION,), contest.how),
    "how": Asking("seat", lambda state: state.directable, contest.how),
    "bid": Asking("open", lambda state: (f"{{card:{cards(state)}}}",), contest.bid),
    "target": Asking("seat", lambda state: state.settlements, _target),
    "defend": Asking("yes-no", YES_NO, contest.defended),
    "jack": Asking("seat", passable, contest.passed_on, optional=True),
    "effect": Asking("open", (*EFFECT, "done", *STRENGTH), contest.effect),
    "entry": Asking("choice", (*KINDS, "nothing"), _entry),
    "note": Asking("text", (), ledger.noted, optional=True),
    "people": Asking("yes-no", YES_NO, ledger.concerns_people),
    "share": Asking("open", _shares, turn.shared),
    "discard": Asking("count", lambda state: range(state.of(state.about).hand + 1), turn.discarded),
    "argue": Asking("count", lambda state: range(turn.against(state) + 1), turn.argued),
    "honour": Asking("seat", lambda state: state.settlements, turn.honoured, optional=True),
}
"""By the first word of what is asked."""

OF_WHOM: Mapping[str, Callable[[State], int]] = {
    **dict.fromkeys(("judge", "draw", "note", "honour"), lambda _: 0),
    **dict.fromkeys(("people", "effect", "entry", "share"), lambda state: state.judge),
    **dict.fromkeys(("found", "discard"), lambda state: state.about),
    **dict.fromkeys(("defend", "jack"), lambda state: state.under_way.target),
    "bid": lambda state: state.under_way.left[0],
    "target": lambda state: state.under_way.winner,
}
"""Who is asked, by the question; 0 if it is everybody, and where nothing stands here whoever has the move."""


def of_whom(state: State) -> int:
    """Who is asked; 0 if it is everybody."""
    asked = OF_WHOM.get(state.question)
    return asked(state) if asked else state.seat
