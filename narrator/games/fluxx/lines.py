"""The lines of a script: which of them a table may hear, with what stands in them, and what commands are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from narrator import patterns
from narrator.games.fluxx.plays import DEEDS
from narrator.games.fluxx.setup import Script
from narrator.games.fluxx.state import State
from narrator.games.lines import Line, Lines
from narrator.games.parts import Vocabulary, person

SILENT = ("ask.", "deed.", "refused.", "paused", "rest", "undone", "goal.named")
"""The lines that are read alone, or hold what nobody can know before."""

_MOST = {"draw": 8, "draw.more": 8, "play": 8, "left": 8, "frame.left": 2, "frame.rest": 1, "bonus": 4, "owed": 8}


def lines_of(script: Script) -> Lines:
    """The wordings of a script; nothing in them is declined but what goes with a count."""
    return Lines(script.line, Vocabulary({}, script.language))


def heard(lines: Lines, players: int) -> list[Line]:
    """The lines that can be heard at a table of so many, with the numbers that are to be expected."""
    known: list[Line] = []
    for line in lines.wordings:
        if line.startswith(SILENT):
            continue
        values: Mapping[str, Sequence[Any]] = {"count": range(_MOST.get(line, max(8, players)) + 1)}
        known.append((line, values))
    return known


def deed(state: State, command: str) -> tuple[str, dict[str, Any]]:
    """The line and its values: numbers and players fill it in, any other value belongs to its id."""
    for pattern in DEEDS:
        found = patterns.values(pattern, command)
        if found is None:
            continue
        words, values = ["deed", *patterns.literal(pattern).split()], dict[str, Any]()
        for slot, value in found.items():
            if slot == "seat":
                values["name"] = (person(state.of(int(value)).name),)
            elif value.lstrip("+-").isdecimal():
                values[slot] = int(value) if value.isdecimal() else value
            else:
                words.append(value)
        return ".".join(words), values
    return "", {}
