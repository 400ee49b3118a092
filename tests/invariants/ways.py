"""The ways to win of games that are a script alone, by their words, as docs/scripts.md has them."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night.state.state import State


def lives(state: State, seat: int) -> bool:
    """Whether the player is neither dead nor gone; these words are the laws' own, not those of the rules."""
    return seat in range(1, len(state.cards) + 1) and seat not in state.dead and seat not in state.escaped


def sides_left(state: State) -> set[str]:
    """The sides of which somebody lives."""
    return {state.faction(seat) for seat in state.living()}


def ways_met(state: State, side: str) -> set[str]:
    """The words among the side's ways to win that are so by now."""
    wins = next(one.wins or () for one in state.script.faction if one.id == side)
    return {word for word, *named in map(str.split, wins) if word in _MET and _MET[word](state, side, named)}


def _parity(state: State, side: str, _named: list[str]) -> bool:
    own = [state.faction(seat) for seat in state.living()].count(side)
    return 0 < own * 2 >= len(state.living())


def _bound_alone(state: State, _side: str, _named: list[str]) -> bool:
    return len(sides_left(state)) == 2 == len(state.living()) and {*state.living()} <= state.marks.on("bound")


_MET: dict[str, Callable[[State, str, list[str]], bool]] = {
    "all-gone": lambda state, side, named: (
        side in sides_left(state)
        and not sides_left(state) & {*named}
        and any(state.faction(seat) in named for seat in state.seats())
    ),
    "parity": _parity,
    "last-standing": lambda state, side, _: sides_left(state) == {side},
    "last-bound": _bound_alone,
}
"""What each way to win means, by its word in a script that is a game by itself."""
