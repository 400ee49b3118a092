"""The night, call by call: what is left out, who can act, what is asked, and how the dawn breaks."""

from __future__ import annotations

from narrator.cues import AskKind
from narrator.games.ktulu import conditions, dawn
from narrator.games.ktulu import events as e
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.effects import EFFECTS, FOLLOW_UPS
from narrator.games.ktulu.public import Public, calls_anybody, project
from narrator.games.ktulu.schedule import program
from narrator.games.ktulu.script import Call
from narrator.games.ktulu.state import State


def advance(act: Act) -> None:
    """Take the next step: open a call, let its people act, close it, or let the day break."""
    turn = act.state.turn
    if turn is None:
        _next_call(act)
    elif turn.stage == "opened":
        _begin(act)
    elif turn.stage == "acting":
        act.emit(e.Acted())
    else:
        act.emit(e.CallClosed())


def _next_call(act: Act) -> None:
    state = act.state
    steps = program(state.script, state.cards, state.phase)
    if state.place >= len(steps):
        dawn.after(act)
        return
    call, role = steps[state.place]
    if call.do and EFFECTS[call.do].marks:
        _end_marks(act, call, role)
    reason = why_left_out(state, call, role)
    if reason:
        if call.do and EFFECTS[call.do].always:
            EFFECTS[call.do].effect(act, None)
        act.emit(e.CallSkipped(call.id, role, reason))
    else:
        act.emit(e.CallOpened(call.id, role, able(state, call, role)))


def _end_marks(act: Act, call: Call, role: str) -> None:
    """End the marks that stay until their owner's next call."""
    by = role or call.who[0]
    for mark in EFFECTS[call.do].marks:
        if mark.until == "own-call" and act.state.marks.left_by(mark.id, by):
            act.emit(e.Unmarked(mark.id, by))


def why_left_out(state: State, call: Call, role: str) -> str:
    """Give the reason why the call is not made under the table's policy (R102), or an empty text."""
    if not state.secret:
        reason = conditions.left_out(project(state), call, role)
        return reason or ("" if able(state, call, role) else "nobody-can-act")
    return masked(project(state), call, role)


def masked(public: Public, call: Call, role: str) -> str:
    """Give the reason why public facts alone leave the call out (R103), or an empty text."""
    if not calls_anybody(public, call, role):
        return "gone"
    return conditions.left_out(public, call, role)


def able(state: State, call: Call, role: str) -> tuple[int, ...]:
    """List who can act in the call, highest rank first; nobody if its conditions do not hold."""
    if not conditions.all_true(state, call.when, call, role):
        return ()
    if role:
        seat = state.seat_of(role)
        return (seat,) if state.active(seat) else ()
    members = state.members(call.who[0])
    awake = state.alive if state.phase == "dawn" else state.active
    return tuple(seat for seat in members if awake(seat))


def _begin(act: Act) -> None:
    """Start the call's time, the same whether or not anybody can act (R102), and let those who can act do so."""
    call, word = act.call, EFFECTS.get(act.call.do)
    if word is None:
        act.emit(e.Acted())
        return
    if act.state.secret or call.ask == "none":
        _wait(act)
    if not act.turn.actors:
        _nobody(act)
    elif call.ask == "none":
        word.effect(act)
        _done(act)
    else:
        if word.before:
            word.before(act)
        _ask(act, call.ask)


def _wait(act: Act) -> None:
    call, word = act.call, EFFECTS[act.call.do]
    act.emit(e.Waited(tells=word.tells, asks=() if call.ask == "none" else (call.ask, *word.asks)))


def _nobody(act: Act) -> None:
    word = EFFECTS[act.call.do]
    if word.always:
        word.effect(act, None)
    _done(act)


def _done(act: Act) -> None:
    if not act.state.winner:
        act.emit(e.Acted())


def _ask(act: Act, kind: AskKind) -> None:
    state, call = act.state, act.call
    offer = EFFECTS[call.do].offer(act)
    if kind != "yes-no" and not offer.seats:
        if not state.secret:
            _wait(act)  # those who woke have nobody to choose, and the room shall not hear it (D50)
        _nobody(act)
        return
    optional = call.optional and not (call.must and conditions.all_true(state, call.must, call, act.turn.role))
    act.ask(
        call.do,
        kind,
        to=_deciders(act),
        line=f"{call.id}.prompt",
        offer=offer,
        optional=optional and kind != "yes-no",
        most=project(state).limit if kind == "seats" else 1,
        final=act.announced or EFFECTS[call.do].tells > 0,
    )


def _deciders(act: Act) -> tuple[int, ...]:
    """Name who answers: all who act together, or the highest-ranked alone."""
    return act.actors[:1] if EFFECTS[act.call.do].decides == "first" else act.actors


def answer(act: Act, said: str) -> None:
    """Take a legal answer to the open question and let it have its effect; `time` counts as nobody, or no (D43)."""
    question = act.state.question
    assert question is not None
    act.emit(e.Answered(said))
    if question.key not in FOLLOW_UPS:
        _first_answer(act, question, said)
    elif said != "time" or question.to == "moderator":
        FOLLOW_UPS[question.key](act, said, question.about)
    elif question.kind == "yes-no":
        FOLLOW_UPS[question.key](act, "no", question.about)


def _first_answer(act: Act, question: e.Asked, said: str) -> None:
    call, word = act.call, EFFECTS[question.key]
    if said in ("none", "no", "time"):
        if word.always:
            word.effect(act, None)
        return
    if conditions.is_limited(call):
        act.emit(e.UseSpent(call.id, act.turn.role))
    if question.kind == "yes-no":
        word.effect(act, True)
    elif question.kind == "seats":
        word.effect(act, tuple(int(seat) for seat in said.split(",")))
    else:
        word.effect(act, int(said))
