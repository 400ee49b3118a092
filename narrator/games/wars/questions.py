"""What the narrator asks: the phases' numbers, who is first, rituals, the steps of a battle, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from narrator.games.counting.commands import READY, YES_NO, Asking
from narrator.games.wars import battle, phases
from narrator.games.wars.commands import MOST_CAPTIVES
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import BOOKS, State

LARGEST = {"cultists": 9, "gates": 14, "captives": MOST_CAPTIVES}
"""What a faction can have of each: six acolytes and three priests, and a gate in every area."""

SHORTCUTS = ("same", "extra {n:1-6}", "counts {cultists} {gates} {captives}")
"""The last has all three in one breath; its values are not listed, for they are a page full."""

WAYS = ("clockwise", "counter")

DICE = ("hits {hits:0-9} {hits2:0-9}", "dice {dice}", "roll {n:0-20}")


def in_bounds(said: str) -> bool:
    """Whether a faction can have told these counts."""
    pairs = zip(said.split()[1:], LARGEST.values(), strict=True)
    return all(one.isdecimal() and int(one) <= most for one, most in pairs)


# ---- Gathering ----


def _abandoned(state: State, setup: Setup, said: str) -> State:
    state = replace(state, abandoned=int(said), lap=state.order)
    return phases.ask_each(state, setup, "gather.cultists", "gather")


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
    "start.direction": Asking("choice", WAYS, phases.directed),
    "gather.abandoned": Asking("choice", range(15), _abandoned),
    "gather.cultists": Asking("choice", range(LARGEST["cultists"] + 1), _cultists, more=SHORTCUTS),
    "gather.gates": Asking("choice", range(LARGEST["gates"] + 1), _gates),
    "gather.captives": Asking(
        "choice",
        range(LARGEST["captives"] + 1),
        lambda state, setup, said: phases.gathered(state, setup, int(said)),
    ),
    "order.tie": Asking("seat", phases.tied, lambda state, _, said: phases.new_first(state, int(said))),
    "order.direction": Asking("choice", WAYS, phases.directed),
    "doom.same": Asking("yes-no", YES_NO, _same),
    "doom.gates": Asking("choice", range(LARGEST["gates"] + 1), _doom_gates),
    "doom.ritual": Asking("yes-no", YES_NO, _ritual),
    "doom.old-ones": Asking("choice", range(4), lambda state, setup, said: phases.ritual(state, setup, int(said))),
    "battle.before": Asking("ready", READY, battle.before),
    "battle.dice": Asking("open", DICE, battle.rolled),
    "battle.units": Asking("choice", range(21), battle.assigned),
    "battle.retreat": Asking("choice", ("ready", "nowhere"), battle.retreated),
    "end.reveal": Asking("choice", _revealed, _reveal),
    "end.books": Asking("seat", _others, _books, optional=True),
}
"""By the first word of what is asked."""
