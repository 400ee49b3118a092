"""What the narrator asks: at the start, before and after a turn, and when somebody says that it is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from narrator.games.counting.commands import YES_NO, Asking, seats
from narrator.games.fluxx import turn
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import Person, State
from narrator.games.parts import person


def _zonks(state: State, setup: Setup, said: str) -> State:
    """Zonks among the dealt cards are laid out and replaced before the first turn (D2)."""
    return turn.begins(state, setup) if said == "none" else state.says("creeper")


def _end(state: State, setup: Setup, said: str) -> State:
    """The hand is empty, so that the turn ends (FX60), or the turn goes on."""
    if said == "no":
        return replace(state, asked="")
    hand = None if state.player.hand is None else 0
    after = replace(state, asked="", empty=True, frames=()).with_player(state.seat, hand=hand)
    return turn.freed(after, setup)


def _join(state: State, setup: Setup, said: str) -> State:
    """Somebody new sits down, with three cards (FX63, D13)."""
    state = replace(state, asked="")
    if said == "none":
        return state
    at = len(state.players) if setup.join == "last" or not state.seat else state.seat
    players = (*state.players[:at], Person(name=said), *state.players[at:])
    return replace(state, players=players).says("joined", name=(person(said),))


def _over(state: State, _setup: Setup, said: str) -> State:
    """Somebody else says so, too (D14): the winner's seat stands in the question."""
    seat, state = state.claimed, replace(state, asked="")
    if said == "back":
        return state
    over = replace(state, winner=seat)
    return over.says("won", name=state.part(seat)) if seat else over.says("lost")


QUESTIONS: Mapping[str, Asking[State, Setup]] = {
    "meta": Asking("yes-no", YES_NO, lambda state, _, said: replace(state, meta=said == "yes", asked="first")),
    "first": Asking("seat", seats, lambda state, _, said: replace(state, seat=int(said), asked="zonks")),
    "zonks": Asking("seat", seats, _zonks, optional=True),
    "before": Asking("yes-no", YES_NO, lambda state, setup, said: turn.bonus(state, setup, empty=said == "yes")),
    "end": Asking("yes-no", YES_NO, _end),
    "free": Asking("yes-no", YES_NO, lambda state, setup, _: turn.limits_kept(replace(state, asked=""), setup)),
    "join": Asking("text", (), _join, optional=True),
    "win": Asking("choice", ("end", "back"), _over),
}
"""By the first word of what is asked."""
