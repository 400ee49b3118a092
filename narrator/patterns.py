"""Patterns: commands with values in them, as `give {seat:1-4} {n:1-9}`, one of which is `give 3 2`.

A question lists each pattern with the values that are legal there; a slot without values takes any single word. A
language has its phrases under the pattern without values, `give {seat} {n}`. Two slots of a pattern have two
names, of which digits at the end say nothing: the values of `{n2}` are called as those of `{n}` are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

_SLOT = re.compile(r"\{([a-z]+\d*)(?::([^{}]*))?\}")
_NOTHING = r"(?!)"
"""Matches nothing: where values are listed, and there are none, none is legal."""

_GAP = re.compile(r"\{([a-z]+\d*)(?:\.([a-z]+))?\}")
_RANGE = re.compile(r"(\d+)-(-?\d+)")

SEAT = "seat"
"""The slot of a player, whose values are seats."""

Forms = Callable[[str, str], Sequence[tuple[str, str]]]
"""The values that stand in a slot, each with words for it in a case; one may be there in several words."""


def has_slots(command: str) -> bool:
    """Whether there are values in the command."""
    return "{" in command


def bare(pattern: str) -> str:
    """The pattern without its values, as a language calls it."""
    return _SLOT.sub(lambda slot: f"{{{slot[1]}}}", pattern)


def kind(slot: str) -> str:
    """What stands in a slot of this name."""
    return slot.rstrip("0123456789")


def expanded(values: str) -> Iterator[str]:
    """The single values of such as `1-9,all`."""
    for value in filter(None, values.split(",")):
        ends = _RANGE.fullmatch(value)
        yield from map(str, range(int(ends[1]), int(ends[2]) + 1)) if ends else (value,)


def with_seats(pattern: str, seats: Iterable[int]) -> str:
    """The pattern with these seats in each slot of a player that lists none."""
    every_seat = ",".join(map(str, seats))
    return _SLOT.sub(
        lambda slot: slot[0] if slot[2] or kind(slot[1]) != SEAT else f"{{{slot[1]}:{every_seat}}}", pattern
    )


@lru_cache(maxsize=256)
def slots(pattern: str) -> Mapping[str, tuple[str, ...]]:
    """The values that each slot of a pattern lists."""
    return {slot[1]: tuple(expanded(slot[2] or "")) for slot in _SLOT.finditer(pattern)}


def every(command: str) -> list[str]:
    """Every command that a pattern lists; a command without slots is the only one."""
    return [_filled(command).format(*chosen) for chosen in product(*slots(command).values())]


def values(pattern: str, said: str) -> dict[str, str] | None:
    """What stands in the slots of a command; None if it is none of this pattern."""
    found = _matcher(pattern).fullmatch(said)
    return found.groupdict() if found else None


def command_of(commands: Iterable[str], said: str) -> str:
    """Which of the commands or patterns this is; empty if it is none of them."""
    return next((one for one in commands if values(one, said) is not None), "")


def said_as(pattern: str, phrase: str, forms: Forms) -> Iterator[tuple[str, str]]:
    """Every way to say the phrase, in the values' words, with the command that it means."""
    gaps = gaps_of(phrase)
    order = [[name for name, _ in gaps].index(slot) for slot in slots(pattern)]
    words, canonical = _GAP.sub("{}", phrase), _filled(pattern)
    for chosen in product(*(forms(name, case) for name, case in gaps)):
        yield words.format(*[form for _, form in chosen]), canonical.format(*[chosen[at][0] for at in order])


def in_phrase(phrase: str, words: Mapping[str, str]) -> str:
    """The phrase with these words in its slots."""
    return _GAP.sub(lambda gap: words[gap[1]], phrase)


def understood(pattern: str, phrase: str, said: str, forms: Forms) -> set[str]:
    """The commands of the pattern that were said by this phrase; there may be several ways to read it."""
    canonical, found = _filled(pattern), set[str]()
    for values_of in _readings(_GAP.sub(r" \g<0> ", phrase).split(), said.split(), forms):
        found.add(canonical.format(*[values_of[slot] for slot in slots(pattern)]))
    return found


def _readings(phrase: list[str], said: list[str], forms: Forms) -> Iterator[dict[str, str]]:
    if not phrase:
        yield from [{}] * (not said)
        return
    gap = _GAP.fullmatch(phrase[0])
    if gap is None:
        yield from _readings(phrase[1:], said[1:], forms) if said[:1] == phrase[:1] else ()
        return
    for value, words in forms(gap[1], gap[2] or ""):
        parts = words.split()
        if said[: len(parts)] == parts:
            yield from ({gap[1]: value, **rest} for rest in _readings(phrase[1:], said[len(parts) :], forms))


def gaps_of(phrase: str) -> list[tuple[str, str]]:
    """The slots that a phrase leaves, in its order, each with the case that it wants there."""
    return _GAP.findall(phrase)


def literal(phrase: str) -> str:
    """The words of a phrase that always are the same."""
    return " ".join(_GAP.sub(" ", phrase).split())


@lru_cache(maxsize=256)
def _filled(pattern: str) -> str:
    """The pattern as a text to be formatted with the value of each slot."""
    return _SLOT.sub("{}", pattern)


@lru_cache(maxsize=256)
def _matcher(pattern: str) -> re.Pattern[str]:
    pieces, end = list[str](), 0
    for slot in _SLOT.finditer(pattern):
        legal = "|".join(map(re.escape, sorted(expanded(slot[2] or ""), key=len, reverse=True)))
        legal = legal or (r"[^\s{}]+?" if slot[2] is None else _NOTHING)
        pieces += [re.escape(pattern[end : slot.start()]), f"(?P<{slot[1]}>{legal})"]
        end = slot.end()
    return re.compile("".join([*pieces, re.escape(pattern[end:])]))


def wants_a_case(phrase: str) -> bool:
    """Whether something in the phrase is declined."""
    return any(case for _, case in gaps_of(phrase))
