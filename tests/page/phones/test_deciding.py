"""Who may answer a question of the day by phone, and when an answer stands."""

from __future__ import annotations

import pytest

from narrator.cues import REDO, Ask, At
from narrator.games.night.flow.steps import DAY_STEPS, STEPS
from narrator.page.phones.deciding import (
    CALM,
    ENOUGH,
    REVEAL,
    SHOW_CARD,
    SHOWN,
    STANDS,
    TAKE_BACK,
    THAT_IS_ALL,
    Deciding,
    is_for_all,
    offered,
)
from narrator.values import replace

DAY = At(night=1, phase="day")
MENU = Ask(
    at=DAY,
    line="ask.day",
    text="Co teraz?",
    to="all",
    kind="choice",
    choices=("night", "timer", "hang", "reveal", "override"),
)
HANG = replace(MENU, kind="seat", choices=("1", "2", "3"), optional=True)
ACCUSED = replace(MENU, kind="seats", choices=("1", "2", "3", "4"), most=4, optional=True)
PARDON = replace(MENU, kind="yes-no", choices=("yes", "no"), to=(2,))
SHOT = replace(MENU, kind="seat", choices=("1", "2", "3", "4"), whose=7, optional=True)
LIVING = (1, 2, 3, 4)
DIED = replace(HANG, choices=("1", "2", "3", "4", "5"), final=True)
FIVE = (1, 2, 3, 4, 5)


def said(deciding: Deciding, *taps: tuple[int, str], at: float = 0.0) -> list[str]:
    return [deciding.tap(seat, one, at) for seat, one in taps]


def test_two_of_the_living_decide() -> None:
    deciding = Deciding(MENU, LIVING)
    assert said(deciding, (1, "night"), (3, "night")) == ["", "night"]
    assert deciding.by == {"night": (1, 3)}


def test_one_alone_decides_nothing_however_often_they_tap() -> None:
    assert said(Deciding(MENU, LIVING), *[(1, "night")] * 9) == [""] * 9


def test_each_has_one_wish_and_may_change_it_or_take_it_back() -> None:
    deciding = Deciding(MENU, LIVING)
    said(deciding, (1, "night"), (2, "timer"), (1, "hang"))
    assert deciding.wishes == ((2, "timer"), (1, "hang"))
    said(deciding, (1, TAKE_BACK))
    assert said(deciding, (3, "hang"), (3, "night")) == ["", ""]


@pytest.mark.parametrize("seat", [5, 0, 9])
def test_who_is_out_decides_nothing(seat: int) -> None:
    deciding = Deciding(MENU, LIVING)
    assert said(deciding, (1, "night"), (seat, "night"), (seat, "pause"), (seat, SHOW_CARD)) == [""] * 4
    assert deciding.wishes == ((1, "night"),)


@pytest.mark.parametrize("nonsense", ["7", "dusk", "time", "none", "override", "redo", "1,2", "", THAT_IS_ALL])
def test_what_is_not_offered_is_no_wish(nonsense: str) -> None:
    deciding = Deciding(MENU, LIVING)
    said(deciding, (1, nonsense), (2, nonsense))
    assert (deciding.wishes, deciding.by) == ((), {})


def test_an_old_wish_counts_no_more() -> None:
    deciding = Deciding(MENU, LIVING)
    deciding.tap(1, "night", 0.0)
    assert not deciding.forget(STANDS - 0.1)
    assert deciding.tap(2, "night", STANDS) == ""
    assert deciding.wishes == ((2, "night"),)


def test_the_oldest_wish_makes_way() -> None:
    deciding = Deciding(replace(MENU, choices=tuple(map(str, range(20)))), range(1, 11))
    said(deciding, *((seat, str(seat)) for seat in range(1, 11)))
    assert [seat for seat, _ in deciding.wishes] == [*range(11 - SHOWN, 11)]


@pytest.mark.parametrize("command", ["pause", "repeat"])
def test_anybody_may_pause_and_have_it_repeated(command: str) -> None:
    assert said(Deciding(MENU, LIVING), (4, command)) == [command]
    assert said(Deciding(replace(MENU, commands=()), LIVING), (4, command)) == [""]


def test_nobody_alone_pauses_again_and_again() -> None:
    called = dict[int, float]()
    assert said(Deciding(MENU, LIVING, called=called), (1, "pause")) == ["pause"]
    again = Deciding(MENU, LIVING, called=called)
    assert said(again, (1, "pause"), (1, "repeat"), (2, "repeat"), at=CALM - 1.0) == ["", "", "repeat"]
    assert said(again, (3, "pause"), at=CALM - 1.0) == ["pause"]
    assert said(Deciding(MENU, LIVING, called=called), (1, "pause"), at=CALM) == ["pause"]


