"""Filling: how commands with values are said and typed, with the words of one language in their slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from narrator.cues import Ask
from narrator.lexicon import Lexicon, normalise, plain, seat_words
from narrator.patterns import SEAT, Forms, bare, has_slots, kind, said_as, slots, understood

_SIGN = re.compile(r"[+-](?=\d)")


def with_values(ask: Ask, lexicon: Lexicon, names: Mapping[int, str], *, every: bool = False) -> dict[str, str]:
    """The phrases of a question's commands with values, each with the one command that it means.

    What would mean two, as a name in a case may, is left out. With `every` value that the language knows, legal or
    not, nothing is.
    """
    found: dict[str, set[str]] = {}
    for pattern, phrase in _patterns(ask, lexicon):
        for said, command in said_as(pattern, phrase, _forms(pattern, lexicon, names, every=every)):
            found.setdefault(said, set()).add(command)
    return {said: min(commands) for said, commands in found.items() if every or len(commands) == 1}


def without_values(ask: Ask) -> Ask:
    """The question without its commands with values."""
    return replace(ask, commands=tuple(command for command in ask.commands if not has_slots(command)))


def command_typed(said: str, ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> str | None:
    """The command with values that this can only be: without accents, and each value in words or as it is written."""
    found = set[str]()
    for pattern, phrase in _patterns(ask, lexicon):
        forms = _typed(_forms(pattern, lexicon, names), plain(said).split())
        for line in {plain(said), _SIGN.sub(r"\g<0> ", plain(said))}:
            found |= understood(pattern, plain(phrase), line, forms)
    return found.pop() if len(found) == 1 else None


def _patterns(ask: Ask, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The patterns of a question, each with every phrase for it."""
    for pattern in filter(has_slots, ask.commands):
        for phrase in lexicon.patterns.get(bare(pattern), ()):
            yield pattern, normalise(phrase)


def _forms(pattern: str, lexicon: Lexicon, names: Mapping[int, str], *, every: bool = False) -> Forms:
    """The legal values of a pattern's slots, or `every` one that there is, with their words."""
    legal = slots(pattern)

    @cache
    def forms(slot: str, case: str) -> list[tuple[str, str]]:
        if kind(slot) == SEAT:
            called = seat_words(names, case, lexicon, shared=every)
        else:
            called = [(value, form) for value, words in lexicon.slots.get(kind(slot), {}).items() for form in words]
        return [one for one in called if every or not legal[slot] or one[0] in legal[slot]]

    return forms


def _typed(forms: Forms, words: Sequence[str]) -> Forms:
    """The same values without accents, and as they are written themselves, too; any of `words` if none has any."""

    @cache
    def typed(slot: str, case: str) -> list[tuple[str, str]]:
        spoken = forms(slot, case) or [(word, word) for word in words]
        return [*dict.fromkeys((value, form) for value, words in spoken for form in (plain(words), value))]

    return typed
