"""A turn: how it begins and ends, what a change of rules demands, and what the narrator tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import BONUS, Rules, State


def doom_of(state: State, setup: Setup) -> int:
    """The table's Doom, as this table sums it up (D4)."""
    return state.doom(players_alone=setup.doom == "players")


# ---- Beginning and end ----


def begins(state: State, setup: Setup) -> State:
    """The turn of whoever sits here begins; with an empty hand perhaps by a bonus (FX61)."""
    new = replace(state, drawn=0, owed=0, played=0, frames=(), empty=False, voidable=None, extra=False)
    new = replace(new, turn=state.turn + 1, asked="")
    if new.rules.bonus and (not setup.counts or new.player.hand in (None, 0)):
        return replace(new, asked="before")
    return draws(new, setup)


def draws(state: State, setup: Setup) -> State:
    """Say whose turn it is, and how many cards are drawn and played."""
    count = state.rules.draws
    new = replace(state, drawn=count, owed=count if setup.counts else 0, asked="")
    told = new.says("turn", name=new.part()).says("draw", count=count)
    return _play_told(_drawing(told, count))


def _drawing(state: State, count: int) -> State:
    """Count the cards into the hand of whose turn it is, if it is counted."""
    hand = state.player.hand
    return state if hand is None else state.with_player(state.seat, hand=hand + count)


def bonus(state: State, setup: Setup, *, empty: bool) -> State:
    """The hand was empty before the turn, or not (FX61)."""
    if not empty:
        return draws(state, setup)
    count = state.rules.plus(BONUS)
    return draws(_drawing(state.says("bonus", name=state.part(), count=count), count), setup)


def ending(state: State, setup: Setup) -> State:
    """Whoever's turn it is wants to end it: what is owed, left or free comes first (FX4, FX5, FX60)."""
    if setup.counts:
        if state.owed and "difference" in setup.reminders:
            state = replace(state.says("owed", name=state.part(), count=state.owed), owed=0)
        if state.left() != 0:
            return replace(state, asked="end")
    return freed(state, setup)


def freed(state: State, setup: Setup) -> State:
    """Remind of the free actions of rules, which are lost after the turn (FX5, D11)."""
    if True in state.rules.others and "free" in setup.reminders:
        return replace(state, asked="free")
    return limits_kept(state, setup)


def limits_kept(state: State, setup: Setup) -> State:
    """The active player keeps to the limits at the end of the turn (FX16, FX19); then the next one's begins."""
    for of in ("hand", "keepers"):
        limit = state.rules.limit(of)
        if limit is None or state.seat not in state.over_limit(of) or (of == "hand" and state.empty):
            continue
        if "limits" in setup.reminders:
            state = state.says(f"limit.{of}", name=state.part(), count=limit)
        if getattr(state.player, of) is not None:
            state = state.with_player(state.seat, **{of: limit})
    return next_turn(state, setup)


def next_turn(state: State, setup: Setup) -> State:
    """The next turn: clockwise (FX3), or once more of the same player (D10)."""
    if state.extra:
        return begins(replace(state, turns=state.turns + 1), setup)
    return begins(replace(state, seat=state.seat % len(state.players) + 1, turns=1), setup)


# ---- Rules ----


def rules_changed(state: State, setup: Setup, rules: Rules) -> State:
    """The game under these rules: the difference is drawn at once (FX13), and others keep to new limits (FX16)."""
    before, state = state.rules, replace(state, rules=rules)
    owed = max(0, rules.draws - state.drawn) if rules.draws != before.draws else 0
    if owed:
        more = replace(state, drawn=state.drawn + owed, owed=state.owed + owed if setup.counts else 0)
        state = _drawing(more, owed)
        if "difference" in setup.reminders:
            state = state.says("draw.more", name=state.part(), count=owed)
    for of, limit in _lower(before, rules):
        state = _others_comply(state, setup, of, limit)
    return state


