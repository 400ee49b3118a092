"""A room with phones: what stands on a phone does not stand on the laptop, and the room hears no difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from io import StringIO
from math import inf

import pytest
from rich.console import Console

from narrator.answers import Answer, Heard, Silence
from narrator.computer.texts import texts_of
from narrator.cues import PHONES, Ask, At, End, Part, Pause, Refused, Say, Tell
from narrator.games.view import SeatView, View
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.morning import TO_LOOK
from narrator.page.phones.phones import Phones
from narrator.page.phones.presence import LOST
from narrator.page.phones.room import PhonesRoom
from narrator.play.journal import Journal
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings
from narrator.texts import Words, message
from narrator.values import replace

from tests.waiting import later, wait

pytestmark = pytest.mark.usefixtures("clock")

PEOPLE = {1: "Ala", 2: "Bob", 3: "Cyla"}
CALL = At(call="sheriff.jail", book="7", night=1)
DAWN, DAY = At(night=1, phase="dawn"), At(night=1, phase="day")
TIME = Pause(at=CALL, seconds=20.0, tells=1)
WHOM = Ask(at=CALL, line="", text="Kogo zamyka szeryf?", to=(1,), kind="seat", choices=("2", "3"), window=20.0)
TOLD = Tell(at=CALL, line="", text="Posążka tam nie ma.", to=(1,))
SLEEP = Say(at=CALL, line="", text="Zamknij oczy.")
COUNT = Ask(at=DAY, line="", text="Ile głosów na Bob?", to="all", kind="count", choices=("0", "1", "2", "3"))


def page(seat: int, text: str = "", *, asked: bool = False) -> Ask:
    choices = ("yes", "no", "time") if asked else ("ready", "time")
    return Ask(at=DAWN, line="page", text=text, to=(seat,), kind="page", choices=choices, more=8.0)


def called(seat: int) -> Say:
    return Say(at=DAWN, line="round.next.1", text=f"Teraz numer {seat}.")


class Mouth(NoMouth):
    """It says things at once, and notes when."""

    def __init__(self) -> None:
        self.said: list[tuple[str, float]] = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        del parts
        self.said.append((text, now()))


class Hands:
    """Ears that hear taps and keys at given moments of the room's clock."""

    def __init__(self, phones: Phones, *, led: bool = False) -> None:
        self._phones, self._ears = phones, PhoneEars(phones, votes_alone=led)
        self._heard: list[Heard] = []

    def type(self, after: float, said: str) -> None:
        later(after, lambda: self._heard.append(Answer(said)))

    def tap(self, after: float, seat: int, said: str) -> None:
        later(after, lambda: self._tap(seat, said))

    def _tap(self, seat: int, said: str) -> None:
        page = self._phones.page
        self._phones.tap(seat, (page.run, page.call), said, f"{now()} {seat}")

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        self._ears.listen(ask, lambda heard: self._heard.append(heard))  # type: ignore[arg-type]
        over = now() + (1000.0 if seconds is None else seconds)
        while not self._heard and now() < over - 1e-9:
            wait(min(0.1, over - now()))
            self._phones.look()  # as with each message to a phone
        self._ears.rest()
        if self._heard:
            return self._heard.pop(0)
        wait(max(over - now(), 0.0))
        return Silence()

    def close(self) -> None:
        """Have nothing to close."""


