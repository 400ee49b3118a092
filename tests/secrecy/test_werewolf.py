"""R103 Tables of Werewolf, a game that is a script alone, tell no more of their secrets than those of Ktulu."""

from __future__ import annotations

import sys

import pytest

from narrator.games.night import events as e
from narrator.games.night.day import last_shot
from narrator.games.night.flow import dawn, deaths
from narrator.games.night.flow.effects import EFFECTS, FOLLOW_UPS
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import Call, Script
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.values import replace

from tests.own_script import WOLVES_KILL_TWO
from tests.scenario import own_variant
from tests.secrecy.leaks import LEAKS, Leak
from tests.secrecy.room_leaks import LEAKS as IN_ROOMS
from tests.secrecy.room_leaks import Planted
from tests.secrecy.steps import pairs as steps
from tests.secrecy.twins import pairs
from tests.secrecy.whole_rooms.opening import KINDS, Kind
from tests.secrecy.whole_rooms.pairs import Wanted, tries
from tests.secrecy.whole_rooms.pairs import compare as compare_rooms
from tests.sweeps import trial

POLISH, ENGLISH = shipped_script("werewolf"), shipped_script("werewolf", "en")
MOST = 11
"""How many people sit there at most."""

OF_ANY_GAME = {
    "the_dead_of_tonight_are_not_called",
    "nobody_is_called_for_a_power_that_was_used_up",
    "the_doctor_is_called_only_if_somebody_died",
    "the_doctor_is_called_only_if_he_lives",
    "another_word_is_said_where_nobody_can_act",
    "another_wording_is_said_after_a_secret_choice",
    "the_pause_after_a_line_is_longer_once_somebody_has_answered",
    "nobody_waits_where_nobody_can_act",
    "going_back_in_a_pause_forgets_whose_time_was_running",
}
"""The leaks that can be planted in any game."""


def only_a_hunter_is_asked_for_a_last_shot(patch: pytest.MonkeyPatch) -> None:
    """Where cards are covered, that tells of the card."""

    def is_one(state: State, seat: int, shooters: frozenset[str]) -> bool:
        return state.cards[seat - 1] in shooters

    patch.setattr(last_shot, "_may_be_one", is_one)


def the_room_hears_of_a_bond_between_two_sides(patch: pytest.MonkeyPatch) -> None:
    """Nobody may learn before the end that two who are bound could win together (D87)."""
    usual = FOLLOW_UPS["bind-with"]

    def bind_with(draft: Draft, said: str, about: int) -> None:
        usual(draft, said, about)
        if draft.state.faction(about) != draft.state.faction(int(said)):
            draft.announce("dawn.quiet")

    patch.setitem(FOLLOW_UPS, "bind-with", bind_with)


def a_silence_shows_before_the_dawn(patch: pytest.MonkeyPatch) -> None:
    """Nobody may learn of it before all do (D88)."""

    def silence(draft: Draft, pick: int) -> None:
        draft.emit(e.Marked("silence", pick, "whisperer", "day", known=True))

    patch.setitem(EFFECTS, "silence", replace(EFFECTS["silence"], effect=silence))


def the_dawn_tells_that_cards_have_changed(patch: pytest.MonkeyPatch) -> None:
    """Nobody may hear of it (D89)."""
    usual = dawn.after

    def after(draft: Draft) -> None:
        if draft.state.swaps:
            draft.announce("dawn.quiet")
        usual(draft)

    patch.setattr(dawn, "after", after)


def the_room_hears_that_somebody_outlives_an_attack(patch: pytest.MonkeyPatch) -> None:
    """It would know that the elder was chosen (D94)."""
    usual = deaths._wounds

    def wounds(draft: Draft, seat: int, call: Call) -> bool:
        if outlived := usual(draft, seat, call):
            draft.announce("dawn.quiet")
        return outlived

    patch.setattr(deaths, "_wounds", wounds)


SEVERAL = own_variant(WOLVES_KILL_TWO)


def the_room_hears_how_many_were_picked(patch: pytest.MonkeyPatch) -> None:
    """Before the dawn nobody may (D95)."""
    usual = EFFECTS["kill-several"].effect

    def kill_several(draft: Draft, picks: tuple[int, ...]) -> None:
        usual(draft, picks)
        if len(picks) > 1:
            draft.announce("dawn.quiet")

    patch.setitem(EFFECTS, "kill-several", replace(EFFECTS["kill-several"], effect=kill_several))


OF_WEREWOLF = [
    only_a_hunter_is_asked_for_a_last_shot,
    the_room_hears_of_a_bond_between_two_sides,
    a_silence_shows_before_the_dawn,
    the_dawn_tells_that_cards_have_changed,
    the_room_hears_that_somebody_outlives_an_attack,
    the_room_hears_how_many_were_picked,
]
PLANTED = [*(plant for plant, _ in LEAKS if plant.__name__ in OF_ANY_GAME), *OF_WEREWOLF]

AMONG: dict[Leak, tuple[str, ...]] = {
    only_a_hunter_is_asked_for_a_last_shot: ("hunter",),
    the_room_hears_of_a_bond_between_two_sides: ("cupid", "white-wolf"),
    a_silence_shows_before_the_dawn: ("whisperer",),
    the_dawn_tells_that_cards_have_changed: ("changeling",),
    the_room_hears_that_somebody_outlives_an_attack: ("elder",),
}
"""The cards that sit where such are looked for."""

SELDOM = {"going_back_in_a_pause_forgets_whose_time_was_running"}
"""What shows at few tables of Werewolf; at those of Ktulu it is looked for each time."""

FIRST = {"going_back_in_a_pause_forgets_whose_time_was_running": 16, "the_room_hears_of_a_bond_between_two_sides": 7}
"""The table from which on such are looked for as show at few."""


