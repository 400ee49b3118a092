"""What a table of harvesters has: who plays, with how many sheaves, and how long."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.games import table


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """Who plays; everybody begins with so many sheaves; with `slips` the storms lie on the table."""

    format: int = 1
    game: str = "harvest"
    language: str = "pl"
    names: str = ""
    answers: table.Answerers = "open"
    voice: str = "system"
    seed: int | None = None
    player: tuple[table.Player, ...] = ()
    sheaves: int = 5
    slips: bool = False


@dataclass(frozen=True)
class Script:
    """How long the game is."""

    rounds: int = 3