def test_two_take_an_answer_back() -> None:
    assert said(Deciding(MENU, LIVING), (4, "undo"), (2, "undo")) == ["", "undo"]


def test_nobody_is_chosen_where_that_may_be() -> None:
    assert said(Deciding(HANG, LIVING), (4, "none"), (2, "none"), (1, "none")) == ["", "", "none"]
    assert said(Deciding(replace(HANG, optional=False), LIVING), (4, "none"), (2, "none")) == ["", ""]


# ---- What cannot be taken back ----


def test_two_conspirators_have_nobody_die() -> None:
    deciding = Deciding(DIED, FIVE)
    assert said(deciding, (1, "3"), (2, "3"), (1, "3"), (2, "3")) == [""] * 4
    assert deciding.needed == 3
    assert said(deciding, (4, "3")) == ["3"]
    assert deciding.by == {"3": (1, 2, 4)}


def test_that_nobody_dies_takes_as_many_and_two_take_it_back() -> None:
    assert said(Deciding(DIED, FIVE), (1, "none"), (2, "none"), (3, "none")) == ["", "", "none"]
    assert said(Deciding(DIED, FIVE), (1, "undo"), (2, "undo")) == ["", "undo"]
    verdict = replace(DIED, kind="yes-no", choices=("yes", "no"))
    assert said(Deciding(verdict, FIVE), (1, "no"), (2, "no"), (4, "no")) == ["", "", "no"]
    assert said(Deciding(verdict, FIVE), (1, "yes"), (2, "yes"), (5, "yes")) == ["", "", "yes"]


def test_more_than_half_say_who_all_of_those_are_with_whom_it_happens_at_once() -> None:
    searched = replace(ACCUSED, final=True)
    deciding = Deciding(searched, FIVE)
    assert said(deciding, (1, "3"), (2, "4"), *((seat, THAT_IS_ALL) for seat in (1, 2, 5))) == [*[""] * 4, "3,4"]
    assert said(Deciding(searched, FIVE), *((seat, THAT_IS_ALL) for seat in (1, 2, 3))) == ["", "", "none"]


def test_what_is_one_players_own_takes_one_more_player_also_if_it_cannot_be_taken_back() -> None:
    assert said(Deciding(replace(PARDON, final=True), FIVE), (2, "yes"), (3, "yes")) == ["", "yes"]
    assert said(Deciding(replace(SHOT, final=True), FIVE), (7, "2"), (3, "2")) == ["", "2"]


def test_who_shoots_for_somebody_whose_phone_is_lost_is_more_than_half() -> None:
    deciding = Deciding(replace(SHOT, final=True), FIVE, lambda: True)
    assert said(deciding, (1, "2"), (3, "2"), (4, "2")) == ["", "", "2"]


def test_more_than_half_of_many_have_room_and_time_to_agree() -> None:
    deciding = Deciding(replace(DIED, choices=("1", "2")), range(1, 21))
    for seat in range(1, 20, 2):
        assert deciding.tap(seat, "1", seat * 10.0) == ""
        assert deciding.tap(seat + 1, "2", seat * 10.0) == ""
    assert deciding.tap(20, "1", 200.0) == "1"


# ---- What is grave ----

WEIGHED = replace(MENU, grave=("night",))
CALLS = replace(HANG, grave=("1", "2", "3"), optional=False)


def test_two_do_not_end_the_day_for_all() -> None:
    assert said(Deciding(WEIGHED, FIVE), (1, "night"), (2, "night"), (4, "night")) == ["", "", "night"]
    assert said(Deciding(WEIGHED, FIVE), (1, "hang"), (2, "hang")) == ["", "hang"]


def test_two_send_nobody_into_a_duel_but_one_of_themselves() -> None:
    assert said(Deciding(CALLS, FIVE), (1, "3"), (2, "3"), (4, "3")) == ["", "", "3"]
    assert said(Deciding(CALLS, FIVE), (1, "3"), (3, "3")) == ["", "3"]


def test_more_than_half_close_a_list_that_may_be_the_end_of_those_on_it() -> None:
    listed = replace(ACCUSED, grave=ACCUSED.choices)
    taps = (1, "3"), (2, "4"), *((seat, THAT_IS_ALL) for seat in (1, 2, 5))
    assert said(Deciding(listed, FIVE), *taps) == [*[""] * 4, "3,4"]
    assert said(Deciding(listed, FIVE), *((seat, THAT_IS_ALL) for seat in (1, 2, 3))) == ["", "", "none"]


