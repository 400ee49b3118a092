"""A day by phones: what stands on all of them, and how two of the living answer what the game asks."""

from __future__ import annotations

import re

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.cues import COMMANDS, OVERRIDE, REDO, Ask, At, End, Refused, Say
from narrator.games.night.flow import eyes
from narrator.games.view import Finale, SeatView, View
from narrator.page.phones.deciding import SHOW_CARD, THAT_IS_ALL, VOTING
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import CLOSING, SEEING
from narrator.page.phones.server import SIZE, message_to
from narrator.page.phones.shared import SharedQuestion
from narrator.rooms.clock import now
from narrator.texts import message
from narrator.values import replace

from tests.page.phones.test_messages import read
from tests.page.phones.test_room import CALL, COUNT, DAWN, DAY, PEOPLE, TIME, WHOM, Table, page, pages_read
from tests.waiting import later

pytestmark = pytest.mark.usefixtures("clock")

MENU = Ask(
    at=DAY,
    line="ask.day.1",
    text="Co teraz?",
    to="all",
    kind="choice",
    choices=("night", "timer", "reveal", OVERRIDE),
    commands=(*COMMANDS, OVERRIDE),
)
WHO = replace(
    MENU, at=replace(DAY, call="day.reveal"), kind="seat", choices=("1", "2", "3"), optional=True, final=True
)
ACCUSED = replace(MENU, kind="seats", choices=("1", "2", "3"), most=3, optional=True)


def test_two_phones_answer_what_is_asked() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, "timer")
    table.hands.tap(2.0, 3, "timer")
    assert table.room.ask(MENU) == "timer"
    assert "Ala, Cyla" in table.laptop


def test_all_phones_show_what_is_asked_and_who_wants_what() -> None:
    table, seen = Table(1, 2, 3), list[SharedQuestion | None]()
    table.day()
    table.hands.tap(1.0, 1, "timer")
    later(2.0, lambda: seen.append(table.phones.page.question))
    table.hands.type(3.0, "timer")
    table.room.ask(MENU)
    [asked] = seen
    assert asked
    assert (asked.text, asked.kind, asked.choices, asked.none) == ("Co teraz?", "choice", ("night", "timer"), "")
    assert (asked.wishes, asked.commands, asked.shows) == (((1, "timer"),), COMMANDS, (1, 2, 3))
    assert asked.labels[0] == "noc"
    assert table.phones.page.question is None
    assert not table.phones.page.open


def test_keys_answer_beside_phones_and_the_first_counts() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, "timer")
    table.hands.type(2.0, "night")
    table.hands.type(2.1, "confirm")
    table.hands.tap(3.0, 2, "timer")
    assert table.room.ask(MENU) == "night"
    assert table.phones.page.call == 1


def test_what_two_phones_agree_on_is_not_asked_back() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.room.see(View(audience="all", at=DAY, seats=_seats(), ending="night"))
    table.hands.tap(1.0, 1, "night")
    table.hands.tap(2.0, 2, "night")
    assert table.room.ask(MENU) == "night"


def test_phones_decide_nothing_while_the_laptop_asks_back() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.type(1.0, "2")
    table.hands.tap(2.0, 1, "3")
    table.hands.tap(3.0, 2, "3")
    table.hands.type(4.0, "no")
    assert table.room.ask(WHO) == "3"


def test_a_tap_for_a_question_that_is_over_changes_nothing() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.type(1.0, "timer")
    table.room.ask(MENU)
    old = table.phones.page
    table.hands.tap(1.0, 1, "night")
    later(1.5, lambda: table.phones.tap(2, (old.run, old.call), "night", "late"))
    table.hands.type(3.0, "timer")
    assert table.room.ask(MENU) == "timer"


def test_a_wish_is_gone_after_a_while() -> None:
    table, seen = Table(1, 2, 3), list[int]()
    table.day()
    table.hands.tap(1.0, 1, "timer")

    def look() -> None:
        table.phones.look()
        asked = table.phones.page.question
        seen.append(len(asked.wishes) if asked else -1)

    later(30.0, look)
    later(32.0, look)
    table.hands.type(40.0, "timer")
    table.room.ask(MENU)
    assert seen == [1, 0]


