"""An utterance that is read as a whole: how likely each phrase of a question is in it, and which is its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from threading import Event
from typing import NamedTuple, Protocol

import numpy as np

from narrator.answers import Answer, Command, interpret
from narrator.ears.recognisers import Recognised
from narrator.ears.sound import RATE, rms
from narrator.ears.whisper_model import SECONDS
from narrator.phrases import JOINER

_FREE = 5.0
"""Nats by which free text may be likelier than the best phrase."""

_SURE = 0.9
"""The chance from which an answer is certain: what has less is asked back, whatever sounds like it."""

_QUIET = 0.1
"""A block that is so much softer than the loudest is quiet."""


Parts = tuple[bytes, ...]
"""A sound, cut at its longer pauses."""

Phrases = tuple[str, ...]


class Weighed(NamedTuple):
    """What each phrase, or list of them, scores against a silence; the best, and free text, in the sound alone.

    Free text is minus infinity where it was held against each phrase already.
    """

    phrases: Mapping[str, float]
    best: float
    free: float


class Weigher(Protocol):
    """A model that weighs phrases in the background."""

    def begin(self, parts: Parts, phrases: Phrases, stopped: Event, *, several: bool) -> Future[Weighed | None]:
        """Begin to weigh the phrases, or lists of them, in a sound; None comes of it if it was `stopped`.

        Between its parts are pauses.
        """


class WeighedRecognition:
    """One utterance, which is read as a whole, or in the parts between its longer pauses."""

    def __init__(self, model: Weigher, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> None:
        self._model, self._phrases, self._decoys, self._odds = model, phrases, decoys, odds
        self._parts: tuple[bytes, ...] = ()
        self._sound, self._upto = bytearray(), 0
        self._loudest, self._too_long = 0.0, False
        self._begun: Future[Weighed | None] | None = None
        self._stopped = Event()

    def accept(self, block: bytes) -> bool:
        """Hear a block; it never ends an utterance by itself."""
        self._sound += block
        loud = rms(block)
        self._loudest = max(self._loudest, loud)
        self._too_long |= loud >= _QUIET * self._loudest and len(self._sound) > 2 * RATE * SECONDS
        return False

    def begin(self) -> None:
        """Begin to read what was heard so far."""
        self._stopped.set()
        self._stopped, self._upto = Event(), len(self._sound)
        words = (*self._phrases, *self._decoys)
        several = JOINER in self._phrases.values()
        self._begun = self._model.begin((*self._parts, bytes(self._sound)), words, self._stopped, several=several)

    def go_on(self, *, apart: bool) -> bool:
        """Leave what was begun; after a pause its part stays as it is, and what follows is another."""
        self._stopped.set()
        self._begun = None
        if apart:
            self._parts = (*self._parts, bytes(self._sound[: self._upto]))
            del self._sound[: self._upto]
        return True

    def result(self) -> Recognised:
        """Read it; what is longer than can be heard at once is no answer."""
        if self._too_long:
            return Recognised("", 1.0)
        if self._begun is None:
            self.begin()
        assert self._begun is not None
        weighed = self._begun.result()
        assert weighed is not None
        return read(weighed, self._phrases, self._decoys, self._odds)


def read(weighed: Weighed, phrases: Mapping[str, str], decoys: Iterable[str], odds: int) -> Recognised:
    """Choose the likeliest meaning, and its likeliest phrase; nothing where free text is far likelier than any."""
    if not weighed.phrases or weighed.best < weighed.free - _FREE:
        return Recognised("", 1.0)
    talk = set(decoys)
    scores = {text: score + (0.0 if text in talk else np.log(odds)) for text, score in weighed.phrases.items()}
    meanings: dict[str, float] = {}
    of = {text: _meaning(text, phrases) for text in scores}
    for text, score in scores.items():
        meanings[of[text]] = np.logaddexp(meanings.get(of[text], -np.inf), score)
    best = max(meanings, key=meanings.__getitem__)
    chance = float(np.exp(meanings[best] - np.logaddexp.reduce(list(meanings.values()))))
    text = max((text for text in scores if of[text] == best), key=scores.__getitem__)
    return Recognised(text, chance if chance >= _SURE else chance / 2)


def _meaning(text: str, phrases: Mapping[str, str]) -> str:
    found = interpret(text, phrases)
    if isinstance(found, Answer):
        return found.canonical
    return found.name if isinstance(found, Command) else text
