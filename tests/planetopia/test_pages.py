"""The game's page in docs/ names every key and level, and its setup is one."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from narrator.answers import Answer, Command, typed
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.games.planetopia.commands import LEVELS
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.games.planetopia.setup import REMINDERS, Leader, Setup
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "planetopia.md").read_text("utf-8")
OF_ANY_GAME = {"format", "game", "player", "names", "name", "say"}


def test_the_keys_and_levels_are_told() -> None:
    told = {key for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for key in re.findall(r"`([\w-]+)`", row)}
    assert told >= {field.name for one in (Setup, Leader) for field in fields(one)} - OF_ANY_GAME
    assert all(f'`"{one}"`' in PAGE for one in LEVELS)
    assert all(f"`{one}`" in PAGE for one in REMINDERS)


def test_the_setup_of_the_page_is_one(tmp_path: Path) -> None:
    [setup] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    (tmp_path / "a.toml").write_text(setup, "utf-8")
    table = load_table(tmp_path / "a.toml")
    assert (table.warnings, table.setup.level, table.setup.player[0].town) == ([], "full", "New Market")


@pytest.mark.parametrize(
    ("language", "part"),
    [
        ("en", r"In a terminal you type the same(.*?)At a Polish"),
        ("pl", r"At a Polish table the words are (.*?)\.\n"),
    ],
)
def test_the_words_of_the_page_are_understood(language: str, part: str) -> None:
    [told] = re.findall(part, PAGE, re.S)
    table = load_table(Path("demo-planetopia"), language)
    game = table.game()
    state = settled(game, begun(game, 1))
    while state.asked:
        cue = game.cue(state)
        assert isinstance(cue, Ask)
        state = settled(game, said(game, state, "none" if cue.optional else cue.choices[0]))
    cue, lexicon = game.cue(state), read_lexicon(language, PlanetopiaPackage.folders[0])
    assert isinstance(cue, Ask)
    words = {word for words in re.findall("`([^`]+)`", told) for word in words.split(", ") if len(word) > 2}
    words -= {"directed at cora", "end of the turn", "least", "najmniej"}  # of another moment
    assert len(words) > 9
    understood = {word: typed(word, cue, lexicon, table.setup.people) for word in words}
    assert [word for word, heard in understood.items() if not isinstance(heard, Answer | Command)] == []
