"""Each promise of a power is broken once at random tables by a power that does something else, and a law sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from narrator.games.night import events as e
from narrator.games.night.day import last_shot, menu
from narrator.games.night.flow import deaths
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.winning import WAYS
from narrator.games.night.script.script import Call, Script
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Marks
from narrator.games.night.state.state import State

from tests.invariants import laws, offers, promises
from tests.invariants.witness import LawBroken, attend
from tests.sometimes import MET, OTHERS

GAMES = 40
"""In so many games at most it is seen."""

WEREWOLF, AVALON, OWN = OTHERS


@pytest.fixture(autouse=True)
def nothing_met() -> Iterator[None]:
    yield
    MET.clear()


def nothing(_draft: Draft, *_said: Any) -> None:
    """Do nothing."""


def another_side(draft: Draft, pick: int) -> None:
    other = next(side for side in draft.state.script.factions if side != draft.state.faction(pick))
    draft.tell(draft.actors, "tell.faction", seat=pick, faction=other)


def it_is_one(draft: Draft, pick: int) -> None:
    draft.tell(draft.actors, "tell.one-of-them", seat=pick, found=True)


def nobody_died(draft: Draft) -> None:
    draft.tell(draft.actors, "tell.no-victims")


def seat_1(draft: Draft) -> None:
    draft.tell(draft.actors, "tell.members", members=[1])


def nobody(draft: Draft) -> None:
    draft.tell(draft.actors, "tell.nobody-seen")


def saves(draft: Draft, seat: int, call: Call) -> bool:
    """Let the one with a second life outlive every kill by a side, and lose nothing."""
    script = draft.state.script
    return call.called() in script.factions and "second-life" in script.roles[draft.state.card(seat)].traits


def one_of_them(draft: Draft, picks: tuple[int, ...]) -> None:
    deaths.kill(draft, picks[0])


LEARNS, DIES = promises.who_is_to_learn_something_learns_it, promises.who_is_picked_to_die_dies
LIES, FURTHER = (
    promises.on_whom_is_picked_lies_what_the_power_leaves,
    promises.a_second_question_follows_where_there_is_one,
)
LAST_SHOT, WON = (
    offers.who_may_have_a_last_shot_is_asked_once_and_before_all_else,
    offers.a_side_that_has_won_plays_no_more,
)

POWERS: list[tuple[Callable[..., bool], str, Callable[..., None], Script]] = [
    (DIES, "kill", nothing, WEREWOLF),
    (promises.who_is_picked_is_brought_back, "revive", nothing, WEREWOLF),
    *((LIES, word, nothing, WEREWOLF) for word in ("guard", "silence")),
    *((LIES, word, nothing, OWN) for word in ("drink", "poison")),
    (promises.cards_change_between_the_two, "swap-cards", nothing, WEREWOLF),
    (FURTHER, "bind", nothing, WEREWOLF),
    (FURTHER, "learn-whether", it_is_one, OWN),
    *((FURTHER, word, nothing, OWN) for word in ("raid-may-kill", "raid-or-kill")),
    (DIES, "kill-several", one_of_them, OWN),
    (LEARNS, "confess", another_side, WEREWOLF),
    (LEARNS, "learn-card", nothing, OWN),
    (LEARNS, "learn-victims", nobody_died, WEREWOLF),
    (LEARNS, "meet", seat_1, WEREWOLF),
    (LEARNS, "see", nobody, AVALON),
]
"""By which law it is seen that a power does this instead, and at tables of which script."""


def broken_at(script: Script, games: int = GAMES) -> str:
    """Play until a law is broken; tell which."""
    for number in range(games):
        try:
            attend(script, 1, number)
        except LawBroken as fault:
            return str(fault).partition(":")[0]
    return ""


@pytest.mark.parametrize(
    ("law", "word", "instead", "script"), POWERS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_power_that_does_something_else_is_seen(
    law: Callable[..., bool], word: str, instead: Callable[..., None], script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFECTS, word, replace(EFFECTS[word], effect=instead))
    assert broken_at(script) == law.__name__


RULES: list[tuple[Callable[..., bool], object, str, Any, Script]] = [
    (laws.only_the_living_die_and_no_safe_ones_at_night, State, "safe", lambda *_: False, WEREWOLF),
    (DIES, State, "safe", lambda *_: True, WEREWOLF),
    (DIES, deaths, "_wounds", lambda *_: False, WEREWOLF),
    (promises.the_first_of_two_lives_is_lost_to_a_side, deaths, "_wounds", saves, WEREWOLF),
    (offers.who_is_bound_lives_or_dies_with_the_other, deaths, "_bound_to", lambda *_: set(), WEREWOLF),
    (LAST_SHOT, last_shot, "_may_be_one", lambda *_: True, WEREWOLF),
    (LAST_SHOT, last_shot, "_may_be_one", lambda *_: False, WEREWOLF),
    (promises.a_last_shot_hits_if_it_is_one, last_shot, "die", nothing, WEREWOLF),
    (laws.poison_has_killed_before_night_falls, menu, "strike_poison", nothing, OWN),
]


@pytest.mark.parametrize(
    ("law", "where", "name", "instead", "script"), RULES, ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_rule_that_is_not_kept_is_seen(
    law: Callable[..., bool], where: object, name: str, instead: Any, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, instead)
    assert broken_at(script) == law.__name__


def test_every_promise_has_its_breach() -> None:
    heard = promises.all_hear_who_may_not_speak
    assert {law for law, *_ in (*POWERS, *RULES)} | {heard} >= {*promises.OF_CALLS, *promises.OF_DAYS}


def test_a_silence_of_which_nobody_hears_is_seen() -> None:
    setup = setup_with(("whisperer", "werewolf"), game="night", script="werewolf")
    state = State(script=WEREWOLF, setup=setup, cards=("whisperer", "werewolf"), phase="dawn")
    state.marks = Marks((e.Marked("silence", 2, "whisperer", "day"),))
    began, heard, over = (state, e.DayBegan()), (state, e.Silenced(2)), (state, e.NightBegan(2))
    assert [*promises.broken([began, over])] == [promises.all_hear_who_may_not_speak]
    assert [*promises.broken([began, heard, over])] == []


def test_powers_that_ktulu_has_not_keep_their_promises() -> None:
    assert broken_at(OWN, 20) == ""


@pytest.mark.parametrize(
    ("word", "won", "law"),
    [
        ("parity", True, laws.wins_are_earned),
        ("last-bound", True, laws.wins_are_earned),
        ("parity", False, WON),
        ("all-gone", False, WON),
    ],
)
def test_a_way_to_win_that_is_judged_wrongly_is_seen(
    word: str, won: bool, law: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WAYS, word, replace(WAYS[word], true=lambda *_: won))
    assert broken_at(WEREWOLF) == law.__name__
