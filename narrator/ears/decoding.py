"""Whisper's own decoder: it weighs the phrases of a question against each other, and against free text.

A phrase counts for how much likelier it is than where nothing is said; of the phrases that mean the same the chances
add up. What is written far more easily than any phrase is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from narrator.computer.downloads import sum_of
from narrator.ears.closed_set import WINDOW, ClosedSet, Node, Spelling, together, tree
from narrator.ears.lexicon import read_lexicon
from narrator.ears.null_scores import NullScores, nearly_silent
from narrator.ears.sound import RATE
from narrator.ears.weighing import Parts, Phrases, Weighed, WeighedRecognition
from narrator.ears.whisper_model import SECONDS, Decoder, EncodedSound, Encoder, Floats, weights_of
from narrator.errors import BadData
from narrator.lexicon import normalise

_SHARE = 0.5
"""How much of what a phrase scores where nothing is said is taken off."""

_AHEAD = 24
"""Texts whose scores in a silence are reckoned together ahead of a reading."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def decoding(folder: Path, encoder: Encoder, language: str) -> Whisper:
    """Load the model with its own decoder. Raises ValueError if it lacks the language."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    decoder = Decoder(weights_of(folder / "model.bin"))
    return Whisper(encoder, decoder, Writing(tokenizer, language), sum_of(folder / "model.bin")[:16])


class Writing:
    """How phrases are spelt in a model's tokens."""

    def __init__(self, tokenizer: Any, language: str) -> None:
        self._tokenizer = tokenizer
        names = ("startoftranscript", language, "transcribe", "notimestamps", "endoftext")
        *self.prompt, self.end = (self._token(name) for name in names)
        self.ends = [self.end, *(token for mark in ".!?" for token in self.tokens(mark, ""))]
        self._digits = _digits(language)
        self.spellings = lru_cache(maxsize=None)(self._spellings)
        """Gives every spelling of a phrase: small, with a capital, and with digits."""

    def _token(self, name: str) -> int:
        found = self._tokenizer.token_to_id(f"<|{name}|>")
        if found is None:
            raise ValueError(f"the model does not know <|{name}|>")
        return int(found)

    def tokens(self, text: str, before: str = " ") -> Spelling:
        """Write a text as it stands in a line."""
        return tuple(self._tokenizer.encode(before + text, add_special_tokens=False).ids)

    def _spellings(self, phrase: str) -> list[Spelling]:
        words = phrase.split()
        numeral = " ".join(_with_digits(words, self._digits))
        forms = (phrase, phrase[:1].upper() + phrase[1:], numeral, numeral[:1].upper() + numeral[1:])
        return list(dict.fromkeys(map(self.tokens, forms)))


def _digits(language: str) -> dict[tuple[str, ...], str]:
    """Say how the numbers of a language are written in digits."""
    try:
        numbers = read_lexicon(language).numbers
    except BadData:  # a language of one's own
        return {}
    return {tuple(normalise(first).split()): str(number) for number, (first, *_) in enumerate(numbers, 1)}


def _with_digits(words: Sequence[str], digits: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    at = 0
    while at < len(words):
        length = next((length for length in (2, 1) if tuple(words[at : at + length]) in digits), 0)
        yield digits[tuple(words[at : at + length])] if length else words[at]
        at += max(length, 1)


class Whisper:
    """A loaded Whisper model."""

    def __init__(self, encoder: Any, decoder: Decoder, writing: Writing, model: str) -> None:
        self._encoder, self._decoder, self._writing = encoder, decoder, writing
        self._closed = ClosedSet(decoder, tuple(writing.prompt), writing.ends, writing.end)
        self._null = NullScores(self._closed, self._listen(nearly_silent(round(SECONDS * RATE))), model)
        self._tree = lru_cache(maxsize=4)(self._make_tree)
        self._weighed: dict[tuple[object, ...], Weighed] = {}
        self._reading, self._hurried = ThreadPoolExecutor(1), Event()
        self._ahead: list[Spelling] = []
        """The texts that are to be reckoned in a silence; however many questions want some, they wait in one line."""

    def knows(self, word: str) -> bool:
        """Whether the word can be recognised: any can that is made of letters and digits."""
        return bool(_WORD.fullmatch(word))

    def prepare(self, phrases: Iterable[str], decoys: Iterable[str]) -> None:
        """Reckon between readings what these score in a silence, so that none is read slower the first time."""
        self._reading.submit(self._spell, (*phrases, *decoys))

    def hear(self, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> WeighedRecognition:
        """Begin an utterance that is one of these phrases and decoys, or neither."""
        return WeighedRecognition(self, phrases, decoys, odds)

    def begin(self, parts: Parts, phrases: Phrases, stopped: Event, *, several: bool) -> Future[Weighed | None]:
        """Begin to weigh the phrases; what is only prepared waits."""
        self._hurried.set()
        return self._reading.submit(self.weigh, b"".join(parts), phrases, stopped, several=several)

    def weigh(self, sound: bytes, phrases: Phrases, stopped: Event, *, several: bool) -> Weighed | None:
        """Weigh the phrases, or lists of them; None if it was `stopped`. The same sound is not weighed twice."""
        self._hurried.clear()
        if stopped.is_set():  # it went on before this began
            return None
        key = (sound, phrases, several)
        if key not in self._weighed:
            found = self._weigh(sound, phrases, stopped, several=several)
            if found is None:
                return None
            self._reading.submit(self._null.keep)  # once this is read
            self._weighed = dict([*self._weighed.items()][-1:]) | {key: found}
        return self._weighed[key]

    def _spell(self, phrases: tuple[str, ...]) -> None:
        self._tree(phrases)
        under_way = bool(self._ahead)
        texts = (text for phrase in phrases for text in self._writing.spellings(phrase))
        self._ahead = self._null.missing((*texts, *self._ahead))  # those of the newest question first
        if not under_way:
            self._reckon_ahead()

    def _reckon_ahead(self) -> None:
        """Reckon the next few of the texts, and the others after whatever is to be read meanwhile."""
        self._ahead = self._null.missing(self._ahead)
        if not self._ahead:
            self._null.keep()
            return
        if not self._hurried.is_set():
            self._null.reckon(self._ahead[:_AHEAD], self._hurried.is_set)
        self._reading.submit(self._reckon_ahead)

    def _make_tree(self, phrases: tuple[str, ...]) -> Node:
        return tree({phrase: self._writing.spellings(phrase) for phrase in phrases})

    def _listen(self, sound: Floats) -> EncodedSound:
        return self._decoder.hear(self._encoder.hear(sound))

    def _weigh(self, sound: bytes, phrases: Phrases, stopped: Event, *, several: bool) -> Weighed | None:
        samples = np.frombuffer(sound, np.int16).astype(np.float32) / np.float32(32768)
        root = self._tree(phrases)
        result = self._closed.write(self._listen(samples), root, several=several, stopped=stopped.is_set)
        if result is None:
            return None
        best = max((one.score for one in result.written), default=0.0)
        written = [one for one in result.written if one.score >= best - WINDOW]
        null = self._null.of(one.tokens for one in written)
        nothing = together(one._replace(score=score) for one, score in zip(written, null, strict=True))
        scores = together(written)
        weighed = {" ".join(one): score - _SHARE * nothing[one] for one, score in scores.items()}
        return Weighed(weighed, max(scores.values(), default=-np.inf), result.free)