def test_the_dead_see_all_and_decide_nothing() -> None:
    table = Table(1, 2, 3)
    table.day(3)
    table.hands.tap(1.0, 1, "timer")
    table.hands.tap(2.0, 3, "timer")
    table.hands.type(3.0, "night")
    table.hands.type(3.1, "confirm")
    assert table.room.ask(MENU) == "night"


def test_players_are_nominated_from_their_own_phones() -> None:
    table = Table(1, 2, 3)
    table.day()
    for after, seat, said in ((1, 1, "3"), (2, 2, "1"), (3, 1, THAT_IS_ALL), (4, 3, THAT_IS_ALL)):
        table.hands.tap(after, seat, said)
    assert table.room.ask(ACCUSED) == "1,3"


def test_one_phone_pauses_and_two_go_on() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 2, "pause")
    assert table.room.ask(MENU) == "pause"
    ready = replace(MENU, kind="ready", choices=("ready",), commands=("undo",))
    table.hands.tap(1.0, 2, "ready")
    table.hands.tap(2.0, 2, "pause")
    table.hands.tap(3.0, 1, "ready")
    assert table.room.ask(ready) == "ready"


@pytest.mark.parametrize("calls", [("repeat",), ("pause", "ready")])
def test_who_has_it_said_again_or_pauses_takes_nobodys_wish_and_no_nomination(calls: tuple[str, ...]) -> None:
    table, ready = Table(1, 2, 3), replace(MENU, kind="ready", choices=("ready",), commands=("undo",))
    table.day()
    for after, seat, said in ((1, 1, "3"), (2, 1, THAT_IS_ALL), (3, 2, calls[0])):
        table.hands.tap(after, seat, said)
    assert table.room.ask(ACCUSED) == calls[0]
    for said in calls[1:]:
        table.hands.type(1.0, said)
        assert table.room.ask(ready) == said
    later(0.5, lambda: seen.append(table.phones.page.question))
    table.hands.tap(1.0, 3, THAT_IS_ALL)
    table.hands.type(50.0, "1")
    seen = list[SharedQuestion | None]()
    assert table.room.ask(ACCUSED) == "3"
    assert seen[0]
    assert (seen[0].nominated, seen[0].wishes) == (((1, 3),), ((1, THAT_IS_ALL),))


def test_two_phones_redo_and_the_laptop_says_who() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, REDO)
    table.hands.tap(2.0, 3, REDO)
    assert table.room.ask(replace(MENU, commands=(*MENU.commands, REDO))) == REDO
    assert "Ala, Cyla): ponów" in table.laptop


def test_the_laptop_says_by_day_that_somebody_tries_codes() -> None:
    table = Table(1, 2, 3)
    table.tried.append(message("lead.strangers", count=4, address="192.0.2.66"))
    table.hands.tap(1.0, 1, "3")
    table.room.pause(TIME)
    table.room.ask(replace(WHOM, to=(1,)))
    assert "192.0.2.66" not in table.laptop
    table.day()
    table.hands.type(1.0, "timer")
    table.room.ask(MENU)
    assert "192.0.2.66" in table.laptop


def test_what_is_asked_again_after_an_undo_begins_anew() -> None:
    table, ready = Table(1, 2, 3), replace(MENU, kind="ready", choices=("ready",), commands=("undo",))
    table.day()
    for after, seat, said in ((1, 1, "3"), (2, 2, "pause")):
        table.hands.tap(after, seat, said)
    assert table.room.ask(ACCUSED) == "pause"
    table.hands.type(1.0, "undo")
    assert table.room.ask(ready) == "undo"
    table.hands.tap(1.0, 1, THAT_IS_ALL)
    table.hands.tap(2.0, 2, THAT_IS_ALL)
    assert table.room.ask(ACCUSED) == "none"


def test_a_talk_ends_early_by_two_phones() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, "over")
    table.hands.tap(5.0, 2, "over")
    talk = replace(MENU, choices=("over", "time"), seconds=60.0)
    assert table.room.ask(talk) == "over"


