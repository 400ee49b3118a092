"""Votes by phone: whoever may vote can, whenever their phone is there; hands of the others are typed, and added."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from narrator.cues import Say
from narrator.games.view import SeatView, View
from narrator.page.phones.deciding import VOTING
from narrator.page.phones.presence import LOST
from narrator.page.phones.voting import is_vote
from narrator.play.journal import Header, Journal, read
from narrator.rooms.clock import now
from narrator.rooms.screen import WIPE
from narrator.values import replace

from tests.page.phones.test_day import MENU
from tests.page.phones.test_room import COUNT, DAY, PEOPLE, WHOM, Table
from tests.waiting import later

pytestmark = pytest.mark.usefixtures("clock")


def test_votes_are_cast_by_phone_beside_a_moderator() -> None:
    table = Table(1, 2, 3, led=True)
    table.day()
    for seat, said in ((1, "yes"), (2, "no"), (3, "yes")):
        table.hands.tap(float(seat), seat, said)
    assert table.room.ask(COUNT) == "2"


def test_votes_of_phones_are_the_answer() -> None:
    table = Table(1, 2, 3)
    table.day()
    for seat, said in ((1, "yes"), (2, "no"), (3, "yes")):
        table.hands.tap(float(seat), seat, said)
    assert table.room.ask(COUNT) == "2"
    assert "Ala, Cyla" in table.laptop


def vote(table: Table, before: int, votes: int, *taps: tuple[int, str], day: int = 1, first: int = 0) -> str | None:
    """Have these vote on one more, after so many `before` it, the day's `first` one on, of whom they had votes."""
    counted = tuple(range(first, first + before + 1))
    seats, at = tuple(SeatView(seat=seat, name=name) for seat, name in PEOPLE.items()), replace(DAY, night=day)
    table.room.see(View(audience="all", at=at, seats=seats, voters=(1, 2, 3), counted=counted, votes=votes))
    for after, (seat, said) in enumerate(taps, 1):
        table.hands.tap(float(after), seat, said)
    return table.room.ask(replace(COUNT, at=at))


def test_nobody_votes_more_often_by_phone_than_they_may() -> None:
    table = Table(1, 2, 3)
    table.day()
    count = partial(vote, table)
    assert count(0, 1, (1, "yes"), (2, "yes"), (3, "no")) == "2"
    assert count(1, 1, (1, "yes"), (2, "yes"), (3, "yes")) == "1"
    assert count(2, 1) == "0", "all have voted"
    assert count(1, 1, (1, "yes"), (3, "yes")) == "1", "the last one was taken back"
    assert count(0, 1, (1, "yes"), (2, "yes"), (3, "yes")) == "3", "it is counted all over"
    assert count(1, 2, (1, "yes"), (2, "no"), (3, "no")) == "1", "each has two"
    assert count(2, 2, (1, "yes"), (2, "yes"), (3, "no")) == "1"


def test_no_step_back_past_a_new_count_gives_votes_back_that_were_used(tmp_path: Path) -> None:
    path, all_for = tmp_path / "a.jsonl", [(seat, "yes") for seat in PEOPLE]
    with closing(Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))) as journal:
        table = Table(1, 2, 3, journal=journal)
        assert vote(table, 0, 1, *all_for) == "3"
        assert vote(table, 0, 1, (1, "yes"), (2, "no"), (3, "no"), first=1) == "1", "it is counted all over"
        assert vote(table, 1, 1) == "0", "all used theirs in the first count"
    with closing(Journal.reopen(path)) as journal:
        assert vote(Table(1, 2, 3, journal=journal), 1, 1) == "0"


