"""How far apart two Polish phrases sound: letters to sounds, and what it costs to hear one for the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from narrator.computer.toml_reader import read
from narrator.lexicon import normalise

NEAR, VOICE, VOWEL, WEAK = 0.4, 0.3, 0.6, 0.5
"""What it costs to hear a sound for one like it, for its voiced twin, a vowel for another; to miss a weak sound."""


@dataclass(frozen=True, kw_only=True)
class Sounds:
    """How letters sound, one sign a sound, and which sounds are like each other."""

    format: int
    voices: tuple[str, ...]
    near: tuple[str, ...]
    vowels: str
    weak: str
    letters: dict[str, str]


SOUNDS = read(Path(__file__).with_suffix(".toml"), Sounds)
_LONGEST = max(map(len, SOUNDS.letters))


@cache
def sounds(word: str) -> str:
    """Write how a word sounds."""
    found, at = "", 0
    while at < len(word):
        pieces = (word[at : at + size] for size in range(_LONGEST, 0, -1))
        piece = next((one for one in pieces if one in SOUNDS.letters), "")
        found += SOUNDS.letters[piece] if piece else word[at]
        at += len(piece) or 1
    return found


@cache
def _cost(one: str, other: str) -> float:
    if one == other:
        return 0.0
    pair = {one, other}
    if any(pair <= set(row) for row in SOUNDS.voices):
        return VOICE
    if any(pair <= set(row) for row in SOUNDS.near):
        return NEAR
    return VOWEL if pair <= set(SOUNDS.vowels) else 1.0


def _missed(sound: str) -> float:
    return WEAK if sound in SOUNDS.weak else 1.0


def distance(one: str, other: str) -> float:
    """Measure how different two phrases sound (0…1), but for the words that both begin or end with."""
    first, second = normalise(one).split(), normalise(other).split()
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    return _between("".join(map(sounds, first)), "".join(map(sounds, second)))


def clipped_distance(said: str, heard: str) -> float:
    """Measure how different what is left of a phrase without its first syllable sounds from another (0…1)."""
    rest = _sounds_of(said)
    first = next((place for place, sound in enumerate(rest) if sound in SOUNDS.vowels), len(rest))
    return _between(rest[first + 1 :], _sounds_of(heard))


def _sounds_of(phrase: str) -> str:
    """Write how a whole phrase sounds."""
    return "".join(map(sounds, normalise(phrase).split()))


@cache
def _between(first: str, second: str) -> float:
    missing = [(sound, _missed(sound)) for sound in second]
    row = [*accumulate((missed for _, missed in missing), initial=0.0)]
    for sound in first:
        missed = _missed(sound)
        above, row = row, [row[0] + missed]
        for place, (other, its) in enumerate(missing):
            row.append(min(above[place] + _cost(sound, other), above[place + 1] + missed, row[place] + its))
    return row[-1] / max(len(first), len(second), 1)
