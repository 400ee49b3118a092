"""The calls of a night for the moderator: those that were made, the open one, those to come, and why nobody acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.games.night import events as e
from narrator.games.night.flow.conditions import NOT_NOW, worded
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.night import able, why_idle, why_left_out
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.script.script import Step, calls_tonight
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told.wording import text
from narrator.games.view import CallView, Planned, Stage

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


def open_call(state: State) -> CallView | None:
    """The call that is open; where the time of an earlier one begins anew, that one."""
    head = state.queue[0] if state.queue else None
    call = state.script.calls_by_id.get(head.at.call) if head and head.kind == "pause" else None
    if head and call and call is not state.call:
        return called(state, (call, head.data.get("who", "")), anew=True)
    return called(state, (state.call, state.turn.role)) if state.turn and state.call else None


def calls_to_make(state: State) -> list[Step]:
    """The calls still to be made in this phase, in order."""
    steps = calls_tonight(state.script, state.cards, state.phase)[state.place + bool(state.turn) :]
    return [(call, role) for call, role in steps if not why_left_out(state, call, role)]


def called(state: State, one: Step, *, anew: bool = False) -> CallView:
    """A call for the moderator: who can act in it by now, else why not, as far as that will not change before it."""
    call, role = one
    turn = state.turn if state.turn is not None and state.turn.call == call.id else None
    seats = turn.actors if turn else able(state, call, role)
    idle = _idle(state, one, seats, is_open=anew or turn is not None)
    who = (role,) if role else call.who
    read_first = ("prompt", "wake", "sleep") if call.who else ("line",)  # by the moderator, of those that it has
    words = (text(state, f"{call.id}.{part}", {"who": call.called(role)})[1] for part in read_first)
    return CallView(
        id=call.id, question=next(filter(None, words), ""), book=call.book, who=who, seats=seats, idle=idle
    )


def _idle(state: State, one: Step, seats: tuple[int, ...], *, is_open: bool) -> str:
    """Why nobody acts, or chooses: what may be otherwise when the call comes is none yet."""
    call, role = one
    if not call.do:
        return ""
    if seats:
        return _no_choice(state) if is_open and call is state.call else ""
    why = why_idle(state, call, role)
    return why if is_open or why != NOT_NOW else ""


def _no_choice(state: State) -> str:
    """Why those who woke are asked nothing: there is nobody whom they could choose (D50)."""
    call = state.call
    if call is None or call.ask not in ("seat", "seats") or state.question:
        return ""
    return "" if EFFECTS[call.do].offer(Draft(state)).seats else "no-choice"
