"""Undo: which state it goes back to, and what is said when a call is heard again (D42, D56, D57)."""

# How undo works in a night with secrets
#
# Everybody hears that something is taken back, and which call is then heard again. By day, and at an open table,
# that tells nothing: an answer was given aloud, and undo takes it back. With closed eyes it would. If undo went back
# to the last answer, the call that is heard again would be one that somebody answered, and those passed over would
# be calls in which nobody could, or did. So where it leads must follow from what the room has heard, and that is the
# calls (D42, R103).
#
# The steps. A state keeps in `before` the state before the last step that can be undone, and that one its own: a
# chain. A step is, in a secret night, a call with something to do, whoever can act in it (a call that only says
# words has nothing to take back); elsewhere, an answer. An answer in a call's time is no step (`State.windowed`);
# nor is the doctor's, who is called by day with all eyes closed, at any table.
#
# The call whose time runs. `before` follows the game, and the game may be ahead of the room: after an early answer,
# or where nobody can act, the next call may be open already while this one's time still runs. Undo in that time
# would then lead to the next call at one table and to this one at another. So `began` keeps what `before` was when
# the time began, and counts as long as it runs (`window`), or is to run again: when it was asked for once more, after
# a pause, after a break-off. Either way undo first leads to the call whose time runs,
# anew. At an open table undo takes back the last answer, in a call's time too.
#
# Once more. After undo that call is heard, and its time runs as it did before. To somebody who wants to go further
# back, undo must not lead to the same call for ever; but the game must not ask whether it was answered in between.
# So each undo goes one step further than the last, whatever was answered since:
#
#     The night calls A, B, C, D. In D's time: undo leads to D, then undo to C, then undo to B.
#
# `retreat` is (began, left): how many steps there were when going back began, and how many were left after the last
# time. While there are no more steps than `began`, undo leads to the table before the last of those `left`: if B and
# C have been made again since, and C's time runs, the next undo still leads to A. Only when the game has gone past D
# are there more steps than there were, and undo counts from where the game is. By day an answer settles it: what is
# answered aloud ends the going back, and undo takes back that answer.
#
# What is said. First the notice that something was taken back, then the words that wake the call's people, unless
# the call gone back to will open with them or its people are awake: they had closed their eyes. Then the instruction
# of an open question. Between day and night it goes by way of the eyes (D56): into the night all close them and
# somebody presses Enter (`gate`), for else a page of the night would meet open eyes; from the night to the day a
# word opens them. A pause changes nothing of this: undo in it goes as far as without it, and ends it.
#
# What a moderator sets. Each answer of a correction is a step within it, and so is its beginning: undo at its first
# question ends it, and what it had put by stands there as it stood. Nobody else has heard of it (D65), so nothing is
# said, unless a pause was heard amid it. A call's time in which nobody was asked anything begins anew then, and also
# where undo leads back into a correction that had ended: the moderator acts the call out once more.
#
# Answers given again. Where a moderator changes an old answer, a replay takes back all that was given since and gives
# it once more. The room hears none of it, and how far back it went is a secret: so what counts as heard, and as going
# back, stays as it was (`unheard`).
#
# A game that is taken up after a break-off (D57) goes the same way: closed eyes, Enter, the words that wake, and the
# time anew. Whose call it is follows from what has been said, not from whether a question is open.
#
# Tests: tests/test_ways_back.py, and the pairs of tests/secrecy, in which people go back at any time.

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from narrator.cues import At
from narrator.games.night import events as e
from narrator.games.night.flow.eyes import beginning, by_night, close, closed, lines, reopen
from narrator.games.night.script.script import PHASES, calls_tonight
from narrator.games.night.state.state import Aside, Outgoing, State
from narrator.games.night.told.aloud import prompted
from narrator.values import changed

_BESIDES = ("pause.", "undo.", "night.again", "day.again", "day.closed")
"""How the ids of lines begin that are said between the calls."""

_NOTICE = "undo.notice"
"""The line that says that something was taken back."""


