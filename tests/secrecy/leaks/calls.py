"""Leaks of the calls by night: who is called, in what words, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from narrator.cues import Pause, Say
from narrator.games.ktulu.effects import gods
from narrator.games.night import events as e
from narrator.games.night.flow import night
from narrator.games.night.flow.conditions import all_true
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told import public, wording

from tests.secrecy.leaks.register import leak, otherwise


def _left_out(patch: pytest.MonkeyPatch, when: Callable[[State, Call, str], bool]) -> None:
    """Leave calls out where a secret says so."""
    usual = night.why_left_out

    def why_left_out(state: State, call: Call, role: str) -> str:
        secret = "" if not call.do or not when(state, call, role) else "nobody-can-act"
        return usual(state, call, role) or secret

    patch.setattr(night, "why_left_out", why_left_out)


# ---- Calls that are left out ----


@leak()
def the_dead_of_tonight_are_not_called(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, _, role: bool(role) and not state.alive(state.seat_of(role)))


@leak()
def sleepers_are_not_called(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, _, role: bool(role) and state.seat_of(role) in state.marks.asleep)


@leak()
def nobody_is_called_for_a_power_that_was_used_up(patch: pytest.MonkeyPatch) -> None:
    _left_out(patch, lambda state, call, role: state.spent(call.id, role) > 0)


@leak("drunkard", "drunken-judge")
def what_was_done_in_silence_is_known_once_nobody_lies_covered(patch: pytest.MonkeyPatch) -> None:
    """D78 A moderator brings the only one of them back to life, or all of a faction are known to be out."""
    usual = public._cards

    def cards(state: State) -> public.Cards:
        forgotten = state.copy()
        forgotten.hushed = frozenset()
        return usual(forgotten)

    patch.setattr(public, "_cards", cards)


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

    otherwise(patch, Say, change)


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

    otherwise(patch, Say, change)


# ---- Time ----


@leak()
def the_pause_after_a_line_is_longer_once_somebody_has_answered(patch: pytest.MonkeyPatch) -> None:
    usual = night.take

    def take(draft: Draft, question: e.Asked, said: str) -> None:
        usual(draft, question, said)
        if not draft.state.winner and said not in ("none", "no", "time"):
            draft.announce("night.still")

    patch.setattr(night, "take", take)
    otherwise(patch, Say, lambda _, say: say if say.text else replace(say, pause=0.1))


@leak()
def a_calls_time_is_drawn_from_a_secret(patch: pytest.MonkeyPatch) -> None:
    usual = wording.window

    def window(state: State, *more: Any) -> float:
        return usual(replace(state, seed=state.seed + state.holder), *more)

    patch.setattr(wording, "window", window)


@leak()
def nobody_waits_where_nobody_can_act(patch: pytest.MonkeyPatch) -> None:
    _without_time(patch, lambda draft: draft.state.turn is not None and not draft.turn.actors)


@leak("gambler")
def nobody_waits_for_a_gambler_who_is_dead(patch: pytest.MonkeyPatch) -> None:
    _without_time(patch, lambda draft: bool(draft.state.turn and not draft.state.alive((*draft.turn.actors, 0)[0])))


@leak("forgotten", "kaszabara")
def nobody_waits_at_dawn_unless_a_sleeper_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gods, "_possible_gifts", lambda _: 0)


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


@leak()
def a_calls_time_is_a_millisecond_shorter_where_nobody_can_act(patch: pytest.MonkeyPatch) -> None:
    otherwise(
        patch, Pause, lambda state, pause: replace(pause, seconds=pause.seconds - 0.001) if _idle(state) else pause
    )


@leak()
def the_rest_after_a_line_is_a_millisecond_longer_once_the_holder_changed(patch: pytest.MonkeyPatch) -> None:
    otherwise(patch, Say, lambda state, say: replace(say, pause=say.pause + 0.001) if state.holder % 2 else say)


@leak()
def there_is_no_time_for_a_result_where_nobody_is_told_any(patch: pytest.MonkeyPatch) -> None:
    otherwise(patch, Pause, lambda state, pause: replace(pause, tells=0) if _idle(state) else pause)


@leak()
def those_who_died_tonight_are_not_counted(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, pause: Pause) -> Pause:
        return replace(pause, counts=tuple(_living(state, part) for part in pause.counts))

    otherwise(patch, Pause, change)


def _living(state: State, part: Any) -> Any:
    return tuple(one for one in part if not (one.isdecimal() and int(one) in state.dead)) if part else part


def _idle(state: State) -> bool:
    return state.turn is None or not state.turn.actors
