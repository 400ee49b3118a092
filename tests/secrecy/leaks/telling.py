"""Leaks of what is told and shown beside the calls: in rounds, on pages, at dawn, by day, and when one goes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from narrator.cues import Say
from narrator.games.ktulu import statue
from narrator.games.ktulu.day import duels
from narrator.games.night import events as e
from narrator.games.night.day import menu
from narrator.games.night.flow import dawn, eyes, night, rounds, winning
from narrator.games.night.flow.conditions import is_left
from narrator.games.night.game import NightGame
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told import views

from tests.secrecy.leaks.register import leak, otherwise

fold = import_module("narrator.games.night.state.fold")  # the package gives the function of that name

# ---- Rounds ----


@leak("seducer")
def who_died_tonight_does_not_read(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rounds, "publicly_alive", lambda draft: draft.state.living())


@leak("choragiew")
def the_dreamer_alone_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = Draft.ask

    def ask(self: Draft, key: str, kind: Any, **how: Any) -> None:
        letters = [one for one in self.state.letters if one.seat == how.get("about") and one.asks]
        if key == "page" and not letters:
            how["choices"] = ("ready", "time")
        usual(self, key, kind, **how)

    patch.setattr(Draft, "ask", ask)


@leak("seducer")
def there_is_a_round_only_if_there_is_a_letter(patch: pytest.MonkeyPatch) -> None:
    usual = dawn.after

    def after(draft: Draft) -> None:
        if draft.state.dues and not draft.state.letters and draft.state.phase != "night" and not draft.state.up:
            draft.state.dues = 0
        usual(draft)

    patch.setattr(dawn, "after", after)


@leak("seducer")
def whoever_has_a_letter_is_called_in_other_words(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, say: Say) -> Say:
        asked = state.question
        expected = asked is not None and any(one.seat == asked.about for one in state.letters)
        return replace(say, text=f"{say.text} Dobrze.") if say.line.startswith("round.next") and expected else say

    otherwise(patch, Say, change)


# ---- What is shown, and prepared ----


@leak()
def the_calls_to_come_are_those_in_which_somebody_can_act(patch: pytest.MonkeyPatch) -> None:
    usual = views.public_view

    def public_view(state: State) -> Any:
        given = usual(state)
        calls = {call.id: (call, role) for call, role in state.seating.dealt.calls.get(state.phase, [])}
        coming = (one for one in given.coming if one not in calls or night.able(state, *calls[one]))
        return replace(given, coming=tuple(coming))

    patch.setattr(views, "public_view", public_view)


@leak("quiet-foot", "chief")
def a_planted_statue_is_seen_where_it_is(patch: pytest.MonkeyPatch) -> None:
    usual = views.public_view

    def public_view(state: State) -> Any:
        faction = state.faction(state.holder) if state.holder else state.believed
        return replace(usual(state), facts={"believed": faction})

    patch.setattr(views, "public_view", public_view)


@leak()
def lines_are_prepared_for_what_is_left(patch: pytest.MonkeyPatch) -> None:
    usual = NightGame.texts_to_prepare

    def texts_to_prepare(state: State) -> Any:
        used = {call for call, _ in state.uses}
        return [part for part in usual(state) if part.id.rsplit(".", 2)[0] not in used]

    patch.setattr(NightGame, "texts_to_prepare", staticmethod(texts_to_prepare))


@leak()
def a_page_for_all_moves_on_once_somebody_has_answered(patch: pytest.MonkeyPatch) -> None:
    usual = views.public_view

    def public_view(state: State) -> Any:
        given = usual(state)
        return replace(given, coming=given.coming[1:]) if state.turn and state.turn.answers else given

    patch.setattr(views, "public_view", public_view)


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
    def announce_losses(draft: Draft) -> None:
        for seat in draft.state.gone_tonight:
            fate = "dawn.died" if seat in draft.state.dead else "dawn.escaped"
            draft.announce(fate, seat=seat, card=draft.state.card(seat))

    patch.setattr(winning, "announce_losses", announce_losses)


@leak("doctor", "lucky-luke")
def a_quiet_dawn_tells_of_the_doctor(patch: pytest.MonkeyPatch) -> None:
    def change(state: State, say: Say) -> Say:
        saved = say.line.startswith("dawn.quiet") and state.spent("doctor.revive", "doctor") > 0
        return replace(say, text=f"{say.text} Lekarz nie spał.") if saved else say

    otherwise(patch, Say, change)


# ---- The day, and going back ----


@leak("shamaness")
def poison_is_asked_for_only_if_there_is_any(patch: pytest.MonkeyPatch) -> None:
    usual = menu.possible

    def possible(draft: Draft) -> tuple[str, ...]:
        return tuple(step for step in usual(draft) if step != "poison" or draft.state.marks.of("poison"))

    patch.setattr(menu, "possible", possible)


@leak("doctor")
def the_doctor_is_called_after_a_duel_only_if_he_can_save(patch: pytest.MonkeyPatch) -> None:
    usual = duels._ask_doctor

    def ask_doctor(draft: Draft, doctors: Any) -> None:
        able = [seat for seat in doctors if is_left(draft.state, *duels.reviving(draft.state, seat))]
        usual(draft, [seat for seat in able if draft.state.alive(seat)])

    patch.setattr(duels, "_ask_doctor", ask_doctor)


def a_win_by_day_closes_eyes_as_at_night(patch: pytest.MonkeyPatch) -> None:
    """So rare that it is no leak of LEAKS: endgames show it (tests/secrecy/steps/endgames.py)."""
    usual = eyes.close

    def close(state: State) -> Any:
        return usual(state) if state.phase == "day" else eyes.lines(state, "night.again")

    patch.setattr(fold, "close", close)


def poison_that_found_a_body_is_struck_off(patch: pytest.MonkeyPatch) -> None:
    """So rare that it is no leak of LEAKS: a pair made by hand shows it (tests/secrecy/test_rare_pairs.py)."""
    usual = fold.WRITERS[e.PoisonStruck]

    def struck(state: State, event: Any) -> None:
        usual(state, event)
        state.today = replace(state.today, poison=True)

    patch.setitem(fold.WRITERS, e.PoisonStruck, struck)


@leak()
def going_back_goes_to_the_last_answer(patch: pytest.MonkeyPatch) -> None:
    """As at an open table."""
    patch.setattr(fold, "can_be_undone", lambda _, event: isinstance(event, e.Answered))


@leak("lucky-luke", "sheriff", "chief")
def going_back_in_a_pause_forgets_whose_time_was_running(patch: pytest.MonkeyPatch) -> None:
    usual = fold.WRITERS[e.Paused]

    def paused(state: State, event: Any) -> None:
        usual(state, event)
        state.window, state.began = (), state.before

    patch.setitem(fold.WRITERS, e.Paused, paused)


@leak("lucky-luke", "sheriff", "chief")
def a_game_goes_on_with_the_call_that_the_game_has_come_to(patch: pytest.MonkeyPatch) -> None:
    """Whatever the room heard last."""
    patch.setattr(fold, "from_its_waking", lambda state: (*fold.open_call(state), *state.queue))


@leak()
def going_back_leads_only_to_calls_in_which_somebody_can_act(patch: pytest.MonkeyPatch) -> None:
    usual = fold.can_be_undone

    def can_be_undone(state: State, event: e.Event) -> bool:
        return usual(state, event) and not (isinstance(event, e.CallOpened) and not event.actors)

    patch.setattr(fold, "can_be_undone", can_be_undone)


@leak()
def going_back_is_told_in_other_words_after_an_answer(patch: pytest.MonkeyPatch) -> None:
    usual = fold.undone

    def undone(state: State, event: e.Undone) -> State:
        new: State = usual(state, event)
        if state.turn and state.turn.answers:
            new.times_said = {**new.times_said, "undo.notice": new.times_said.get("undo.notice", 0) + 1}
        return new

    patch.setattr(fold, "undone", undone)


@leak()
def a_call_is_repeated_only_while_its_question_is_open(patch: pytest.MonkeyPatch) -> None:
    usual = fold.WRITERS[e.Repeated]

    def repeated(state: State, event: Any) -> None:
        if state.question is not None or not state.window:
            usual(state, event)

    patch.setitem(fold.WRITERS, e.Repeated, repeated)