def test_no_crash_gives_votes_back_that_were_used(tmp_path: Path) -> None:
    path, all_for = tmp_path / "a.jsonl", [(seat, "yes") for seat in PEOPLE]
    with closing(Journal.begin(path, Header(game="ktulu", setup="", fingerprint="", seed=1))) as journal:
        table = Table(1, 2, 3, journal=journal)
        assert vote(table, 0, 2, *all_for) == "3"
        assert vote(table, 1, 2, *all_for) == "3"
        assert vote(table, 1, 2, (1, "yes"), (2, "no"), (3, "no")) == "1", "the last one was taken back"
    for resumed in (1, 2, 3):
        with closing(Journal.reopen(path)) as journal:
            table = Table(1, 2, 3, journal=journal)
            assert vote(table, 2, 2, *all_for) == "2", f"one has used both; resumed {resumed} times"
    with closing(Journal.reopen(path)) as journal:
        assert vote(Table(1, 2, 3, journal=journal), 3, 2) == "0", "all have voted"
        assert vote(Table(1, 2, 3, journal=journal), 1, 2, *all_for) == "3", "it was gone back to the second"
        assert vote(Table(1, 2, 3, journal=journal), 1, 1, *all_for, day=2) == "3", "hands were counted since"
    assert read(path)[1] == [], "no rule knows of it"
    with closing(Journal.reopen(path)) as journal:
        kept = journal.kept("counted")
        path.rename(tmp_path / "elsewhere")
        assert (journal.kept("counted"), journal.left) == (kept, {}), "it was read once"


def test_a_vote_that_was_kept_otherwise_than_the_program_does_counts_for_nothing(tmp_path: Path) -> None:
    with closing(Journal.begin(tmp_path / "a.jsonl", Header(game="", setup="", fingerprint="", seed=1))) as journal:
        for number, seats in ((0, None), ("0", [1]), (0, ["1", [2], 3]), (10**12, [1])):
            journal.keep(counted=number, day=1, **{"for": seats})
        journal.keep(counted=0)
        assert vote(Table(1, 2, 3, journal=journal), 1, 1, *((seat, "yes") for seat in PEOPLE)) == "2"


def test_a_vote_is_over_after_a_while() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(5.0, 1, "yes")
    begun = now()
    assert table.room.ask(COUNT) == "1"
    assert now() - begun == pytest.approx(VOTING, abs=0.2)


def test_how_one_votes_stands_beside_the_question_also_where_a_game_goes_on_with_it() -> None:
    """No line was said before, so the question's page takes the place of what stood there."""
    table, seen = Table(1), list[bool]()
    seats = tuple(SeatView(seat=seat, name=name) for seat, name in PEOPLE.items())
    table.room.see(View(audience="all", at=DAY, seats=seats))
    later(1.0, lambda: seen.append("Głosujcie na telefonach" in table.laptop.rpartition(WIPE)[2]))
    table.hands.type(2.0, "1")
    table.hands.tap(3.0, 1, "no")
    table.room.ask(COUNT)
    assert seen == [True]


def test_hands_without_a_phone_are_typed_and_added() -> None:
    table = Table(1, 2)
    table.day()
    table.hands.tap(1.0, 1, "yes")
    table.hands.tap(1.0, 2, "yes")
    table.hands.type(10.0, "1")
    assert table.room.ask(COUNT) == "3"


def test_phones_that_have_not_voted_are_waited_for_once_the_hands_are_typed() -> None:
    table = Table(1, 2)
    table.day()
    table.hands.type(2.0, "1")
    table.hands.tap(6.0, 1, "yes")
    table.hands.tap(9.0, 2, "no")
    begun = now()
    assert table.room.ask(COUNT) == "2"
    assert now() - begun == pytest.approx(9.0, abs=1.0)


def test_without_phones_hands_are_counted_as_ever() -> None:
    table = Table()
    table.day()
    table.hands.type(1.0, "2")
    assert table.room.ask(COUNT) == "2"


def test_the_dead_have_no_vote() -> None:
    table = Table(1, 2, 3)
    table.day(3)
    assert table.phones.page.living == (1, 2)
    table.hands.tap(1.0, 3, "yes")
    table.hands.tap(1.0, 1, "yes")
    table.hands.tap(1.0, 2, "yes")
    assert table.room.ask(replace(COUNT, choices=("0", "1", "2"))) == "2"


