"""A game's own commands as people choose from them: those that begin with the same word stand together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, takewhile
from typing import NamedTuple

from narrator.cues import Ask
from narrator.patterns import SEAT, bare, every, has_slots, in_phrase, kind, literal, values, with_seats


class CommandGroup(NamedTuple):
    """Commands that say the same with other values, and the words that they have in common."""

    label: str
    commands: tuple[str, ...]


def called(command: str, words: Mapping[str, str], names: Mapping[int, str]) -> str:
    """What people call the command: the word for it, or its phrase with its values; empty if it has neither."""
    if command in words:
        return words[command]
    for pattern, phrase in words.items():
        if has_slots(pattern) and (found := values(pattern, command)):
            return in_phrase(phrase, {slot: _value(slot, value, words, names) for slot, value in found.items()})
    return ""


def steps(command: str, words: Mapping[str, str], names: Mapping[int, str]) -> list[str]:
    """The values in the command, as people call them, in the order of its slots."""
    patterns = (values(pattern, command) for pattern in words if has_slots(pattern))
    found = next(filter(None, patterns), {})
    return [_value(slot, value, words, names) for slot, value in found.items()]


def _value(slot: str, value: str, words: Mapping[str, str], names: Mapping[int, str]) -> str:
    if kind(slot) == SEAT and value.isdecimal():
        return names.get(int(value)) or value
    return words.get(f"{kind(slot)}={value}", value)


def grouped(ask: Ask, words: Mapping[str, str], seats: Iterable[int] = ()) -> list[CommandGroup]:
    """The game's own commands of a question, in its order; `words` has what each is called.

    `seats` may be named where a command lists none.
    """
    heads: dict[str, list[str]] = {}
    for command in (with_seats(one, seats) for one in ask.own):
        heads.setdefault(command.partition(" ")[0], []).append(command)
    return [
        CommandGroup(_label(commands, words) or head, tuple(chain.from_iterable(map(every, commands))))
        for head, commands in heads.items()
    ]


def _label(commands: list[str], words: Mapping[str, str]) -> str:
    """The words with which all of them begin."""
    phrases = [literal(words.get(bare(command), command)).split() for command in commands]
    same = takewhile(lambda column: len({*column}) == 1, zip(*phrases, strict=False))
    return " ".join(column[0] for column in same)


def tapped(ask: Ask, words: Mapping[str, str], seats: Iterable[int]) -> list[CommandGroup]:
    """The groups from which one may be chosen; one that lacks other values than seats has to be said or typed."""
    return [one for one in grouped(ask, words, [*seats]) if one.commands]


def labels(ask: Ask, words: Mapping[str, str]) -> list[str]:
    """The same as they stand in a list: one word or two each, and a sign where more has to be said."""
    return [f"{one.label} …" if len(one.commands) != 1 else one.label for one in grouped(ask, words)]
