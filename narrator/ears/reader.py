"""An ear that reads sound by sound: how likely each phrase of a question is in what the encoder heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from threading import Event

import numpy as np

from narrator.ears.head import Head, frames_of
from narrator.ears.phrase_tree import Tree, freely
from narrator.ears.pronunciation import head_of, pronounced
from narrator.ears.weighing import Parts, Phrases, Weighed, WeighedRecognition
from narrator.ears.whisper_model import Encoder, Floats

_FREE = 20.0
"""Nats by which what is read freely may be likelier than a phrase."""

_SURER = 1.4
"""By what the logarithm of a question's odds is multiplied: these chances differ more than a decoder's do."""


class Reader:
    """A loaded encoder and head."""

    def __init__(self, encoder: Encoder, head: Head, language: str) -> None:
        self._encoder, self._head, self._language = encoder, head, language
        self._signs = {sign: number for number, sign in enumerate(head.signs, 1)}
        self._tree = lru_cache(maxsize=4)(self._make_tree)
        self._heard = lru_cache(maxsize=4)(self._hear)
        self._reading = ThreadPoolExecutor(1)

    def knows(self, word: str) -> bool:
        """Whether the word can be recognised: any can that has letters which are said."""
        return any(map(str.isalpha, word)) and bool(pronounced(word, self._language))

    def prepare(self, phrases: Iterable[str], decoys: Iterable[str]) -> None:
        """Make the tree of a question's phrases before it is needed."""
        self._reading.submit(self._tree, (*phrases, *decoys))

    def hear(self, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> WeighedRecognition:
        """Begin an utterance that is one of these phrases and decoys, or neither."""
        return WeighedRecognition(self, phrases, decoys, round(odds**_SURER))

    def begin(self, parts: Parts, phrases: Phrases, stopped: Event, *, several: bool) -> Future[Weighed | None]:
        """Begin to weigh the phrases, or lists of them; None comes of it if it was `stopped`."""
        return self._reading.submit(self.weigh, parts, phrases, stopped, several=several)

    def weigh(self, parts: Parts, phrases: Phrases, stopped: Event, *, several: bool) -> Weighed | None:
        """Weigh the phrases, or lists of them; None if it was `stopped`.

        Each part is heard by itself, and once: across a pause the encoder misses words.
        """
        if stopped.is_set():
            return None
        likely = np.concatenate([*map(self._heard, parts)])
        tree = self._tree(phrases)
        scores = tree.scores(likely)
        if several:
            lists = tree.lists(likely, self._signs[" "], stopped.is_set)
            if lists is None:
                return None
            for phrases_of, score in lists.items():
                text = " ".join(phrases_of)
                scores[text] = max(scores.get(text, -np.inf), score)
        least = freely(likely)[1] - _FREE
        found = {text: score for text, score in scores.items() if score >= least}
        return Weighed(found, best=max(found.values(), default=-np.inf), free=-np.inf)

    def _hear(self, part: bytes) -> Floats:
        samples = np.frombuffer(part, np.int16).astype(np.float32) / np.float32(32768)
        return self._head.read(frames_of(samples, self._encoder))

    def _make_tree(self, phrases: tuple[str, ...]) -> Tree:
        said = {phrase: [self._signs[one] for one in pronounced(phrase, self._language)] for phrase in phrases}
        return Tree({phrase: signs for phrase, signs in said.items() if signs})


def reader_of(encoder: Encoder, language: str) -> Reader | None:
    """The reader of a language, if it has a head, and the encoder is the one that this was taught on."""
    file = head_of(language)
    head = Head(file) if file else None
    fits = head and encoder.hear(np.zeros(0, np.float32), seconds=0.1).shape[1] == head.width
    return Reader(encoder, head, language) if head and fits else None
