"""Everything that the game says, shows and listens for has its words, and none of them is left over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator import patterns
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import read_lexicon
from narrator.games.lines import Lines
from narrator.games.parts import fields_of
from narrator.games.planetopia import Planetopia, commands, questions
from narrator.games.planetopia.cards import DECK
from narrator.games.planetopia.ledger import DEEDS
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.games.planetopia.setup import Leader, Setup
from narrator.games.planetopia.state import Entry, Incident, Prophecy, Settlement, State
from narrator.lexicon import as_typed

from tests.constants import constants

FOLDER = PlanetopiaPackage.folders[0]
LANGUAGES = ("pl", "en")
SCRIPT = PlanetopiaPackage().script_of("pl", "")[0]
LINES = Planetopia.lines_of(SCRIPT)
ENGLISH = Planetopia.lines_of(PlanetopiaPackage().script_of("en", "")[0])
ENTRIES = tuple(Entry(kind=kind, note="Most") for kind in ("fact", "luxury", "misfortune"))
PEOPLE = tuple(Settlement(name=name, hand=7, entries=ENTRIES) for name in ("Adam", "Bartek", "Celina", "Sonia"))
FULL = Setup(player=tuple(Leader(name=one.name) for one in PEOPLE), level="full", judge=4)
GAME = Planetopia(FULL, SCRIPT)
REST = State(seed=1, players=PEOPLE, judge=4, seat=1, turn=2)
"""Adam's move, with cards for every combination and something in every list."""

DUEL = Incident(by=1, card="9h", suit="h", base=5, mode="duel", target=2, winner=1, left=(1, 2))
BEFORE = replace(REST, event=DUEL, asked="jack")
"""A question at which the effect can be told, and the jack be named."""

FORETOLD = Prophecy(turn=1, suit="s", by=1, shares=((2, 30),))

STATES = (
    REST,
    replace(REST, trump="s", holder=(2, "c"), pending=(FORETOLD,)),
    replace(REST, event=replace(DUEL, mode="most", led="h", bids=((2, "jc"), (3, "2s"))), asked="bid"),
    BEFORE,
    replace(REST, event=DUEL, asked="how"),
    replace(REST, event=DUEL, asked="effect"),
    replace(REST, event=DUEL, asked="bid"),
    replace(REST, casting=Prophecy(turn=2, suit="s", by=1), asked="share"),
    replace(REST, players=tuple(replace(one, hand=0) for one in PEOPLE)),
)


def offered() -> Iterator[str]:
    """Every pattern that a question may have."""
    for state in STATES:
        asked = questions.QUESTIONS[state.question].choices(state) if state.asked else ()
        for pattern in (*asked, *GAME.anytime(state), *([] if state.asked else GAME.offered(state))):
            if pattern not in ("repeat", "undo", "pause") and not pattern.isdecimal():
                yield pattern


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_phrase_and_what_it_means(language: str) -> None:
    lexicon, texts = as_typed(read_lexicon(language, FOLDER)), texts_of(language, FOLDER)
    for pattern in offered():
        bare = patterns.bare(pattern)
        assert bare in lexicon.patterns or bare in lexicon.choices, pattern
        assert bare == "{card}" or f"meaning.{bare.partition(' ')[0]}" in texts, bare


ANSWERS = ("{card}", "done", "share {seat} {n}")
"""What only answers a question, and is taken back without a word."""


def test_every_command_can_be_told_as_it_is_taken_back() -> None:
    for pattern in offered():
        bare = patterns.bare(pattern)
        assert (bare in DEEDS) != (bare in ANSWERS), bare
        if bare in DEEDS and bare not in commands.WEIGHTS:
            for command in patterns.every(pattern):
                assert GAME.deed_of(REST, command), command
    assert GAME.deed_of(REST, "throw 9h auction most") == "rzucona karta, dziewiątka kier"
    assert GAME.deed_of(REST, "set population 2 80") == "ludność Bartek ustawiona na 80"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_a_command_has_a_word(language: str) -> None:
    lexicon = read_lexicon(language, FOLDER)
    for pattern in offered():
        for slot, values in patterns.slots(pattern).items():
            words = lexicon.slots.get(patterns.kind(slot), {})
            assert slot == "seat" or {*values} <= {*words}, (pattern, {*values} - {*words})