class Table:
    """A room, its people's hands, and what stands on the laptop."""

    def __init__(
        self,
        *there: int,
        players: int = 3,
        led: bool = False,
        alone: bool = False,
        checked: Sequence[Part] = (),
        journal: Journal | None = None,
        people: Mapping[int, str] = PEOPLE,
    ) -> None:
        people = {seat: name for seat, name in people.items() if seat <= players}
        self.phones = Phones(people, texts_of("pl"))
        self.phones.lost = inf
        self._there = ExitStack()
        for seat in there:
            self._there.enter_context(self.phones.connected(seat))
        self.file, self.mouth, self.hands = StringIO(), Mouth(), Hands(self.phones, led=led)
        console = Console(file=self.file, width=80, height=30, force_terminal=True)
        screen = Screen(people, words_of("pl"), console, paged=True)
        settings = RoomSettings(moderated=led, show_seconds=6.0)
        invite = lambda sign: [message("phones.come-later", place=f"tu{sign}", code="ABCDE")]  # noqa: E731
        self.tried = list[Words]()
        """What is new of those who try wrong codes."""
        self.room = PhonesRoom(
            self.mouth,
            self.hands,
            screen,
            settings,
            phones=self.phones,
            invite=invite,
            strangers=lambda: self.tried,
            checked=checked,
            alone=alone,
            journal=journal,
        )
        self.room.people = people

    def come(self, seat: int) -> None:
        """Connect this seat's phone."""
        self._there.enter_context(self.phones.connected(seat))

    def leave(self) -> None:
        """Disconnect all phones."""
        self._there.close()

    @property
    def laptop(self) -> str:
        return self.file.getvalue()

    def day(self, *out: int) -> None:
        seats = tuple(SeatView(seat=seat, name=name, out=seat in out) for seat, name in self.phones.people.items())
        self.room.see(View(audience="all", at=DAY, seats=seats))
        self.room.say(Say(at=DAY, line="", text="Dzień."))


# ---- By night ----


def test_the_question_stands_on_the_phone_and_not_on_the_laptop() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.hands.tap(3.0, 1, "3")
    assert table.room.ask(WHOM) == "3"
    assert WHOM.text not in table.laptop
    assert [table.phones.note(seat) for seat in (2, 3)] == ["", ""]


def test_where_several_may_be_chosen_the_phone_says_how_many_also_after_a_tap_that_is_none() -> None:
    table, cue = Table(1, 2, 3), replace(WHOM, kind="seats", most=2)
    notes: list[str] = []
    table.hands.tap(1.0, 1, "1,2,3")
    later(0.5, lambda: notes.append(table.phones.note(1)))
    later(2.0, lambda: notes.append(table.phones.note(1)))
    table.room.pause(TIME)
    table.room.ask(cue)
    assert notes == ["Kogo zamyka szeryf? (najwyżej 2)", "Tego nie ma do wyboru. Kogo zamyka szeryf? (najwyżej 2)"]


def test_all_who_are_asked_read_the_question_and_then_that_it_was_answered() -> None:
    table, notes = Table(1, 2, 3), list[tuple[str, str]]()
    table.room.pause(TIME)
    later(2.0, lambda: notes.append((table.phones.note(1), table.phones.note(2))))
    table.hands.tap(3.0, 2, "3")
    assert table.room.ask(replace(WHOM, to=(1, 2))) == "3"
    assert notes == [(WHOM.text, WHOM.text)]
    assert [table.phones.note(seat) for seat in PEOPLE] == ["Wybrane: 3 Cyla.", "Wybrane: 3 Cyla.", ""]


@pytest.mark.parametrize(("refused", "then"), [(True, "3"), (False, "time")])
def test_what_is_sent_beside_an_answer_that_is_refused_counts_at_the_question_that_comes_again(
    refused: bool,
    then: str,
) -> None:
    """A phone sends the same again and again; where the answer stood, it is none to what is asked next."""
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    page, both = table.phones.page, replace(WHOM, to=(1, 2))

    def send() -> None:
        table.phones.tap(2, (page.run, page.call), "3", "the same")

    table.hands.tap(1.0, 1, "2")
    assert table.room.ask(both) == "2"
    send()
    if refused:
        table.room.refuse(Refused(at=CALL, answer="2", reason="", text="Nie ta osoba.", to=(1, 2)))
        send()
    later(1.0, send)
    assert table.room.ask(both) == then


def test_who_has_chosen_nobody_in_time_reads_of_no_choice() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    assert table.room.ask(WHOM) == "time"
    assert table.phones.note(1) == WHOM.text


def test_keys_answer_beside_the_phones() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.hands.type(3.0, "3")
    assert table.room.ask(WHOM) == "3"


def test_who_has_no_phone_reads_on_the_laptop() -> None:
    table = Table(2, 3)
    table.room.pause(TIME)
    table.hands.type(3.0, "3")
    table.room.ask(WHOM)
    table.room.tell(TOLD)
    assert WHOM.text in table.laptop
    assert TOLD.text in table.laptop


