"""The commands with values of a game's lexicon: each can be said, and no phrase means two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

from narrator.errors import Problem, fault, write
from narrator.lexicon import CASES, Lexicon, normalise, number_words, seat_words
from narrator.patterns import SEAT, Forms, bare, expanded, gaps_of, has_slots, kind, literal, said_as, slots
from narrator.texts import message

MOST, PLAYERS = 2000, 12
"""How many phrases a recogniser is given for one phrase of a pattern, at a table of so many."""

_SAMPLE = (1, 2, 20, 22)
"""Seats by whose numbers phrases are compared: single words and longer ones, one of which begins another."""

Slots = Mapping[str, Mapping[str, tuple[str, ...]]]


def filled(written: Slots, lexicon: Lexicon) -> dict[str, dict[str, tuple[str, ...]]]:
    """The words for each single value; numbers for which none are written are said as the language says them."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for slot, table in written.items():
        words = found.setdefault(slot, {})
        for values, forms in table.items():
            for value in expanded(values):
                own = tuple(map(normalise, forms)) or _number(value, lexicon)
                words[value] = tuple(dict.fromkeys((*words.get(value, ()), *own)))
    return found


def _number(value: str, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(map(normalise, number_words(value, lexicon))) if value.isdecimal() else ()


def faults(lexicon: Lexicon, taken: Iterable[tuple[str, str]], place: str) -> list[Problem]:
    """What is wrong in the patterns of a lexicon whose slots are filled; other answers have the phrases `taken`."""
    if not (lexicon.patterns or lexicon.slots):
        return []
    found = [*_dumb(lexicon, place), *_ill_written(lexicon, place)]
    return found or [*_too_many(lexicon, place), *_ambiguous(lexicon, taken, place)]


def _dumb(lexicon: Lexicon, place: str) -> Iterator[Problem]:
    for slot, words in lexicon.slots.items():
        for value in (value for value, forms in words.items() if not all(forms or ("",))):
            yield fault(f"{place}: slots.{slot}.{value}", "faults.unsayable-value")


def _ill_written(lexicon: Lexicon, place: str) -> Iterator[Problem]:
    known = {SEAT, *lexicon.slots}
    for pattern, phrases in lexicon.patterns.items():
        where, wanted = f"{place}: patterns.{pattern}", sorted(slots(pattern))
        if not wanted:
            yield fault(where, "faults.pattern-without-value")
        if bare(pattern) != pattern or pattern != normalise(pattern):
            yield fault(where, "faults.no-pattern")
        for slot in (slot for slot in wanted if kind(slot) not in known):
            yield fault(where, "faults.slot-without-values", write(f"[slots.{kind(slot)}]"), slot=slot)
        for phrase in phrases or ("",):
            gaps = gaps_of(normalise(phrase))
            if sorted(slot for slot, _ in gaps) != wanted or has_slots(literal(phrase)):
                yield fault(where, "faults.other-slots", phrase=phrase)
            cases = ", ".join(CASES)
            yield from (
                fault(where, "faults.phrase-without-case", phrase=phrase, case=case, cases=cases)
                for slot, case in gaps
                if case and not (kind(slot) == SEAT and case in CASES[: len(lexicon.before)])
            )


def _too_many(lexicon: Lexicon, place: str) -> Iterator[Problem]:
    table = _forms(lexicon, range(1, PLAYERS + 1))
    for pattern, phrases in lexicon.patterns.items():
        count = max(prod(len(table(*gap)) for gap in gaps_of(normalise(phrase))) for phrase in phrases)
        if count > MOST:
            yield fault(f"{place}: patterns.{pattern}", "faults.too-many-phrases", count=count, most=MOST)


def _ambiguous(lexicon: Lexicon, taken: Iterable[tuple[str, str]], place: str) -> Iterator[Problem]:
    """Of each pattern the first phrase that means something else too."""
    meanings = {normalise(phrase): key for key, phrase in taken}
    forms = _forms(lexicon, _SAMPLE)
    for pattern, phrases in lexicon.patterns.items():
        for words, command in (pair for phrase in phrases for pair in said_as(pattern, normalise(phrase), forms)):
            if (other := meanings.setdefault(words, command)) != command:
                both = message("faults.means-both", phrase=words, one=other, other=command)
                yield Problem(f"{place}: patterns.{pattern}", both)
                break


def _forms(lexicon: Lexicon, seats: Iterable[int]) -> Forms:
    """Every value of each slot; players by their numbers, and by something that stands for a name."""
    people = dict.fromkeys(seats, "")

    def forms(slot: str, case: str) -> list[tuple[str, str]]:
        if kind(slot) == SEAT:
            return [*seat_words(people, case, lexicon), *((str(seat), f"<{seat}>") for seat in people)]
        return [(value, form) for value, words in lexicon.slots[kind(slot)].items() for form in words]

    return forms