def test_every_line_that_is_said_is_written_and_each_that_is_written_is_said() -> None:
    code = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    said = re.findall(r'\.(?:says|announces)\(\s*f?"([^"]+)"', code)
    told = [f"chronicle.{one}" for one in re.findall(r'\.(?:tells|announces)\(\s*f?"([^"]+)"', code)]
    assert len(said) > 35
    families = [re.sub(r"\{[^}]*\}", "@", one) for one in (*said, *told)]
    expected = [re.escape(one).replace("@", r"[\w.-]+") for one in families]
    apart = ("deed.", "refused.", "ask.", "rank.", "suit.", "list.", "cause.")
    written = {line for line in LINES.wordings if not line.startswith(apart)} - {"paused", "rest", "undone"}
    for family in expected:
        assert any(re.fullmatch(family, line) for line in written), family
    by_variable = {"morale", "population", "chronicle.fact", "chronicle.luxury", "chronicle.misfortune"}
    left = {line for line in written if not any(re.fullmatch(one, line) for one in expected)} - by_variable
    assert left == set()


def test_every_question_and_refusal_has_its_words() -> None:
    asked = {line.split(".")[1] for line in LINES.wordings if line.startswith("ask.")}
    assert asked == {*questions.QUESTIONS, "move"}
    refused = {line.removeprefix("refused.") for line in LINES.wordings if line.startswith("refused.")}
    written = {*constants(FOLDER.glob("*.py"))}
    assert refused - written == {"nothing-to-undo"}
    assert {one for one in written if one in refused} | {"nothing-to-undo"} == refused


@pytest.mark.parametrize(("language", "night", "coup"), [("pl", "noc", "zamach"), ("en", "night", "coup")])
def test_the_sound_between_the_lines_is_told_of_in_the_words_of_this_game(
    language: str, night: str, coup: str
) -> None:
    told = texts_of(language, FOLDER).word("screen.ambience").casefold()
    assert (night in told, coup in told) == (False, True)


def test_every_key_that_is_asked_for_is_there() -> None:
    texts = texts_of("pl", FOLDER)
    for text in constants(FOLDER.glob("*.py")):
        if re.fullmatch(r"(planetopia|finale)(\.[\w-]+)+", text):
            assert text in texts or texts.group(text), text
    for state in STATES:
        for slip in GAME.view(state, "all").table:
            assert texts.told(slip.label)
            assert texts.told(slip.text)


@pytest.mark.parametrize("lines", [LINES, ENGLISH], ids=LANGUAGES)
def test_no_line_of_a_game_under_way_is_long(lines: Lines) -> None:
    for line, wordings in lines.wordings.items():
        for words in wordings if line.split(".")[0] not in ("begins", "won", "chronicle") else ():
            shown = re.sub(r"\{count:([^|}]*)[^}]*\}", r"\1", words)
            assert len(shown) <= 85, (line, shown)


def test_english_has_every_line_in_as_many_wordings_with_the_same_placeholders_and_no_polish_letter() -> None:
    assert [*ENGLISH.wordings] == [*LINES.wordings]
    for line, wordings in ENGLISH.wordings.items():
        pairs = zip(wordings, LINES.wordings[line], strict=True)
        assert all(_blanks(own) == _blanks(polish) for own, polish in pairs), line
        assert not re.search("[ąćęłńóśźż]", " ".join(wordings).casefold()), line


def _blanks(words: str) -> set[tuple[str, bool]]:
    """What is filled in, and whether a word's form goes with it."""
    return {(word, bool(forms)) for _, word, _, forms in fields_of(words) if word}


def test_an_english_card_is_called_as_it_is_said() -> None:
    words = read_lexicon("en", FOLDER).slots["card"]
    assert {card: ENGLISH.vocabulary[card].name for card in DECK} == {card: words[card][0] for card in DECK}


def test_the_game_in_english_shows_all_that_it_shows_in_polish() -> None:
    own = tomllib.loads((FOLDER / "texts" / "en.toml").read_text("utf-8"))
    polish = tomllib.loads((FOLDER / "texts" / "pl.toml").read_text("utf-8"))
    assert _keys(own) == _keys(polish)
    assert not re.search("[ąćęłńóśźż]", str(own).casefold())


def _keys(table: dict[str, object], at: str = "") -> set[str]:
    found = set()
    for key, value in table.items():
        found |= _keys(value, f"{at}{key}.") if isinstance(value, dict) else {f"{at}{key}"}
    return found
