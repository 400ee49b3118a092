"""What a table keeps of Cthulhu FLUXX: the sheet at hand, and the finale."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.games.counting import Did
from narrator.games.fluxx import Fluxx
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import State
from narrator.games.table import Player
from narrator.paper.reference import reference_page
from narrator.play.loading import load_table

from tests.program import narrator

TEXTS = texts_of("pl", FluxxPackage.folders[0])


def played(*said: str) -> tuple[Fluxx, list[tuple[State, Did]]]:
    """A game of Anna and Bartek with these answers, and what happened."""
    people = (Player(name="Anna"), Player(name="Bartek"))
    game = Fluxx(Setup(player=people, meta=False), FluxxPackage().script_of("pl", "")[0])
    state, steps = game.begin(0), list[tuple[State, Did]]()

    def happened(events: list[Did]) -> None:
        nonlocal state
        for event in events:
            steps.append((state, event))
            state = game.fold(state, event)

    happened(game.opening(state))
    for word in said:
        while state.to_say:
            happened(game.delivered(state))
        events = game.take(state, word)
        assert isinstance(events, list), word
        happened(events)
    return game, steps


def test_the_finale_tells_who_did_what_most_often_and_what_came_last() -> None:
    begun = ("1", "none", "rule draw 3", "end-turn", "rule play 2", "rule hand 1", "undo", "doom 1 +2")
    game, steps = played(*begun, "play {card}".replace("{card}", "goal"), "rule play 3", "win 1", "end")
    finale = game.finale(steps, TEXTS)
    assert finale.chapters == (
        "Dwie tury.",
        "Najwięcej nowych zasad: Bartek (2).",
        "Najwięcej Celów: Bartek (1).",
        "Najczęściej zmieniana zagłada: Anna (1).",
    )
    assert finale.turns == (
        "Bartek: zagłada Anna +2.",
        "Bartek: nowy Cel.",
        "Bartek: zasada Zagraj 3.",
        game.lines.text(game.lines.wordings["won"][0], {"name": "Anna"}),
    )


def test_nobody_is_named_who_did_no_more_than_another() -> None:
    game, steps = played("1", "none", "rule draw 3", "end-turn", "rule play 2")
    assert game.finale(steps, TEXTS).chapters == ("Dwie tury.",)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_sheet_has_the_lesson_the_quarrels_the_commands_and_room_for_each_player(language: str) -> None:
    table, texts = (
        load_table(paths.shipped("setups") / "demo-fluxx.toml"),
        texts_of(language, FluxxPackage.folders[0]),
    )
    page = reference_page(FluxxPackage().reference(table, texts), "Piątek & Co", texts)
    quarrels = [words for line, (words, *_) in table.script.line.items() if line.startswith("faq.")]
    assert len(quarrels) == 9
    lesson, meanings = texts.group("teach.lesson").values(), texts.group("meaning").values()
    for told in (*lesson, *quarrels, *(part for one in meanings for part in one.split(": ", 1))):
        assert told.replace("'", "&#x27;") in page
    assert page.count('class="person"') == 2 * len(table.setup.player)
    assert "Piątek &amp; Co" in page


def test_the_sheet_is_written_for_everybody_and_has_no_cards(tmp_path: Path) -> None:
    assert narrator("sheet", "demo-fluxx", "--out", "a.html", cwd=tmp_path).returncode == 0
    assert stat.S_IMODE((tmp_path / "a.html").stat().st_mode) & 0o044
    refused = narrator("sheet", "demo-fluxx", "--cards", "--out", "b.html", cwd=tmp_path)
    assert refused.returncode == 1
    assert "nie ma kart" in refused.stderr
    assert not (tmp_path / "b.html").exists()
