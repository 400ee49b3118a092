"""Taps of woken players are answers, all others are thrown away; a private note stands on one phone alone."""

from __future__ import annotations

from contextlib import ExitStack
from math import inf
from typing import Any

import pytest

from narrator.answers import Answer, Heard
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.page.phones.deciding import VOTING, Deciding
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import TICK, Phones
from narrator.page.phones.presence import LOST
from narrator.page.phones.shared import SharedQuestion
from narrator.rooms.listener import CONFIRMATION
from narrator.values import replace

from tests.waiting import wait

PEOPLE = {1: "Ala", 2: "Bob", 3: "Cyla"}
NIGHT, DAY = At(call="sheriff.jail", night=1), At(phase="day", night=1)
WHOM = Ask(at=NIGHT, line="", text="Kogo?", to=(1, 2), kind="seat", choices=("2", "3"), optional=True, window=20.0)
VOTES = Ask(at=DAY, line="", text="Ile głosów?", to="all", kind="count", choices=("0", "1", "2", "3"))


class Hand:
    """Somebody who taps, and the ears that hear it."""

    def __init__(self, *there: int) -> None:
        self.phones = Phones(PEOPLE, texts_of("pl"))
        self.phones.lost = inf
        self.heard: list[Heard | Lost] = []
        self._sent = 0
        self._there = ExitStack()
        for seat in there or PEOPLE:
            self._there.enter_context(self.phones.connected(seat))

    def asked(self, ask: Ask) -> None:
        PhoneEars(self.phones).listen(ask, self.heard.append)

    def tap(self, seat: int, said: str, **given: Any) -> None:
        self._sent += 1
        page = self.phones.page
        at = given.get("run", page.run), given.get("call", page.call)
        self.phones.tap(seat, at, said, given.get("sent", str(self._sent)))


@pytest.fixture
def hand() -> Hand:
    hand = Hand()
    hand.phones.begin_call()
    hand.asked(WHOM)
    return hand


@pytest.mark.parametrize("seat", [1, 2])
def test_any_of_those_who_are_asked_answers(hand: Hand, seat: int) -> None:
    hand.tap(seat, "3")
    assert hand.heard == [Answer("3")]


def test_what_sleepers_tap_is_thrown_away(hand: Hand) -> None:
    hand.tap(3, "2")
    assert hand.heard == []
    assert [hand.phones.note(seat) for seat in PEOPLE] == ["", "", ""]
    hand.tap(1, "2")
    assert hand.heard == [Answer("2")]


def test_the_first_answer_counts_and_no_other(hand: Hand) -> None:
    hand.tap(1, "3")
    hand.tap(2, "2")
    assert hand.heard == [Answer("3")]


@pytest.mark.usefixtures("clock")
def test_what_is_sent_again_and_again_counts_once(hand: Hand) -> None:
    for _ in range(3):
        hand.tap(1, "3", sent="the same")
    hand.asked(replace(WHOM, text="A teraz?"))  # the next question of the call
    hand.tap(1, "3", sent="the same")
    assert hand.heard == [Answer("3")]
    wait(TICK)
    hand.tap(1, "3", sent="another")
    assert hand.heard == [Answer("3"), Answer("3")]


@pytest.mark.usefixtures("clock")
def test_a_correction_is_no_answer_to_a_question_that_is_on_no_phone_yet(hand: Hand) -> None:
    hand.tap(1, "3", sent="a1.1")
    hand.asked(replace(WHOM, text="A teraz?"))
    for _ in range(2):
        hand.tap(1, "2", sent="a1.2")
        wait(TICK)
    assert hand.heard == [Answer("3")]
    hand.tap(1, "2", sent="a1.3")
    assert hand.heard == [Answer("3"), Answer("2")]


def test_a_tap_at_a_note_whose_question_is_not_open_yet_counts_once_it_is() -> None:
    hand = Hand()
    hand.phones.begin_call()
    hand.tap(1, "3", sent="the same")
    hand.asked(WHOM)
    assert hand.heard == []
    hand.tap(1, "3", sent="the same")  # each phone sends its last tap again and again
    assert hand.heard == [Answer("3")]


def test_two_pages_of_one_phone_do_not_undo_each_others_taps() -> None:
    """Each sends its last tap again and again; what was tapped last counts."""
    hand = Hand()
    with hand.phones.voting(PEOPLE, vote="Ala?") as votes:
        for _ in range(3):
            hand.tap(1, "yes", sent="first page")
            hand.tap(1, "no", sent="second page")
        hand.tap(1, "yes", sent="first page")
        assert votes.given == {1: "no"}


