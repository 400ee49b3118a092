"""Ask one's way to a table at which everybody plays: who, and how the game is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

from narrator.games.interview import Interview, ask_choice, ask_names
from narrator.games.offering import Offering
from narrator.games.package import Back


def new_table(
    game: str,
    language: str,
    interview: Interview,
    choices: Mapping[str, Sequence[str]],
    kept: dict[str, Any],
    apiece: Mapping[str, Sequence[str]],
) -> TOMLDocument:
    """Ask for a setup of this game in this language and give it as a TOML document with comments.

    What is answered goes to `kept`. Of each list of `apiece` every player has a value that nobody else has.
    """
    texts = interview.texts
    interview.show(Offering(texts.word("wizard.help")))
    own = [partial(_choice, key, values) for key, values in choices.items()]
    theirs = [partial(_apiece, key, values) for key, values in apiece.items()]
    steps: list[Callable[[Interview, dict[str, Any]], None]] = [ask_names, *theirs, *own, _go]
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
    document.add("language", tomlkit.item(language).comment(texts.word("wizard.comments.language")))
    for key in choices:
        document.add(key, tomlkit.item(_value(kept[key])).comment(texts.word(f"wizard.comments.{key}")))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment(texts.word("wizard.comments.players")))
    seated = enumerate(kept["players"])
    players = [{"name": name, **{key: kept[key][place] for key in apiece}} for place, name in seated]
    document.add("player", tomlkit.item(players))
    return document


def _choice(key: str, values: Sequence[str], interview: Interview, kept: dict[str, Any]) -> None:
    """Ask for one of the values; a number of another table's own is offered, too."""
    before = str(kept.get(key, ""))
    own = values[0].isdecimal() and before.isdecimal() and len(before) < _DIGITS and before not in values
    offered = (*values, *((before,) if own else ()))
    kept[key] = ask_choice(interview, f"wizard.{key}", offered, before if before in offered else values[0])


_DIGITS = 5
"""A number that is kept has fewer, unless its file is damaged."""


def _apiece(key: str, values: Sequence[str], interview: Interview, kept: dict[str, Any]) -> None:
    """Ask each player in turn; the way back leads to the one before, and before the first out of here.

    Offered is what `theirs` has by name, which people had at another table, and to others what is left of that.
    """
    chosen, was, players = list[str](), kept.get(key, []), kept["players"]
    had = [kept.get("theirs", {}).get(name, {}).get(key, "") for name in players]
    while len(chosen) < len(players):
        place, left = len(chosen), [value for value in values if value not in chosen]
        interview.show(players[place])
        free = [value for value in left if value not in had[place + 1 :]] or left
        offered = next((value for value in (*was[place : place + 1], had[place]) if value in left), free[0])
        try:
            chosen.append(ask_choice(interview, f"wizard.{key}", left, offered))
        except Back:
            if not chosen:
                raise
            chosen.pop()
        kept[key] = was = [*chosen, *was[len(chosen) :]]
    kept[key] = chosen


def _value(said: str) -> int | str:
    """What stands in the file: a number where it is one."""
    return int(said) if said.isdecimal() else said


def _go(interview: Interview, kept: dict[str, Any]) -> None:
    kept["go"] = ask_choice(interview, "wizard.go", ("now", "later"), "now")
