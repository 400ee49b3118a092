"""Talk at a table, made from sentences, interjections and laughter in many voices; the same from the same seed.

espeak-ng says a text a little longer or shorter with what it said before, so two runs can differ by some samples.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from narrator.computer.toml_reader import read
from narrator.ears.sound import RATE
from narrator.lexicon import normalise
from narrator.studio.mixing import Samples, voice_level

from tests.speech.espeak import spoken

ANSWER = 0.15
"""How loud somebody speaks who answers (root mean square while they speak, 1.0 is full scale)."""

FLOOR = 0.0005
"""How loud the empty room is."""

VARIANTS = ("", "+f1", "+f2", "+f3", "+f4", "+m1", "+m2", "+m3", "+m4", "+m5")
"""Voices that espeak-ng has in each language."""

_TALK = Path(__file__).resolve().with_name("tabletalk.toml")
_KINDS, _SHARES = ("sentences", "interjections", "laughter"), (0.5, 0.38, 0.12)
_OF_GAME = 0.5
"""How much of what is said is about the game, where it is one that people talk about."""

_PAUSE = 1.2
"""Seconds between two things that one person says, on average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What people say, by language."""

    format: int
    sentences: dict[str, tuple[str, ...]]
    interjections: dict[str, tuple[str, ...]]
    laughter: dict[str, tuple[str, ...]]
    games: dict[str, dict[str, tuple[str, ...]]]
    """What is said about the cards of a game, by game and language."""


@dataclass(frozen=True, slots=True)
class Talker:
    """Somebody at the table: a voice, its speed and height, and how loud it is beside the others."""

    language: str
    variant: str
    words_a_minute: int
    pitch: int
    loudness: float


def read_talk() -> Talk:
    """Read what people say."""
    return read(_TALK, Talk)


class Table:
    """People who talk, and never say one of the `answers` alone; in one `language`, and about a `game`, if named."""

    def __init__(self, seed: int, answers: Collection[str], language: str = "", game: str = "") -> None:
        self._talk, self._answers = read_talk(), {normalise(answer) for answer in answers}
        self._languages = [language] if language else [*self._talk.sentences]
        self._of_game = self._talk.games.get(game, {})
        self._chance = np.random.default_rng(seed)

    def window(self, seconds: float, decibels: float) -> Samples:
        """Give so much of one to three people's talk, so many dB louder than an answer."""
        talkers = [self._talker() for _ in range(int(self._chance.choice([1, 2, 3], p=[0.5, 0.3, 0.2])))]
        length = round(seconds * RATE)
        room = self._chance.normal(0.0, FLOOR, length).astype(np.float32)
        for talker in talkers:
            self._add(room, talker, ANSWER * 10 ** (decibels / 20) * talker.loudness)
        return np.clip(room, -1.0, 1.0)

    def remark(self) -> Samples:
        """Give one thing that somebody says."""
        talker = self._talker()
        return spoken(self._something(talker.language), talker.language + talker.variant, *_manner(talker))

    def _talker(self) -> Talker:
        return Talker(
            language=str(self._chance.choice(self._languages)),
            variant=str(self._chance.choice(VARIANTS)),
            words_a_minute=int(self._chance.choice([130, 150, 170, 190, 210])),
            pitch=int(self._chance.choice([25, 40, 50, 60, 75])),
            loudness=10 ** (float(self._chance.normal(0.0, 2.0)) / 20),
        )

    def _add(self, room: Samples, talker: Talker, loud: float) -> None:
        at = round(float(self._chance.exponential(_PAUSE)) * RATE)
        while at < len(room):
            said = spoken(self._something(talker.language), talker.language + talker.variant, *_manner(talker))
            said = said[: len(room) - at]
            room[at : at + len(said)] += said * np.float32(loud / (voice_level(said) or 1.0))
            at += len(said) + round(float(self._chance.exponential(_PAUSE)) * RATE)

    def _something(self, language: str) -> str:
        while True:
            kind = str(self._chance.choice(_KINDS, p=_SHARES))
            of_kind: dict[str, tuple[str, ...]] = getattr(self._talk, kind)
            if language in self._of_game and kind != "laughter" and self._chance.random() < _OF_GAME:
                of_kind = self._of_game
            text = str(self._chance.choice(of_kind.get(language, of_kind.get("any", ()))))
            if normalise(text.rstrip("?!.")) not in self._answers:
                return text


def _manner(talker: Talker) -> tuple[int, int]:
    return talker.words_a_minute, talker.pitch
