"""What every table has at which everybody plays."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.games import table


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """Who plays; `beat` are seconds of silence after what is said of a play."""

    format: int = 1
    game: str = ""
    language: str = "pl"
    names: str = ""
    answers: table.Answerers = "open"
    voice: str = "system"
    seed: int | None = None
    player: tuple[table.Player, ...] = ()
    beat: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Script:
    """What the narrator says: the wordings of each line by its id."""

    format: int = 1
    language: str = "pl"
    line: dict[str, tuple[str, ...]] = field(default_factory=dict)
