"""Where a game of Cthulhu FLUXX stands: the rules in force, whose turn it is, and what has been counted."""

from __future__ import annotations

from typing import Literal

from narrator.games.counting import state as counting
from narrator.values import dataclass, field

Play = int | Literal["all", "all-but-one"]
"""How many cards must be played in a turn."""

Goal = Literal["", "goal", "antigoal"]

BONUS = 3
"""How many cards an empty hand draws (FX61)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The new rules in force; None where the basic rule holds (FX6, FX11, FX12).

    `others` has for each rule that is only announced whether it gives a free action (FX5).
    """

    draw: int | None = None
    play: Play | None = None
    hand: int | None = None
    keepers: int | None = None
    bonus: bool = False
    inflation: bool = False
    others: tuple[bool, ...] = ()

    def plus(self, number: int) -> int:
        """A numeral as it counts: one more under inflation (FX64)."""
        return number + self.inflation

    @property
    def draws(self) -> int:
        """How many cards are drawn in a turn."""
        return self.plus(1 if self.draw is None else self.draw)

    @property
    def plays(self) -> Play:
        """How many cards are played in a turn."""
        play = 1 if self.play is None else self.play
        return self.plus(play) if isinstance(play, int) else play

    def limit(self, of: str) -> int | None:
        """The limit of `hand` or `keepers`, if there is one."""
        number: int | None = getattr(self, of)
        return None if number is None else self.plus(number)


@dataclass(frozen=True, slots=True)
class TemporaryHand:
    """A temporary hand: of so many cards so many must be played, and are (FX32)."""

    of: int
    must: int
    done: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who plays; `hand` and `keepers` are counted once they are told (D8)."""

    name: str
    doom: int = 0
    rescue: int = 0
    hand: int | None = None
    keepers: int | None = None

    @property
    def net(self) -> int:
        """Their Doom (FX71)."""
        return max(0, self.doom - self.rescue)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(counting.State[Person]):
    """A game as it stands.

    Of the turn: `drawn` cards for the draw rule, which never become fewer (FX13), of which the last `owed` were
    called for and not confirmed; `played` cards; `turns` that this seat has had in a row. `voidable` has the rules,
    the goal and the number of temporary hands before the last card, which a surprise may cancel (FX50).
    """

    rules: Rules = field(default_factory=Rules)
    goal: Goal = ""
    title: int = 0
    meta: bool = False
    drawn: int = 0
    owed: int = 0
    played: int = 0
    turns: int = 1
    extra: bool = False
    empty: bool = False
    frames: tuple[TemporaryHand, ...] = ()
    winner: int | None = None
    voidable: tuple[Rules, Goal, int, int] | None = None

    @property
    def claimed(self) -> int | None:
        """Whose win, or with 0 whose common loss, somebody else is asked to confirm."""
        return int(self.asked.partition(" ")[2]) if self.question == "win" else None

    def doom(self, *, players_alone: bool) -> int:
        """The table's Doom: rescue counts for all, or for its owner alone (D4)."""
        if players_alone:
            return sum(player.net for player in self.players)
        return max(0, sum(player.doom - player.rescue for player in self.players))

    def left(self) -> Play:
        """How many cards are still to be played: from the temporary hand on top, or for the rule (FX14)."""
        if self.frames:
            return self.frames[-1].must - self.frames[-1].done
        if self.empty:
            return 0
        plays, hand = self.rules.plays, self.player.hand
        if isinstance(plays, int):
            left = max(0, plays - self.played)
            return left if hand is None else min(left, hand)
        if hand is None:
            return plays
        return max(0, hand - (plays == "all-but-one"))

    def over_limit(self, of: str) -> list[int]:
        """The seats that may have more than the limit of `hand` or `keepers` allows; those not counted may."""
        limit = self.rules.limit(of)
        counts = [(seat, getattr(player, of)) for seat, player in enumerate(self.players, 1)]
        return [seat for seat, count in counts if limit is not None and (count is None or count > limit)]