def can_be_undone(state: State, event: e.Event) -> bool:
    """Whether undoing goes back to before this event: an answer, or a call while nobody may know of answers."""
    if isinstance(event, e.OverrideBegan):
        at_menu = state.question is not None and state.question.key == "day" and not state.queue
        return not at_menu  # for then the menu's answer has been a step already
    if isinstance(event, e.CallOpened):
        return state.secret and bool(state.script.calls_by_phase[state.phase, event.call].do)
    return isinstance(event, e.Answered) and not (state.windowed or state.reviving)


def back(state: State, event: e.Undone) -> State | None:
    """The state that undo goes back to, if any.

    As long as the game has not passed the place where undoing began, that is one step further than the last time: in
    the night nobody may know whether anybody has answered since.
    """
    tables = ways_back(state)
    began, left = (0, 0) if event.unheard else state.retreat
    steps = len(tables) if len(tables) > began else min(left, len(tables))  # fewer once a change took some away
    return tables[max(steps - 1, 0)] if tables else None


def remaining(steps: Iterable[tuple[State, e.Event]]) -> list[tuple[State, e.Event]]:
    """Leave out what was undone, and the undoing; each event comes with the state just before it."""
    left: list[tuple[State, e.Event]] = []
    marks: list[int] = []
    for state, event in steps:
        gone_back = back(state, event) if isinstance(event, e.Undone) else None
        if gone_back is not None:
            taken = len(_chain(gone_back.before))
            del left[marks[taken] :], marks[taken:]
        if can_be_undone(state, event):
            marks.append(len(left))
        left += [] if isinstance(event, e.Undone) else [(state, event)]
    return left


def ways_back(state: State) -> list[State]:
    """The states that undo can go back to, earliest first; in a secret call's time, none since it began (R103)."""
    in_time = state.secret and (state.window or _begins_anew(state))
    return _chain(state.began if in_time else state.before)


def _chain(before: State | None) -> list[State]:
    """Follow the states back that undo leads to, each from the one after it; earliest first."""
    tables: list[State] = []
    while before is not None:
        tables.append(before)
        before = before.before
    return tables[::-1]


def _begins_anew(state: State) -> bool:
    """Whether the time of a call before the open one is still to run again: its words are being repeated."""
    to_come = next((out for out in (*state.held, *state.queue) if out.kind == "pause"), None)
    return state.turn is not None and to_come is not None and to_come.at.call != state.turn.call


def undone(state: State, event: e.Undone) -> State:
    """The table gone back to, and what is said there; a night that all have left waits for closed eyes (D56)."""
    left = back(state, event)
    if left is None:
        return state
    new = left.copy()
    gone_back = max(state.retreat[0], len(ways_back(state))), len(ways_back(left))
    new.retreat = state.retreat if event.unheard else gone_back
    if left.aside is not None:
        queue, window = _standing(left.aside, idle=left.untouched)
        new.aside = changed(left.aside, queue=queue, window=window)
    if state.aside is not None:
        _step_back_aside(state, left, new)
        return new
    new.window = ()
    notice, call = Outgoing("say", new.at, _NOTICE), (*_wake(state, new), *open_call(new))
    if by_night(new) and not closed(state):
        new.paused = new.gate = True
        new.held, new.queue = call, (notice, *close(new))
    else:
        opened = reopen(new) if closed(state) and not by_night(new) else ()
        new.queue = (notice, *opened, *call)
    new.times_said = state.times_said if event.unheard else left.times_said | _gone_on(state, new)
    return new


def _step_back_aside(state: State, left: State, new: State) -> None:
    """Stand a question before in a correction, or where it began; a pause that was heard ends in words."""
    new.queue, new.window = _standing(left, idle=left.untouched)
    new.times_said = state.times_said
    if left.aside is None:
        new.retreat = left.retreat
    if state.gate:
        new.paused = new.gate = True
        new.held = from_its_waking(left)
        new.queue, new.window = close(new), ()
    if state.paused:
        new.queue = (Outgoing("say", new.at, _NOTICE), *new.queue)


def _standing(stood: State | Aside, *, idle: bool) -> tuple[tuple[Outgoing, ...], tuple[Outgoing, ...]]:
    """What was to go out, and the time that ran; one in which nobody was asked begins anew before a line."""
    anew = idle and stood.question is None and bool(stood.queue) and stood.queue[0].kind == "say"
    return ((*stood.window[-1:], *stood.queue), ()) if anew else (stood.queue, stood.window)


