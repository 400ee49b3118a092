"""Nonsense at a table of Cthulhu Wars is refused, whatever stands where a number or a faction belongs."""

from __future__ import annotations

import pytest

from narrator.cues import Refused
from narrator.games.wars import CthulhuWars
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled
from tests.wars.test_led import DEMO


@pytest.mark.parametrize(
    "command",
    [
        "battle 9",
        "battle ９",
        "battle abc",
        "capture bartek",
        "capture ²",
        "power 99 +1",
        "move +-3",
        "book 9",
        f"battle {'9' * 5000}",
    ],
)
def test_it_is_refused(command: str) -> None:
    table = load_table(DEMO).with_setup(ledger="actions")
    game = table.game()
    state = settled(game, said(game, settled(game, begun(game, 1)), "clockwise"))
    assert isinstance(game.take(state, command), Refused)


def test_the_story_tells_who_attacked() -> None:
    table = load_table(DEMO).with_setup(ledger="actions", language="pl")
    game = table.game()
    assert isinstance(game, CthulhuWars)
    state = settled(game, said(game, settled(game, begun(game, 1)), "clockwise"))
    assert game.told(state, "battle 2") == "Wielki Cthulhu: walka, broni się Czarna Koza."
