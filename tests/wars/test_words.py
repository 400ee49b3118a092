"""All that the game says, shows and listens for has its words in each language, and none of them is left over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator import patterns
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import read_lexicon
from narrator.games.parts import fields_of
from narrator.games.wars import CthulhuWars, commands, deeds, questions
from narrator.games.wars.package import WarsPackage
from narrator.games.wars.setup import FACTIONS, Player, Setup
from narrator.games.wars.state import Force, State
from narrator.lexicon import as_typed

from tests.constants import constants

FOLDER = WarsPackage.folders[0]
LANGUAGES = ("pl", "en", "sv")
LINES = CthulhuWars.lines_of(WarsPackage().script_of("pl", "")[0])
PEOPLE = tuple(Force(name=one, id=one, books=6 - seat, signs=2) for seat, one in enumerate(FACTIONS[:3]))
REST = State(seed=1, players=PEOPLE, seat=2, first=1, turn=2)
"""A table at which every command is legal."""

SEATED = tuple(Player(name=one, faction=one) for one in FACTIONS[:3])
TABLES = [Setup(player=SEATED, battle="guided"), Setup(player=SEATED, ledger="actions", handover="spoken")]


def offered() -> Iterator[str]:
    for setup in TABLES:
        for state in (REST, replace(REST, main="move")):
            yield from commands.offered(state, setup)
    for asked in questions.QUESTIONS.values():
        yield from (asked.choices(REST) if asked.kind == "open" else asked.besides(REST))


OFFERED = sorted({*offered()} - {"repeat", "undo", "pause"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_phrase_and_its_words_when_it_is_told(language: str) -> None:
    lexicon = as_typed(read_lexicon(language, FOLDER))
    for pattern in OFFERED:
        bare = patterns.bare(pattern)
        assert bare in lexicon.patterns or bare in lexicon.choices, pattern
        for slot, values in patterns.slots(pattern).items():
            words = lexicon.slots.get(patterns.kind(slot), {})
            assert patterns.kind(slot) in ("seat", "dice") or {*values} <= {*words}, pattern
        if bare in deeds.DEEDS and commands.WEIGHTS.get(bare) != "light":
            for command in patterns.every(pattern):
                assert deeds.DEEDS.line(REST, command)[0] in LINES.wordings, command


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_of_a_question_has_a_word(language: str) -> None:
    lexicon = as_typed(read_lexicon(language, FOLDER))
    for asked in questions.QUESTIONS.values():
        named = {one for one in asked.choices(REST) if not one.isdecimal()} if asked.kind == "choice" else set()
        assert named - {"ready"} <= {*lexicon.choices}


def test_every_line_that_is_said_is_written_and_each_that_is_written_is_said() -> None:
    code = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    ids = re.findall(r'says\(\s*f?"([^"]+)"', code)
    families = [re.sub(r"\\\{.*?\\\}", r"[\\w.-]+", re.escape(one)) for one in ids]
    families += [
        r"has\.[a-z]+",
        *(re.escape(one) for one in re.findall(r'"([a-z.-]+)"', code) if one in LINES.wordings),
    ]
    aside = ("deed.", "refused.", "ask.", "faction.", "cost.")
    written = {line for line in LINES.wordings if not line.startswith(aside)} - {"paused", "rest", "undone"}
    assert {line for line in written if not any(re.fullmatch(one, line) for one in families)} == set()
    assert all(any(re.fullmatch(one, line) for line in LINES.wordings) for one in families if "+" not in one)
    priced = {f"cost.{one}" for one in (*commands.THINGS, *commands.UNITS)} - {"cost.ritual"}
    assert {line for line in LINES.wordings if line.startswith("cost.")} == priced
    assert {line for line in LINES.wordings if line.startswith("faction.")} == {f"faction.{one}" for one in FACTIONS}
    assert {line for line in LINES.wordings if line.startswith("ask.")} == {
        f"ask.{one}" for one in questions.QUESTIONS
    }


def test_every_refusal_has_its_words() -> None:
    written = {*constants(FOLDER.glob("*.py"))}
    for line in LINES.wordings:
        if line.startswith("refused."):
            reason = line.removeprefix("refused.")
            assert reason in written or reason in ("not-understood", "nothing-to-undo", "no-name", "name-taken"), line
    assert {f"refused.{one}" for one in commands.NOT_NOW.values()} <= {*LINES.wordings}


def test_no_line_of_a_game_under_way_is_long() -> None:
    for line in LINES.wordings:
        if line.split(".")[0] not in ("begins", "ask", "refused"):
            for words in LINES.wordings[line]:
                shown = re.sub(r"\{(count|books):([^|}]*)[^}]*\}", r"\2", words)
                assert len(shown) <= 85, (line, shown)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_every_line_with_the_same_placeholders_and_no_polish_letter(language: str) -> None:
    others = CthulhuWars.lines_of(WarsPackage().script_of(language, "")[0]).wordings
    assert {*others} == {*LINES.wordings}
    for line, wordings in others.items():
        assert len(wordings) == len(LINES.wordings[line])
        used = [{word for _, word, _, _ in fields_of(words) if word} for words in (*wordings, *LINES.wordings[line])]
        assert all(each == used[0] for each in used), line
        assert not re.search("[ąćęłńśźż]", " ".join(wordings).casefold()), line


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_every_text(language: str) -> None:
    own = tomllib.loads((FOLDER / "texts" / f"{language}.toml").read_text("utf-8"))
    polish = tomllib.loads((FOLDER / "texts" / "pl.toml").read_text("utf-8"))

    def keys(data: object, above: str = "") -> set[str]:
        if not isinstance(data, dict):
            return {above}
        return {key for name, one in data.items() for key in keys(one, f"{above}.{name}")}

    assert keys(own) == keys(polish)


def test_every_key_that_is_asked_for_is_there() -> None:
    texts = texts_of("pl", FOLDER)
    for text in constants(FOLDER.glob("*.py")):
        if re.fullmatch(r"(wars|wizard|reference)(\.[\w-]+)+", text):
            assert text in texts or texts.group(text), text
    game = CthulhuWars(TABLES[0], WarsPackage().script_of("pl", "")[0])
    for state in (REST, replace(REST, ending="turn", marker=6)):
        view = game.view(state, "all")
        assert texts.told(view.title)
        for slip in view.table:
            assert texts.told(slip.label)
            assert texts.told(slip.text)
        for counter in (one for seat in view.seats for one in seat.counters):
            assert texts.word(f"counters.{counter}")


@pytest.mark.parametrize("query", commands.QUERIES)
def test_every_query_is_answered_in_short_lines(query: str) -> None:
    said = deeds.told(REST, TABLES[0], {"query": query}).to_say
    words = [LINES.text(LINES.wordings[line][0], values) for line, values in said]
    assert words
    assert all(len(one) < 80 for one in words), words
