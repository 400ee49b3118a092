"""Numbers of two words, said with a pause between them: words by rendered voices, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from narrator.cues import Ask, At
from narrator.ears.question import Question, question
from narrator.ears.sound import RATE
from narrator.lexicon import Lexicon, number_words
from narrator.studio.mixing import Samples, voice_level
from narrator.values import replace

from tests.speech.tabletalk import ANSWER, FLOOR

LONGEST = 0.6
"""Seconds of a pause within a number."""

_BEFORE, _AFTER = 0.5, 1.2
"""Seconds of the room before and after a number."""

Say = Callable[[Random, str, str], tuple[Samples, Samples]]
"""Says two words in one voice, drawn by chance."""


class Said(NamedTuple):
    """A number as it sounds in a room: its words, the pause between them, where the second begins, and its end."""

    text: str
    pause: float
    sound: Samples
    second: float
    end: float


def words(lexicon: Lexicon) -> tuple[list[str], list[str]]:
    """The tens and the ones of a language."""
    first = 1 if " " in number_words("11", lexicon)[0] else 2  # "eleven" is one word, or two
    tens = [number_words(str(10 * ten), lexicon)[:1] for ten in range(first, 10)]
    return [word for one in tens for word in one], [number_words(str(one), lexicon)[0] for one in range(1, 10)]


def asked(lexicon: Lexicon) -> Question:
    """A question that any number may answer: a one, a ten, or both together."""
    tens, ones = words(lexicon)
    whole = [*ones, *tens, *(f"{ten} {one}" for ten in tens for one in ones)]
    choices: dict[str, tuple[str, ...]] = {phrase: (phrase,) for phrase in whole}
    asked = Ask(at=At(), line="", text="", to="all", kind="card", choices=tuple(choices))
    return question(asked, replace(lexicon, choices=choices), {})


def numbers(lexicon: Lexicon, say: Say, seed: int) -> Iterator[Said]:
    """Say one number after the other, without an end."""
    chance, (tens, ones) = Random(seed), words(lexicon)
    while True:
        ten, one, pause = chance.choice(tens), chance.choice(ones), chance.uniform(0.0, LONGEST)
        first, second = map(_whole, say(chance, ten, one))
        parts = [_silence(_BEFORE), first, _silence(pause), second, _silence(_AFTER)]
        room = np.random.default_rng(0).normal(0.0, FLOOR, sum(map(len, parts)))  # what begins alike is read once
        sound = (np.concatenate(parts) + room).astype(np.float32)
        end = len(sound) / RATE - _AFTER
        yield Said(f"{ten} {one}", pause, sound, end - len(second) / RATE, end)


def _whole(word: Samples) -> Samples:
    """The word without the silence around it, as loud as an answer."""
    loud = np.flatnonzero(abs(word) > abs(word).max() / 100)
    whole: Samples = word[loud[0] : loud[-1] + 1] * np.float32(ANSWER / voice_level(word))
    return whole


def _silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE), np.float32)
