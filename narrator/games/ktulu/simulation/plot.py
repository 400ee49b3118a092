"""The plot of a simulation: win rates with their intervals, the lengths of the games, the statue, as one SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.computer.bars import Bar, bar_charts
from narrator.games.ktulu.simulation.report import Called
from narrator.texts import Texts


def drawn(data: dict[str, Any], title: str, called: Called, texts: Texts) -> str:
    """Draw the tally's data."""
    return bar_charts(title, _charts(data, called, texts))


def _charts(data: dict[str, Any], called: Called, texts: Texts) -> Iterator[tuple[str, list[Bar]]]:
    names = {**{winner: texts.word("simulation.nobody") for winner in data["wins"]}, **called}
    wins = {who: win for who, win in data["wins"].items() if win["games"] or who in data["statue"]["held"]}
    yield (
        texts.word("simulation.who-won", games=data["games"]),
        [
            (names[who], win["rate"], f"{texts.number(100 * win['rate'], 1)}%", (win["low"], win["high"]))
            for who, win in wins.items()
        ],
    )
    most = max(data["nights"]["games"].values(), default=1)
    yield (
        texts.word("simulation.how-long", mean=data["nights"]["mean"]),
        [(nights, games / most, str(games), None) for nights, games in data["nights"]["games"].items()],
    )
    yield (
        texts.word("simulation.who-held", moves=data["statue"]["moves"]),
        [
            (names[who], share, f"{texts.number(100 * share, 1)}%", None)
            for who, share in data["statue"]["held"].items()
        ],
    )
