"""The night, call by call: what is left out, who can act, what is asked, and how the dawn breaks."""

from __future__ import annotations

from narrator.cues import AskKind
from narrator.games.night import events as e
from narrator.games.night.flow import conditions, dawn, deck
from narrator.games.night.flow.effects import EFFECTS, FOLLOW_UPS, Power
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import IDLE, MARKS
from narrator.games.night.state.state import State, Unseen
from narrator.games.night.told.public import Public, calls_anybody, houses, project


def advance(draft: Draft) -> None:
    """Take the next step: open a call, let its people act, close it, or let the day break."""
    turn = draft.state.turn
    if turn is None:
        _next_call(draft)
    elif turn.stage == "opened":
        _begin(draft)
    elif turn.stage == "acting":
        draft.emit(e.Acted())
    else:
        draft.emit(e.CallClosed())


def _next_call(draft: Draft) -> None:
    state = draft.state
    steps = state.seating.dealt.calls[state.phase]
    if state.place >= len(steps):
        dawn.after(draft)
        return
    call, role = steps[state.place]
    power = EFFECTS[call.do] if call.do else None
    if power and power.marks:
        _end_marks(draft, power, call.called(role))
    reason = why_left_out(state, call, role)
    if reason:
        if power and power.always:
            power.effect(draft, None)
        draft.emit(e.CallSkipped(call.id, role, reason))
    else:
        draft.emit(e.CallOpened(call.id, role, able(state, call, role)))
        if power and power.keeps and not state.led:
            draft.emit(e.RoundDue(power.keeps == "question"))


def _end_marks(draft: Draft, power: Power, by: str) -> None:
    """End the marks that last until this call of their owner's."""
    for mark in power.marks:
        if mark.until == "own-call" and draft.state.marks.left_by(mark.id, by):
            draft.emit(e.Unmarked(mark.id, by))


def why_left_out(state: State, call: Call, role: str) -> str:
    """The reason why the call is not made under the table's policy (R102), or an empty text."""
    if not state.secret and call.who:
        reason = conditions.left_out(project(state), call, role)
        if reason or able(state, call, role) or _may_act(state, call, role):
            return reason
        return "nobody-can-act"
    return masked(project(state), call, role)


def _may_act(state: State, call: Call, role: str) -> bool:
    """Whether somebody may act in the call who is not known, or whose death does not show it (D78)."""
    gone = [seat for seat in state.seats_of(call.called(role)) if state.publicly_gone(seat)]
    if not (deck.awaited(state, call, role) or any(map(state.covered, gone))):
        return False
    try:
        return conditions.all_true(state, call.when, call, role)
    except Unseen:
        return True


def masked(public: Public, call: Call, role: str) -> str:
    """The reason why public facts alone leave the call out (R103), or an empty text."""
    if not calls_anybody(public, call, role):
        return "gone"
    return conditions.left_out(public, call, role)


def able(state: State, call: Call, role: str) -> tuple[int, ...]:
    """The seats that can act in the call, highest rank first; none if its conditions do not hold."""
    seat = state.seat_of(role) if role else 0
    if not call.who or (role and not seat) or not conditions.all_true(state, call.when, call, role):
        return ()
    if role:
        return (seat,) if state.active(seat) or _saves_itself(state, call, role) else ()
    members = state.members(call.called())
    awake = state.alive if state.phase == "dawn" else state.active
    return tuple(filter(awake, members))


def _saves_itself(state: State, call: Call, role: str) -> bool:
    """Whether the role was killed tonight, would have woken, and may be brought back by itself (D6)."""
    power, seat = EFFECTS.get(call.do), state.seat_of(role)
    named = power is not None and power.dead_too and role in state.rules.self_target
    return named and seat in state.killed_tonight and state.dreams(seat)


def why_idle(state: State, call: Call, role: str) -> str:
    """Why nobody can act in the call, for a moderator's eyes; empty if somebody can."""
    if able(state, call, role):
        return ""
    if deck.awaited(state, call, role):
        return ""
    seats = state.seats_of(call.called(role))
    if not seats and state.absent:
        return "asleep"
    living = [seat for seat in seats if state.alive(seat)]
    if not living:
        return "gone"
    if not any(state.active(seat) for seat in living) and state.phase != "dawn":
        every = (mark for mark in IDLE if state.marks.on(mark).issuperset(living))
        return MARKS[next(every, IDLE[-1])].idle
    return conditions.unmet(state, call, role)


