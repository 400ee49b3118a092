"""How far apart two phrases sound: letters to sounds, for Polish, and what it costs to hear one for the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from narrator.computer.toml_reader import read
from narrator.lexicon import normalise

NEAR, VOICE, VOWEL, WEAK = 0.4, 0.3, 0.6, 0.5
"""What it costs to hear a sound for one like it, for its voiced twin, a vowel for another; to miss a weak sound."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sounds:
    """Which sounds are like each other, one sign a sound, and how letters sound, where letters tell."""

    format: int
    voices: tuple[str, ...]
    near: tuple[str, ...]
    vowels: str
    weak: str
    letters: dict[str, str]

    @cache  # noqa: B019  # there are two of them, as long as the tests last
    def cost(self, one: str, other: str) -> float:
        """What it costs to hear one sound for the other."""
        if one == other:
            return 0.0
        pair = {one, other}
        if any(pair <= set(row) for row in self.voices):
            return VOICE
        if any(pair <= set(row) for row in self.near):
            return NEAR
        return VOWEL if pair <= set(self.vowels) else 1.0

    def missed(self, sound: str) -> float:
        """What it costs to miss a sound."""
        return WEAK if sound in self.weak else 1.0


class Phonetics:
    """How the phrases of a language sound, and how far apart."""

    def __init__(self, like: Sounds, sounds: Callable[[str], str]) -> None:
        self.like, self.sounds = like, sounds

    def distance(self, one: str, other: str) -> float:
        """Measure how different two phrases sound (0…1), but for the words that both begin or end with."""
        first, second = normalise(one).split(), normalise(other).split()
        while first and second and first[0] == second[0]:
            first, second = first[1:], second[1:]
        while first and second and first[-1] == second[-1]:
            first, second = first[:-1], second[:-1]
        return _between(self.sounds(" ".join(first)), self.sounds(" ".join(second)), self.like)

    def clipped_distance(self, said: str, heard: str) -> float:
        """Measure how different what is left of a phrase without its first syllable sounds from another (0…1)."""
        rest = self.sounds(normalise(said))
        first = next((place for place, sound in enumerate(rest) if sound in self.like.vowels), len(rest))
        return _between(rest[first + 1 :], self.sounds(normalise(heard)), self.like)


@cache
def _between(first: str, second: str, like: Sounds) -> float:
    missing = [(sound, like.missed(sound)) for sound in second]
    row = [*accumulate((missed for _, missed in missing), initial=0.0)]
    for sound in first:
        missed = like.missed(sound)
        above, row = row, [row[0] + missed]
        for place, (other, its) in enumerate(missing):
            row.append(min(above[place] + like.cost(sound, other), above[place + 1] + missed, row[place] + its))
    return row[-1] / max(len(first), len(second), 1)


SOUNDS = read(Path(__file__).with_suffix(".toml"), Sounds)
_LONGEST = max(map(len, SOUNDS.letters))


@cache
def sounds(phrase: str) -> str:
    """Write how a Polish phrase sounds."""
    return "".join(map(_of_word, phrase.split()))


@cache
def _of_word(word: str) -> str:
    found, at = "", 0
    while at < len(word):
        pieces = (word[at : at + size] for size in range(_LONGEST, 0, -1))
        piece = next((one for one in pieces if one in SOUNDS.letters), "")
        found += SOUNDS.letters[piece] if piece else word[at]
        at += len(piece) or 1
    return found


POLISH = Phonetics(SOUNDS, sounds)