def test_of_two_taps_that_overtake_each_other_the_one_tapped_last_counts() -> None:
    """Each goes on a connection of its own. Another page of that phone, or a page loaded anew, counts from one."""
    hand = Hand()
    with hand.phones.voting(PEOPLE, vote="Ala?") as votes:
        for said, sent in (("no", "a1.12"), ("yes", "a1.9"), ("no", "a1.12"), ("yes", "a1.9")):
            hand.tap(1, said, sent=sent)
            assert votes.given == {1: "no"}
        hand.tap(2, "yes", sent="a1.9")  # somebody else's
        for said, sent in (("yes", "b2.2"), ("no", "a1.12"), ("no", "b2.1")):
            hand.tap(1, said, sent=sent)
            assert votes.given == {1: "yes", 2: "yes"}
        hand.tap(1, "no", sent="a1.13")
        assert votes.given == {1: "no", 2: "yes"}


def test_however_often_one_page_taps_what_another_repeats_is_known_again() -> None:
    hand = Hand()
    with hand.phones.voting(PEOPLE, vote="Ala?") as votes:
        hand.tap(1, "yes", sent="a1.1")
        for number in range(100):
            hand.tap(1, "no", sent=f"b2.{number}")
        hand.tap(1, "yes", sent="a1.1")
        assert votes.given == {1: "no"}


def test_an_older_tap_does_not_slip_in_before_a_newer_one_that_came_too_early() -> None:
    hand = Hand()
    hand.phones.begin_call()
    hand.tap(1, "3", sent="a1.8")
    hand.asked(WHOM)
    hand.tap(1, "2", sent="a1.7")
    assert hand.heard == []
    hand.tap(1, "3", sent="a1.8")
    assert hand.heard == [Answer("3")]


def test_what_nobody_waited_for_counts_once_the_answer_was_refused_and_nothing_older(hand: Hand) -> None:
    hand.tap(2, "2")
    for said, sent in (("2", "a1.7"), ("3", "a1.8")):
        hand.tap(1, said, sent=sent)
    hand.phones.refused()
    hand.asked(WHOM)
    hand.tap(1, "2", sent="a1.7")
    assert hand.heard == [Answer("2")]
    hand.tap(1, "3", sent="a1.8")
    assert hand.heard == [Answer("2"), Answer("3")]


def test_a_tap_of_an_earlier_call_comes_too_late(hand: Hand) -> None:
    hand.phones.end_call()
    hand.phones.begin_call()
    hand.asked(WHOM)
    hand.tap(1, "3", call=hand.phones.page.call - 1)
    assert hand.heard == []


def test_a_tap_of_an_earlier_run_counts_for_nothing(hand: Hand) -> None:
    hand.tap(1, "3", run="00000000")
    assert hand.heard == []


def test_nothing_counts_outside_a_calls_time(hand: Hand) -> None:
    hand.phones.end_call()
    hand.tap(1, "3")
    assert hand.heard == []


def test_nothing_counts_once_nobody_is_asked(hand: Hand) -> None:
    PhoneEars(hand.phones).rest()
    hand.tap(1, "3")
    assert hand.heard == []


@pytest.mark.parametrize("said", ["2,3", "yes", "99", "none none", "1,1", "²"])
def test_what_is_no_choice_is_noted_for_whoever_tapped_it_alone(hand: Hand, said: str) -> None:
    hand.tap(1, said)
    assert hand.heard == []
    assert [bool(hand.phones.note(seat)) for seat in PEOPLE] == [True, False, False]
    hand.tap(1, "none")
    assert hand.heard == [Answer("none")]


def test_the_rules_say_why_a_player_cannot_be_chosen(hand: Hand) -> None:
    hand.tap(1, "1")  # is no choice: somebody jailed, or out, or oneself
    assert hand.heard == [Answer("1")]


def test_several_players_are_named_as_the_question_wants_them(hand: Hand) -> None:
    hand.asked(replace(WHOM, kind="seats", most=2))
    hand.tap(1, "1,2,3")
    assert hand.heard == []
    hand.tap(1, "1,3")
    assert hand.heard == [Answer("1,3")]


def test_a_new_call_takes_all_notes_away(hand: Hand) -> None:
    hand.phones.write([1], "Karta: Szeryf.")
    hand.phones.end_call()
    assert hand.phones.note(1)  # it may be read till the next call
    hand.phones.begin_call()
    assert not hand.phones.note(1)


