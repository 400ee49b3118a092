"""Leaks to plant: faults by which a room could tell tables apart that differ in secrets alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from narrator.cues import Say
from narrator.games.ktulu import Ktulu, dawn, night, outcomes, statue, wording
from narrator.games.ktulu import events as e
from narrator.games.ktulu.conditions import all_true
from narrator.games.ktulu.day import menu
from narrator.games.ktulu.draft import Draft
from narrator.games.ktulu.script import Call
from narrator.games.ktulu.state import State

fold = import_module("narrator.games.ktulu.fold")  # the package gives the function of that name

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: list[tuple[Leak, tuple[str, ...]]] = []
"""Each with the cards without which it cannot be heard."""


def leak(*cards: str) -> Callable[[Leak], Leak]:
    def register(plant: Leak) -> Leak:
        LEAKS.append((plant, cards))
        return plant

    return register


def _left_out(patch: pytest.MonkeyPatch, when: Callable[[State, Call, str], bool]) -> None:
    """Leave calls out where a secret says so."""
    usual = night.why_left_out

    def why_left_out(state: State, call: Call, role: str) -> str:
        secret = "" if not call.do or not when(state, call, role) else "nobody-can-act"
        return usual(state, call, role) or secret

    patch.setattr(night, "why_left_out", why_left_out)


def _cue(patch: pytest.MonkeyPatch, change: Callable[[State, Say], Say]) -> None:
    """Say lines otherwise."""
    usual = Ktulu.cue

    def cue(self: Ktulu, state: State) -> Any:
        given = usual(self, state)
        return change(state, given) if isinstance(given, Say) else given

    patch.setattr(Ktulu, "cue", cue)


# ---- Calls that are left out ----


@leak()
def the_dead_of_tonight_are_not_called(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, _, role: bool(role) and not state.alive(state.seat_of(role)))


@leak()
def sleepers_are_not_called(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, _, role: bool(role) and state.seat_of(role) in state.asleep)


@leak()
def nobody_is_called_for_a_power_that_was_used_up(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, role: state.spent(call.id, role) > 0)


@leak("doctor")
def the_doctor_is_called_only_if_somebody_died(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, _: call.do == "revive" and not state.killed_tonight)


@leak("doctor")
def the_doctor_is_called_only_if_he_lives(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, role: call.do == "revive" and not state.alive(state.seat_of(role)))


@leak()
def the_statue_is_passed_only_if_its_holder_is_awake(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, _: call.do == "pass-statue" and not state.active(state.holder))


@leak("quiet-foot")
def quiet_foot_is_called_only_if_she_holds_the_statue(patch: pytest.MonkeyPatch) -> None:
    def elsewhere(state: State, call: Call, role: str) -> bool:
        return call.do == "plant" and not all_true(state, call.when, call, role)

    _left_out(patch, elsewhere)


@leak("lone-coyote")
def the_coyote_is_called_only_if_he_is_alone(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, role: role == "lone-coyote" and not all_true(state, call.when, call, role))


# ---- Words ----


@leak()
def another_word_is_said_where_nobody_can_act(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, say: Say) -> Say:
        empty = state.turn is not None and not state.turn.actors
        return replace(say, text=f"{say.text} Cisza.") if empty else say

    _cue(patch, change)


@leak()
def another_wording_is_said_after_a_secret_choice(patch: pytest.MonkeyPatch) -> None:
    usual = wording.pieces

    def pieces(state: State, *more: Any, **named: Any) -> Any:
        return usual(replace(state, seed=state.seed + sum(state.uses.values())), *more, **named)

    patch.setattr(wording, "pieces", pieces)


@leak()
def only_the_number_of_a_line_betrays_the_holders_seat(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, say: Say) -> Say:
        return replace(say, line=f"{say.line}0") if state.holder == 1 else say

    _cue(patch, change)


# ---- Time ----


@leak()
def the_pause_after_a_line_is_longer_once_somebody_has_answered(patch: pytest.MonkeyPatch) -> None:
    usual = night.answer

    def answer(draft: Draft, said: str) -> None:
        usual(draft, said)
        if not draft.state.winner and said not in ("none", "no", "time"):
            draft.announce("night.still")

    patch.setattr(night, "answer", answer)
    usual_cue = Ktulu.cue

    def cue(self: Ktulu, state: State) -> Any:
        given = usual_cue(self, state)
        return replace(given, text="", pause=0.1) if isinstance(given, Say) and not given.text else given

    patch.setattr(Ktulu, "cue", cue)


@leak()
def a_calls_time_is_drawn_from_a_secret(patch: pytest.MonkeyPatch) -> None:
    usual = wording.window

    def window(state: State, *more: Any) -> float:
        return usual(replace(state, seed=state.seed + state.holder), *more)

    patch.setattr(wording, "window", window)


@leak()
def nobody_waits_where_nobody_can_act(patch: pytest.MonkeyPatch) -> None:
    _without_time(patch, lambda draft: draft.state.turn is not None and not draft.turn.actors)


def nobody_waits_for_a_gambler_who_is_dead(patch: pytest.MonkeyPatch) -> None:
    _without_time(patch, lambda draft: bool(draft.state.turn and not draft.state.alive((*draft.turn.actors, 0)[0])))


def nobody_waits_at_dawn_unless_a_sleeper_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dawn, "_possible_gifts", lambda _: 0)


@leak()
def a_late_answer_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    """As long as private results are shown after a call's time, and not in it."""
    usual = Draft.emit

    def emit(self: Draft, event: e.Event) -> None:
        usual(self, replace(event, tells=0) if isinstance(event, e.Waited) else event)

    patch.setattr(Draft, "emit", emit)


