"""What a table of Cthulhu FLUXX has: who plays, how much is counted, and what the narrator reminds of."""

from __future__ import annotations

from typing import Literal

from narrator.games.counting import setup as counting
from narrator.values import dataclass

Reminder = Literal["difference", "limits", "plays", "goal", "doom", "free"]
"""What is said without being asked: the cards still to be drawn or put away, the plays left, and so on."""

REMINDERS: tuple[Reminder, ...] = ("difference", "limits", "plays", "goal", "doom", "free")


@dataclass(frozen=True, kw_only=True)
class Setup(counting.Setup):
    """Who plays, with what; the keys are told in docs/fluxx.md.

    `goals` are the names of the goals in the box, if they are to be told by name; `beat` are seconds of silence after
    each play, for surprises. Doom is summed up over the whole table, or over what each player has left (D4). To
    `listen` is to hear questions alone, or commands too, if the narrator is called.
    """

    game: str = "cthulhu-fluxx"
    level: Literal["board", "counts", "full"] = "board"
    reminders: tuple[Reminder, ...] = REMINDERS
    goals: tuple[str, ...] = ()
    doom: Literal["table", "players"] = "table"
    meta: bool = True
    join: Literal["last", "next"] = "last"
    listen: Literal["questions", "addressed"] = "questions"

    @property
    def addressed(self) -> bool:
        """Whether what is played may be spoken, once the narrator is called."""
        return self.listen == "addressed"

    @property
    def counts(self) -> bool:
        """Whether plays are counted."""
        return self.level != "board"
