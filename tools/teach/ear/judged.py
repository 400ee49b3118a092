"""How well a head spells what it was never taught: the share of letters that are wrong, by voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from narrator.ears.letter_head import LETTERS, Floats, Head
from tools.teach.ear.features import Batch, clips_of
from tools.teach.kept_out import is_kept_out


class Spelt(NamedTuple):
    """A clip: what was said, by whom, and what the head wrote."""

    said: str
    voice: str
    written: str

    @property
    def wrong(self) -> int:
        """How many letters must be put right."""
        return distance(self.said, self.written)


def spell(head: Head, batches: Iterable[Batch], *, every: bool = False) -> Iterator[Spelt]:
    """Let the head write the clips whose texts are kept out of teaching, or every one."""
    for batch in batches:
        for features, text, voice in zip(clips_of(batch), batch.texts, batch.voices, strict=True):
            if every or is_kept_out(text):
                yield Spelt(text, voice, written(head.likely(features.astype(np.float32))))


def written(likely: Floats) -> str:
    """The likeliest letter of each frame, once where it stays the same."""
    best = likely.argmax(axis=1)
    changes = np.concatenate([[True], best[1:] != best[:-1]])
    return "".join(LETTERS[letter - 1] for letter in best[changes] if letter)


def distance(one: str, other: str) -> int:
    """How many letters must be put in, left out or changed to make one text of the other."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, 1):
        above, row = row, [count]
        for place, there in enumerate(other):
            row.append(min(row[-1] + 1, above[place + 1] + 1, above[place] + (letter != there)))
    return row[-1]


def rates(clips: Iterable[Spelt]) -> dict[str, float]:
    """The share of letters that are wrong, by voice."""
    found: dict[str, tuple[int, int]] = {}
    for one in clips:
        wrong, letters = found.get(one.voice, (0, 0))
        found[one.voice] = wrong + one.wrong, letters + len(one.said)
    return {voice: wrong / letters for voice, (wrong, letters) in sorted(found.items())}
