"""What a table of Planetopia has: who plays, who judges, and what it plays otherwise."""

from __future__ import annotations

from typing import Literal

from narrator.games import table
from narrator.games.counting import setup as counting
from narrator.values import dataclass

Reminder = Literal["draw", "jack", "entry", "kings"]
"""What is asked though nobody called for it: whether all have drawn, for a jack, for an entry, for three kings."""

REMINDERS: tuple[Reminder, ...] = ("draw", "jack", "entry", "kings")


@dataclass(frozen=True, kw_only=True)
class Leader(table.Player):
    """Somebody who plays, and what they lead."""

    town: str = ""
    organisation: str = ""


@dataclass(frozen=True, kw_only=True)
class Setup(counting.Setup):
    """Who plays; the keys are told in docs/planetopia.md. `judge` is a seat; with 0 the narrator asks."""

    game: str = "planetopia"
    level: Literal["auction", "full"] = "auction"
    player: tuple[Leader, ...] = ()
    judge: int = 0
    founding: bool = True
    reminders: tuple[Reminder, ...] = REMINDERS
    hand_size: int = 5
    decks: int = 1
    suit_breaks_ties: bool = True
    lowest_led: Literal["judge-card", "first-bid"] = "judge-card"
    queens_needed: int = 3
    strict_effect: bool = False

    @property
    def of_seats(self) -> tuple[str, ...]:
        """Who judges."""
        return ("judge",)

    @property
    def rare(self) -> bool:
        """Whether the rare combinations are played."""
        return self.level == "full"