@pytest.mark.parametrize(
    ("ask", "takes"),
    [
        (MENU, "two"),
        (WEIGHED, "two-or-number"),
        (CALLS, "two-or-seat"),
        (HANG, "two-or-none"),
        (PARDON, "two-or-none"),
        (SHOT, "two"),
        (DIED, "many"),
    ],
)
def test_phones_say_how_many_an_answer_takes(ask: Ask, takes: str) -> None:
    assert Deciding(ask, FIVE).takes == takes


def test_of_what_is_grave_all_wishes_stand() -> None:
    deciding = Deciding(WEIGHED, range(1, 21))
    assert said(deciding, *((seat, "night") for seat in range(1, 12))) == [*[""] * 10, "night"]


@pytest.mark.parametrize(
    "ask", [WEIGHED, DIED, CALLS, HANG, replace(PARDON, to="all"), replace(ACCUSED, optional=False)]
)
def test_what_was_taken_back_is_given_again_by_as_many_as_any_answer_takes(ask: Ask) -> None:
    again = replace(ask, commands=(*ask.commands, REDO))
    plain = ask.kind == "seats"  # of those nothing is grave
    enough = (1, 2) if plain else (1, 2, 4)
    assert said(Deciding(again, FIVE), *((seat, REDO) for seat in enough)) == [*[""] * (len(enough) - 1), REDO]
    assert said(Deciding(ask, FIVE), *((seat, REDO) for seat in FIVE)) == [""] * 5


# ---- Nominations ----


def test_each_nominates_for_themselves_and_two_say_that_is_all() -> None:
    deciding = Deciding(ACCUSED, LIVING)
    assert said(deciding, (1, "3"), (2, "3"), (4, "1"), (1, THAT_IS_ALL)) == [""] * 4
    assert deciding.nominated == ((1, 3), (2, 3), (4, 1))
    assert said(deciding, (3, THAT_IS_ALL)) == ["1,3"]


def test_a_nomination_is_changed_and_taken_back_by_whose_it_is() -> None:
    deciding = Deciding(ACCUSED, LIVING)
    said(deciding, (1, "3"), (1, "2"), (2, "4"), (3, "4"), (2, "4"), (3, "none"))
    assert deciding.nominated == ((1, 2), (2, 4))


def test_another_nomination_has_all_look_again() -> None:
    deciding = Deciding(ACCUSED, LIVING)
    assert said(deciding, (1, THAT_IS_ALL), (2, "3"), (3, THAT_IS_ALL)) == ["", "", ""]


@pytest.mark.parametrize("others", [["4"], ["none"], ["none", "3"]])
def test_who_changes_a_nomination_holds_nobody_up(others: list[str]) -> None:
    deciding = Deciding(ACCUSED, LIVING)
    said(deciding, (2, "3"), (1, "2"), (3, THAT_IS_ALL), *((2, one) for one in others))
    assert deciding.wishes == ((3, THAT_IS_ALL),)
    assert said(deciding, (4, THAT_IS_ALL)) == [",".join(sorted({"2", others[-1]} - {"none"}))]


@pytest.mark.parametrize("ask", [replace(ACCUSED, final=True), replace(ACCUSED, grave=ACCUSED.choices)])
def test_where_no_vote_follows_another_list_has_all_look_again(ask: Ask) -> None:
    """Who nominates somebody else last must not decide alone with what all agreed to before."""
    deciding = Deciding(ask, FIVE)
    said(deciding, (5, "1"), (1, THAT_IS_ALL), (2, THAT_IS_ALL))
    assert said(deciding, (5, "2"), (5, THAT_IS_ALL)) == ["", ""]
    assert deciding.wishes == ((5, THAT_IS_ALL),)
    assert said(deciding, (1, THAT_IS_ALL), (2, THAT_IS_ALL)) == ["", "2"]


def test_where_no_vote_follows_the_same_list_keeps_all_wishes() -> None:
    deciding = Deciding(replace(ACCUSED, final=True), FIVE)
    said(deciding, (5, "1"), (4, "2"), (3, "1"), (1, THAT_IS_ALL), (2, THAT_IS_ALL))
    assert said(deciding, (3, "2"), (3, THAT_IS_ALL)) == ["", "1,2"]


def test_that_nobody_is_nominated_is_not_agreed_to_by_whom_a_list_was_enough_for_nor_the_other_way_round() -> None:
    emptied = Deciding(ACCUSED, FIVE)
    said(emptied, (5, "1"), (1, THAT_IS_ALL), (5, "none"))
    assert emptied.wishes == ()
    said(emptied, (1, THAT_IS_ALL), (2, THAT_IS_ALL), (5, "1"))
    assert emptied.wishes == ()


