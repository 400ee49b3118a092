"""How likely each phrase is where at each moment the chance of each sign is known (CTC; Graves 2006).

At each moment there is a sign or none; signs that go on count once. A phrase's chance is that of all ways to write
it. The phrases are in a tree, so that what begins alike is computed once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from narrator.ears.closed_set import PARTS
from narrator.ears.whisper_model import Floats

_WIDTH = 48
"""Beginnings that are gone on with at once where several phrases may follow each other."""

_LIKELY = 1e-3
"""How likely a sign must be to go on with there."""

_LEAST = 1e-300
"""A chance by which one can divide."""

_Nodes = NDArray[np.intp]
_Beginning = tuple[int, ...]
"""Phrases begun one after the other: minus the node where each but the last ended, and the node of the last."""


class Tree:
    """Phrases as a tree of signs. Signs are numbered from 1, as a head's outputs are; node 0 is the beginning."""

    def __init__(self, phrases: Mapping[str, Sequence[int]]) -> None:
        """Put each phrase's signs into the tree; of two phrases that are written alike the first counts."""
        self.then: list[dict[int, int]] = [{}]
        parents, signs = [0], [0]
        self.ends: dict[int, str] = {}
        for phrase, spelling in phrases.items():
            node = 0
            for sign in spelling:
                if sign not in self.then[node]:
                    self.then[node][sign] = len(parents)
                    parents.append(node)
                    signs.append(sign)
                    self.then.append({})
                node = self.then[node][sign]
            if node:
                self.ends.setdefault(node, phrase)
        self.parents: _Nodes = np.array(parents)
        self.signs: _Nodes = np.array(signs)

    def scores(self, likely: Floats) -> dict[str, float]:
        """The log-probability of each phrase, given those of each sign (frame, sign)."""
        chances, scale = np.exp(likely.astype(np.float64)), 0.0
        other = (self.signs != self.signs[self.parents]) | (self.parents == 0)
        written, ended = np.zeros(len(self.parents)), np.zeros(len(self.parents))
        ended[0] = 1.0
        for moment in chances:
            begun = ended[self.parents] + other * written[self.parents] + written
            ended = moment[0] * (ended + written)
            written = moment[self.signs] * begun
            written[0] = 0.0
            most = max(written.max(), ended.max(), _LEAST)
            written, ended, scale = written / most, ended / most, scale + np.log(most)
        with np.errstate(divide="ignore"):
            total = np.log(written + ended) + scale
        return {phrase: float(total[node]) for node, phrase in self.ends.items()}

    def lists(
        self, likely: Floats, space: int, stopped: Callable[[], bool] = lambda: False
    ) -> dict[tuple[str, ...], float] | None:
        """The same of the likeliest lists of phrases, between which there is a space; None if it was `stopped`.

        Only the likeliest beginnings are gone on with (prefix beam search; Hannun and others 2014).
        """
        beginnings: dict[_Beginning, tuple[float, float]] = {(0,): (1.0, 0.0)}
        scale = 0.0
        for moment in np.exp(likely.astype(np.float64)).tolist():
            if stopped():
                return None
            grown: dict[_Beginning, list[float]] = defaultdict(lambda: [0.0, 0.0])
            for beginning, (ended, written) in beginnings.items():
                last, own = self._last(beginning, space), grown[beginning]
                own[0] += (ended + written) * moment[0]
                own[1] += written * moment[last] if last else 0.0
                for sign, longer in self._after(beginning, space):
                    if moment[sign] > _LIKELY:
                        grown[longer][1] += (ended + (written if sign != last else 0.0)) * moment[sign]
            kept = nlargest(_WIDTH, grown.items(), key=lambda one: sum(one[1]))
            most = sum(kept[0][1]) or _LEAST
            beginnings, scale = {one: (of[0] / most, of[1] / most) for one, of in kept}, scale + float(np.log(most))
        whole = ((one, ended + written) for one, (ended, written) in beginnings.items() if one[-1] in self.ends)
        return {self._phrases(one): float(np.log(chance)) + scale for one, chance in whole if chance}

    def _last(self, beginning: _Beginning, space: int) -> int:
        """The sign that was written last; 0 if none was."""
        return space if beginning[-1] < 0 else int(self.signs[beginning[-1]])

    def _after(self, beginning: _Beginning, space: int) -> list[tuple[int, _Beginning]]:
        """Each sign that may follow, and what the beginning is with it."""
        *before, node = beginning
        if node < 0:
            return [(sign, (*beginning, longer)) for sign, longer in self.then[0].items()]
        found = [(sign, (*before, longer)) for sign, longer in self.then[node].items()]
        if node in self.ends and len(before) < PARTS - 1:
            found.append((space, (*before, -node)))
        return found

    def _phrases(self, beginning: _Beginning) -> tuple[str, ...]:
        return tuple(self.ends[abs(node)] for node in beginning)


def freely(likely: Floats) -> tuple[list[int], float]:
    """What is written where nothing in particular is listened for, and its log-probability."""
    best = likely.argmax(axis=-1)
    signs = [int(sign) for sign, before in zip(best, [0, *best], strict=False) if sign not in (0, before)]
    nothing = float(likely[:, 0].sum())
    if not signs:
        return [], nothing
    return signs, max(nothing, Tree({"": signs}).scores(likely)[""])