def test_a_result_stands_on_the_phone_alone() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.hands.tap(1.0, 1, "3")
    table.room.ask(WHOM)
    table.room.tell(TOLD)
    assert table.phones.note(1) == TOLD.text
    assert TOLD.text not in table.laptop


@pytest.mark.parametrize("answered", [None, 0.0, 3.0, 16.0])
def test_a_call_is_as_long_whoever_answers_and_when(answered: float | None) -> None:
    table = Table(1, 2, 3)
    begun = now()
    table.room.pause(TIME)
    if answered is not None:
        table.hands.tap(answered, 1, "3")
        if table.room.ask(WHOM) == "3":
            table.room.tell(TOLD)
    table.room.say(SLEEP)
    [(_, moment)] = table.mouth.said
    assert moment - begun == pytest.approx(23.2)


def test_all_phones_open_and_close_with_the_calls_time() -> None:
    table, opened = Table(1, 2, 3), list[bool]()
    with table.phones.watched(lambda: opened.append(table.phones.page.open)):
        table.room.pause(TIME)
        assert (table.phones.page.dark, table.phones.page.line) == (True, "")
        table.hands.tap(3.0, 1, "3")
        table.room.ask(WHOM)
        assert opened == [True]  # nobody sees that it was answered
        table.room.say(SLEEP)
    assert opened[:2] == [True, False]


def test_why_an_answer_is_refused_stands_on_the_phone_alone() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.room.refuse(Refused(at=CALL, answer="2", reason="jailed", text="Ta osoba już siedzi.", to=(1,)))
    assert table.phones.note(1) == "Ta osoba już siedzi."
    assert "siedzi" not in table.laptop


@pytest.mark.parametrize("sleeper", [None, 1, 3])
def test_a_moderator_answers_and_the_woken_read_it_on_their_phones_too(sleeper: int | None) -> None:
    table = Table(1, 2, 3, led=True)
    table.room.pause(TIME)
    assert (table.phones.page.dark, table.phones.page.open) == (True, True)
    if sleeper:
        table.hands.tap(1.0, sleeper, "2")  # all tap, and nothing of it counts
    table.hands.type(3.0, "3")
    assert table.room.ask(WHOM) == "3"
    assert [table.phones.note(seat) for seat in PEOPLE] == ["", "", ""]
    table.room.tell(TOLD)
    assert [table.phones.note(seat) for seat in PEOPLE] == [TOLD.text, "", ""]
    assert TOLD.text in table.laptop
    table.room.say(SLEEP)
    assert not table.phones.page.open


# ---- In the morning ----


def pages_read(table: Table, *pages: Ask) -> list[str | None]:
    """Lead a round as the stage does, and give what was answered on its pages."""
    answers = list[str | None]()
    for place, one in enumerate(pages):
        assert isinstance(one.to, tuple)
        table.room.round(pages[place:], 1)
        assert table.room.say(called(one.to[0])) == ""
        table.room.round(pages[place:], 0)
        answers.append(table.room.ask(one))
    table.room.round([], 0)
    return answers


def test_all_read_at_once_and_nobody_is_called() -> None:
    table = Table(1, 2, 3)
    seen = list[tuple[str, ...]]()
    later(3.0, lambda: seen.append(tuple(map(table.phones.note, PEOPLE))))
    begun = now()
    assert pages_read(table, page(1, "Nic."), page(2, "Masz posążek."), page(3, "Nic.")) == ["ready"] * 3
    assert seen == [("Nic.", "Masz posążek.", "Nic.")]
    assert now() - begun == pytest.approx(8.0 + TO_LOOK)
    assert [text for text, _ in table.mouth.said] == [texts_of("pl").word("phones.look")]
    assert not table.phones.page.reading
    assert [table.phones.note(seat) for seat in PEOPLE] == ["", "", ""]
    assert "posążek" not in table.laptop


def test_a_page_that_asks_is_answered_by_its_reader() -> None:
    table = Table(1, 2, 3)
    table.hands.tap(2.0, 1, "yes")
    table.hands.tap(5.0, 1, "no")  # on second thoughts
    table.hands.tap(4.0, 2, "yes")
    pages = [page(seat, "Pomożesz?", asked=True) for seat in PEOPLE]
    assert pages_read(table, *pages) == ["no", "yes", "time"]


