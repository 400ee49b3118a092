"""What the narrator asks: of whom, which answers there are, and what follows from them (section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.games.counting.commands import Asking, nothing, ready, seats, yes_no
from narrator.games.planetopia import contest, ledger, turn
from narrator.games.planetopia.cards import DECK
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import KINDS, State


def begun(state: State, setup: Setup) -> State:
    """The first words, and the first question."""
    state = state.says("begins", count=setup.hand_size)
    return judged(state, setup, str(setup.judge)) if setup.judge else replace(state, asked="judge")


def judged(state: State, setup: Setup, said: str) -> State:
    """Somebody judges, and all others found their settlements (PL1, PL2)."""
    state = replace(state, judge=int(said), seat=int(said), asked="")
    asked = (f"found {seat}" for seat in state.settlements if setup.founding)
    return replace(state, agenda=(*asked, "begin"))


def _founded(state: State, _: Setup, said: str) -> State:
    return replace(state, agenda=(f"note {said} {state.about}", *state.agenda), asked="")


def _ready(state: State, _: Setup, __: str) -> State:
    return replace(state, asked="")


def _noted(state: State, _: Setup, said: str) -> State:
    kind, seat = state.asked.split()[1:]
    return ledger.noted(replace(state, asked=""), kind, int(seat), said)


def _people(state: State, _: Setup, said: str) -> State:
    seat, state = state.about, replace(state, asked="")
    return ledger.concerns_people(state, seat) if said == "yes" else state


def _entry(state: State, _: Setup, said: str) -> State:
    state = replace(state, asked="")
    return state if said == "nothing" else state.next(f"note {said} {state.under_way.target}")


def changes(most: int) -> str:
    """Changes of a percent in steps of 5, up to so many."""
    return ",".join(f"{sign}{n}" for n in range(5, most + 1, 5) for sign in "+-")


EFFECT = (f"effect {{of:morale,population}} {{change:{changes(30)}}}",)
STRENGTH = ("adjust {change:-5,+5}", "penalty {n:5,10,15}")


def cards(state: State) -> str:
    """The cards that can still be in a hand."""
    lie = {card for card in state.table if not state.free(card)}
    return ",".join(card for card in DECK if card not in lie)


def _bids(state: State) -> tuple[str, ...]:
    return (f"{{card:{cards(state)}}}",)


AUCTION = "auction {mode:most,least}"


def _mode(_: State) -> tuple[str, ...]:
    return (AUCTION,)


def _directable(state: State) -> tuple[str, ...]:
    return tuple(map(str, state.directable))


def _settlements(state: State) -> tuple[str, ...]:
    return tuple(map(str, state.settlements))


def _passable(state: State) -> tuple[str, ...]:
    return tuple(str(seat) for seat in state.settlements if seat != state.under_way.target)


def _effects(_: State) -> tuple[str, ...]:
    return (*EFFECT, "done", *STRENGTH)


def _entries(_: State) -> tuple[str, ...]:
    return (*KINDS, "nothing")


def _kinds(_: State) -> tuple[str, ...]:
    return "fact", "luxury"


def _shares(state: State) -> tuple[str, ...]:
    assert state.casting is not None
    seats = ",".join(str(seat) for seat in state.settlements if seat != state.casting.by)
    shares = ",".join(map(str, range(5, state.casting.left + 1, 5)))
    return (f"share {{seat:{seats}}} {{n:{shares}}}",)


def _up_to_hand(state: State) -> tuple[str, ...]:
    return tuple(map(str, range(state.of(state.about).hand + 1)))


def _arguable(state: State) -> tuple[str, ...]:
    return tuple(map(str, range(turn.against(state) + 1)))


QUESTIONS: Mapping[str, Asking[State, Setup]] = {
    "judge": Asking("seat", seats, judged),
    "found": Asking("choice", _kinds, _founded),
    "draw": Asking("ready", ready, _ready),
    "mode": Asking("open", _mode, contest.how),
    "how": Asking("seat", _directable, contest.how),
    "bid": Asking("open", _bids, contest.bid),
    "target": Asking("seat", _settlements, contest.target),
    "defend": Asking("yes-no", yes_no, contest.defended),
    "jack": Asking("seat", _passable, contest.passed_on, optional=True),
    "effect": Asking("open", _effects, contest.effect),
    "entry": Asking("choice", _entries, _entry),
    "note": Asking("text", nothing, _noted, optional=True),
    "people": Asking("yes-no", yes_no, _people),
    "share": Asking("open", _shares, turn.shared),
    "discard": Asking("count", _up_to_hand, turn.discarded),
    "argue": Asking("count", _arguable, turn.argued),
    "honour": Asking("seat", _settlements, turn.honoured, optional=True),
}
"""By the first word of what is asked."""


def of_whom(state: State) -> int:
    """Who is asked; 0 if it is everybody."""
    event, name = state.event, state.question
    known: dict[str, Any] = {"found": state.about, "people": state.judge, "note": 0, "discard": state.about}
    known |= {"effect": state.judge, "entry": state.judge, "share": state.judge, "draw": 0, "judge": 0, "honour": 0}
    if name in known:
        return int(known[name])
    if event and name in ("bid", "target", "defend", "jack"):
        return {"bid": [*event.left, 0][0], "target": event.winner}.get(name, event.target)
    return state.seat
