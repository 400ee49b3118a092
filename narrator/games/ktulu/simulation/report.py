"""The report of a simulation: a table for people, JSON for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table


def show(data: dict[str, Any], console: Console) -> None:
    """Print the tally's data as tables: wins, the statue, nights."""
    console.print(_factions(data))
    nights = data["nights"]
    spread = ", ".join(f"{percent}% {number}" for percent, number in nights["quantiles"].items())
    for line in (
        f"games: {data['games']}{_unfinished(data)}",
        f"nights after the zero night: {nights['mean']:.2f} on average; quantiles: {spread}",
        f"the statue moved {data['statue']['moves']:.2f} times a game",
    ):
        console.print(line, soft_wrap=True, highlight=False)


def _unfinished(data: dict[str, Any]) -> str:
    return f" ({data['unfinished']} given up unfinished)" if data["unfinished"] else ""


def _factions(data: dict[str, Any]) -> Table:
    table = Table("faction", title="Who won, and who had the statue")
    for heading in ("wins", "95% interval", "ever held it", "takeovers a game"):
        table.add_column(heading, justify="right")
    for winner, win in data["wins"].items():
        held, taken = data["statue"]["held"].get(winner), data["statue"]["takeovers"].get(winner)
        if held is None and not win["games"]:
            continue
        table.add_row(
            winner,
            _percent(win["rate"]),
            f"{_percent(win['low'])} – {_percent(win['high'])}",
            "" if held is None else _percent(held),
            "" if taken is None else f"{taken:.2f}",
        )
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
