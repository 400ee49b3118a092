"""Write what a moderator sets into the state, and the aside in which it is asked for (D65)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.state import fold_facts
from narrator.games.night.state.fold_facts import Values
from narrator.games.night.state.marks import MARKS
from narrator.games.night.state.state import Aside, State
from narrator.values import changed

_WITH = {"guard": ("ward", "guard")}
"""By a mark, those that are put on a seat, or taken off it, together with it."""


def _began(state: State, _: e.OverrideBegan) -> None:
    state.aside = Aside(state.turn, state.question, state.queue, state.window, state.answering)
    state.turn, state.question, state.queue, state.window = None, None, (), ()
    state.retreat = (0, 0)


def _ended(state: State, event: e.OverrideEnded) -> None:
    """Take up what was put by; what was set is undone before its call is, and has the day's question put anew."""
    aside = state.aside
    assert aside is not None
    state.turn, state.question, state.window, state.aside = aside.turn, aside.question, aside.window, None
    state.queue += aside.queue
    state.answering = aside.answering
    if event.anew:
        state.began = state.before
    if event.anew and state.turn is not None and state.turn.answers and state.question is not None:
        state.queue, state.window = (*state.queue, *state.window), ()
    if (
        event.dropped
        or event.overtaken
        or (event.anew and state.question is not None and state.question.key == "day")
    ):
        state.question = None
    if event.dropped:
        begun = state.today.pair and aside.question is not None and aside.question.key != "day.accept"
        today = state.today.after_vote()
        state.today = changed(today, bouts=today.bouts - 1) if begun else today  # it has not taken place after all


def marked(state: State, event: e.Overridden) -> None:
    """Put the marks on the seat, or take them off if they are there; in whose name, `by` says."""
    seat, there = int(event.value), int(event.value) in state.marks.on(event.what)
    for mark in _WITH.get(event.what, (event.what,)):
        if there:
            state.marks = state.marks.without(mark, seat=seat)
        else:
            state.marks = state.marks.with_mark(e.Marked(mark, seat, event.by, MARKS[mark].until))


def _card(state: State, event: e.Overridden) -> None:
    """Change two cards with each other: the first in the circle who has it gives it (D66)."""
    seat = int(event.of)
    if seat in state.unseen or state.card(seat) != event.value:
        state.see(seat, event.value)


_AFTER: dict[str, Values] = {
    "uses": lambda state, event: {"uses": state.uses | {(event.of, event.by): int(event.value)}},
    # another name, of the same player or of another (D65)
    **dict.fromkeys(
        ("name", "substitute"), lambda state, event: {"setup": state.setup.renamed(int(event.of), event.value)}
    ),
    "leaves": lambda *_: {},  # the events that follow say it
    "win": lambda state, _: {"chronicle": changed(state.chronicle, declared=True)},
}

SET: dict[str, Callable[[State, e.Overridden], None]] = {
    "kill": lambda state, event: fold_facts.killed(state, e.Killed(int(event.value), "override")),
    "revive": lambda state, event: fold_facts.revived(state, e.Revived(int(event.value))),
    **dict.fromkeys(("sleep", "guard", "poison"), marked),
    "card": _card,
    **{what: fold_facts.setting(values) for what, values in _AFTER.items()},
}
"""What writes each thing that can be set into a state."""

WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.OverrideBegan: _began,
    e.OverrideEnded: _ended,
    e.Overridden: lambda state, event: SET[event.what](state, event),
}
