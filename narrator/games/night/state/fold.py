"""The next state, from a state and an event: the only place where the state changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from narrator.cues import OVERRIDE
from narrator.games.night import events as e
from narrator.games.night.flow.eyes import beginning, case_of, close, lines, open_by_day
from narrator.games.night.flow.undoing import can_be_undone, from_its_waking, open_call, undone
from narrator.games.night.script.script import VARIANT
from narrator.games.night.script.seating import unknown
from narrator.games.night.state import fold_facts, fold_overrides
from narrator.games.night.state.fold_facts import Values, setting
from narrator.games.night.state.state import Outgoing, State, Today, Turn
from narrator.games.night.told.aloud import in_full, named, prompted
from narrator.games.night.told.public import project
from narrator.values import changed

_REMARKS = ("game.welcome", VARIANT, "pause.", "undo.")
"""How the ids of lines begin that tell what happens to the game, not what happens in it."""


def fold(state: State, event: e.Event) -> State:
    """The state after the event; the old one stays as it was."""
    if isinstance(event, e.Undone):
        return undone(state, event)
    new = state.copy()
    WRITERS[type(event)](new, event)
    if can_be_undone(state, event):
        new.before = state
    return new


def _repeated(state: State, _: e.Repeated) -> None:
    state.queue = (*(state.window or _said_before(state) or open_call(state)), *state.queue)
    state.window = ()


def _said_before(state: State) -> tuple[Outgoing, ...]:
    """What was said before an open question that all may know of; at others the room would hear that it is open."""
    return () if state.question is None or state.turn is not None or state.windowed else state.said


def _window(pause: Outgoing, state: State) -> tuple[Outgoing, ...]:
    """What goes out to begin a call's time anew: its instruction, then the time itself."""
    spoken = pause.line in state.script.wordings
    return (*([replace(pause, kind="say")] if spoken else []), pause)


def _began(state: State, event: e.Began) -> None:
    state.seed = event.seed
    state.deal(event.cards)
    if state.setup.deal == "table":
        state.unseen = unknown(state.cards, frozenset(state.seats()))
    state.queue += (*lines(state, "game.welcome", VARIANT), *beginning(state))


def _answered(state: State, event: e.Answered) -> None:
    if not state.windowed:
        state.retreat, state.answered = (0, 0), True
    question = state.question
    assert question is not None
    if event.answer != OVERRIDE or question.key != "day":  # which answers nothing: the day's question is put by
        state.question = None
    if question.card and event.answer in ("none", "time"):
        late = event.answer == "time"
        state.absent |= {(_called(state, late=late), question.card)}
    if question.key.startswith("deck."):
        return
    if state.unseen:
        state.answering = (question, event.answer)
        state.absent = state.absent if question.card or state.turn else frozenset()
    turn, aside = state.turn, state.aside
    if turn is not None:
        state.turn = Turn(turn.call, turn.role, turn.actors, turn.stage, (*turn.answers, event.answer))
    if aside is not None:
        state.aside = changed(aside, given=(*aside.given, event.answer))


def _called(state: State, *, late: bool) -> str:
    """Who did not wake: the role called now, or a faction for tonight, unless there was no time to say who woke."""
    if state.turn is None or state.call is None:
        return ""
    return state.call.id if late or state.turn.role else state.call.called()


def _delivered(state: State, event: e.Delivered) -> None:
    gone, *rest = state.queue
    state.queue = tuple(rest)
    if gone.kind == "say":
        times = state.times_said.get(gone.said, 0) if gone.times is None else gone.times
        if not gone.line.startswith(_REMARKS):
            _note_as_said(state, in_full(state, replace(gone, times=times, known=None)))
        if gone.times is None and not event.unheard:
            state.times_said = state.times_said | {gone.said: times + 1}
    if gone.kind != "say":
        state.untouched = gone.kind == "pause" and state.question is None
    if gone.kind != "tell" and not state.paused:
        state.window = _window(gone, state) if gone.kind == "pause" else ()
    _note_as_heard(state, gone)
    if gone.kind == "pause" and (state.turn is None or state.turn.call == gone.at.call):
        state.began = state.before


def _note_as_heard(state: State, gone: Outgoing) -> None:
    """Keep the state as all know it now; more lines may follow, and eyes be closed before they do."""
    if not (state.queue or state.paused or state.quiet):
        state.heard = None
        state.heard = state.copy()
    elif gone.known is not None:
        state.heard = gone.known


def _note_as_said(state: State, line: Outgoing) -> None:
    """Keep a line that may be asked for again, in its place; nobody may know whether a call was answered."""
    before = (
        () if state.answered else tuple(out for out in state.said if (out.line, out.data) != (line.line, line.data))
    )
    of_a_call = line.at.dark and line.at.call != line.at.phase
    state.said, state.answered = () if of_a_call else (*before, line), False


def _paused(state: State, _: e.Paused) -> None:
    state.paused, state.held = True, (*(state.window or open_call(state)), *state.queue)
    state.queue = _remark(
        state, (open_by_day(state) and lines(state, "pause.by-day")) or lines(state, "pause.begins")
    )


def _resumed(state: State, _: e.Resumed) -> None:
    state.held = from_its_waking(state)
    state.paused = state.gate = True
    state.queue = _remark(state, close(state))


def _continued(state: State, _: e.Continued) -> None:
    state.queue = _remark(state, lines(state, "pause.ends")) + state.held
    state.paused = state.gate = False
    state.held = state.window = ()