def taken_back(state: State, setup: Setup, gone: Rules) -> State:
    """Others take back what they put away for a limit of the rules that were taken back."""
    for of, limit in _lower(state.rules, gone):
        seats = _others_over(replace(state, rules=gone), of)
        state = _others_told(state, setup, f"back.{of}", seats, limit)
    return state


def _lower(before: Rules, rules: Rules) -> Iterator[tuple[str, int]]:
    """The limits that are lower, or new, under these rules."""
    for of in ("hand", "keepers"):
        had, limit = before.limit(of), rules.limit(of)
        if limit is not None and (had is None or limit < had):
            yield of, limit


def _others_comply(state: State, setup: Setup, of: str, limit: int) -> State:
    """All but the active player put away what is too much at once, and choose what (FX16, FX18, FX19)."""
    seats = _others_over(state, of)
    state = _others_told(state, setup, f"limit.{of}", seats, limit)
    for seat in seats:
        if getattr(state.of(seat), of) is not None:
            state = state.with_player(seat, **{of: limit})
    return state


def _others_over(state: State, of: str) -> list[int]:
    return [seat for seat in state.over_limit(of) if seat != state.seat]


def _others_told(state: State, setup: Setup, line: str, seats: list[int], limit: int) -> State:
    """Say it to these seats, by their names where what they have is counted."""
    if "limits" not in setup.reminders or not seats:
        return state
    counted = any(getattr(player, line.partition(".")[2]) is not None for player in state.players)
    line = f"{line}.{'these' if counted else 'others'}"
    return state.says(line, names=state.parts(seats), name=state.part(), count=limit)


# ---- What is told ----


def plays_told(state: State, _setup: Setup) -> State:
    """Say what is left to be played, from the temporary hand on top first."""
    left = state.left()
    if state.frames:
        return state.says("frame.left", count=left)
    if isinstance(left, str):
        return state.says(f"left.{left}")
    return state.says("left", count=left) if left else state.says("left.none")


def left_told(state: State) -> int:
    """How many plays are left, as a question says it; all of a hand count as none that is known."""
    left = state.left() if state.seat else 0
    return left if isinstance(left, int) else 0


def _play_told(state: State) -> State:
    plays = state.rules.plays
    return state.says("play", count=plays) if isinstance(plays, int) else state.says(f"play.{plays}")


def told(state: State, setup: Setup, query: str) -> State:
    """Answer a question of the table (section 5)."""
    answers = {"owed": _owed, "rules": _rules, "turn": _whose, "goal": _goal, "doom": _doom}
    return answers[query](state, setup)


def _owed(state: State, setup: Setup) -> State:
    state = state.says("draw", count=state.rules.draws)
    if not (setup.counts and state.seat):
        return _play_told(state)
    if state.owed:
        state = state.says("owed", name=state.part(), count=state.owed)
    return plays_told(state, setup)


def _whose(state: State, _setup: Setup) -> State:
    return state.says("turn", name=state.part())


def _rules(state: State, _setup: Setup) -> State:
    rules = state.rules
    state = _play_told(state.says("draw", count=rules.draws))
    for of in ("hand", "keepers"):
        if (limit := rules.limit(of)) is not None:
            state = state.says(f"in-force.{of}", count=limit)
    for one in ("bonus", "inflation"):
        if getattr(rules, one):
            state = state.says(f"in-force.{one}")
    return state.says("in-force.others", count=len(rules.others)) if rules.others else state


def _goal(state: State, setup: Setup) -> State:
    if state.goal == "goal" and state.title:
        return state.says("goal.named", goal=setup.goals[state.title - 1])
    return state.says(f"goal.is.{state.goal or 'none'}")


def _doom(state: State, setup: Setup) -> State:
    with_doom = [(seat, player) for seat, player in enumerate(state.players, 1) if player.net]
    for seat, player in with_doom:
        state = state.says("doom", name=state.part(seat), count=player.net)
    return state.says("doom.table", count=doom_of(state, setup))