def drawn(table: Table, line: str) -> str:
    """What is drawn on the laptop with a line that is said now, between two questions of a day."""
    before = len(table.laptop)
    table.room.say(Say(at=replace(DAY, call="day"), line="", text=line))
    return table.laptop[before:]


def test_who_was_for_it_stands_beside_the_lines_that_follow_until_the_next_answer() -> None:
    table = Table(1, 2, 3)
    table.day()
    for seat in PEOPLE:
        table.hands.tap(1.0, seat, "yes")
    table.room.ask(COUNT)
    assert "Ala, Bob, Cyla" in drawn(table, "Bob zawisł.")
    assert "Ala, Bob, Cyla" in drawn(table, "Karta Boba: szeryf.")
    assert table.phones.page.line == "Karta Boba: szeryf. Z telefonów: Ala, Bob, Cyla."
    table.room.put_secretly(WHOM)  # nobody may notice whether the doctor is asked
    table.hands.type(1.0, "2")
    assert table.room.ask(WHOM) == "2"
    assert table.room._poll.voted == "Z telefonów: Ala, Bob, Cyla."
    table.hands.type(1.0, "timer")
    table.room.ask(MENU)
    assert "Ala, Bob, Cyla" not in drawn(table, "Rozmawiacie.")
    assert table.phones.page.line == "Rozmawiacie."


def test_what_phones_decided_stands_beside_the_line_that_follows_too() -> None:
    table = Table(1, 2, 3)
    table.day()
    for seat in (1, 3):
        table.hands.tap(1.0, seat, "timer")
    table.room.ask(MENU)
    assert "Z telefonów (Ala, Cyla)" in drawn(table, "Rozmawiacie.")


# ---- Phones come and go ----


@pytest.mark.parametrize("alone", [False, True])
def test_phones_that_come_back_while_a_vote_is_open_have_it(*, alone: bool) -> None:
    """So begins a game that goes on in a vote: no phone has found it again yet."""
    table, seen = Table(alone=alone), list[tuple[bool, tuple[int, ...]]]()
    table.day()
    later(0.5, lambda: seen.append((bool(table.phones.page.vote), table.phones.page.voters)))
    for seat in PEOPLE:
        later(seat, lambda seat=seat: table.come(seat))  # type: ignore[misc]
        table.hands.tap(seat + 1.0, seat, "no" if seat == 2 else "yes")
    assert table.room.ask(COUNT) == "2"
    assert seen == [(True, (1, 2, 3))]
    assert "Ala, Cyla" in table.laptop


def test_who_had_no_phone_when_the_vote_began_votes_once_it_is_back() -> None:
    table = Table(1, 2)
    table.day()
    later(10.0, lambda: table.come(3))
    for after, seat in ((1.0, 1), (2.0, 2), (12.0, 3)):
        table.hands.tap(after, seat, "yes")
    assert table.room.ask(COUNT) == "3"


def test_a_phone_that_comes_late_and_does_not_vote_holds_nobody_up() -> None:
    table, begun = Table(1, 2), now()
    table.day()
    table.hands.tap(1.0, 1, "yes")
    later(VOTING + 10.0, lambda: table.come(3))
    assert table.room.ask(COUNT) == "1"
    assert now() - begun == pytest.approx(VOTING + 10.0, abs=0.3)


def test_where_nobody_can_type_a_vote_ends_though_a_phone_is_gone() -> None:
    table, begun = Table(1, 2, alone=True), now()
    table.day()
    table.hands.tap(1.0, 1, "yes")
    assert table.room.ask(COUNT) == "1"
    assert now() - begun == pytest.approx(VOTING, abs=0.3)


