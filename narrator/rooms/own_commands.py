"""A game's own commands as people choose from them: those that begin with the same word stand together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import NamedTuple

from narrator.cues import Ask, Weight
from narrator.games.view import Slip
from narrator.lexicon import normalise, plain
from narrator.patterns import (
    SEAT,
    bare,
    command_of,
    every,
    expanded,
    has_slots,
    in_phrase,
    kind,
    literal,
    slots,
    values,
    with_seats,
)

SET = "set"
"""The first word of commands that put a value right, whatever was counted: they stand apart from the play's."""


class CommandGroup(NamedTuple):
    """Commands that say the same with other values, and the words that they have in common."""

    label: str
    commands: tuple[str, ...]


def called(command: str, words: Mapping[str, str], names: Mapping[int, str]) -> str:
    """What people call the command: the word for it, or its phrase with its values; empty if it has neither."""
    if command in words:
        return words[command]
    for pattern, phrase in words.items():
        found = values(pattern, command) if has_slots(pattern) else None
        if found and (literal(pattern) or all(f"{kind(slot)}={value}" in words for slot, value in found.items())):
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


class Tapped(NamedTuple):
    """A command as it is tapped: what people call it, and the values in it that its place does not tell."""

    said: str
    label: str
    steps: tuple[str, ...]


class Placed(NamedTuple):
    """The commands of one pattern that lie in one place: on a slip, at a seat, or beside both.

    `light` ones ask or change nothing, `final` ones are asked back, and `apart` are those that put a value right.
    """

    label: str
    commands: tuple[Tapped, ...]
    slip: str = ""
    seat: int = 0
    light: bool = False
    final: bool = False
    apart: bool = False


Near = tuple[tuple[str, tuple[str, ...]], ...]
"""The ids of slips, each with those of its patterns that begin as a command does."""


def weight(ask: Ask, pattern: str) -> Weight:
    """How much the game's own commands of a pattern count."""
    return ask.weights.get(bare(pattern), "counted")


def near(pattern: str, table: Sequence[Slip]) -> Near:
    """The slips that may have commands of a pattern: on those alone it depends where these lie."""
    first = pattern.partition(" ")[0]
    alike = ((slip.id, tuple(one for one in slip.commands if one.partition(" ")[0] == first)) for slip in table)
    return tuple((slip, patterns) for slip, patterns in alike if patterns)


def places(
    pattern: str, weighs: Weight, slips: Near, words: Mapping[str, str], names: Mapping[int, str]
) -> Iterator[Placed]:
    """The commands of one pattern in their places."""
    pattern = with_seats(pattern, names)
    slot = next((one for one in slots(pattern) if kind(one) == SEAT), "")
    found: dict[tuple[str, int], list[Tapped]] = {}
    for command in every(pattern):
        chosen = values(pattern, command) or {}
        on = [slip for slip, patterns in slips if command_of(patterns, command)]
        seat = 0 if on or not slot else int(chosen[slot])
        one = _tapped(pattern, command, chosen, slot if seat else "", words, names)
        for slip in on or [""]:
            found.setdefault((slip, seat), []).append(one)
    label = literal(words.get(bare(pattern), pattern)) or pattern
    light, final, apart = weighs == "light", weighs == "final", pattern.partition(" ")[0] == SET
    for (slip, seat), commands in found.items():
        yield Placed(label, tuple(commands), slip, seat, light, final, apart)


def _tapped(
    pattern: str,
    command: str,
    chosen: Mapping[str, str],
    known: str,
    words: Mapping[str, str],
    names: Mapping[int, str],
) -> Tapped:
    called_so = {slot: _value(slot, value, words, names) for slot, value in chosen.items()}
    label = in_phrase(words.get(bare(pattern), command), called_so)
    steps = (_short(value, called_so[slot]) for slot, value in chosen.items() if slot != known)
    return Tapped(command, label, tuple(steps))


def _short(value: str, word: str) -> str:
    """A number with its sign as a button shows it, else the word."""
    return value.replace("-", "−") if value[1:].isdecimal() and value[0] in "+-" else word


def going_on(said: str, ask: Ask, words: Mapping[str, str], names: Mapping[int, str]) -> list[str]:
    """How the commands go on that begin with what was said, each with the values that are legal now."""
    begun, found = plain(normalise(said)), list[str]()
    for pattern in (with_seats(one, names) for one in ask.own if has_slots(one)):
        phrase = words.get(bare(pattern), "")
        head = plain(normalise(phrase.partition("{")[0]))
        if begun and head and (head.startswith(begun) or begun.startswith(f"{head} ")):
            legal = {slot: _listed(slot, each, words, names) for slot, each in slots(pattern).items()}
            found.append(in_phrase(phrase, legal))
    return found


def _listed(slot: str, legal: tuple[str, ...], words: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The values of a slot in a few words: of numbers in a row the first and the last."""
    ends = legal[:1] + legal[-1:]
    if kind(slot) != SEAT and len(legal) > 2 and tuple(expanded("-".join(ends))) == legal:
        return f"{legal[0]}–{legal[-1]}"
    return "/".join(_value(slot, value, words, names) for value in legal)


def labels(ask: Ask, words: Mapping[str, str]) -> list[str]:
    """The same as they stand in a list: one word or two each, and a sign where more has to be said.

    What is said by its values alone, as three numbers, has no word that could stand there.
    """
    worded = tuple(one for one in ask.own if literal(words.get(bare(one), one)))
    groups = grouped(replace(ask, commands=worded), words)
    return [f"{one.label} …" if len(one.commands) != 1 else one.label for one in groups]
