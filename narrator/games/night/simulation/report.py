"""The report of a simulation: a table for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from narrator.texts import Texts

Called = Mapping[str, str]
"""What factions are called at the table, by their ids."""


def show(data: dict[str, Any], prize: Mapping[str, Any], console: Console, called: Called, texts: Texts) -> None:
    """Print the tally's data as tables: wins, the way of the prize if there is one, nights."""
    console.print(_factions(data, prize, called, texts))
    nights = data["nights"]
    spread = ", ".join(f"{percent}% {number}" for percent, number in nights["quantiles"].items())
    for line in (
        texts.word("simulation.games", games=data["games"]) + _unfinished(data, texts),
        texts.word("simulation.nights", mean=nights["mean"], spread=spread),
        *([texts.word("simulation.moves", moves=prize["moves"])] if prize else []),
    ):
        console.print(line, soft_wrap=True, highlight=False)


def show_beside(data: dict[str, Any], console: Console, called: Called, texts: Texts) -> None:
    """Print who won how often at two tables, and how much more often at the second; what is no chance stands out."""
    tables = data["tables"]
    table = Table(texts.word("simulation.faction"), title=texts.word("simulation.title-beside"))
    for heading in (*(one["table"] for one in tables), texts.word("simulation.difference")):
        table.add_column(escape(heading), justify="right")
    table.add_column(texts.word("simulation.interval"), justify="right")
    for winner, more in data["differences"].items():
        rates = [one["wins"].get(winner, {}).get("rate") for one in tables]
        if not any(rates):
            continue
        certain = not more["low"] <= 0 <= more["high"]
        table.add_row(
            called.get(winner, texts.word("simulation.nobody")),
            *("" if rate is None else _percent(rate, texts) for rate in rates),
            _signed(more["rate"], texts),
            f"{_signed(more['low'], texts)} … {_signed(more['high'], texts)}",
            style="bold" if certain else "",
        )
    console.print(table)
    for one in tables:
        nights = texts.number(one["nights"]["mean"], 2)
        line = texts.word("simulation.beside", table=one["table"], games=one["games"], nights=nights)
        console.print(line + _unfinished(one, texts), soft_wrap=True, highlight=False, markup=False)


def _signed(share: float, texts: Texts) -> str:
    return f"{'−' if share < 0 else '+'}{_percent(abs(share), texts)}"


def _unfinished(data: dict[str, Any], texts: Texts) -> str:
    return f" ({texts.word('simulation.unfinished', count=data['unfinished'])})" if data["unfinished"] else ""


def _factions(data: dict[str, Any], prize: Mapping[str, Any], called: Called, texts: Texts) -> Table:
    title = texts.word("simulation.title" if prize else "simulation.title-plain")
    table = Table(texts.word("simulation.faction"), title=title)
    about = ("simulation.held", "simulation.takeovers") if prize else ()
    for heading in ("simulation.wins", "simulation.interval", *about):
        table.add_column(texts.word(heading), justify="right")
    for winner, win in data["wins"].items():
        held, taken = (prize.get(key, {}).get(winner) for key in ("held", "takeovers"))
        if winner not in called and not win["games"]:
            continue
        table.add_row(
            called.get(winner, texts.word("simulation.nobody")),
            _percent(win["rate"], texts),
            f"{_percent(win['low'], texts)} – {_percent(win['high'], texts)}",
            *(["" if held is None else _percent(held, texts)] if prize else []),
            *(["" if taken is None else texts.number(taken, 2)] if prize else []),
        )
    return table


def _percent(share: float, texts: Texts) -> str:
    return f"{texts.number(100 * share, 1)}%"
