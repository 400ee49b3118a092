"""The game's page in docs/ names every key and level, its setup is one, and its words are understood."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from narrator.answers import Answer, Command, typed
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.games.fluxx.commands import LEVELS
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.fluxx.setup import REMINDERS, Setup
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "fluxx.md").read_text("utf-8")
OF_ANY_GAME = {"format", "game", "player", "names"}


def test_the_keys_and_levels_are_told() -> None:
    told = {key for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for key in re.findall(r"`([\w-]+)`", row)}
    assert told >= {field.name for field in fields(Setup)} - OF_ANY_GAME
    assert told >= {*LEVELS}
    assert all(f"`{one}`" in PAGE for one in REMINDERS)


def test_the_setup_of_the_page_is_one(tmp_path: Path) -> None:
    [setup] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    (tmp_path / "a.toml").write_text(setup, "utf-8")
    table = load_table(tmp_path / "a.toml")
    assert (table.warnings, table.setup.level, len(table.setup.goals)) == ([], "counts", 2)


@pytest.mark.parametrize(
    ("language", "part"),
    [
        ("en", r"words may be short: (.*?)At a Polish"),
        ("pl", r"^`dobierz 4`(.*?)$\n\n"),
    ],
)
def test_the_words_of_the_page_are_understood(language: str, part: str) -> None:
    [told] = re.findall(part, PAGE, re.S | re.M)
    table = load_table(Path("demo-fluxx"), language)
    game = table.game()
    state = settled(game, begun(game, 1))
    for answer in ("no", "1", "none"):
        state = settled(game, said(game, state, answer))
    cue, lexicon = game.cue(state), read_lexicon(language, FluxxPackage.folders[0])
    assert isinstance(cue, Ask)
    words = set(re.findall("`([^`]+)`", told)) - {"narrator play", "question"}
    assert len(words) > 10
    understood = {word: typed(word, cue, lexicon, table.setup.people) for word in words}
    assert [word for word, heard in understood.items() if not isinstance(heard, Answer | Command)] == []