def test_who_raised_a_hand_that_was_counted_has_no_vote_by_phone_any_more() -> None:
    table, seen = Table(1), list[tuple[int, ...]]()
    table.day()
    table.hands.type(5.0, "2")
    later(6.0, lambda: table.come(2))
    table.hands.tap(7.0, 2, "yes")
    later(8.0, lambda: seen.append(table.phones.page.voters))
    table.hands.tap(9.0, 1, "yes")
    assert table.room.ask(COUNT) == "3"
    assert seen == [(1,)]


def test_a_phone_that_is_gone_for_a_moment_as_hands_are_typed_keeps_its_vote() -> None:
    table = Table(1)
    table.phones.lost = LOST
    table.day()
    later(1.0, table.leave)
    table.hands.type(2.0, "1")
    for after in range(3, 8):
        later(after, lambda: table.come(1))
    table.hands.tap(8.0, 1, "yes")
    assert table.room.ask(COUNT) == "2"


def test_a_phone_that_left_just_before_a_vote_and_stays_away_holds_nobody_up() -> None:
    table = Table(1)
    table.phones.lost = LOST
    table.day()
    table.leave()
    table.hands.type(2.0, "1")
    begun = now()
    later(90.0, partial(table.come, 1))  # else the test would wait for ever
    table.hands.tap(91.0, 1, "no")
    assert table.room.ask(COUNT) == "1"
    assert now() - begun == pytest.approx(2.0 + VOTING, abs=0.6)


def test_a_hand_that_was_counted_is_no_vote_by_phone_too() -> None:
    """Seat 2's phone is out of the network as hands are counted, and sends what was tapped once it is back."""
    table = Table(1, 2, 3)
    table.phones.lost = LOST
    table.day()
    table.hands.tap(1.0, 1, "no")
    later(1.5, table.leave)
    for after in range(2, 12):
        for seat in (1, 3):
            later(after, lambda seat=seat: table.come(seat))  # type: ignore[misc]
    table.hands.type(9.0, "1")
    later(11.0, lambda: table.come(2))
    table.hands.tap(11.5, 2, "yes")
    table.hands.tap(12.0, 3, "no")
    assert table.room.ask(COUNT) == "1"


def test_hands_are_at_most_those_who_did_not_vote_by_phone_in_the_end() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, "yes")
    table.hands.type(5.0, "1")
    table.hands.tap(6.0, 2, "yes")
    table.hands.tap(7.0, 3, "yes")
    assert table.room.ask(COUNT) == "3"


def test_phones_that_do_not_vote_at_all_are_waited_for_until_it_is_over() -> None:
    table, begun = Table(1, 2), now()
    table.day()
    table.hands.type(5.0, "1")
    assert table.room.ask(COUNT) == "1"
    assert now() - begun == pytest.approx(VOTING, abs=0.2)


def test_hands_that_all_raise_though_they_have_phones_are_the_answer_at_once() -> None:
    table, begun = Table(1, 2, 3), now()
    table.day()
    table.hands.type(5.0, "2")
    assert table.room.ask(COUNT) == "2"
    assert now() - begun == pytest.approx(5.0, abs=0.2)


def test_there_are_no_more_hands_than_people_who_have_not_voted_by_phone() -> None:
    table = Table(1, 2)
    table.day()
    for after, seat in ((1.0, 1), (2.0, 2)):
        table.hands.tap(after, seat, "yes")
    table.hands.type(5.0, "3")
    table.hands.type(9.0, "1")
    assert table.room.ask(COUNT) == "3"
    assert now() > 1009.0
    assert "więcej rąk" in table.laptop


def test_minutes_are_no_vote_however_many_play() -> None:
    minutes = replace(COUNT, choices=tuple(map(str, range(1, 61))))
    assert not is_vote(minutes, 60)
    assert is_vote(replace(COUNT, choices=("0", *minutes.choices)), 60)


def test_a_command_in_a_vote_is_called_for_as_ever() -> None:
    table = Table(1, 2)
    table.day()
    table.hands.type(2.0, "repeat")
    assert table.room.ask(replace(COUNT, commands=("repeat",))) == "repeat"
    assert not table.phones.page.open
    assert "Z telefonów" not in table.laptop