@pytest.mark.parametrize("there", [(1, 2, 3), (1, 2)])
def test_a_last_shot_comes_from_the_phone_of_who_is_out_or_is_typed(there: tuple[int, ...]) -> None:
    table, seen = Table(*there), list[SharedQuestion | None]()
    table.day(3)
    later(0.5, lambda: seen.append(table.phones.page.question))
    for after, seat in ((1, 1), (2, 2), *([(3, 3), (4, 1)] if 3 in there else [])):
        table.hands.tap(after, seat, "2")
    table.hands.type(5.0, "1")
    table.hands.type(5.5, "confirm")
    assert table.room.ask(replace(WHO, whose=3)) == ("2" if 3 in there else "1")
    assert seen[0]
    assert seen[0].whose == 3


def test_where_nobody_can_type_any_two_take_a_last_shot_if_its_player_has_no_phone() -> None:
    table, seen, begun = Table(1, 2, alone=True), list[SharedQuestion | None](), now()
    table.day(3)
    for after in (1.0, VOTING + 1.0):
        table.hands.tap(after, 1, "none")
        table.hands.tap(after, 2, "none")
        later(after + 0.5, lambda: seen.append(table.phones.page.question))
    assert table.room.ask(replace(WHO, whose=3)) == "none"
    assert [one.whose for one in seen if one] == [3]
    assert now() - begun == pytest.approx(VOTING + 1.0, abs=0.2)


def test_who_has_a_last_shot_takes_it_though_their_phone_comes_late_and_nobody_can_type() -> None:
    """A game that goes on may begin with it, before any phone is back."""
    table = Table(1, 2, alone=True)
    table.day(3)
    for after, seat in ((1.0, 1), (1.5, 2), (4.0, 3), (5.0, 1)):
        table.hands.tap(after, seat, "none" if after < 3.0 else "2")
    later(3.0, lambda: table.come(3))
    assert table.room.ask(replace(WHO, whose=3)) == "2"


def test_all_phones_show_how_much_of_a_talk_is_left() -> None:
    table, left = Table(1, 2, 3), list[object]()
    table.day()
    for after in (0.5, 10.0, 50.5):
        later(after, lambda: left.append(read(message_to(table.phones, 2))["left"]))
    table.hands.type(55.0, "over")
    talk = replace(MENU, choices=("over", "time"), seconds=60.0, more=30.0)
    assert table.room.ask(talk) == "over"
    assert left == [90, 80, 40]
    assert table.phones.left is None


def test_where_eyes_are_closed_no_phone_shows_a_clock() -> None:
    table, left = Table(1, 2, 3), list[int | None]()
    table.day()
    table.room.see(View(audience="all", at=DAY, seats=_seats(), secret=True))
    later(1.0, lambda: left.append(table.phones.left))
    table.room.ask(replace(WHO, to=(1,), choices=(*WHO.choices, "time"), seconds=20.0))
    table.phones.clock = lambda: now() + 9.0
    table.phones.show(dark=True)
    assert [*left, table.phones.left] == [None, None]


@pytest.mark.parametrize("script", ["ktulu.toml", "ktulu.en.toml", "night/pl.toml", "night/en.toml"])
def test_what_phones_show_before_all_read_sends_nobody_to_a_screen(script: str) -> None:
    text = (paths.shipped("scripts") / script).read_text("utf-8")
    [lines] = re.findall(r'round\.begins"\]?\ntext = \[\n(.*?)\n\]', text, re.DOTALL)
    assert lines
    assert not re.search("ekran|screen|Enter", lines)


@pytest.mark.parametrize("language", ["pl", "en", "sv"])
def test_what_phones_show_after_the_end_speaks_of_no_key(language: str) -> None:
    texts = texts_of(language)
    asked = [
        texts.word(key, count=5) for key in ("screen.turn-page", "screen.what-next", "deal.rematch", "new.others")
    ]
    assert not re.search("Enter|in turn|po kolei|screen|ekran", " ".join(asked))


@pytest.mark.parametrize(("script", "heard"), [("pl", "łucham"), ("en", "listening")])
def test_no_narrator_says_that_it_listens_where_phones_or_keys_answer(script: str, heard: str) -> None:
    assert heard not in (paths.shipped("scripts") / f"night/{script}.toml").read_text("utf-8")