def _remark(state: State, about: tuple[Outgoing, ...]) -> tuple[Outgoing, ...]:
    """Set words about a pause in the call that the room is hearing, though the next may be open already."""
    return tuple(replace(out, at=state.held_at) for out in about)


def _night_began(state: State, event: e.NightBegan) -> None:
    state.phase = "zero" if event.night == 0 else "night"
    state.night, state.place, state.turn, state.absent = event.night, 0, None, frozenset()
    if not state.quiet:
        state.chronicle = state.chronicle.at_nightfall()
    state.marks = state.marks.at_nightfall()
    state.took_over, state.gone_tonight = frozenset(), ()
    line = "night.zero" if event.night == 0 else "night.falls"
    state.queue += lines(state, line, night=event.night)


def _call_opened(state: State, event: e.CallOpened) -> None:
    state.turn = Turn(event.call, event.role, event.actors)
    if event.call in state.script.public_calls and event.call not in project(state).cards.heard:
        state.hushed |= {event.call}
    if not state.quiet:
        state.queue += lines(state, f"{event.call}.wake", f"{event.call}.line", who=event.role)


def _call_reopened(state: State, event: e.CallReopened) -> None:
    state.turn = changed(state.turn, actors=event.actors, stage="opened", answers=())
    if state.question is not None:
        state.question, state.window = None, ()
        state.queue += open_call(state)


def _call_closed(state: State, _: e.CallClosed) -> None:
    turn = state.turn
    assert turn is not None
    if not state.quiet:
        state.queue += lines(state, f"{turn.call}.sleep", who=turn.role)
    state.turn = None
    state.place += 1


def _asked(state: State, event: e.Asked) -> None:
    state.question = event
    turn = state.turn
    if turn is not None:
        state.turn = turn.at_stage("acting")
    if state.quiet:
        return
    state.queue += tuple(changed(out, known=_kept_back(state)) for out in prompted(state, event))
    if event.key == "day":
        state.chronicle = state.chronicle.naming(named(state, event))


def _announced(state: State, event: e.Announced) -> None:
    if state.quiet:
        return
    state.chronicle = state.chronicle.heard(event.line, event.values)
    case = case_of(state, event.line, event.values)
    state.queue += (Outgoing("say", state.at, event.line, data=event.values, case=case, known=_kept_back(state)),)


def _kept_back(state: State) -> State | None:
    """The state as a line of the day shows it; by night nothing is seen before it is over."""
    if state.at.dark:
        return None
    known = state.copy()
    known.queue, known.heard = (), None
    return known


def _private_result(state: State, event: e.Told) -> None:
    if not state.quiet:
        state.queue += (Outgoing("tell", state.at, event.line, event.to, event.data),)


def _waited(state: State, event: e.Waited) -> None:
    if state.quiet:
        return
    turn, gone = state.turn, state.known_gone()
    alive = [seat for seat in state.seats() if seat not in gone]  # by day somebody may be dead when it goes out
    data: dict[str, Any] = {"tells": event.tells, "asks": event.asks, "alive": alive}
    line = event.line or f"{cast(Turn, turn).call}.line"
    at = replace(state.at, call=event.question) if event.question else state.at
    data |= {"who": turn.role} if turn else {}
    state.queue += (Outgoing("pause", at, line, data=data, case=case_of(state, line, data)),)


def _acted(state: State, _: e.Acted) -> None:
    turn = state.turn
    assert turn is not None
    state.turn = turn.at_stage("acted")


def _card_seen(state: State, event: e.CardSeen) -> None:
    before = state.unseen
    state.see(event.seat, event.card)
    state.killed_since |= (before - state.unseen) & state.dead


def _day_began(state: State, _: e.DayBegan) -> None:
    state.phase, state.place, state.today = "day", 0, Today()
    if not state.quiet:
        state.chronicle = state.chronicle.at_daybreak(state.marks.known)
    state.marks = state.marks.at_daybreak()
    state.gone_tonight, state.up, state.sailing = (), False, False


_OVER = {"turn": None, "question": None, "aside": None}
"""What is open no more once somebody has won."""

_AFTER: dict[type[e.Event], Values] = {
    e.CallSkipped: lambda state, _: {"place": state.place + 1},
    e.Woken: lambda *_: {"up": True},
    e.DawnBroke: lambda *_: {"phase": "dawn", "place": 0},
    e.PolicyChanged: lambda _, event: {"policy": event.policy},
    e.HelpOffered: lambda *_: {"offered": True},
    e.HelpChanged: lambda _, event: {"helped": event.helped},
    e.Winning: lambda _, event: {"winning": (event.winner, event.rule), "up": True, **_OVER},
    e.Won: lambda _, event: {
        "winner": event.winner,
        "rule": event.rule,
        "phase": "over",
        "together": event.seats,
        **_OVER,
    },
}

WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    **{event: setting(values) for event, values in _AFTER.items()},
    e.Began: _began,
    e.Answered: _answered,
    e.Delivered: _delivered,
    e.Repeated: _repeated,
    e.Paused: _paused,
    e.Continued: _continued,
    e.Resumed: _resumed,
    e.NightBegan: _night_began,
    e.CallOpened: _call_opened,
    e.CallReopened: _call_reopened,
    e.CallClosed: _call_closed,
    e.Asked: _asked,
    e.Announced: _announced,
    e.Told: _private_result,
    e.Waited: _waited,
    e.Acted: _acted,
    e.CardSeen: _card_seen,
    e.DayBegan: _day_began,
    **fold_facts.WRITERS,
    **fold_overrides.WRITERS,
}
"""What writes each event into a state; `Undone` cannot be written, since it leads back to another state."""
