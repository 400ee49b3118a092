"""What a table of Cthulhu FLUXX has: who plays, how much is counted, and what the narrator reminds of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from narrator.games import table

Reminder = Literal["difference", "limits", "plays", "goal", "doom", "free"]
"""What is said without being asked: the cards still to be drawn or put away, the plays left, and so on."""

REMINDERS: tuple[Reminder, ...] = ("difference", "limits", "plays", "goal", "doom", "free")


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """Who plays, with what; the keys are told in docs/fluxx.md.

    `goals` are the names of the goals in the box, if they are to be told by name; `beat` are seconds of silence after
    each play, for surprises. Doom is summed up over the whole table, or over what each player has left (D4).
    """

    format: int = 1
    game: str = "cthulhu-fluxx"
    language: str = "pl"
    names: str = ""
    answers: table.Answerers = "open"
    voice: str = "system"
    seed: int | None = None
    player: tuple[table.Player, ...] = ()
    level: Literal["board", "counts", "full"] = "board"
    reminders: tuple[Reminder, ...] = REMINDERS
    goals: tuple[str, ...] = ()
    beat: float = 0.0
    doom: Literal["table", "players"] = "table"
    meta: bool = True
    join: Literal["last", "next"] = "last"

    @property
    def counts(self) -> bool:
        """Whether plays are counted."""
        return self.level != "board"


@dataclass(frozen=True, kw_only=True)
class Script:
    """What the narrator says: the wordings of each line by its id."""

    format: int = 1
    language: str = "pl"
    line: dict[str, tuple[str, ...]] = field(default_factory=dict)
