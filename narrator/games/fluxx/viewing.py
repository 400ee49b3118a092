"""What everybody sees of the table: the rules in force as cards, the goal, Doom, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.games.fluxx import turn
from narrator.games.fluxx.commands import droppable
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import Person, Play, State
from narrator.games.view import Slip, View
from narrator.texts import Words, message

DREADFUL = 10
"""The table's Doom at which the ambience is at its loudest; at how much the game ends, the cards alone know."""


def seen(state: State, setup: Setup, view: View) -> View:
    """The table as all see it; nothing is secret in this game."""
    seats = tuple(replace(one, counters=_counters(state.of(one.seat))) for one in view.seats)
    name = state.player.name if state.seat else ""
    return replace(
        view,
        seats=seats,
        table=tuple(_table(state, setup)),
        tension=min(turn.doom_of(state, setup) / DREADFUL, 1.0),
        title=message("fluxx.turn-of", number=state.turn, name=name) if state.turn else "",
    )


def _counters(player: Person) -> dict[str, int]:
    told = {"doom": player.net, "rescue": player.rescue or None, "hand": player.hand, "keepers": player.keepers}
    return {of: count for of, count in told.items() if count is not None}


def _table(state: State, setup: Setup) -> Iterator[Slip]:
    """The cards in the middle, those of the basic rules too."""
    rules, gone = state.rules, droppable(state)

    def slip(of: str, words: Words, *lays: str) -> Slip:
        takes = (f"drop {{rule:{of}}}",) if of in gone else ()
        return Slip(id=of, label=message(f"fluxx.table.{of}"), text=words, new=of in gone, commands=(*lays, *takes))

    yield slip("draw", str(rules.draws), "rule draw {n}")
    yield slip("play", _plays(rules.plays), "rule play {play}")
    for of in ("hand", "keepers"):
        limit = rules.limit(of)
        yield slip(of, message("fluxx.no-limit") if limit is None else str(limit), f"rule {of} {{n}}")
    goal: Words = message(f"fluxx.goal.{state.goal or 'none'}")
    named = setup.goals[state.title - 1] if state.title else goal
    yield slip("goal", named, "play {card:goal,antigoal}", "goal {title}")
    for one in ("bonus", "inflation"):
        if one in gone:
            yield slip(one, message("fluxx.in-force"))
    for one, free in (("other", False), ("free", True)):
        if count := rules.others.count(free):
            yield slip(one, str(count))
    yield slip("doom", str(turn.doom_of(state, setup)))
    if setup.counts and state.seat:
        yield slip("left", _plays(state.left()))


def _plays(play: Play) -> Words:
    return str(play) if isinstance(play, int) else message(f"fluxx.{play}")
