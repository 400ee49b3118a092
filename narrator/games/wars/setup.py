"""What a table of Cthulhu Wars has: who plays which faction, what is counted, and what the narrator reminds of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from narrator.games import table
from narrator.games.counting import setup as counting
from narrator.values import dataclass

Base = Literal["great-cthulhu", "black-goat", "crawling-chaos", "yellow-sign"]
More = Literal["ancients", "bubastis", "daemon-sultan", "opener-of-the-way", "sleeper", "tcho-tcho", "windwalker"]
FactionId = Literal[Base, More]
FACTIONS: tuple[FactionId, ...] = get_args(FactionId)

Moment = Literal["action", "turn", "gather", "order", "doom", "ritual", "battle", "end"]
"""When a table can be reminded of something: as a phase begins, or as a faction's own moment in it comes."""


@dataclass(frozen=True, kw_only=True)
class Player(table.Player):
    """Somebody, their faction, and the Power that it begins with (CW4)."""

    faction: FactionId
    power: int = 8


@dataclass(frozen=True, kw_only=True)
class Remind:
    """What the table wants to be told at a moment; of one faction alone, if it names one."""

    text: str
    moment: Moment
    faction: Literal[FactionId, ""] = ""


@dataclass(frozen=True, kw_only=True)
class Setup(counting.Setup):
    """Who plays, with what; the keys are told in docs/wars.md."""

    game: str = "cthulhu-wars"
    player: tuple[Player, ...] = ()
    ledger: Literal["phases", "actions"] = "phases"
    battle: Literal["table", "guided"] = "table"
    dice: Literal["table", "engine"] = "table"
    may_pass: bool = True
    handover: Literal["action", "spoken"] = "action"
    two_players: Literal["no", "phases-only"] = "no"
    remind: tuple[Remind, ...] = ()
    clock: int = 0

    @property
    def paid(self) -> bool:
        """Whether each action is paid to the narrator (D1)."""
        return self.ledger == "actions"


def first_of(factions: Iterable[str]) -> str:
    """Who begins: Great Cthulhu, never Windwalker, else the first by the English name, as the ids sort (CW4, D3)."""
    return min(factions, key=lambda one: (one != "great-cthulhu", one == "windwalker", one))
