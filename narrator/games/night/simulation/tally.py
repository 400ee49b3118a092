"""The tally of many evenings: who won how often, how long the games were, and how what they fought for travelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import ceil, hypot, sqrt
from typing import Any

from narrator.games.night.flow.winning import sides
from narrator.games.night.game import NightGame
from narrator.games.night.simulation.evening import SimulatedGame
from narrator.values import dataclass, field, fields

Z = 1.959964
"""Standard errors on either side of a 95% confidence interval."""

QUANTILES = (5, 25, 50, 75, 95)
"""Which quantiles of the number of nights are reported, in percent."""


@dataclass(slots=True)
class Tally:
    """Counts of games; sums of tallies do not depend on the order, nor on which process played which game.

    `held` counts the games in which a faction ever held the prize, `takeovers` all its takeovers in all games.
    """

    games: int = 0
    moves: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    nights: Counter[int] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    takeovers: Counter[str] = field(default_factory=Counter)

    def add(self, evening: SimulatedGame) -> None:
        """Count one more game. Its first holder got the prize in the zero night, which is no move."""
        self.games += 1
        self.moves += max(len(evening.holders) - 1, 0)
        self.wins[evening.winner] += 1
        self.nights[evening.nights] += 1
        self.held.update({*evening.holders})
        self.takeovers.update(evening.takeovers)


def add_up(counts: Any, others: Any) -> None:
    """Add the numbers, counters and lists of another dataclass of the same kind to these, field by field."""
    for part in fields(counts):
        setattr(counts, part.name, getattr(counts, part.name) + getattr(others, part.name))


def tallied(evenings: Iterable[SimulatedGame]) -> Tally:
    """Count the games."""
    tally = Tally()
    for evening in evenings:
        tally.add(evening)
    return tally


def wilson(count: int, games: int) -> tuple[float, float]:
    """The 95% confidence interval of the rate of `count` in `games` (Wilson's score)."""
    if not games:
        return 0.0, 1.0
    rate, square = count / games, Z * Z / games
    middle = rate + square / 2
    spread = Z * sqrt(rate * (1 - rate) / games + square / games / 4)
    low, high = (middle - spread) / (1 + square), (middle + spread) / (1 + square)
    return (max(0.0, low) if count else 0.0), (min(1.0, high) if count < games else 1.0)


def difference(count: int, games: int, other: int, others: int) -> tuple[float, float]:
    """The 95% confidence interval of how much higher the rate of `count` in `games` is than `other` in `others`.

    Newcombe's, from Wilson's two (Statistics in Medicine 17, 1998, method 10).
    """
    if not games or not others:
        return -1.0, 1.0
    (low, high), (below, above) = wilson(count, games), wilson(other, others)
    one, two = count / games, other / others
    return one - two - hypot(one - low, above - two), one - two + hypot(high - one, two - below)


def quantile(counts: Counter[int], percent: int) -> int:
    """The smallest number that at least this percentage of those counted do not exceed."""
    ordered = sorted(counts.elements())
    return ordered[ceil(len(ordered) * percent / 100) - 1] if ordered else 0


def factions_of(game: NightGame) -> tuple[str, ...]:
    """List the sides at the table, in the script's order."""
    return sides(game.script, game.setup.in_play)


def as_data(tally: Tally, factions: tuple[str, ...], *, prize: str = "") -> dict[str, Any]:
    """The tally as plain JSON values, the factions in this order; and how the prize travelled, if there is one."""
    games = tally.games
    found: dict[str, Any] = {
        "games": games,
        "unfinished": tally.wins[""],
        "wins": {winner: _win(tally.wins[winner], games) for winner in (*factions, "nobody")},
        "nights": {
            "mean": _share(sum(nights * count for nights, count in tally.nights.items()), games),
            "quantiles": {str(percent): quantile(tally.nights, percent) for percent in QUANTILES},
            "games": {str(nights): tally.nights[nights] for nights in sorted(tally.nights)},
        },
    }
    if prize:
        counts = {"held": tally.held, "takeovers": tally.takeovers}
        by_side = {key: {one: _share(count[one], games) for one in factions} for key, count in counts.items()}
        found[prize] = {"moves": _share(tally.moves, games), **by_side}
    return found


def differences(data: dict[str, Any], beside: dict[str, Any]) -> dict[str, dict[str, float]]:
    """How much more often each won in the games beside than in those of `data`, with the interval."""
    games, others = data["games"], beside["games"]
    none = _win(0, 0)
    found = {}
    for winner in dict.fromkeys((*data["wins"], *beside["wins"])):
        one, other = (table["wins"].get(winner, none) for table in (data, beside))
        low, high = difference(other["games"], others, one["games"], games)
        found[winner] = {"rate": round(other["rate"] - one["rate"], 4), "low": round(low, 4), "high": round(high, 4)}
    return found


def _win(count: int, games: int) -> dict[str, Any]:
    low, high = wilson(count, games)
    return {"games": count, "rate": _share(count, games), "low": round(low, 4), "high": round(high, 4)}


def _share(count: int, games: int) -> float:
    return round(count / games, 4) if games else 0.0
