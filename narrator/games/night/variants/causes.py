"""Which change of a variant leads to a problem that shows elsewhere: the first with which it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from narrator.errors import Problem
from narrator.games.night.variants import HEAD, is_translation
from narrator.games.night.variants.resolving import PARTS, resolve
from narrator.games.night.variants.translating import PARTS as OF_TRANSLATIONS
from narrator.games.night.variants.translating import translate
from narrator.games.night.variants.whole import KEYED, Data, Whole

Step = tuple[str, str, str | int]
"""One change: its place in the variant, and the key and the item below it, by which it is found there."""

_ITSELF = ""
_MOST = 40
"""So often a script is proofread at most, each time a twentieth of a second, to find causes."""


class Causes:
    """Finds the causes in one variant of a base; `proofread` lists what is wrong with a whole script's data."""

    def __init__(self, base: Whole, data: Data, file: str, proofread: Callable[[Data], Iterable[Problem]]) -> None:
        self._base, self._data, self._file, self._proofread = base, data, file, proofread
        self._steps = [*_steps(data)]
        self._known: dict[int, set[Problem]] = {}

    def new(self, problem: Problem) -> bool:
        """Whether the base by itself does not have the problem."""
        return problem not in self._after(0)

    def told(self, problem: Problem) -> Problem:
        """The problem at the change that leads to it; as it is where it would take too long to find that."""
        there = len(self._steps)
        if problem not in self._after(there):
            return problem
        left = [*range(1, there)]
        while left:
            if len(self._known) > _MOST:
                return problem
            middle = len(left) // 2
            found = self._after(left[middle])
            if problem in found:
                there, left = left[middle], left[:middle]
            elif all(one.warning for one in found):
                left = left[middle + 1 :]
            else:
                del left[middle]  # of a script with faults not all is known that is worth a warning
        inside = problem.place.partition(": ")[2]
        return replace(problem, place=f"{self._file}: {self._steps[there - 1][0]}: {inside}")

    def _after(self, count: int) -> set[Problem]:
        """The problems of the base with so many of the changes."""
        if count not in self._known:
            apply = translate if is_translation(self._data) else resolve
            found = apply(self._base, self._first(count), self._file).data if count else self._base.data
            self._known[count] = {*self._proofread(found)}
        return self._known[count]

    def _first(self, count: int) -> Data:
        """The variant with no more than its first changes, in the order in which they are applied."""
        found = {key: self._data[key] for key in (*HEAD, "translates") if key in self._data}
        for _, key, item in self._steps[:count]:
            if item == _ITSELF:
                found[key] = self._data[key]
            elif isinstance(item, int):
                found.setdefault(key, []).append(self._data[key][item])
            else:
                found.setdefault(key, {})[item] = self._data[key][item]
        return found


def _steps(data: Mapping[str, Any]) -> Iterator[Step]:
    """All changes of the variant, in the order in which they are applied."""
    for key in OF_TRANSLATIONS if is_translation(data) else PARTS:
        found = data.get(key)
        if isinstance(found, list):
            yield from ((f"{key}[{number}]", key, number - 1) for number in range(1, len(found) + 1))
        elif isinstance(found, dict) and key != "meta":
            yield from ((f"{key}: {item}" if key in KEYED else f"{key}.{item}", key, item) for item in found)
        elif key in data:
            yield key, key, _ITSELF
