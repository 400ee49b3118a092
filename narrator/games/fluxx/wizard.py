"""Ask one's way to a table of Cthulhu FLUXX: who plays, and how much is counted."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

from narrator.computer.texts import texts_of
from narrator.games.fluxx.commands import LEVELS, MOST_PLAYERS
from narrator.games.interview import Interview, ask_choice, ask_names
from narrator.games.package import Back, Question, Show
from narrator.texts import DEFAULT

PLAYERS = range(2, MOST_PLAYERS + 1)


def new_table(
    game: str,
    ask: Question,
    show: Show,
    kept: dict[str, Any],
    hears: Callable[[], bool],
    taken: Collection[str],
) -> TOMLDocument:
    """Ask for a setup of this game and give it as a TOML document with comments; `kept` takes what is answered."""
    texts = texts_of(DEFAULT, Path(__file__).parent)
    interview = Interview(texts, PLAYERS, ask, show, hears, taken)
    show(texts.word("wizard.help"))
    steps = (_players, _level, _go)
    place = 0
    while place < len(steps):
        try:
            steps[place](interview, kept)
            place += 1
        except Back:
            place = max(0, place - 1)
    document = tomlkit.document()
    document.add(tomlkit.comment(texts.word("wizard.comments.table")))
    document.add(tomlkit.nl())
    document.add("format", tomlkit.item(1))
    document.add("game", tomlkit.item(game))
    document.add("level", tomlkit.item(kept["level"]).comment(texts.word("wizard.comments.level")))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment(texts.word("wizard.comments.players")))
    players = tomlkit.aot()
    for name in kept["players"]:
        players.append(tomlkit.item({"name": name}))
    document.add("player", players)
    return document


def _players(interview: Interview, kept: dict[str, Any]) -> None:
    def keep(names: list[str]) -> None:
        kept["players"] = [*names]

    keep(ask_names(interview, kept.get("players", []), keep))


def _level(interview: Interview, kept: dict[str, Any]) -> None:
    level = kept.get("level")
    kept["level"] = ask_choice(interview, "wizard.level", LEVELS, level if level in LEVELS else LEVELS[0])


def _go(interview: Interview, kept: dict[str, Any]) -> None:
    kept["go"] = ask_choice(interview, "wizard.go", ("now", "later"), "now")