def _gone_on(state: State, new: State) -> dict[str, int]:
    """How often was heard what goes on to other words, though the game was ahead of the room then (R103).

    The words of a call before the one gone back to may have been repeated after that was opened.
    """
    lines = {out.said for out in (*new.queue, *new.held) if out.times is None}
    others = (*_BESIDES, *(f"{call}." for call in _made(new)))
    return {line: times for line, times in state.times_said.items() if line in lines or line.startswith(others)}


def _made(state: State) -> list[str]:
    """The calls of this night before the place in it where the state is; by day, all."""
    phases = {"dawn": ("night",), "day": PHASES}.get(state.phase, ())
    here = calls_tonight(state.script, state.cards, state.phase)[: state.place]
    return [*(call.id for phase in phases for call in state.script.calls(phase)), *(call.id for call, _ in here)]


def open_call(state: State) -> tuple[Outgoing, ...]:
    """The words of the open question, to be heard again: a call's instruction, or what was said before it."""
    if state.turn is None:
        return tuple(replace(out, times=max(state.times_said.get(out.said, 0) - 1, 0)) for out in _put(state))
    return lines(state, f"{state.turn.call}.line", who=state.turn.role)


def _put(state: State) -> tuple[Outgoing, ...]:
    """The words with which a question was put that is no call's."""
    asked = state.question
    if asked is None:
        return ()
    if asked.key == "page":
        return lines(state, "round.next", seat=asked.about)
    return beginning(state) if asked.key == "start" else prompted(state, asked)


def _wake(left: State, again: State) -> tuple[Outgoing, ...]:
    """The words that wake the call gone back to, unless it will open with them, or is still open."""
    if again.turn is None:
        return _wake_next(again)
    if left.turn is not None and (left.turn.call, left.turn.role) == (again.turn.call, again.turn.role):
        return ()
    call = again.script.waker(again.phase, again.turn.call)
    return lines(again, f"{call}.wake", who=again.turn.role)


def _wake_next(state: State) -> tuple[Outgoing, ...]:
    """The words that wake the block of the call that is about to open, if it has none of its own."""
    steps = calls_tonight(state.script, state.cards, state.phase)
    if state.question is not None or state.place >= len(steps):
        return ()
    call, role = steps[state.place]
    waker = state.script.waker(state.phase, call.id)
    return () if waker == call.id else lines(state, f"{waker}.wake", who=call.called(role))


def from_its_waking(state: State) -> tuple[Outgoing, ...]:
    """What goes out when the night goes on after a break-off (D57).

    If somebody may have been acting, their call is heard from the words that wake them, and its time begins anew. Who
    that is follows from what has been said, whatever has been answered.
    """
    pending = state.held if state.paused else (*state.window, *state.queue)
    at = pending[0].at if pending else state.at
    call = tuple(takewhile(lambda out: out.at == at, pending))
    turn = state.turn
    theirs = turn is not None and turn.call == at.call and (state.question is not None or turn.stage == "opened")
    if not theirs and all(out.kind == "say" for out in call):
        return pending
    return (*_woken(state, at, call), *_instruction(state, call), *pending)


def _woken(state: State, at: At, call: tuple[Outgoing, ...]) -> tuple[Outgoing, ...]:
    """The words that wake the people of a call at this place, unless they are still to be said."""
    phases = ("zero",) if at.night == 0 else ("night", "dawn")
    phase = next((one for one in phases if at.call in {call.id for call in state.script.calls(one)}), "")
    wake = f"{state.script.waker(phase, at.call)}.wake" if phase else ""
    if wake in {out.line for out in call}:
        return ()
    role = next((out.data["who"] for out in call if "who" in out.data), state.turn.role if state.turn else "")
    return tuple(replace(out, at=at) for out in lines(state, wake, who=role))


def _instruction(state: State, call: tuple[Outgoing, ...]) -> tuple[Outgoing, ...]:
    """The words before the open call's time or question, unless they, or a result, are what comes next."""
    if not call:
        return open_call(state)
    head = call[0]
    return (replace(head, kind="say"),) if head.kind == "pause" and head.line in state.script.wordings else ()