def _without_time(patch: pytest.MonkeyPatch, when: Callable[[Draft], bool]) -> None:
    usual = Draft.emit

    def emit(self: Draft, event: e.Event) -> None:
        if not (isinstance(event, e.Waited) and when(self)):
            usual(self, event)

    patch.setattr(Draft, "emit", emit)


# ---- Announcements ----


@leak("sheriff", "boss", "avenger")
def the_jailed_holder_is_not_named(patch: pytest.MonkeyPatch) -> None:
    _unnamed(patch, lambda draft, seat: draft.call.do == "jail" and draft.state.holder == seat)


@leak("lucky-luke", "sheriff", "pastor")
def a_body_that_was_picked_is_not_named(patch: pytest.MonkeyPatch) -> None:
    _unnamed(patch, lambda draft, seat: not draft.state.alive(seat))


def _unnamed(patch: pytest.MonkeyPatch, when: Callable[[Draft, int], bool]) -> None:
    usual = Draft.announce_pick

    def announce_pick(self: Draft, *seats: int) -> None:
        if not when(self, seats[0]):
            usual(self, *seats)

    patch.setattr(Draft, "announce_pick", announce_pick)


@leak("quiet-foot")
def planting_is_announced(patch: pytest.MonkeyPatch) -> None:
    usual = statue.move_silently

    def move(draft: Draft, seat: int, *, planted: bool) -> None:
        usual(draft, seat, planted=planted)
        faction = draft.state.faction(draft.state.holder)
        if faction != "indians":
            draft.announce(f"statue.taken.{faction}")

    patch.setattr(statue, "move_silently", move)


@leak()
def the_dead_are_named_in_the_order_of_their_deaths(patch: pytest.MonkeyPatch) -> None:
    def tell_losses(draft: Draft) -> None:
        for seat in draft.state.gone_tonight:
            fate = "dawn.died" if seat in draft.state.dead else "dawn.escaped"
            draft.announce(fate, seat=seat, card=draft.state.card(seat))

    patch.setattr(outcomes, "tell_losses", tell_losses)


@leak("doctor", "lucky-luke")
def a_quiet_dawn_tells_of_the_doctor(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, say: Say) -> Say:
        saved = say.line.startswith("dawn.quiet") and state.spent("doctor.revive", "doctor") > 0
        return replace(say, text=f"{say.text} Lekarz nie spał.") if saved else say

    _cue(patch, change)


# ---- The day, and going back ----


@leak("shamaness")
def poison_is_asked_for_only_if_there_is_any(patch: pytest.MonkeyPatch) -> None:
    usual = menu.possible

    def possible(draft: Draft) -> tuple[str, ...]:
        return tuple(step for step in usual(draft) if step != "poison" or draft.state.marks.of("poison"))

    patch.setattr(menu, "possible", possible)


def poison_that_found_a_body_is_struck_off(patch: pytest.MonkeyPatch) -> None:
    usual = fold._WRITERS[e.PoisonStruck]

    def struck(state: State, event: Any) -> None:
        usual(state, event)
        state.today = replace(state.today, poison=True)

    patch.setitem(fold._WRITERS, e.PoisonStruck, struck)


@leak()
def going_back_goes_to_the_last_answer(patch: pytest.MonkeyPatch) -> None:
    """As at an open table."""
    patch.setattr(fold, "can_be_undone", lambda _, event: isinstance(event, e.Answered))


@leak("lucky-luke", "sheriff", "chief")
def going_back_in_a_pause_forgets_whose_time_was_running(patch: pytest.MonkeyPatch) -> None:
    usual = fold._WRITERS[e.Paused]

    def paused(state: State, event: Any) -> None:
        usual(state, event)
        state.window = ()

    patch.setitem(fold._WRITERS, e.Paused, paused)


@leak("lucky-luke", "sheriff", "chief")
def a_game_goes_on_with_the_call_that_the_game_has_come_to(patch: pytest.MonkeyPatch) -> None:
    """Whatever the room heard last."""
    patch.setattr(fold, "from_its_waking", lambda state: (*fold.open_call(state), *state.queue))
