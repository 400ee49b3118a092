"""What people say and type, and what it is taken for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.answers import Answer, Command, Heard, NoMatch, Silence, Unsure, interpret, typed
from narrator.cues import COMMANDS, Ask, At
from narrator.ears.lexicon import languages, read_lexicon
from narrator.games.night.flow.table_steps import LONGEST
from narrator.lexicon import Lexicon
from narrator.phrases import grammar, phrases

from tests.polish import OWN_WORDS

POLISH = read_lexicon("pl", *OWN_WORDS)
NAMES = {1: "Ania", 2: "Bartek", 3: "Łukasz", 4: "Ola", 5: "Ola", 6: "Nikt", 7: "Ola Maria", 25: "Jan"}
SEATS = tuple(str(seat) for seat in range(1, 31))


def ask(kind: Any, *choices: str, **more: Any) -> Ask:
    return Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, **more)


SEAT = ask("seat", *SEATS, optional=True)
MUST = ask("seat", *SEATS)
THREE = ask("seats", *SEATS, most=3, optional=True)
YES_NO = ask("yes-no", "yes", "no")
READY = ask("ready", "ready")
STEP = ask("choice", "duel", "search", "search-vote", "hang")
DAY = ask("choice", "night", "died")
LED = ask("seat", *SEATS, commands=("help",))
MINUTES = ask("count", *map(str, range(1, 61)))
COUNT = ask("count", "0", "1", "2")


def spoken(text: str, question: Ask, lexicon: Lexicon = POLISH) -> Heard:
    return interpret(text, phrases(question, lexicon, NAMES))


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("siedem", SEAT, Answer("7")),
        ("  Numer   SIEDEM ", SEAT, Answer("7")),
        ("gracz numer dwadzieścia pięć", SEAT, Answer("25")),
        ("ósemkę", SEAT, Answer("8")),
        ("łukasz", SEAT, Answer("3")),
        ("ola", SEAT, NoMatch("ola")),
        ("ola maria", SEAT, Answer("7")),
        ("nikt", SEAT, Answer("none")),
        ("nikt", MUST, NoMatch("nikt")),
        ("nikogo", THREE, Answer("none")),
        ("tak", YES_NO, Answer("yes")),
        ("nie", YES_NO, Answer("no")),
        ("tak", SEAT, NoMatch("tak")),
        ("gotowe", READY, Answer("ready")),
        ("dalej", READY, Answer("ready")),
        ("powtórz", YES_NO, Command("repeat")),
        ("cofnij", SEAT, Command("undo")),
        ("pauza", READY, Command("pause")),
        ("wieszamy", STEP, Answer("hang")),
        ("lekarz", STEP, NoMatch("lekarz")),
        ("zapada noc", DAY, Answer("night")),
        ("zero", COUNT, Answer("0")),
        ("dwa", COUNT, Answer("2")),
        ("numer dwa", COUNT, NoMatch("numer dwa")),
        ("", SEAT, Silence()),
        ("tak", READY, Answer("ready")),
        ("możemy zaczynać", READY, Answer("ready")),
        ("wszyscy gotowi", READY, Answer("ready")),
        ("gracza numer siedem", SEAT, Answer("7")),
        ("z siódemką", SEAT, Answer("7")),
        ("pod siódemką", SEAT, Answer("7")),
        ("u siódemki", SEAT, Answer("7")),
        ("siódemce", SEAT, Answer("7")),
        ("siódmy", SEAT, Answer("7")),
        ("dwudziesta piąta", SEAT, Answer("25")),
        ("z anią", SEAT, Answer("1")),
        ("u bartka", SEAT, Answer("2")),
        ("bartkowi", SEAT, Answer("2")),
        ("bartkiem i łukaszem", THREE, Answer("2,3")),
        ("olę", SEAT, NoMatch("olę")),
        ("olę marię", SEAT, Answer("7")),
        ("z nikim", SEAT, Answer("none")),
        ("pas", SEAT, Answer("none")),
        ("nikt", COUNT, Answer("0")),
        ("dwie osoby", COUNT, Answer("2")),
        ("jeden głos", COUNT, Answer("1")),
        ("pięć rąk", MINUTES, Answer("5")),
        ("dwie ręce", COUNT, Answer("2")),
        ("jedna ręka", COUNT, Answer("1")),
        ("pięcioro", MINUTES, Answer("5")),
        ("trzech", MINUTES, Answer("3")),
        ("pięć minutek", MINUTES, Answer("5")),
        ("kwadrans", MINUTES, Answer("15")),
        ("minuta", MINUTES, Answer("1")),
        ("jedną minutę", MINUTES, Answer("1")),
        ("godzinę", MINUTES, Answer("60")),
        ("dwadzieścia dwie minuty", MINUTES, Answer("22")),
        ("pięćdziesiąt dwie minuty", MINUTES, Answer("52")),
        ("numer jeden ania", SEAT, Answer("1")),
        ("jeden ania", SEAT, Answer("1")),
        ("numer jeden bartek", SEAT, NoMatch("numer jeden bartek")),
        ("pięć minut", MINUTES, Answer("5")),
        ("czterdzieści pięć", MINUTES, Answer("45")),
        ("nie przyjmuję", YES_NO, Answer("no")),
        ("nie zaprzeczam", YES_NO, NoMatch("nie zaprzeczam")),
        ("no nie", YES_NO, NoMatch("no nie")),
        ("siedem siedem", SEAT, NoMatch("siedem siedem")),
        ("trzy i pięć", SEAT, NoMatch("trzy i pięć")),
        ("i", THREE, NoMatch("i")),
        ("pięć i trzy", THREE, Answer("3,5")),
        ("trzy pięć", THREE, Answer("3,5")),
        ("numer trzy numer pięć oraz ania", THREE, Answer("1,3,5")),
        ("dwadzieścia pięć", THREE, Answer("25")),
        ("dwadzieścia i pięć", THREE, Answer("5,20")),
        ("dwadzieścia pięć i pięć", THREE, Answer("5,25")),
        ("pięć i pięć", THREE, Answer("5")),
        ("trzy i", THREE, NoMatch("trzy i")),
        ("i trzy", THREE, NoMatch("i trzy")),
        ("trzy i tak", THREE, NoMatch("trzy i tak")),
        ("trzy i nikt", THREE, NoMatch("trzy i nikt")),
        ("trzy cofnij", THREE, NoMatch("trzy cofnij")),
    ],
)
def test_an_utterance_is_an_answer_only_as_a_whole(text: str, question: Ask, expected: Heard) -> None:
    assert spoken(text, question) == expected


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("7", SEAT, Answer("7")),
        ("07", SEAT, Answer("7")),
        ("00", SEAT, Answer("none")),
        ("00", THREE, Answer("none")),
        ("00", MUST, Answer("none")),  # which the rules refuse, with their reason
        ("siedem", SEAT, Answer("7")),
        ("piec", SEAT, Answer("5")),
        ("numer piec", SEAT, Answer("5")),
        ("99", SEAT, Answer("99")),
        ("an", SEAT, Answer("1")),
        ("a", SEAT, NoMatch("a")),
        ("luk", SEAT, Answer("3")),
        ("ola m", SEAT, Answer("7")),
        ("ola", SEAT, NoMatch("ola")),
        ("3,5", THREE, Answer("3,5")),
        ("5 3", THREE, Answer("3,5")),
        (" 5 ,3; 12", THREE, Answer("3,5,12")),
        ("20 5", THREE, Answer("5,20")),
        ("3 i 5", THREE, Answer("3,5")),
        ("ania, bartek + 9", THREE, Answer("1,2,9")),
        ("5", THREE, Answer("5")),
        ("3 5", SEAT, NoMatch("3 5")),
        ("3,x", THREE, NoMatch("3,x")),
        (",", THREE, NoMatch(",")),
        ("t", YES_NO, Answer("yes")),
        ("N", YES_NO, Answer("no")),
        ("tak", YES_NO, Answer("yes")),
        ("yes", YES_NO, Answer("yes")),
        ("0", SEAT, Answer("none")),
        ("-", SEAT, Answer("none")),
        ("none", MUST, Answer("none")),
        ("no", YES_NO, NoMatch("no")),  # which people say for a yes
        ("du", STEP, NoMatch("du")),
        ("poj", ask("choice", "duel", "poison", "policy"), Answer("duel")),
        ("pol", ask("choice", "duel", "poison", "policy"), NoMatch("pol")),
        ("no", ask("choice", "night"), NoMatch("no")),  # which people say for a yes, and which would end the day
        ("0", COUNT, Answer("0")),
        ("3", COUNT, Answer("3")),  # which the game refuses, and says what can be
        ("p", SEAT, Command("repeat")),
        ("powtorz", SEAT, Command("repeat")),
        ("undo", YES_NO, Command("undo")),
        ("c", YES_NO, Command("undo")),
        ("co", YES_NO, NoMatch("co")),
        ("z", READY, Command("pause")),
        ("", READY, Answer("ready")),
        ("  ", SEAT, Silence()),
        ("", YES_NO, Silence()),
        ("pojedynek", STEP, Answer("duel")),
        ("wie", STEP, Answer("hang")),
        ("wiesz", STEP, Answer("hang")),  # small talk to the ears, but nobody chats by key
        ("dobra", DAY, NoMatch("dobra")),  # with which nobody says good night
        ("sea", STEP, NoMatch("sea")),
        ("search", STEP, Answer("search")),
        ("g", READY, Answer("ready")),
        ("t", READY, Answer("ready")),
        ("tak", READY, Answer("ready")),
        ("numer 7", SEAT, Answer("7")),
        ("gracz numer 7", SEAT, Answer("7")),
        ("nr 7", SEAT, Answer("7")),
        ("nr. 7.", SEAT, Answer("7")),
        ("7.", SEAT, Answer("7")),
        ("numer", SEAT, NoMatch("numer")),
        ("numer 7", LED, Answer("7")),
        ("numer siedem", LED, Answer("7")),
        ("numer szeryf", LED, Answer("help szeryf")),
        ("7 8", SEAT, NoMatch("7 8")),
        ("nr 3, nr 5", THREE, Answer("3,5")),
        ("lukasza", SEAT, Answer("3")),
        ("z Anią", SEAT, Answer("1")),
        ("2 osoby", COUNT, Answer("2")),
        ("-", COUNT, Answer("0")),
    ],
)
def test_a_typed_line_may_be_short(text: str, question: Ask, expected: Heard) -> None:
    assert typed(text, question, POLISH, NAMES) == expected


LISTED = {2: "Bartek", 3: "Anna-Maria", 4: "O'Brien", 5: "Kasia K", 6: "Kasia M.", 7: "Jan"}


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        *(("2 Bartek", "2"), ("2. bartek", "2"), ("02 bart", "2"), ("7 jana", "7"), ("6 Kasia M.", "6")),
        *(("anna maria", "3"), ("O’Brien", "4"), ("obrien", "4"), ("kasię k", "5"), ("kasię m.", "6")),
        *(("2 Bartek, 7 Jan", "2,7"), ("2 Bartek i anna maria", "2,3")),
    ],
)
def test_a_name_may_be_typed_as_it_is_listed_and_without_its_signs(text: str, seats: str) -> None:
    assert typed(text, THREE, POLISH, LISTED) == Answer(seats)


@pytest.mark.parametrize("text", ["5 Bartek", "2 Kasia", "2 Karol", "12 Bartek", "kasię"])
def test_but_not_with_the_number_of_somebody_else(text: str) -> None:
    assert typed(text, THREE, POLISH, LISTED) == NoMatch(text.casefold())


@pytest.mark.parametrize("said", ["Telefony K7m", "tel  k7m"])
def test_phones_are_called_for_with_a_sign_where_there_are_any(said: str) -> None:
    assert typed(said, ask("choice", "night", commands=("phones",)), POLISH, NAMES) == Answer("phones k7m")
    assert isinstance(typed(said, ask("choice", "night"), POLISH, NAMES), NoMatch)


def test_little_confidence_asks_for_a_confirmation() -> None:
    table = phrases(YES_NO, POLISH, NAMES)
    assert interpret("tak", table, 0.2) == Unsure("tak", "yes")
    assert interpret("cofnij", table, 0.2) == Unsure("cofnij", "undo")
    assert interpret("tak", table, 0.9) == Answer("yes")
    assert interpret("no nie", table, 0.2) == NoMatch("no nie")


def test_only_what_is_legal_is_understood() -> None:
    few = ask("seat", "2", "7", commands=("repeat",))
    assert set(phrases(few, POLISH, NAMES).values()) == {"2", "7", "repeat"}


def test_words_that_are_no_answer_are_listened_for_to_be_missed() -> None:
    question = ask("seat", "2", "7")
    heard, legal = grammar(question, POLISH, NAMES), phrases(question, POLISH, NAMES)
    assert {"jeden", "numer jeden", "chyba"} <= set(heard) - set(legal)
    assert len(heard) == len(set(heard)) == len(set(heard) | set(legal))
    assert "trzydzieści" not in heard
    assert "jeden" not in grammar(YES_NO, POLISH, NAMES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seat", range(1, 31))
def test_every_seat_has_its_words(language: str, seat: int) -> None:
    lexicon = read_lexicon(language)
    for form in lexicon.numbers[seat - 1]:
        assert spoken(form, MUST, lexicon) == Answer(str(seat))
    assert spoken(f"{lexicon.seat[0]} {lexicon.numbers[seat - 1][0]}", MUST, lexicon) == Answer(str(seat))


def test_every_number_that_is_counted_can_be_said() -> None:
    assert {*MINUTES.choices} == {*phrases(replace(MINUTES, commands=()), POLISH, {}).values()}
    assert len(MINUTES.choices) >= LONGEST


@given(st.sets(st.integers(1, 30), min_size=1, max_size=6))
def test_any_seats_joined_by_a_joiner_are_heard(seats: set[int]) -> None:
    said = " i ".join(POLISH.numbers[seat - 1][0] for seat in seats)
    assert spoken(said, THREE) == Answer(",".join(map(str, sorted(seats))))


@given(st.text(max_size=30))
def test_any_line_can_be_read(text: str) -> None:
    for question in (SEAT, THREE, YES_NO, READY, STEP, COUNT):
        heard = typed(text, question, POLISH, NAMES)
        assert isinstance(heard, Answer | Command | NoMatch | Silence)
        assert isinstance(spoken(text, question), Answer | Command | NoMatch | Silence)


@given(st.lists(st.sampled_from([*SEATS, "i", "oraz", *sum(POLISH.numbers, ()), "ania"]), max_size=8))
def test_a_list_never_holds_a_seat_that_was_not_said(words: list[str]) -> None:
    heard = spoken(" ".join(words), THREE)
    if isinstance(heard, Answer):
        assert set(heard.canonical.split(",")) <= set(SEATS)


@pytest.mark.parametrize(("seconds", "expected"), [(60.0, Answer("over", spoken=True)), (0.0, NoMatch("dziękuję"))])
def test_thanks_end_a_speech_but_not_the_evening(seconds: float, expected: Heard) -> None:
    ask = Ask(at=At(), line="", text="", to="all", kind="choice", choices=("over",), seconds=seconds)
    assert spoken("dziękuję", ask) == expected
    assert spoken("koniec", ask) == Answer("over", spoken=True)


# ---- Words of one's own ----

WRITTEN = Ask(at=At(), line="", text="", to="moderator", kind="text", choices=(), optional=True)


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("Ola Ż.", Answer("Ola Ż.")),
        ("  ola   ż. ", Answer("ola ż.")),
        ("Z\u0307aneta", Answer("Żaneta")),
        ("3", Answer("3")),  # the game says that it is no name
        ("cofnij", Command("undo")),
        ("pauza", Command("pause")),
        ("bez zmian", Answer("none")),
        ("", Silence()),
        ("resume", NoMatch("resume")),
        ("time", NoMatch("time")),
    ],
)
def test_a_text_is_taken_as_it_is_typed_unless_it_is_a_command(line: str, heard: Heard) -> None:
    assert typed(line, WRITTEN, POLISH, {1: "Ala"}) == heard


def test_no_voice_answers_in_words_of_its_own() -> None:
    assert {*phrases(WRITTEN, POLISH, {1: "Ala"}).values()} == {"none", *COMMANDS}
    assert isinstance(interpret("ola", phrases(WRITTEN, POLISH, {1: "Ala"})), NoMatch)