def test_a_question_without_a_call_is_not_put_on_phones() -> None:
    hand = Hand()
    hand.phones.show(open=True)
    hand.asked(replace(WHOM, window=0.0))
    hand.tap(1, "3")
    assert hand.heard == []


def test_what_phones_decide_while_the_laptop_asks_something_back_is_heard_after_it() -> None:
    hand = Hand()
    menu = replace(WHOM, to="all", kind="yes-no", choices=("yes", "no"), window=0.0)
    with hand.phones.deciding(Deciding(menu, PEOPLE), SharedQuestion(text="", kind="yes-no", choices=("yes", "no"))):
        hand.asked(CONFIRMATION)
        hand.tap(1, "no")
        hand.tap(2, "no")
        assert hand.heard == []
        hand.asked(menu)
        hand.asked(menu)
    assert hand.heard == [Answer("no")]


# ---- Votes ----


def test_a_vote_is_counted_once_all_have_voted() -> None:
    hand = Hand()
    hand.asked(VOTES)
    with hand.phones.voting(PEOPLE, vote="Ala?") as votes:
        for seat, said in ((1, "yes"), (2, "no"), (1, "no"), (1, "yes")):  # somebody thinks again
            hand.tap(seat, said)
        assert hand.heard == []
        hand.tap(3, "yes")
        assert hand.heard == [Answer("2")]
        assert votes.given == {1: "yes", 2: "no", 3: "yes"}
    assert not hand.phones.page.open
    assert not hand.phones.page.vote


@pytest.mark.usefixtures("clock")
def test_who_has_not_voted_in_time_is_against_it() -> None:
    hand = Hand()
    hand.asked(VOTES)
    with hand.phones.voting(PEOPLE, vote="Ala?"):
        hand.tap(2, "yes")
        for expected in ([], [Answer("1")], [Answer("1")]):
            assert hand.heard == expected
            wait(VOTING)
            hand.phones.look()


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("alone", [False, True])
def test_hands_without_a_phone_are_waited_for_where_anybody_can_type_them(*, alone: bool) -> None:
    hand = Hand(1, 2)
    hand.asked(VOTES)
    with hand.phones.voting(PEOPLE, alone=alone, vote="Ala?"):
        hand.tap(1, "yes")
        hand.tap(2, "yes")
        wait(VOTING)
        hand.phones.look()
    assert hand.heard == ([Answer("2")] if alone else [])


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("alone", [False, True])
def test_the_time_of_a_vote_begins_with_the_first_phone_that_is_there(*, alone: bool) -> None:
    """A game that goes on may begin with a vote, before any phone is back."""
    hand = Hand(2)
    hand._there.close()
    hand.asked(VOTES)
    with hand.phones.voting(PEOPLE, alone=alone, vote="Ala?"):
        wait(5 * VOTING)
        hand.phones.look()
        assert hand.heard == []
        for seat in PEOPLE:
            hand._there.enter_context(hand.phones.connected(seat))
        hand.phones.look()
        wait(VOTING - 1.0)
        hand.phones.look()
        assert hand.heard == []
        hand.tap(3, "yes")
        wait(1.0)
        hand.phones.look()
    assert hand.heard == [Answer("1")]


def test_a_vote_that_is_whole_while_the_laptop_asks_something_back_is_counted_after_it() -> None:
    hand = Hand()
    with hand.phones.voting(PEOPLE, vote="Ala?"):
        for seat in PEOPLE:
            hand.tap(seat, "yes")
        assert hand.heard == []
        hand.asked(VOTES)
        hand.phones.look()
    assert hand.heard == [Answer("3")]


def test_who_is_out_has_no_vote() -> None:
    hand = Hand()
    hand.phones.show(living=(1, 2))
    hand.asked(VOTES)
    with hand.phones.voting((1, 2), vote="Ala?"):
        for seat in PEOPLE:
            hand.tap(seat, "yes")
    assert hand.heard == [Answer("2")]


def test_a_phone_that_comes_twice_is_one_and_gone_with_the_last() -> None:
    phones = Phones(PEOPLE, texts_of("pl"))
    with phones.connected(2):
        with phones.connected(2):
            assert phones.there == {2}
        assert phones.there == {2}
    assert phones.there == set()


@pytest.mark.usefixtures("clock")
def test_a_phone_that_is_silent_is_gone_until_it_says_something() -> None:
    phones = Phones(PEOPLE, texts_of("pl"))
    with phones.connected(2):
        wait(LOST / 2)
        assert phones.there == {2}
        wait(LOST)
        assert phones.there == set()
        phones.tap(2, ("", 0), "", "")  # it sends twice a second, whether or not anything was tapped
        assert phones.there == {2}
