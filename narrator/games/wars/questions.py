"""What the narrator asks: the phases' numbers, who is first, rituals, the steps of a battle, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from narrator.games.counting.commands import Asking, ready, yes_no
from narrator.games.wars import battle, phases
from narrator.games.wars.commands import MOST_CAPTIVES
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import BOOKS, State

LARGEST = {"cultists": 9, "gates": 14, "captives": MOST_CAPTIVES}
"""What a faction can have of each: six acolytes and three priests, and a gate in every area."""

COUNTS = "counts {cultists} {gates} {captives}"
"""All three in one breath; the values are not listed, for they are a page full."""


def up_to(most: int) -> Callable[[State], tuple[str, ...]]:
    """The answers to a question of how many."""
    numbers = tuple(map(str, range(most + 1)))
    return lambda _: numbers


def in_bounds(said: str) -> bool:
    """Whether a faction can have told these counts."""
    pairs = zip(said.split()[1:], LARGEST.values(), strict=True)
    return all(one.isdecimal() and int(one) <= most for one, most in pairs)


# ---- Gathering ----


def _abandoned(state: State, setup: Setup, said: str) -> State:
    state = replace(state, abandoned=int(said), lap=state.order)
    return phases.ask_each(state, setup, "gather.cultists", "gather")


def _shortcuts(_: State) -> tuple[str, ...]:
    return ("same", "extra {n:1-6}", COUNTS)


def _cultists(state: State, setup: Setup, said: str) -> State:
    how, *counts = said.split()
    if how == "extra":
        return replace(state, extra=state.extra + int(counts[0]))
    if how == "same":
        return phases.gathered(state, setup, len(state.player.captives))
    if how == "counts":
        cultists, gates, captives = map(int, counts)
        state = state.with_player(state.seat, cultists=cultists, gates=gates)
        return phases.gathered(state, setup, captives)
    return replace(state.with_player(state.seat, cultists=int(said)), asked="gather.gates")


def _gates(state: State, _setup: Setup, said: str) -> State:
    return replace(state.with_player(state.seat, gates=int(said)), asked="gather.captives")


def _captives(state: State, setup: Setup, said: str) -> State:
    return phases.gathered(state, setup, int(said))


# ---- The order ----


def _ways(_: State) -> tuple[str, ...]:
    return "clockwise", "counter"


def _tied(state: State) -> tuple[str, ...]:
    return tuple(map(str, phases.tied(state)))


def _first(state: State, _setup: Setup, said: str) -> State:
    return phases.new_first(state, int(said))


# ---- Doom ----


def _same(state: State, setup: Setup, said: str) -> State:
    if said == "yes":
        return phases.gates_counted(state, setup)
    return phases.ask_each(replace(state, lap=state.order), setup, "doom.gates")


def _doom_gates(state: State, setup: Setup, said: str) -> State:
    state = replace(state.with_player(state.seat, gates=int(said)), lap=state.lap[1:])
    return phases.ask_each(state, setup, "doom.gates") if state.lap else phases.gates_counted(state, setup)


def _ritual(state: State, setup: Setup, said: str) -> State:
    """The price is paid first (CW61)."""
    if said == "yes":
        left = state.player.power - state.price
        return replace(state.with_player(state.seat, power=left), asked="doom.old-ones")
    return phases.ritual_asked(replace(state, lap=state.lap[1:]), setup)


def _old_ones(state: State, setup: Setup, said: str) -> State:
    return phases.ritual(state, setup, int(said))


# ---- Battle ----


def _dice(_: State) -> tuple[str, ...]:
    return "hits {hits:0-9} {hits2:0-9}", "dice {dice}", "roll {n:0-20}"


def _retreat(_: State) -> tuple[str, ...]:
    return "ready", "nowhere"


# ---- The end ----


def _revealed(state: State) -> tuple[str, ...]:
    """Possible sums alone, or nothing (D11)."""
    return "0", *map(str, range(state.player.signs, 3 * state.player.signs + 1))


def _reveal(state: State, setup: Setup, said: str) -> State:
    doom = state.player.doom + int(said)
    state = state.with_player(state.seat, doom=doom, signs=0)
    state = replace(state.says("has.doom", name=state.part(), count=doom), lap=state.lap[1:])
    return phases.revealed(state, setup)


def _others(state: State) -> tuple[str, ...]:
    return tuple(str(seat) for seat, one in enumerate(state.players, 1) if not one.has_books)


def _books(state: State, _setup: Setup, said: str) -> State:
    """Whoever has six books though they were not told; after the last of them Doom is counted."""
    return phases.result(state) if said == "none" else state.with_player(int(said), books=BOOKS)


QUESTIONS: Mapping[str, Asking[State, Setup]] = {
    "start.direction": Asking("choice", _ways, phases.directed),
    "gather.abandoned": Asking("choice", up_to(14), _abandoned),
    "gather.cultists": Asking("choice", up_to(LARGEST["cultists"]), _cultists, besides=_shortcuts),
    "gather.gates": Asking("choice", up_to(LARGEST["gates"]), _gates),
    "gather.captives": Asking("choice", up_to(LARGEST["captives"]), _captives),
    "order.tie": Asking("seat", _tied, _first),
    "order.direction": Asking("choice", _ways, phases.directed),
    "doom.same": Asking("yes-no", yes_no, _same),
    "doom.gates": Asking("choice", up_to(LARGEST["gates"]), _doom_gates),
    "doom.ritual": Asking("yes-no", yes_no, _ritual),
    "doom.old-ones": Asking("choice", up_to(3), _old_ones),
    "battle.before": Asking("ready", ready, battle.before),
    "battle.dice": Asking("open", _dice, battle.rolled),
    "battle.units": Asking("choice", up_to(20), battle.assigned),
    "battle.retreat": Asking("choice", _retreat, battle.retreated),
    "end.reveal": Asking("choice", _revealed, _reveal),
    "end.books": Asking("seat", _others, _books, optional=True),
}
"""By the first word of what is asked."""