def _begin(draft: Draft) -> None:
    """Start the call's time, the same whether or not anybody can act (R102), and let those who can act do so."""
    call = draft.call
    if call.do not in EFFECTS:
        draft.emit(e.Acted())
        return
    if draft.state.secret or call.ask == "none" or (draft.state.rules.dead != "card" and not draft.turn.actors):
        _wait(draft, call)
    deck.attempt(draft, act, deck.CALL)


def act(draft: Draft) -> None:
    """Let those who can act do so, once it is known whose cards are called."""
    call = draft.call
    power = EFFECTS[call.do]
    _find(draft, call)
    if not draft.turn.actors:
        _nobody(draft, power)
    elif call.ask == "none":
        power.effect(draft)
        _done(draft)
    else:
        if power.before:
            power.before(draft)
        _ask(draft, call, call.ask)


def _find(draft: Draft, call: Call) -> None:
    """Find out who has the cards that are called; those who do not open their eyes stay unknown."""
    state, role = draft.state, draft.turn.role
    card = deck.awaited(state, call, role)
    if card:
        raise Unseen(card=card, optional=True)
    if state.setup.deal == "table" and (actors := able(state, call, role)) != draft.turn.actors:
        draft.emit(e.CallReopened(actors))


def _wait(draft: Draft, call: Call) -> None:
    power, led = EFFECTS[call.do], draft.state.led
    # What follows an announcement has no part in the call's time.
    aloud = call.public and draft.announced
    tells, more = (0, ()) if aloud else (power.results(led=led), power.questions(led=led))
    more = (*more, "yes-no") if power.may_kill and draft.asks_then and not aloud else more
    draft.emit(e.Waited(tells=tells, asks=() if call.ask == "none" else (call.ask, *more)))


def _nobody(draft: Draft, power: Power) -> None:
    if power.always:
        power.effect(draft, None)
    _done(draft)


def _done(draft: Draft) -> None:
    if not draft.state.winner:
        draft.emit(e.Acted())


def _ask(draft: Draft, call: Call, kind: AskKind) -> None:
    state, power = draft.state, EFFECTS[call.do]
    offer = power.offer(draft)
    if kind != "yes-no" and not offer.seats:
        if not state.secret:
            _wait(draft, call)  # those who woke have nobody to choose, and the room shall not hear it (D50)
        _nobody(draft, power)
        return
    optional = call.optional and not (call.must and conditions.all_true(state, call.must, call, draft.turn.role))
    draft.ask(
        call.do,
        kind,
        to=draft.actors[:1] if power.decides == "first" else draft.actors,  # all who act, or the highest-ranked
        line=f"{call.id}.prompt",
        offer=offer,
        optional=optional and kind != "yes-no",
        most=(call.picks or houses(len(project(state).alive))) if kind == "seats" else 1,
        final=power.results(led=state.led) > 0 or draft.announced,
    )


def take(draft: Draft, question: e.Asked, said: str) -> None:
    """Apply a legal answer to the question; `time` counts as nobody, or no (D43)."""
    if question.key not in FOLLOW_UPS:
        _first_answer(draft, question, said)
    elif said != "time" or question.to == "moderator":
        FOLLOW_UPS[question.key](draft, said, question.about)
    elif question.kind == "yes-no":
        FOLLOW_UPS[question.key](draft, "no", question.about)


def _first_answer(draft: Draft, question: e.Asked, said: str) -> None:
    call, power = draft.call, EFFECTS[question.key]
    if said in ("none", "no", "time"):
        if power.always:
            power.effect(draft, None)
        return
    if conditions.is_limited(call):
        draft.emit(e.UseSpent(call.id, draft.turn.role))
    if question.kind == "yes-no":
        power.effect(draft, True)
    elif question.kind == "seats":
        power.effect(draft, tuple(int(seat) for seat in said.split(",")))
    else:
        power.effect(draft, int(said))