@pytest.mark.parametrize("script", [trial(POLISH), ENGLISH], ids=["pl", "en"])
@pytest.mark.parametrize("tables", [45, trial(300)])
def test_tables_that_differ_in_secrets_alone_sound_the_same(tables: int, script: Script) -> None:
    report = pairs.Report()
    for number in range(tables):
        report.join(pairs.compare(script, f"wolves {number}", twins=4, most=MOST, seeing=number % 4 == 0))
    assert not report.leaks, report.leaks[0]
    assert report.secrets > 2 * report.pairs
    assert report.moved > report.pairs / 3
    assert {*report.roles} == {*POLISH.roles}
    assert {"say.day.last-shot", "witch.save.line", "dawn.died-nothing", "win.wolves", "dawn.silenced"} <= {
        *report.lines
    }


@pytest.mark.parametrize("tables", [4, trial(80)])
def test_a_step_tells_nothing_of_a_secret(tables: int) -> None:
    report = steps.Report()
    for number in range(tables):
        report.join(steps.compare(POLISH, f"wolves {number}", most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.steps > 20 * tables
    assert all(report.differing[secret] for secret in ("cards", "uses", "dead", "marks"))


@pytest.mark.parametrize("tables", [6, trial(80)])
def test_tables_where_wolves_kill_two_sound_the_same(tables: int) -> None:
    report = pairs.Report()
    for number in range(tables):
        report.join(pairs.compare(SEVERAL, f"two {number}", twins=2, most=MOST))
    assert not report.leaks, report.leaks[0]
    assert report.secrets > report.pairs


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_in_the_room_can_tell_two_tables_apart(kind: Kind) -> None:
    report = compare_rooms(POLISH, "wolves 2", kind, Wanted(twins=2))
    assert not report.leaks, report.leaks[0]
    assert report.astray == 0, "an answer is taken for another"


@pytest.mark.parametrize(
    "plant", [trial(one) if one.__name__ in SELDOM else one for one in PLANTED], ids=lambda plant: plant.__name__
)
def test_a_planted_leak_shows(plant: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    script = SEVERAL if plant is the_room_hears_how_many_were_picked else POLISH
    among, first = AMONG.get(plant, ()), FIRST.get(plant.__name__, 0)
    assert steps.tries(script, "wolves", most=9, steps=5_000, among=among, first=first)


def test_so_many_leaks_are_planted() -> None:
    assert len(PLANTED) == 15


PLANTED_IN: dict[Kind, tuple[str, ...]] = {
    "moderator": (
        "an_answer_makes_the_call_a_hundredth_of_a_second_longer",
        "only_a_call_whose_question_is_open_is_heard_again_when_resumed",
        "nobody_goes_back_where_nobody_is_asked",
        "the_wind_falls_where_somebody_is_asked",
    ),
    "keys": (
        "the_page_goes_out_where_an_answer_comes",
        "an_answer_makes_the_call_a_hundredth_of_a_second_longer",
        "why_an_answer_was_refused_stands_below_the_page",
        "a_late_answer_leaves_no_time_for_what_comes_of_it",
        "what_is_typed_while_the_narrator_speaks_is_shown",
        "a_page_of_a_round_lasts_as_long_as_it_is_read",
        "a_shut_lid_is_noticed_only_where_somebody_is_asked",
        "a_question_lights_one_cell_more",
        "a_result_lights_one_sign_more",
        "nobody_goes_back_where_nobody_is_asked",
        "the_seconds_stand_only_where_somebody_is_asked",
        "the_wind_falls_where_somebody_is_asked",
    ),
    "counting": (
        "an_answer_makes_the_call_a_hundredth_of_a_second_longer",
        "a_press_is_given_a_beat_more",
        "a_press_is_acknowledged_aloud",
    ),
    "page": ("the_rooms_page_is_drawn_anew_where_somebody_is_asked",),
    "led": ("a_moderators_result_stands_on_all_phones",),
    "phones": (
        "an_answer_by_phone_is_shown_on_all_of_them",
        "phones_close_to_taps_once_somebody_has_answered",
        "a_private_note_is_sent_at_once",
        "a_message_is_as_long_as_what_stands_in_it",
        "a_call_in_which_nobody_is_asked_opens_no_phone",
        "why_an_answer_was_refused_stands_on_all_phones",
        "the_laptop_goes_out_where_a_phone_has_the_question",
        "a_reading_lasts_by_what_stands_on_the_pages",
        "a_calls_phones_stay_open_where_nobody_was_asked",
        "each_question_has_a_number_of_its_own_on_phones",
    ),
}
"""Leaks in rooms that show at the first tables; with a moderator, and with keys, the first is sought each time."""

SOUGHT = {(name, kind): number for kind, names in PLANTED_IN.items() for number, name in enumerate(names)}


def _as_tried(planted: Planted) -> object:
    """The leak as a case, which is a trial unless it is among the cheapest."""
    name = planted.leak.__name__
    number = SOUGHT[name, planted.kind]
    marks = [] if number == 0 and planted.kind in ("moderator", "keys") else [pytest.mark.trial]
    return pytest.param(planted, id=f"{name}-{planted.kind}", marks=marks)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("planted", [_as_tried(one) for one in IN_ROOMS if (one.leak.__name__, one.kind) in SOUGHT])
def test_a_leak_planted_in_a_room_shows_at_these_tables(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.leak(monkeypatch)
    wanted = Wanted(among=("cupid",) if planted.among else (), doing=planted.doing)
    assert tries(POLISH, "planted", planted.kind, wanted, planted.sense)


def test_every_leak_that_is_sought_in_a_room_is_there() -> None:
    assert {*SOUGHT} <= {(one.leak.__name__, one.kind) for one in IN_ROOMS}
