"""A game's own commands as people choose from them: those that begin with the same word stand together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from narrator.cues import Ask


class Group(NamedTuple):
    """Commands that say the same with other values, and the words that they have in common."""

    label: str
    commands: tuple[str, ...]


def grouped(ask: Ask, words: Mapping[str, str]) -> list[Group]:
    """The game's own commands of a question, in its order; `words` has what each is called."""
    heads: dict[str, list[str]] = {}
    for command in ask.own:
        heads.setdefault(command.partition(" ")[0], []).append(command)
    return [Group(_label(commands, words) or head, tuple(commands)) for head, commands in heads.items()]


def _label(commands: list[str], words: Mapping[str, str]) -> str:
    """The words with which all of them begin."""
    called = [words.get(command, command).split() for command in commands]
    same = takewhile(lambda column: len({*column}) == 1, zip(*called, strict=False))
    return " ".join(column[0] for column in same)


def listed(ask: Ask, words: Mapping[str, str]) -> list[str]:
    """The same as they stand in a list: one word or two each, and a sign where more has to be said."""
    return [f"{one.label} …" if len(one.commands) > 1 else one.label for one in grouped(ask, words)]
