"""What teaches a game by its script alone: a table for practice, and a lesson that says only what comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from narrator.games.night.flow import own_rules
from narrator.games.night.printed.dealing import aim
from narrator.games.night.script.script import Script
from narrator.texts import Texts

if TYPE_CHECKING:
    from narrator.games.night.loading import Table

PLAYERS = 8
"""As many as practise, where the script has line-ups for them."""

SEED = 1
"""It draws the cards where the script suggests several."""


def practice(script: Script, name: str, people: Sequence[str]) -> dict[str, Any]:
    """A setup with this script, of this name, with open cards and open eyes."""
    line_ups = own_rules.line_ups_of(script)
    count = max(line_ups.fewest, min(PLAYERS, line_ups.most))
    cards = line_ups.suggest(count, SEED, sides=script.sides)
    setup = {"format": 1, "game": script.game, "script": name, "policy": "open", "answers": "open"}
    players = [{"name": one} for one in people[:count]]
    return {**setup, "cards": [*cards], "player": players}


def lesson(table: Table, texts: Texts) -> Iterator[str]:
    """How the script's game is played, a step each: its nights, its day, and how each side wins that is dealt."""
    setup, script = table.setup, table.script
    day = own_rules.day_of(script)
    there = {"night": True, "zero": script.zero, "dawn": script.night, "day": True, "hang": "hang" in day.steps}
    for step in (step for step, comes in there.items() if comes):
        yield texts.word(f"teach.lesson.{step}", number=day.first.get(step, 1))
    dealt = {script.sides[card] for card in setup.in_play}
    names = script.vocabulary[setup.names]
    for side in (one.id for one in script.faction if one.id in dealt):
        if how := aim(setup, script, side):
            yield f"{names[side].name}: {how}"
