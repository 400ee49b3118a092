"""Commands with values: every phrase that a recogniser is given, what is typed, and what a game reads of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from narrator.answers import Answer, Heard, NoMatch, interpret, typed
from narrator.cues import Ask, At, as_json
from narrator.ears.lexicon import read_lexicon
from narrator.ears.open import vocabulary
from narrator.ears.question import question
from narrator.errors import BadData
from narrator.lexicon import Lexicon
from narrator.patterns import command_of, every, values
from narrator.phrases import grammar, phrases
from narrator.rooms.wording import Wording
from narrator.texts import Texts

WORDS = """
format = 1
language = "pl"
[choices]
ask = ["ile"]
[patterns]
"doom {seat} {sign}{n}" = ["zagłada {seat} {sign} {n}", "{seat.dat} {sign} {n} zagłady"]
"rule draw {cards}" = ["nowa zasada dobierz {cards}"]
"battle {n} {n2} {n3}" = ["walka {n} {n2} {n3}"]
"throw {rank} {suit} {seat}" = ["rzucam {rank} {suit} na gracza {seat.acc}"]
[slots.n]
"0-9" = []
[slots.cards]
"1-5" = []
1 = ["jedną"]
2 = ["dwie"]
all = ["wszystkie"]
[slots.sign]
"+" = ["plus"]
"-" = ["minus"]
[slots.rank]
9 = ["dziewiątka", "dziewiątkę"]
a = ["as"]
[slots.suit]
d = ["karo"]
s = ["pik"]
"""
NAMES = {1: "Ala", 2: "Bartek", 3: "Ola", 4: "Ola"}


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    return with_words(tmp_path, WORDS)


def with_words(folder: Path, words: str) -> Lexicon:
    """The Polish lexicon with these words of a game called chess."""
    own = folder / "chess"
    (own / "lexicon").mkdir(parents=True, exist_ok=True)
    (own / "lexicon" / "pl.toml").write_text(words, "utf-8")
    return read_lexicon("pl", own)


def ask(*commands: str) -> Ask:
    return Ask(at=At(), line="", text="", to="all", kind="choice", choices=(), commands=commands)


DOOM = "doom {seat:1-4} {sign:+,-}{n:1-9}"
DRAW = "rule draw {cards:2-5,all}"
THROW = "throw {rank:9,a} {suit:d,s} {seat:1-4}"
BATTLE = "battle {n:0-5} {n2:0-5} {n3:0-5}"
ALL = ask("undo", DOOM, DRAW, THROW, BATTLE, "ask")


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("zagłada ala plus dwa", "doom 1 +2"),
        ("zagłada numer cztery minus dziewięć", "doom 4 -9"),
        ("Bartkowi plus jeden zagłady", "doom 2 +1"),
        ("nowa zasada dobierz dwie", "rule draw 2"),
        ("nowa zasada dobierz dwa", "rule draw 2"),
        ("nowa zasada dobierz wszystkie", "rule draw all"),
        ("walka pięć zero dwa", "battle 5 0 2"),
        ("rzucam dziewiątkę karo na gracza bartka", "throw 9 d 2"),
        ("ile", "ask"),
    ],
)
def test_it_is_said_and_typed(lexicon: Lexicon, said: str, command: str) -> None:
    assert said.casefold() in grammar(ALL, lexicon, NAMES)
    assert interpret(said, phrases(ALL, lexicon, NAMES)) == Answer(command, spoken=True)
    assert typed(said, ALL, lexicon, NAMES) == Answer(command)
    assert typed(command, ALL, lexicon, NAMES) == Answer(command)
    assert ALL.command(command)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("zaglada ala +2", Answer("doom 1 +2")),
        ("zagłada 2 - 3", Answer("doom 2 -3")),
        ("bartkowi +1 zaglady", Answer("doom 2 +1")),
        ("walka 5 0 2", Answer("battle 5 0 2")),
        ("rzucam as pik na gracza ale", Answer("throw a s 1")),
        ("zagłada ola plus dwa", NoMatch("zagłada ola plus dwa")),
        ("zagłada ala plus", NoMatch("zagłada ala plus")),
        ("doom 5 +2", NoMatch("doom 5 +2")),
        ("nowa zasada dobierz jedną", NoMatch("nowa zasada dobierz jedną")),
        ("cof", "undo"),
    ],
)
def test_it_is_typed_in_digits_and_signs(lexicon: Lexicon, line: str, command: Heard | str) -> None:
    heard = typed(line, ALL, lexicon, NAMES)
    assert heard == command or getattr(heard, "name", "") == command


def test_what_is_not_legal_is_listened_for_and_means_nothing(lexicon: Lexicon) -> None:
    asked = question(ask("doom {seat:1,2} {sign:+}{n:1-3}"), lexicon, NAMES)
    illegal = (
        "zagłada ola plus dwa",
        "zagłada numer trzy plus dwa",
        "zagłada ala minus dwa",
        "zagłada ala plus pięć",
    )
    for said in illegal:
        assert said not in asked.meanings
        assert said in asked.words.phrases, "else it would be heard as the nearest that is legal"
    assert asked.meanings["zagłada ala plus trzy"] == "doom 1 +3"


def test_a_form_that_two_names_share_means_neither(lexicon: Lexicon) -> None:
    heard = phrases(ask(DOOM), lexicon, {1: "Bartek", 2: "Bartko", 3: "Ala"})
    assert "bartkowi plus dwa zagłady" not in heard
    assert heard["ali plus dwa zagłady"] == "doom 3 +2"
    assert heard["zagłada bartko plus dwa"] == "doom 2 +2"


def test_what_sounds_alike_must_be_certain(lexicon: Lexicon) -> None:
    confused = question(ask(DOOM), lexicon, NAMES).confused
    assert "zagłada ala plus siedem" in confused
    assert "zagłada ala plus cztery" not in confused


def test_a_query_costs_nothing_if_it_was_misheard(lexicon: Lexicon) -> None:
    light = question(replace(ALL, weights={"ask": "light", "rule draw {cards}": "light"}), lexicon, NAMES)
    assert {"ile", "nowa zasada dobierz dwie"} <= set(light.words.harmless)
    assert "zagłada ala plus dwa" not in light.words.harmless
    assert "ile" not in question(ALL, lexicon, NAMES).words.harmless


def test_a_slot_without_values_takes_all_there_are(lexicon: Lexicon) -> None:
    heard = phrases(ask("doom {seat} {sign}{n}"), lexicon, NAMES)
    assert heard["zagłada bartek minus zero"] == "doom 2 -0"


def test_a_game_reads_its_values() -> None:
    assert values("doom {seat} {sign}{n}", "doom 12 +3") is not None
    assert values("doom {seat:1-12} {sign:+,-}{n:1-20}", "doom 12 +13") == {"seat": "12", "sign": "+", "n": "13"}
    assert values("doom {seat:1-12} {sign:+,-}{n:1-20}", "doom 13 +1") is None
    assert command_of(ALL.commands, "battle 5 0 2") == BATTLE
    assert command_of(ALL.commands, "battle 5 0 6") == ""
    assert command_of(ALL.commands, BATTLE) == "", "the pattern itself is no command"
    assert every("rule draw {cards:2-3,all}") == ["rule draw 2", "rule draw 3", "rule draw all"]
    assert every("ask") == ["ask"]


@pytest.mark.parametrize("pattern", ["throw {card:}", "throw {card:1-0}", "throw {card:1--1}"])
def test_where_no_value_is_listed_none_is_legal(pattern: str) -> None:
    assert every(pattern) == []
    assert [values(pattern, f"throw {said}") for said in ("foo", "1", "1--1", "")] == [None] * 4


def test_what_weighs_as_usual_goes_unsaid() -> None:
    assert "weights" not in as_json(ALL)
    assert as_json(replace(ALL, weights={"ask": "light"}))["weights"] == {"ask": "light"}
    assert [ALL.weight(said) for said in ("repeat", "pause", "undo", "ask", "5")] == ["light"] * 2 + ["counted"] * 3


def test_it_is_named_as_people_say_it() -> None:
    words = {"doom {seat} {sign}{n}": "zagłada {seat} {sign} {n}", "sign=+": "plus", "ask": "ile"}
    wording = Wording(NAMES, words, Texts("pl", {}))
    assert wording.named("doom 2 +3", "choice") == "zagłada Bartek plus 3"
    assert wording.named("ask", "choice") == "ile"
    assert wording.named("nonsense", "choice") == "nonsense"


def test_its_words_are_looked_up_before_a_game(lexicon: Lexicon) -> None:
    looked_up = {word for phrase in vocabulary(lexicon, NAMES) for word in phrase.split()}
    assert {"zagłada", "plus", "karo", "dziewiątkę", "rzucam", "wszystkie", "dziewięć"} <= looked_up
    assert "{seat}" not in looked_up
    without = vocabulary(replace(lexicon, patterns={}, slots={}), NAMES)
    assert vocabulary(lexicon, NAMES)[: len(without)] == without


FAULTS = {
    '"give {seat} {n}" = ["daj {seat}"]': "“daj {seat}” has other slots → use each of the pattern's once",
    '"give {seat} {n}" = []': "“” has other slots → use each of the pattern's once",
    '"give {seat} {m}" = ["daj {seat} {m}"]': "there are no values for {m} → write [slots.m]",
    '"give {n}" = ["daj {n.acc}"]': "“daj {n.acc}”: there is no case acc → write one of gen, dat, acc, ins, for a",
    '"give {seat}" = ["daj {seat.loc}"]': "“daj {seat.loc}”: there is no case loc",
    '"give {n:1-3}" = ["daj {n}"]': "it is no pattern → write it small, without values, as give {seat} {n}",
    '"give" = ["daj"]': "there is no value in it → write it under [choices]",
    '"bid {n}" = ["{n}"]': "“jeden” means 1 and bid 1 → keep one",
    '"lay {seat} {n}" = ["daj {seat} {n}", "daj {n} {seat}"]': "“daj jeden dwa” means lay 1 2 and lay 2 1 → keep",
    '"gain {n}" = ["weź {n}"]\n"lay {big}" = ["weź {big}"]': "“weź jeden” means gain 1 and lay 1 → keep one",
    '"lay {big} {big2}" = ["daj {big} {big2}"]': "one phrase of it is 3600 for a recogniser, which takes 2000",
}


@pytest.mark.parametrize("pattern", FAULTS)
def test_what_cannot_be_said_or_means_two_things_is_refused(tmp_path: Path, pattern: str) -> None:
    words = f'format = 1\nlanguage = "pl"\n[patterns]\n{pattern}\n[slots.n]\n"1-9" = []\n[slots.big]\n"1-60" = []\n'
    with pytest.raises(BadData) as caught:
        with_words(tmp_path, words)
    assert any(FAULTS[pattern] in str(problem) for problem in caught.value.problems), caught.value


@pytest.mark.parametrize("value", ['"61" = []', "all = []", '"58-61" = []', 'all = [""]'])
def test_a_value_without_a_word_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(BadData, match=r"chess/pl.toml: slots.n.(61|all): nobody can say it → write a word for it"):
        with_words(tmp_path, f'format = 1\nlanguage = "pl"\n[slots.n]\n{value}\n')
