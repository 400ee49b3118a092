"""The game is led in a room by what people type, and told afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.answers import Answer, NoMatch, typed
from narrator.computer import paths
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.ears.question import question
from narrator.games.fluxx.package import FluxxPackage
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled
from tests.program import narrator

DEMO = paths.shipped("setups") / "demo-fluxx.toml"
TABLE = load_table(DEMO)
NAMES = TABLE.setup.people
WORDS = read_lexicon("pl", FluxxPackage.folder)


@pytest.fixture(scope="module")
def rest() -> Ask:
    """The state of rest of the first turn, with a goal in the middle."""
    game = TABLE.game()
    state = settled(game, begun(game, 1))
    for word in ("no", "1", "none", "play goal"):
        state = settled(game, said(game, state, word))
    cue = game.cue(state)
    assert isinstance(cue, Ask)
    return cue


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("dobierz 4", "rule draw 4"),
        ("nowa zasada dobierz cztery", "rule draw 4"),
        ("zagraj wszystkie", "rule play all"),
        ("limit 2", "rule hand 2"),
        ("bez celu", ""),
        ("bez cel", "drop goal"),
        ("zaglada celina +2", "doom 3 +2"),
        ("zagłada celina 2", "doom 3 +2"),
        ("zonk", "creeper"),
        ("koniec tury", "end-turn"),
        ("wygrywa darek", "win 4"),
        ("ile", "tell owed"),
    ],
)
def test_what_is_typed_is_read_in_short_words_too(rest: Ask, text: str, meaning: str) -> None:
    found = typed(text, rest, WORDS, NAMES)
    assert (found.canonical if isinstance(found, Answer) else "") == meaning


def test_what_cannot_be_now_is_refused_with_its_reason_and_not_as_nonsense(rest: Ask) -> None:
    nothing_there = replace(rest, commands=tuple(one for one in rest.commands if not one.startswith("win")))
    found = typed("wygrywa darek", nothing_there, WORDS, NAMES)
    assert isinstance(found, Answer)
    assert found.canonical == "win 4"
    assert isinstance(typed("wygrywa kajak", rest, WORDS, NAMES), NoMatch)


def test_questions_alone_are_listened_for(rest: Ask) -> None:
    heard = {meaning.partition(" ")[0] for meaning in question(rest, WORDS, NAMES).meanings.values()}
    assert heard == {"tell", "faq", "repeat", "undo", "pause"}


SAID = ("no", "1", "none", "play goal", "end-turn", "rule draw 4", "doom 2 +2", "win 3", "end")


def test_an_evening_is_led_told_and_counted(tmp_path: Path) -> None:
    journal, answers = tmp_path / "a.jsonl", tmp_path / "said"
    answers.write_text("".join(f"{one}\n" for one in SAID), "utf-8")
    done = narrator("play", DEMO, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    shown = " ".join(done.stdout.split())
    for sight in (
        "Bartek, dobierz jeszcze 3.",
        "Bartek: zagłada 2.",
        "Niech potwierdzi ktoś inny.",
        "Wygrywa: Celina.",
    ):
        assert sight in shown, sight
    story = narrator("log", journal).stdout
    assert "Anna: nowy Cel." in story
    assert "Bartek: zasada Dobierz 4." in story
    told = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert told["players"]["Celina"] == {"games": 1, "won": 1, "rate": 1.0}
    assert (told["sides"], told["roles"]) == ({}, {})
