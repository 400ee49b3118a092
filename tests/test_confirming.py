"""What cannot be taken back, or was not sure, is confirmed by another word; or else it is asked for again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence, Unsure
from narrator.cues import Ask, At, Phase
from narrator.rooms.clock import now
from narrator.rooms.listener import CONFIRMATION, CONFIRMING, Listener
from narrator.rooms.screen import Screen

from tests.polish import word
from tests.waiting import wait

pytestmark = pytest.mark.usefixtures("clock")

SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"), optional=True, commands=("undo",))
KILL = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"), optional=True, final=True)
GIVE = "give {seat:1,2} {n:1-9}"
CALLS = Ask(at=At(), line="", text="", to="all", kind="open", choices=(), commands=(GIVE, "win", "count"))
SPOKEN = Answer("2", spoken=True)
KEY = Answer("yes")
YES, NO, CONFIRM = (Answer(said, spoken=True) for said in ("yes", "no", "confirm"))


def asked_back(ask: Ask) -> Ask:
    return replace(CONFIRMATION, commands=ask.commands)


class Table:
    """A listener in front of a screen, and what is said to it, one utterance a question."""

    def __init__(self, *said: Heard) -> None:
        self._said: Iterator[Heard] = iter([*said, EndOfInput()])
        self.asked: list[Ask] = []
        self.waited: list[float | None] = []
        self._shown = StringIO()
        console = Console(file=self._shown, width=200)
        self._listener = Listener(self, Screen({1: "Ania", 2: "Bartek"}, console=console))

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        self.asked.append(ask)
        self.waited.append(seconds)
        said = next(self._said)
        if isinstance(said, Silence) and seconds:
            wait(seconds)
        return said

    def close(self) -> None:
        pass

    def answer(self, ask: Ask, *, until: float = 0.0, public: bool = False) -> str | None:
        return self._listener.answer(ask, (lambda: until) if until else None, lambda _: False, public=public)

    def told(self, key: str) -> int:
        return self._shown.getvalue().count(word(key, answer="", heard="").split(". ")[:2][-1])


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (SEAT, [SPOKEN]),
        (KILL, [SPOKEN, CONFIRM]),
        (KILL, [SPOKEN, KEY]),  # a key is no mishearing
        (KILL, [Answer("2")]),
        (KILL, [Unsure("dwa", "2"), CONFIRM]),
        (SEAT, [Unsure("dwa", "2"), CONFIRM]),
        (SEAT, [Unsure("dwa", "2"), KEY]),
    ],
    ids=["calm", "final", "final, by key", "keys", "final, unsure", "unsure", "unsure, by key"],
)
def test_an_answer_that_is_confirmed_is_taken(ask: Ask, said: list[Heard]) -> None:
    table = Table(*said)
    assert table.answer(ask) == "2"
    assert len(table.asked) == len(said)
    assert table.told("unconfirmed") == 0


@pytest.mark.parametrize("again", [YES, NO, SPOKEN, Silence(), Unsure("potwierdzam", "confirm")], ids=str)
@pytest.mark.parametrize(
    ("ask", "first", "told"), [(KILL, SPOKEN, "final"), (SEAT, Unsure("dwa", "2"), "sure")], ids=["final", "unsure"]
)
def test_nothing_is_confirmed_by_another_word(ask: Ask, first: Heard, told: str, again: Heard) -> None:
    table = Table(first, again)
    assert table.answer(ask) is None
    assert table.asked == [ask, asked_back(ask), ask]
    assert (table.told(told), table.told("unconfirmed")) == (1, 1)


def test_what_was_not_sure_is_not_taken_if_it_is_denied() -> None:
    table = Table(Unsure("dwa", "2"), NO, Answer("1", spoken=True))
    assert table.answer(SEAT) == "1"
    assert table.asked == [SEAT, asked_back(SEAT), SEAT]
    assert table.told("unconfirmed") == 1


def test_what_is_said_instead_of_a_confirmation_confirms_nothing() -> None:
    table = Table(SPOKEN, NoMatch("jeden"), NoMatch("potwierdzam"), Answer("1"))
    assert table.answer(KILL) == "1"
    assert table.asked == [KILL, asked_back(KILL), KILL, KILL]


@pytest.mark.parametrize("other", ["1", "none"])
def test_another_answer_that_is_typed_in_place_of_a_confirmation_is_asked_like_any_other(other: str) -> None:
    table = Table(Unsure("dwa", "2"), Answer(other))
    assert table.answer(SEAT) == other
    assert table.asked == [SEAT, asked_back(SEAT)]
    assert table.told("unconfirmed") == 0


def test_another_answer_that_cannot_be_taken_back_is_asked_back_too() -> None:
    table = Table(Answer("bandits"), Answer("town"), KEY)
    assert table.answer(WIN) == "town"
    assert table.asked == [WIN, asked_back(WIN), asked_back(WIN)]


def test_a_query_that_is_typed_in_place_of_a_confirmation_confirms_and_changes_nothing() -> None:
    table = Table(Answer("give 2 3"), Answer("count"), Answer("win"))
    assert table.answer(WEIGHED) == "win"
    assert table.told("unconfirmed") == 1


@pytest.mark.parametrize(("public", "told"), [(True, 1), (False, 0)])
def test_a_yes_that_comes_just_too_late_is_told_so_where_all_may_know(public: bool, told: int) -> None:
    asked = replace(SEAT, at=At(phase="day"))
    table = Table(Unsure("dwa", "2"), Silence(), NoMatch("tak"))
    table.answer(asked, public=public)
    assert table.told("too-late") == told
    much_later = Table(Unsure("dwa", "2"), Silence(), Silence(), NoMatch("tak"))
    much_later.answer(asked, until=now() + 3 * CONFIRMING, public=public)
    assert much_later.told("too-late") == 0


@pytest.mark.parametrize(("public", "taken"), [(True, None), (False, "yes")])
def test_a_yes_that_comes_just_too_late_to_confirm_a_no_is_asked_back(public: bool, taken: str | None) -> None:
    asked = replace(KILL, at=At(phase="day"), kind="yes-no", choices=("yes", "no"))
    said = NO, Silence(), KEY
    assert Table(*said, Answer("no")).answer(asked, public=public) == taken
    assert Table(*said, KEY).answer(asked, public=public) == "yes"
    assert Table(*said, Answer("no"), Answer("no")).answer(asked, public=public) == ("no" if public else "yes")


def test_a_confirmation_is_waited_for_as_long_as_the_time_lasts() -> None:
    table = Table(SPOKEN, CONFIRM)
    table.answer(KILL)
    assert table.waited == [None, pytest.approx(CONFIRMING)]


WIN = replace(
    KILL, at=At(phase="day", call="day.override"), to="moderator", kind="choice", choices=("town", "bandits")
)


@pytest.mark.parametrize("phase", ["day", "night"])
def test_who_wins_ends_the_game_and_is_asked_back_when_typed(phase: Phase) -> None:
    asked = replace(WIN, at=replace(WIN.at, phase=phase))
    assert Table(Answer("bandits"), KEY).answer(asked) == "bandits"
    table = Table(Answer("bandits"), Answer("no"), Answer("town"), KEY)
    assert table.answer(asked) == "town"
    assert table.asked == [asked, asked_back(asked)] * 2


def test_nobody_who_chooses_nobody_must_confirm_it() -> None:
    table = Table(Answer("none", spoken=True))
    assert table.answer(KILL) == "none"


def test_a_command_that_was_not_sure_is_confirmed_alike() -> None:
    table = Table(Unsure("cofnij", "undo"), CONFIRM)
    assert table.answer(KILL) == "undo"
    assert table.asked == [KILL, CONFIRMATION]


@pytest.mark.parametrize(
    ("ask", "said", "other"), [(SEAT, "undo", "1"), (SEAT, "undo", "none"), (CALLS, "give 2 3", "give 1 3")]
)
def test_an_answer_that_is_typed_in_place_of_confirming_a_command_is_taken(ask: Ask, said: str, other: str) -> None:
    table = Table(Unsure("", said), Answer(other))
    assert table.answer(ask) == other
    assert table.asked == [ask, CONFIRMATION]


def test_an_answer_in_place_of_a_command_is_asked_back_where_it_cannot_be_taken_back() -> None:
    asked = replace(WIN, commands=("undo",))
    table = Table(Unsure("cofnij", "undo"), Answer("town"), KEY)
    assert table.answer(asked) == "town"
    assert table.asked == [asked, CONFIRMATION, asked_back(asked)]


@pytest.mark.parametrize("other", [Answer("1", spoken=True), NoMatch("hm"), Answer("no")], ids=str)
def test_nothing_else_is_taken_in_place_of_confirming_a_command(other: Heard) -> None:
    table = Table(Unsure("cofnij", "undo"), other, Answer("2"))
    assert table.answer(SEAT) == "2"
    assert table.asked == [SEAT, CONFIRMATION, SEAT]


def test_what_is_typed_at_a_later_question_answers_none_of_an_earlier_one() -> None:
    over = now() + CONFIRMING / 2
    table = Table(Unsure("cofnij", "undo"), Silence(), Answer("1"), Answer("2"))
    assert table.answer(SEAT, until=over) == "time"
    assert table.answer(replace(SEAT, kind="count")) == "2"


def test_a_command_is_taken_at_once() -> None:
    assert Table(Command("undo")).answer(SEAT) == "undo"


def test_after_two_hearings_that_failed_the_keys_are_offered() -> None:
    table = Table(NoMatch("hm"), Unsure("dwa", "2"), NO, NoMatch("hm"))
    assert table.answer(SEAT) is None
    assert table.told("keys") == 1
    assert Table(NoMatch("hm")).told("keys") == 0


WEIGHED = replace(CALLS, weights={"give {seat} {n}": "final", "count": "light"})


@pytest.mark.parametrize(
    "first", [Answer("give 2 3"), Answer("give 2 3", spoken=True), Unsure("daj bartkowi trzy", "give 2 3")], ids=str
)
def test_a_final_command_is_asked_back_once_however_it_came(first: Heard) -> None:
    table = Table(first, CONFIRM)
    assert table.answer(WEIGHED) == "give 2 3"
    assert table.asked == [WEIGHED, asked_back(WEIGHED)]
    denied = Table(first, NO)
    assert denied.answer(WEIGHED) is None
    assert denied.told("unconfirmed") == 1


@pytest.mark.parametrize("said", ["win", "count"])
def test_any_other_command_is_taken(said: str) -> None:
    for heard in (Answer(said), Answer(said, spoken=True)):
        table = Table(heard)
        assert table.answer(WEIGHED) == said
        assert table.asked == [WEIGHED]


def test_a_command_with_values_that_was_not_sure_is_asked_back() -> None:
    table = Table(Unsure("daj bartkowi trzy", "give 2 3"), CONFIRM)
    assert table.answer(CALLS) == "give 2 3"
    assert table.asked == [CALLS, CONFIRMATION]
