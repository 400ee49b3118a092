"""Ktulu in English: whole, with no more in its lines than the Polish ones have, and as long as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.ears.lexicon import read_lexicon
from narrator.games import registry
from narrator.games.night.flow.steps import STEPS
from narrator.games.night.loading import read_script, shipped_script
from narrator.games.night.script.script import Script, call_lines
from narrator.games.night.wizard import cards
from narrator.games.night.wizard.cards import fault_of
from narrator.games.parts import fields_of

from tests.book_line_ups import LINE_UPS

FILE = paths.shipped("scripts") / "ktulu.en.toml"
FILES = sorted(FILE.parent.rglob("*.en.toml"))
GUIDE = Path(__file__).parents[1] / "docs" / "guide.md"
POLISH, ENGLISH = shipped_script(), shipped_script(language="en")
LEXICON = read_lexicon("en", *registry.folders("ktulu"))
MEANT = {phrase: choice for choice, phrases in LEXICON.choices.items() for phrase in phrases}

SHORTER, LONGER = 0.6, 1.4
"""How much shorter or longer than in Polish a secret call's words may be on average."""

NAMED = {*ENGLISH.roles, *(side.id for side in ENGLISH.faction)}
SECRET = {
    f"{call.id}.{key}"
    for phase in ("zero", "night", "dawn")
    for call in ENGLISH.calls(phase)
    for key in call_lines(call)
    if key in ("wake", "line", "sleep")
}
ANSWERS = {*LEXICON.yes, *LEXICON.no, *LEXICON.none, *(form for forms in LEXICON.numbers for form in forms)}


def told(words: str) -> set[str]:
    """What a line says that differs from game to game: its placeholders that are no names and no rules."""
    return {word for _, word, _, _ in fields_of(words) if word} - NAMED - {*vars(POLISH.rules)}


def length(wordings: tuple[str, ...]) -> float:
    return sum(len(re.sub(r"{[^}]*}", "12345678", words)) for words in wordings) / len(wordings)


def test_each_script_is_there_in_english() -> None:
    assert {file.stem for file in FILES} == {f"{name}.en" for name in paths.shipped_scripts()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_lacks_nothing(file: Path) -> None:
    script, problems = read_script(file)
    assert script is not None
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_has_no_letters_but_those_of_english(file: Path) -> None:
    assert {sign for sign in file.read_text("utf-8") if not sign.isascii()} <= set("“”")


@pytest.mark.parametrize("line", sorted(POLISH.wordings))
def test_a_line_tells_what_it_tells_in_polish(line: str) -> None:
    polish, english = POLISH.wordings[line], ENGLISH.wordings[line]
    assert {word for words in english for word in told(words)} == {word for words in polish for word in told(words)}
    assert [told(words) for words in english if told(words) not in map(told, polish)] == []


@pytest.mark.parametrize("line", sorted(SECRET))
def test_a_call_is_as_long_as_in_polish(line: str) -> None:
    assert SHORTER < length(ENGLISH.wordings[line]) / length(POLISH.wordings[line]) < LONGER


def test_no_call_ends_like_an_answer() -> None:
    last = {
        line: [re.findall(r"[\w']+", words.casefold())[-1] for words in ENGLISH.wordings[line]] for line in SECRET
    }
    assert {line for line, words in last.items() if ANSWERS & {*words}} == set()


def test_what_the_day_offers_is_understood() -> None:
    offered = {
        line.removeprefix("say.step."): words[0] for line, words in ENGLISH.wordings.items() if "say.step." in line
    }
    assert {MEANT[words]: words for words in offered.values()} == offered


def test_the_words_of_the_guide_are_understood() -> None:
    day = GUIDE.read_text("utf-8").split("## Day")[1].split("## Something")[0]
    words = re.findall(
        r"\*([^*]+)\*", " ".join(row.split("|")[1] for row in day.splitlines() if row.startswith("| *"))
    )
    assert len(words) > 10
    assert {MEANT[word] for word in words} <= {key.removeprefix("day:") for key in STEPS}


@pytest.mark.parametrize("script", [POLISH, ENGLISH], ids=lambda script: str(script.language))
def test_the_cards_that_are_suggested_for_a_new_table_can_be_taken(script: Script) -> None:
    suggested = LINE_UPS.suggest(8, 1)
    assert not fault_of(suggested, script, script.lines["gentle"], [f"player {seat}" for seat in range(1, 9)])
    assert fault_of(suggested[1:], script, script.lines["gentle"], ["player"] * 8)


def test_cards_with_a_fault_that_has_no_words_of_the_tables_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "remark", lambda *_: "")
    without_keys = [card for card in LINE_UPS.suggest(8, 1) if card != "sheriff"]
    assert fault_of([*without_keys, "gunslinger"], ENGLISH, ENGLISH.lines["gentle"], ["player"] * 8).strip()