def test_who_has_no_phone_is_called_to_the_laptop() -> None:
    table = Table(1, 3)
    table.hands.type(20.0, "ready")
    table.hands.type(30.0, "ready")
    assert pages_read(table, page(1), page(2, "Masz posążek."), page(3)) == ["ready"] * 3
    said = [text for text, _ in table.mouth.said]
    assert said == [texts_of("pl").word("phones.look"), called(2).text]
    assert "Masz posążek." in table.laptop


def test_the_next_morning_all_read_anew() -> None:
    table = Table(1, 2, 3)
    for text in ("Pierwsza.", "Druga."):
        seen = list[str]()
        later(3.0, lambda seen=seen: seen.append(table.phones.note(2)))  # type: ignore[misc]
        pages_read(table, page(1, text), page(2, text), page(3, text))
        assert seen == [text]
        table.day()


def test_a_game_that_goes_on_at_a_page_has_all_read_it() -> None:
    table = Table(1, 2, 3)
    table.room.round([page(2, "Masz posążek."), page(3)], 0)
    assert table.room.ask(page(2, "Masz posążek.")) == "ready"
    assert table.mouth.said


@pytest.mark.parametrize("alone", [False, True])
def test_a_phone_that_comes_back_before_all_have_looked_reads_with_them(*, alone: bool) -> None:
    table, seen = Table(2, alone=alone), list[tuple[str, ...]]()
    later(TO_LOOK - 1.0, lambda: table.come(3))
    later(TO_LOOK, lambda: seen.append((table.phones.note(3), str(table.phones.page.reading))))
    table.hands.tap(6.0, 3, "yes")
    table.hands.type(30.0, "time")
    pages = [page(seat, f"Pomożesz? {seat}", asked=True) for seat in (2, 3)]
    assert pages_read(table, *pages) == ["time", "yes"]
    assert seen == [("Pomożesz? 3", "True")]
    assert [text for text, _ in table.mouth.said] == [texts_of("pl").word("phones.look")]


@pytest.mark.parametrize("alone", [False, True])
def test_who_could_not_read_all_of_it_reads_again_instead_of_being_called(*, alone: bool) -> None:
    table = Table(1, 2, alone=alone)
    later(TO_LOOK + 3.0, lambda: table.come(3))
    assert pages_read(table, page(1, "Nic."), page(2, "Nic."), page(3, "Masz posążek.")) == ["ready"] * 3
    assert [text for text, _ in table.mouth.said] == [texts_of("pl").word("phones.look")] * 2
    assert "posążek" not in table.laptop


@pytest.mark.parametrize("back", [(1, 2, 3), (3, 2, 1)])
def test_nobody_reads_at_the_laptop_whose_phone_comes_back_once_they_were_called(back: tuple[int, ...]) -> None:
    """So goes on a game that was killed in the reading: no phone has found it again yet."""
    table = Table()
    for place, seat in enumerate(back):
        later(1.0 + place / 2, lambda seat=seat: table.come(seat))  # type: ignore[misc]
    for after in (60.0, 61.0, 90.0, 91.0):
        table.hands.type(after, "ready")
    assert pages_read(table, page(1, "Masz posążek."), page(2), page(3)) == ["ready"] * 3
    assert [text for text, _ in table.mouth.said] == [called(1).text, texts_of("pl").word("phones.look")]
    assert now() < 1060.0
    assert "posążek" not in table.laptop


def test_a_reader_whose_phone_comes_while_they_are_waited_for_at_the_laptop_reads_by_phone() -> None:
    table = Table(1, 3)
    later(25.0, lambda: table.come(2))
    table.hands.type(90.0, "ready")
    assert pages_read(table, page(1), page(2, "Masz posążek."), page(3)) == ["ready"] * 3
    look = texts_of("pl").word("phones.look")
    assert [text for text, _ in table.mouth.said] == [look, called(2).text, look]
    assert "posążek" not in table.laptop


def test_a_phone_that_comes_and_goes_holds_nobody_up_who_reads_at_the_laptop() -> None:
    table = Table()
    table.phones.lost = LOST
    later(1.0, lambda: table.come(1))
    later(2.0, table.leave)
    for after in range(30, 120, 4):
        later(after, lambda: table.come(1))
        later(after + 1.0, table.leave)
    table.hands.type(100.0, "ready")
    table.hands.type(110.0, "ready")
    assert pages_read(table, page(1, "Masz posążek.")) == ["ready"]
    assert "posążek" in table.laptop