def test_minutes_are_no_votes() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 1, "5")
    table.hands.tap(2.0, 2, "5")
    minutes = replace(MENU, kind="count", choices=tuple(map(str, range(1, 61))))
    assert table.room.ask(minutes) == "5"


def test_who_fights_a_duel_has_no_vote_in_it() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.room.see(View(audience="all", at=DAY, seats=_seats(), voters=(3,)))
    table.hands.tap(1.0, 1, "yes")
    table.hands.tap(2.0, 3, "yes")
    assert table.room.ask(replace(COUNT, choices=("0", "1"))) == "1"


def test_who_shows_their_card_is_asked_nothing_more() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.tap(1.0, 2, SHOW_CARD)
    assert table.room.ask(MENU) == "reveal"
    assert table.room.ask(WHO) == "2"
    table.hands.type(1.0, "none")
    assert table.room.ask(WHO) == "none"


def test_whose_card_is_open_shows_it_no_more_and_asks_nobody_else() -> None:
    table, seen = Table(1, 2, 3), list[SharedQuestion | None]()
    table.day()
    seats = (replace(_seats()[0], card="mayor"), replace(_seats()[1], out=True), _seats()[2])
    table.room.see(View(audience="all", at=DAY, seats=seats))
    for after in (1.0, 2.0):
        table.hands.tap(after, 1, SHOW_CARD)
    later(3.0, lambda: seen.append(table.phones.page.question))
    table.hands.tap(4.0, 1, "timer")
    table.hands.tap(4.0, 3, "timer")
    assert table.room.ask(MENU) == "timer"
    assert [one and one.shows for one in seen] == [(3,)]


def test_by_night_and_while_a_doctor_is_called_no_phone_shows_a_question() -> None:
    table, seen = Table(1, 2, 3), list[SharedQuestion | None]()
    table.room.pause(TIME)
    later(1.0, lambda: seen.append(table.phones.page.question))
    table.hands.tap(2.0, 1, "3")
    table.room.ask(WHOM)
    table.day()
    table.room.see(View(audience="all", at=DAY, seats=_seats(), secret=True))
    later(1.0, lambda: seen.append(table.phones.page.question))
    table.hands.type(2.0, "none")
    table.room.ask(replace(WHO, to=(1,)))
    assert seen == [None, None]


def test_a_gate_of_the_night_is_for_the_laptop_alone() -> None:
    table, seen = Table(1, 2, 3), list[SharedQuestion | None]()
    later(1.0, lambda: seen.append(table.phones.page.question))
    table.hands.type(2.0, "ready")
    table.room.ask(Ask(at=CALL, line="ask.ready", text="Gotowi?", to="all", kind="ready", choices=("ready",)))
    assert seen == [None]


@pytest.mark.parametrize("alone", [False, True])
def test_a_night_goes_on_by_itself_where_nobody_can_press_enter(*, alone: bool) -> None:
    table, begun = Table(1, alone=alone), now()
    table.hands.type(60.0, "ready")
    table.room.say(Say(at=CALL, line="night.again.1", text="Zamknijcie oczy."))
    gate = Ask(at=CALL, line="ask.ready", text="Gotowi?", to="all", kind="ready", choices=("ready",))
    assert table.room.ask(gate) == "ready"
    assert now() - begun == pytest.approx(CLOSING if alone else 60.0, abs=0.5)


def test_after_the_end_any_two_say_what_comes_next_the_dead_too() -> None:
    table, seen = Table(1, 2, 3), list[SharedQuestion | None]()
    table.day(3)
    table.room.end(End(at=DAY, text="Wygrywa miasto."))
    later(1.0, lambda: seen.append(table.phones.page.question))
    for after, seat, said in ((2, 1, "rematch"), (3, 3, "rematch"), (4, 3, "yes"), (5, 2, "yes")):
        table.hands.tap(after, seat, said)
    assert table.room.conclude(Finale(), [], list, "Jeszcze raz?") == "rematch"
    assert table.phones.page.leaving
    assert seen[0]
    assert seen[0].choices == ("story", "rematch", "over")


# ---- Lines ----