def test_nobody_holds_up_for_ever_a_list_on_which_no_vote_follows() -> None:
    deciding = Deciding(replace(ACCUSED, final=True), FIVE)
    said(deciding, (5, "1"), *((5, "12"[number % 2]) for number in range(1, 20)))
    said(deciding, (1, THAT_IS_ALL), (2, THAT_IS_ALL), (5, "1"), (5, "2"), (5, "none"))
    [(_, stays)] = deciding.nominated
    assert said(deciding, (3, THAT_IS_ALL)) == [str(stays)]


def test_who_nominates_once_more_no_longer_says_that_is_all() -> None:
    deciding = Deciding(ACCUSED, LIVING)
    said(deciding, (2, "3"), (2, THAT_IS_ALL), (2, "1"))
    assert deciding.wishes == ()


def test_no_more_are_nominated_than_may_be() -> None:
    deciding = Deciding(replace(ACCUSED, most=1), LIVING)
    assert deciding.full == 0
    said(deciding, (1, "3"), (2, "4"), (3, "3"))
    assert (deciding.nominated, deciding.full) == (((1, 3), (3, 3)), 1)
    said(deciding, (3, "none"), (1, "4"))
    assert [*deciding.nominated] == [(1, 4)]
    said(deciding, (1, "none"))
    assert deciding.full == 0


def test_a_list_with_all_who_may_be_nominated_is_not_full() -> None:
    deciding = Deciding(replace(ACCUSED, choices=("3", "4"), most=2), LIVING)
    said(deciding, (1, "3"), (2, "4"))
    assert deciding.full == 0


def test_nobody_nominated_is_nobody_where_that_may_be() -> None:
    assert said(Deciding(ACCUSED, LIVING), *((seat, THAT_IS_ALL) for seat in (1, 2, 3))) == ["", "", "none"]
    assert said(Deciding(replace(ACCUSED, optional=False), LIVING), (1, THAT_IS_ALL), (2, THAT_IS_ALL)) == ["", ""]


# ---- What is one player's own ----


def test_what_one_player_may_do_they_wish_for_first() -> None:
    deciding = Deciding(PARDON, LIVING)
    assert said(deciding, (1, "yes"), (3, "yes")) == ["", ""]
    assert deciding.wishes == ()
    assert said(deciding, (2, "yes"), (3, "yes")) == ["", "yes"]


def test_more_than_half_say_that_nobody_comes_forward() -> None:
    assert said(Deciding(PARDON, LIVING), (1, "no"), (3, "no"), (4, "no")) == ["", "", "no"]
    came_forward = Deciding(PARDON, LIVING)
    assert said(came_forward, (2, "yes"), (1, "no"), (3, "no"), (4, "yes")) == ["", "", "", "yes"]
    assert said(Deciding(PARDON, LIVING), (2, "no")) == [""]  # who it is shows nowhere


@pytest.mark.parametrize("answer", ["2", "none"])
def test_a_last_shot_is_its_players_own_though_they_are_out_and_so_is_not_to_shoot(answer: str) -> None:
    deciding = Deciding(SHOT, LIVING)
    assert said(deciding, (1, answer), (3, answer)) == ["", ""]
    assert deciding.wishes == ()
    assert said(deciding, (7, answer), (3, answer)) == ["", answer]
    assert said(Deciding(replace(SHOT, whose=0), LIVING), (7, answer), (3, answer)) == ["", ""]


def test_a_card_is_shown_by_its_player_alone() -> None:
    deciding = Deciding(MENU, LIVING, shows=(2, 3, 9))
    assert said(deciding, (1, "reveal"), (2, "reveal")) == ["", ""]
    assert said(deciding, (1, SHOW_CARD), (9, SHOW_CARD), (3, SHOW_CARD)) == ["", "", SHOW_CARD]
    assert deciding.by == {SHOW_CARD: (3,)}
    assert said(Deciding(replace(MENU, choices=("night",)), LIVING), (3, SHOW_CARD)) == [""]


def test_the_step_in_which_cards_are_shown_is_one_of_a_day() -> None:
    assert REVEAL in DAY_STEPS
    assert f"day:{REVEAL}" in STEPS


def test_which_questions_are_for_all() -> None:
    assert all(map(is_for_all, (MENU, HANG, ACCUSED, PARDON)))
    talk = replace(MENU, choices=("over", "time"), seconds=60.0)
    assert [offered(one) for one in (MENU, talk)] == [("night", "timer", "hang"), ("over",)]
    others = (replace(MENU, to="moderator"), replace(MENU, kind="text"), replace(MENU, window=9.0))
    assert not any(map(is_for_all, others))
    assert ENOUGH == 2