def test_where_nobody_types_a_game_that_goes_on_at_a_page_lets_phones_come_back() -> None:
    table = Table(alone=True)
    for seat in PEOPLE:
        later(1.0 + seat / 10, lambda seat=seat: table.come(seat))  # type: ignore[misc]
    answers = list[str | None]()
    for rest in ([page(2), page(3)], [page(3)]):
        table.room.round(rest, 0)
        answers.append(table.room.ask(rest[0]))
    assert answers == ["ready"] * 2


def test_a_phone_that_went_away_before_anybody_could_have_read_is_not_read_on() -> None:
    table = Table(1)
    table.phones.lost = LOST
    table.hands.type(60.0, "ready")
    table.hands.type(90.0, "ready")
    later(2.0, table.leave)
    table.hands.tap(1.0, 1, "yes")
    assert pages_read(table, page(1, "Masz posążek.")) == ["ready"]
    assert called(1).text in [text for text, _ in table.mouth.said]


# ---- By day ----


def test_by_day_phones_show_what_was_said_and_who_is_in() -> None:
    table = Table(1, 2, 3)
    table.phones.write([1], "Karta: Szeryf.")
    table.day(2)
    assert (table.phones.page.line, table.phones.page.dark) == ("Dzień.", False)
    assert table.phones.page.living == (1, 3)
    assert table.phones.note(1) == ""


def test_how_ready_phones_are_is_said_once_before_all_else_and_stays_to_be_read() -> None:
    parts = (Part("phones.unready", "Do sprawdzenia: "), Part("name.Bob", "Bob"), Part("", "."))
    for first in ("line", "question"):
        table = Table(checked=parts)
        table.hands.type(1.0, "2")
        if first == "question":
            table.room.ask(COUNT)
        table.day()
        assert [text for text, _ in table.mouth.said if "sprawdzenia" in text] == ["Do sprawdzenia: Bob."]
        assert "sprawdzenia" in table.mouth.said[0][0]
        assert "Do sprawdzenia: Bob." in table.laptop


def test_the_end_stands_on_all_phones() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.room.ask(WHOM)
    table.room.end(End(at=CALL, text="Wygrywa miasto."))
    assert (table.phones.page.dark, table.phones.page.line) == (False, "Wygrywa miasto.")
    assert table.phones.note(1) == ""


def test_how_one_more_phone_comes_in_is_shown_when_it_is_asked_for() -> None:
    table = Table(1, 2, 3)
    table.day()
    table.hands.type(1.0, PHONES)
    table.hands.type(1.5, f"{PHONES} k7m")
    table.hands.type(2.0, "ready")
    assert (
        table.room.ask(Ask(at=DAY, line="", text="Co teraz?", to="all", kind="ready", choices=("ready",))) == "ready"
    )
    assert "tu, kod ABCDE" in table.laptop
    assert "tuk7m" in table.laptop


@pytest.mark.parametrize(("led", "length"), [(False, 17.0), (True, 20.0)])
def test_a_calls_time_is_shorter_than_with_keys_whoever_is_asked(*, led: bool, length: float) -> None:
    window = Table(1, led=led).room.new_window(CALL, 20.0, 0)
    assert window.ends - now() == pytest.approx(length, abs=0.5)


def test_why_an_answer_was_refused_stands_before_the_question_that_is_put_again() -> None:
    table = Table(1, 2, 3)
    table.room.pause(TIME)
    table.room.refuse(Refused(at=CALL, answer="1", reason="oneself", text="Nie siebie.", to=(1,)))
    table.room.put_secretly(WHOM)
    assert table.phones.note(1) == "Nie siebie. Kogo zamyka szeryf?"
    table.room.put_secretly(WHOM)
    assert table.phones.note(1) == WHOM.text


def test_where_nobody_types_a_page_without_a_phone_is_passed_over() -> None:
    assert pages_read(Table(2, alone=True), page(1, "Karta."), page(2, "Nic.")) == ["time", "ready"]
