"""What a moderator can set in Ktulu alone (D41): where the statue is, or seems to be, and how far its sides are."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.ktulu.setup import ours
from narrator.games.night.flow.overrides import Put, a_count, a_seat, marking, once, under_way
from narrator.games.night.flow.winning import may_win
from narrator.games.night.state.state import State


def _believed(state: State) -> Put:
    """Ask for one of the sides that may win and that somebody plays for."""
    return Put(kind="choice", choices=tuple(side for side in may_win(state) if state.cards_of(side)))


def _announced(state: State) -> bool:
    return under_way(state) and state.rules.announced


def _counts(what: str, effect: str, most: Callable[[State], int]) -> None:
    """Let a number be set where somebody has the power by which it grows."""
    once(
        what,
        lambda state: a_count(most(state)),
        lambda state: bool(state.holders(effect)) and under_way(state),
        before="card",
    )


marking("jail", before="sleep")
# The room hears nothing of where the statue is.
once("statue", lambda state: a_seat(state.living()), lambda state: under_way(state), before="leaves", for_all=True)
once("believed", _believed, _announced, before="leaves", for_all=True)
# Signals that went out (R45), the gods' hits on the statue (R71), gold scraped since the last escape (R60).
_counts("signals", "signal", lambda state: ours(state.rules).signals_to_win - 1)
_counts("hits", "shoot", lambda state: ours(state.rules).hits_to_win - 1)
_counts("gold", "scrape", lambda state: len(state.cards))
