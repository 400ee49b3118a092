"""The whole night as a list for the moderator: the calls that were made, the open one, those to come, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.games.night import events as e
from narrator.games.night.flow.conditions import worded
from narrator.games.night.flow.night import why_idle, why_left_out
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.script.script import Step
from narrator.games.night.state.state import State
from narrator.games.night.told.views import called
from narrator.games.view import Planned, Stage

NOBODY = "nobody-can-act"
"""Why a call is left out at an open table, where nobody could act in it."""

_PHASES = {"zero": ("zero",), "night": ("night", "dawn"), "dawn": ("night", "dawn")}

Past = dict[tuple[str, str], str]
"""The calls of a night that were made or left out, and why nobody could act in them."""


def tonight(state: State, steps: Iterable[tuple[State, e.Event]]) -> list[Planned]:
    """All calls of the night that is played in this state, in order; `steps` are those that led to it."""
    return [*_calls(state, _past(steps))] if state.phase in _PHASES else []


def _past(steps: Iterable[tuple[State, e.Event]]) -> Past:
    found: Past = {}
    for state, event in remaining(steps):
        if isinstance(event, e.NightBegan):
            found = {}
        elif isinstance(event, e.CallSkipped):
            found[event.call, event.role] = event.reason
        elif isinstance(event, e.CallOpened):
            call = state.script.calls_by_phase[state.phase, event.call]
            found[event.call, event.role] = why_idle(state, call, event.role) if call.do else ""
    return found


def _calls(state: State, past: Past) -> Iterator[Planned]:
    phases = _PHASES[state.phase]
    for phase in phases:
        for place, step in enumerate(state.seating.dealt.calls[phase]):
            if phases.index(phase) < phases.index(state.phase) or (phase == state.phase and place < state.place):
                yield _planned(state, step, "done", past.get((step[0].id, step[1]), ""))
            elif phase == state.phase and place == state.place and state.turn:
                yield _planned(state, step, "now", "")
            else:
                yield _planned(state, step, "next", why_left_out(state, *step))


def _planned(state: State, step: Step, stage: Stage, why: str) -> Planned:
    call, role = step
    view = called(state, step)
    if stage == "done":
        why = why_idle(state, call, role) if why == NOBODY else why
    else:
        why = view.idle if why in ("", NOBODY) else why
    return Planned(call=view, stage=stage, why=worded(call, why) if why else "")
