"""The plot of a simulation: win rates with their intervals, the lengths of the games, the statue, as one SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.computer.bars import Bar, bar_charts


def drawn(data: dict[str, Any], title: str) -> str:
    """Draw the tally's data."""
    return bar_charts(title, _charts(data))


def _charts(data: dict[str, Any]) -> Iterator[tuple[str, list[Bar]]]:
    wins = {who: win for who, win in data["wins"].items() if win["games"] or who in data["statue"]["held"]}
    yield (
        f"Who won {data['games']} games (95% intervals)",
        [(who, win["rate"], f"{100 * win['rate']:.1f}%", (win["low"], win["high"])) for who, win in wins.items()],
    )
    most = max(data["nights"]["games"].values(), default=1)
    yield (
        f"Nights ({data['nights']['mean']:.2f} on average)",
        [(nights, games / most, str(games), None) for nights, games in data["nights"]["games"].items()],
    )
    yield (
        f"Games in which they ever held the statue ({data['statue']['moves']:.2f} moves a game)",
        [(who, share, f"{100 * share:.1f}%", None) for who, share in data["statue"]["held"].items()],
    )