def line(table: Table, at: At, name: str, text: str) -> tuple[bool, str]:
    table.room.say(Say(at=at, line=name, text=text))
    return table.phones.page.dark, table.phones.page.line


def test_the_lines_of_a_dawn_stand_on_phones_once_all_see() -> None:
    table, dawn = Table(1, 2, 3), replace(DAWN, call="dawn")
    assert line(table, replace(DAWN, call="doctor.revive"), "doctor.revive.sleep.1", "Śpij.") == (True, "")
    assert line(table, dawn, "dawn.wake.2", "Wstajemy.") == (False, "Wstajemy.")
    assert line(table, dawn, "win.town.1", "Wygrywa miasto.") == (False, "Wygrywa miasto.")
    assert line(table, DAY, "day.begins.1", "Dzień.") == (False, "Dzień.")
    assert line(table, At(night=2, call="night"), "night.falls.1", "Noc.") == (True, "")


def test_the_lines_that_open_all_eyes_before_the_day_are_known() -> None:
    assert all(one.startswith(SEEING) for one in eyes._OPENING - {eyes._REVIVED})


def test_what_is_said_at_a_dawn_before_all_see_stands_on_no_phone() -> None:
    table = Table(1, 2, 3)
    assert line(table, replace(DAWN, call="dawn"), "pause.begins.1", "Przerwa.") == (True, "")


def test_going_back_from_a_dawn_into_a_call_makes_phones_dark_again() -> None:
    table, dawn = Table(1, 2, 3), replace(DAWN, call="dawn")
    line(table, dawn, "dawn.wake.2", "Wstajemy.")
    assert line(table, CALL, "sheriff.jail.wake.1", "Szeryf.") == (True, "")
    line(table, dawn, "dawn.wake.2", "Wstajemy.")
    table.hands.type(2.0, "ready")
    table.room.ask(Ask(at=dawn, line="ask.ready", text="Gotowi?", to="all", kind="ready", choices=("ready",)))
    assert (table.phones.page.dark, table.phones.page.line) == (True, "")
    assert line(table, dawn, "pause.over.1", "Dalej.") == (True, "")


def test_the_pages_of_a_morning_are_read_on_dim_phones() -> None:
    table, seen = Table(1, 2, 3), list[bool]()
    line(table, replace(DAWN, call="dawn"), "round.begins.1", "Rano.")
    later(3.0, lambda: seen.append(table.phones.page.dark))
    pages_read(table, page(1, "Nic."), page(2, "Nic."), page(3, "Nic."))
    assert seen == [True]
    assert line(table, replace(DAWN, call="dawn"), "dawn.died.1", "Nie żyje Bob.") == (False, "Nie żyje Bob.")


def test_why_an_answer_of_the_day_is_refused_stands_on_all_phones() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.room.refuse(Refused(at=DAY, answer="2", reason="out", text="Tej osoby nie ma w grze.", to="all"))
    table.room.refuse(Refused(at=DAY, answer="2", reason="out", text="Po cichu.", to="moderator"))
    assert table.phones.page.line == "Tej osoby nie ma w grze."


# ---- What is sent ----


def test_the_longest_question_has_room_in_a_message() -> None:
    table = Table(1)
    phones = Phones({seat: f"Gracz {seat}" for seat in range(1, 31)}, table.phones.texts)
    seats = tuple(map(str, range(1, 31)))
    asked = SharedQuestion(
        text="Kto jest oskarżony? Podajcie wszystkie numery albo powiedzcie, że nikt." * 3,
        kind="seats",
        choices=seats,
        labels=("x" * 30,) * 14,
        none="bez zmian",
        commands=COMMANDS,
        wishes=tuple((seat, THAT_IS_ALL) for seat in range(1, 31)),
        nominated=tuple((seat, 31 - seat) for seat in range(1, 31)),
    )
    phones.show(question=asked, living=tuple(range(1, 31)), line="Kto jest oskarżony?")
    sent = message_to(phones, 1)
    assert len(sent) == SIZE
    assert read(sent)["line"] == "Kto jest oskarżony?"


def _seats() -> tuple[SeatView, ...]:
    return tuple(SeatView(seat=seat, name=name) for seat, name in PEOPLE.items())
