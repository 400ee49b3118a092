"""The phases of a round, and how each goes over into the next: action, gathering, player order, Doom, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from narrator.cues import Part
from narrator.games.parts import listed, number
from narrator.games.wars.setup import Moment, Setup, first_of
from narrator.games.wars.state import ENOUGH, State, half_up


def counted(state: State, of: str) -> tuple[Part, ...]:
    """Every faction in turn order with what it has of this, as a list."""
    return listed((*state.part(seat), Part("", " "), number(getattr(state.of(seat), of))) for seat in state.order)


def reminded(state: State, setup: Setup, moment: Moment, seat: int = 0) -> State:
    """Say what the table wants to be told at this moment, or as it comes for this faction."""
    for one in setup.remind:
        if one.moment != moment or (seat and one.faction != state.of(seat).id) or (not seat and one.faction):
            continue
        values = {"name": state.part(seat)} if seat else {}
        state = state.says("remind" if seat else "remind.all", text=one.text, **values)
    return state


# ---- The beginning, and the action phase ----


def begun(state: State) -> State:
    """Who begins, and who is asked for the direction (CW4, D6)."""
    ids = [one.id for one in state.players]
    first = ids.index(first_of(ids)) + 1
    state = replace(state.says("begins", name=state.part(first)), first=first, seat=first)
    return replace(state, asked="start.direction", turn=1)


def directed(state: State, setup: Setup, said: str) -> State:
    """The direction is chosen (CW51); the game begins, or the Doom phase."""
    starts = state.question == "start.direction"
    state = replace(state, counter=said == "counter", asked="")
    state = state.says("order", names=state.parts(state.order))
    return action_begins(state, setup) if starts else doom_begins(state, setup)


def action_begins(state: State, setup: Setup) -> State:
    """The first with Power takes the initiative."""
    state = reminded(replace(state, phase="action", asked="").says("action"), setup, "action")
    return _initiative(state, setup, state.order)


def hand_over(state: State, setup: Setup) -> State:
    """The initiative goes to the next with Power (CW10, CW12), unless the game ends with this one (CW71)."""
    if state.ending == "turn":
        return end_begins(state, setup)
    return _initiative(state, setup, state.after(state.seat))


def _initiative(state: State, setup: Setup, seats: Iterable[int]) -> State:
    state = replace(state, main="", fought=0, fight=None, asked="", begun=state.begun + 1, late=False)
    seat = next((seat for seat in seats if state.of(seat).power), 0)
    if not seat:
        return gather_begins(state, setup)
    state = replace(state, seat=seat)
    if setup.paid:
        state = state.says("turn.power", name=state.part(), count=state.player.power)
    else:
        state = state.says("turn", name=state.part())
    return reminded(state, setup, "turn", seat)


# ---- Gathering Power ----


def gather_begins(state: State, setup: Setup) -> State:
    """Nobody can take the initiative (CW13)."""
    state = replace(state, phase="gather", asked="gather.abandoned", seat=state.first, extra=0)
    return reminded(state.says("gather"), setup, "gather")


def ask_each(state: State, setup: Setup, question: str, moment: Moment | None = None) -> State:
    """Put the question to the next of the lap."""
    state = replace(state, asked=question, seat=state.lap[0])
    return reminded(state, setup, moment, state.seat) if moment else state


def gathered(state: State, setup: Setup, captives: int) -> State:
    """One faction has told what it has: its Power grows (CW40), and the next is asked."""
    one = state.player
    gain = one.cultists + 2 * one.gates + state.abandoned + captives + state.extra
    state = state.says("gather.sum", cultists=one.cultists, gates=2 * one.gates, abandoned=state.abandoned)
    for line, count in (("captives", captives), ("extra", state.extra), ("rest", one.power)):
        state = state.says(f"gather.{line}", count=count) if count else state
    held = tuple(one.captives[:captives]) + (0,) * (captives - len(one.captives))
    state = state.with_player(state.seat, power=one.power + gain, captives=held)
    state = state.says("gather.total", name=state.part(), count=state.player.power)
    state = replace(state, lap=state.lap[1:], extra=0)
    return ask_each(state, setup, "gather.cultists", "gather") if state.lap else _caught_up(state, setup)


def _caught_up(state: State, setup: Setup) -> State:
    """Captives go home (CW41), and whoever has less than half of the most is lifted to it (CW42)."""
    if any(one.captives for one in state.players):
        state = state.says("gather.captives-home")
    most = max(one.power for one in state.players)
    for seat in state.order:
        before = state.of(seat).power
        state = state.with_player(seat, captives=(), power=max(before, half_up(most)))
        if before < half_up(most):
            state = state.says("gather.lifted", name=state.part(seat), n=before, count=half_up(most))
    return order_begins(state, setup)


# ---- The player order ----


def tied(state: State) -> tuple[int, ...]:
    """The seats with the most Power."""
    most = max(one.power for one in state.players)
    return tuple(seat for seat, one in enumerate(state.players, 1) if one.power == most)


def order_begins(state: State, setup: Setup) -> State:
    """The most Power goes first; among equals the former first player chooses (CW50)."""
    state = reminded(replace(state, phase="order", seat=state.first), setup, "order")
    if len(tied(state)) > 1:
        return replace(state, asked="order.tie")
    return new_first(state, tied(state)[0])


def new_first(state: State, seat: int) -> State:
    """The first player, who chooses the direction (CW51)."""
    state = replace(state, first=seat, seat=seat, asked="order.direction")
    return state.says("first", name=state.part(), count=state.player.power)


# ---- Doom ----


def doom_begins(state: State, setup: Setup) -> State:
    """Gates are counted (CW60): mostly they are as they were a moment ago."""
    state = replace(state, phase="doom", seat=state.first, asked="doom.same")
    return reminded(state.says("doom.begins"), setup, "doom")


def gates_counted(state: State, setup: Setup) -> State:
    """Doom grows by the gates (CW60), and one lap of rituals begins (CW61)."""
    for seat in state.order:
        one = state.of(seat)
        state = state.with_player(seat, doom=min(99, one.doom + one.gates))
    state = watched(state.says("doom.all", counts=counted(state, "doom")))
    return ritual_asked(replace(state, lap=state.order), setup)


def ritual_asked(state: State, setup: Setup) -> State:
    """Ask the next who can pay; of others it is said that they cannot (CW61)."""
    while state.lap:
        seat = state.lap[0]
        if state.of(seat).power >= state.price:
            return ask_each(state, setup, "doom.ritual", "ritual")
        state = replace(state.says("doom.short", name=state.part(seat), count=state.price), lap=state.lap[1:])
    state = replace(state, turn=state.turn + (not state.ending), asked="")
    return end_begins(state, setup) if state.ending else action_begins(state, setup)


def ritual(state: State, setup: Setup, great_old_ones: int) -> State:
    """Move the marker, grow in Doom by the gates, and take a sign for each own Great Old One (CW61, CW62)."""
    one = state.player
    doom, signs = min(99, one.doom + one.gates), min(36, one.signs + great_old_ones)
    state = state.with_player(state.seat, doom=doom, signs=signs)
    state = replace(state, marker=min(state.marker + 1, len(state.track)), lap=state.lap[1:])
    state = state.says("ritual.doom", name=state.part(), n=one.gates, count=doom)
    if great_old_ones:
        state = state.says("ritual.signs", count=great_old_ones)
    return ritual_asked(watched(state.says("ritual.price", count=state.price)), setup)


# ---- The end ----


def watched(state: State) -> State:
    """Whether the end has come, or not any more, after each change of Doom and of the marker (CW70, D13, D14)."""
    if state.phase == "end":
        return state
    reached = [seat for seat, one in enumerate(state.players, 1) if one.doom >= ENOUGH]
    if state.ending and not reached and not state.instant_death:
        return replace(state.says("end.cancelled"), ending="")
    if state.ending or not (reached or state.instant_death):
        return state
    why = state.says("end.doom", name=state.part(reached[0])) if reached else state.says("end.marker")
    moment: Literal["turn", "doom"] = "turn" if state.phase == "action" else "doom"
    return replace(why.says(f"end.after.{moment}"), ending=moment)


def end_begins(state: State, setup: Setup) -> State:
    """Everybody may turn signs into Doom before the count (CW72)."""
    state = reminded(replace(state, phase="end", ending="", fight=None).says("end"), setup, "end")
    lap = tuple(seat for seat in state.order if state.of(seat).signs)
    return revealed(replace(state, lap=lap), setup)


def revealed(state: State, setup: Setup) -> State:
    """Ask the next who has signs; then count (CW73)."""
    if state.lap:
        return ask_each(state, setup, "end.reveal")
    if not any(one.has_books for one in state.players):
        return replace(state, asked="end.books", seat=state.first)
    return result(state)


def result(state: State) -> State:
    """Six books and the most Doom among those who have them win; equals share it (CW73, CW74)."""
    doom = {seat: one.doom for seat, one in enumerate(state.players, 1) if one.has_books}
    won = tuple(seat for seat, count in doom.items() if count == max(doom.values()))
    state = state.says("end.all", counts=counted(state, "doom"))
    line = "end.nobody" if not won else "end.won" if len(won) == 1 else "end.shared"
    return replace(state.says(line, names=state.parts(won)), winners=won, asked="", lap=())
