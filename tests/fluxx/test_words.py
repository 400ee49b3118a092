"""Everything that the game says, shows and listens for has its words, and none of them is left over."""

from __future__ import annotations

import re
import tomllib
from itertools import product

import pytest

from narrator import patterns
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import read_lexicon
from narrator.games.fluxx import Fluxx, commands, plays, questions, turn
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import Person, Rules, State
from narrator.games.parts import fields_of
from narrator.games.table import Player
from narrator.lexicon import as_typed

from tests.constants import constants

FOLDER = FluxxPackage.folders[0]
LANGUAGES = ("pl", "en")
LINES = Fluxx.lines_of(FluxxPackage().script_of("pl", "")[0])
PEOPLE = tuple(Person(name=name) for name in ("Anna", "Bartek", "Celina"))
RULES = Rules(draw=2, play=3, hand=1, keepers=2, bonus=True, inflation=True, others=(False, True))
RICH = State(seed=1, players=PEOPLE, seat=1, turn=2, rules=RULES, goal="goal", voidable=(Rules(), "", 0, 0))
"""A table on which everything lies that can, so that every command is legal."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_phrase_and_its_words_when_it_is_told(language: str) -> None:
    lexicon = as_typed(read_lexicon(language, FOLDER))
    for level, titles in product(commands.LEVELS, (0, 3)):
        for pattern in commands.offered(RICH, level, titles):
            if pattern in ("repeat", "undo", "pause"):
                continue
            bare = patterns.bare(pattern)
            assert bare in lexicon.patterns or bare in lexicon.choices, pattern
            assert bare in plays.DEEDS, pattern
            for command in patterns.every(pattern):
                line, _ = plays.DEEDS.line(RICH, command)
                light = bare in commands.WEIGHTS
                undone_only = bare in ("join", "win {seat}", "all-lose")
                assert light or undone_only or line in LINES.wordings, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_a_command_has_a_word(language: str) -> None:
    lexicon = read_lexicon(language, FOLDER)
    for pattern in commands.offered(RICH, "full", 3):
        for slot, values in patterns.slots(pattern).items():
            words = lexicon.slots.get(patterns.kind(slot), {})
            assert slot == "seat" or {*values} <= {*words}, (pattern, {*values} - {*words})


def test_every_line_that_is_said_is_written_and_each_that_is_written_is_said() -> None:
    code = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    ids = [re.escape(one).replace(r"\{of\}", r"[\w.-]+") for one in re.findall(r'says\(\s*f?"([^"]+)"', code)]
    families = [re.sub(r"\\\{.*?\\\}", r"[\\w.-]+", one) for one in ids]
    written = {line for line in LINES.wordings if not line.startswith(("deed.", "refused.", "ask."))}
    for family in families:
        assert any(re.fullmatch(family, line) for line in written), family
    known = {"paused", "rest"}
    left = {line for line in written - known if not any(re.fullmatch(one, line) for one in families)}
    left -= {line for line in left if f'"{line}"' in code}  # such as one of two
    assert {
        line for line in left if not line.startswith(("limit.", "back."))
    } == set()  # those of others have their own ids


def test_every_question_and_refusal_has_its_words() -> None:
    assert {f"ask.{name}" for name in questions.QUESTIONS} <= {*LINES.wordings}
    refusals = {*commands.NOT_NOW.values(), "not-understood", "nothing-to-undo", "name-taken", "no-name"}
    assert {line for line in LINES.wordings if line.startswith("refused.")} == {f"refused.{one}" for one in refusals}


def test_every_key_that_is_asked_for_is_there() -> None:
    texts = texts_of("pl", FOLDER)
    for text in constants(FOLDER.glob("*.py")):
        if re.fullmatch(r"(fluxx|wizard)(\.[\w-]+)+", text):
            assert text in texts or texts.group(text), text
    game = Fluxx(
        Setup(player=tuple(Player(name=one.name) for one in PEOPLE), level="full"),
        FluxxPackage().script_of("pl", "")[0],
    )
    for slip in game.view(RICH, "all").table:
        assert texts.told(slip.label)
        assert texts.told(slip.text)


@pytest.mark.parametrize("query", commands.QUERIES)
def test_every_query_is_answered_in_two_seconds_of_words(query: str) -> None:
    setup = Setup(player=tuple(Player(name=one.name) for one in PEOPLE), level="full")
    said = turn.told(RICH, setup, query).to_say
    words = [LINES.text(LINES.wordings[line][0], values) for line, values in said]
    assert words
    assert all(len(one) < 60 for one in words), words


def test_no_line_of_a_game_under_way_is_long() -> None:
    during = {line for line in LINES.wordings if line.split(".")[0] not in ("begins", "lost", "won", "faq", "ask")}
    for line in during:
        for words in LINES.wordings[line]:
            shown = re.sub(r"\{count:([^|}]*)[^}]*\}", r"\1", words)
            assert len(shown) <= 85, (line, shown)


def test_a_language_has_every_line_with_the_same_placeholders_and_no_polish_letter() -> None:
    english = Fluxx.lines_of(FluxxPackage().script_of("en", "")[0]).wordings
    assert {*english} == {*LINES.wordings}
    for line, wordings in english.items():
        used = [{word for _, word, _, _ in fields_of(words) if word} for words in (*wordings, *LINES.wordings[line])]
        assert all(each == used[0] for each in used), line
        assert not re.search("[ąćęłńóśźż]", " ".join(wordings).casefold()), line


def test_an_evening_in_english_is_without_a_word_of_polish() -> None:
    texts = texts_of("en", FOLDER)
    own = tomllib.loads((FOLDER / "texts" / "en.toml").read_text("utf-8"))
    polish = tomllib.loads((FOLDER / "texts" / "pl.toml").read_text("utf-8"))
    assert own.keys() == polish.keys()
    assert {table: [*keys] for table, keys in own.items() if isinstance(keys, dict)} == {
        table: [*keys] for table, keys in polish.items() if isinstance(keys, dict)
    }
    assert texts.word("fluxx.turn", number=2) == "Turn 2"
