"""Listening to one question: where an utterance begins and ends, and what the recogniser makes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from narrator.ears.recognisers import Recogniser, Recognition
from narrator.ears.sound import blocks
from narrator.ears.voice_activity import VoiceActivity

TAIL = blocks(0.25)
"""Blocks dropped after listening begins: the narrator's own last sound, still in the room."""

PAUSE = blocks(0.2)
"""Blocks of quiet that must stand before an utterance if somebody spoke on just before."""

SHORT = blocks(0.16)
"""Blocks of quiet that end a phrase that nothing can follow."""

LONG = blocks(0.7)
"""Blocks of quiet that end any other, such as "twenty", or what is no phrase yet."""

HUSH = blocks(0.7)
"""Blocks in which nobody at all speaks, before and after what confirms an answer amid talk."""

LONGEST = blocks(5.0)
"""Blocks of an utterance; who speaks longer is talking and not answering."""

_LEAD = blocks(0.2)
"""Blocks before the first voice that belong to an utterance: a voice is noticed late."""

_CALM, _AMID_TALK, _CONFIRMING = 300, 30, 1
"""How many times likelier an answer is than a decoy: in a calm room, amid talk, and if it confirms amid talk."""

_TALK = blocks(0.8)
"""Blocks of voices after listening began that are no echo of the narrator."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said, how sure the recogniser is of its least sure word (0…1), and whether the room was calm."""

    text: str
    confidence: float
    calm: bool = True


@dataclass(frozen=True, slots=True)
class Words:
    """What to listen for: phrases, decoys that are there to miss, and the phrases after which nothing can follow."""

    phrases: Sequence[str]
    decoys: Sequence[str]
    final: Collection[str]
    confirming: Collection[str] = ()
    """The phrases that confirm an answer, if it may have been talk and is asked back."""

    def odds(self, *, calm: bool) -> int:
        """Choose how many times likelier an answer is than a decoy."""
        return _CALM if calm else _CONFIRMING if self.confirming else _AMID_TALK


class Listening:
    """One question: utterance after utterance, each recognised by itself."""

    def __init__(self, recogniser: Recogniser, words: Words, voices: VoiceActivity) -> None:
        """Listen for the words in a room of which `voices` knows how calm it is."""
        self._recogniser, self._words, self._voices = recogniser, words, voices
        self._answers = frozenset(words.phrases)
        self._parts = {part for phrase in words.phrases for part in phrase.split()}
        self._before: deque[bytes] = deque(maxlen=_LEAD)
        self._turn: _Turn | None = None
        self._deaf_for, self._talk = 0, True

    def take(self, block: bytes) -> Utterance | None:
        """Hear a block, and return the utterance that it completed, if any."""
        self._voices.take(block)
        if self._turn is not None:
            return self._go_on(self._turn, block)
        if not self._deaf():
            self._before.append(block)
            if self._voices.speaking:
                self._turn = _Turn(self._recogniser, self._words, self._before, calm=self._voices.calm)
                self._before.clear()
            else:
                self._voices.count_calm()
        return None

    def finish(self) -> Utterance | None:
        """End the utterance under way, if any: no more sound will come."""
        return self._ended(self._turn) if self._turn is not None else None

    def _deaf(self) -> bool:
        """Whether the tail still sounds, or talk that was under way goes on."""
        if self._talk:
            self._deaf_for += 1
            self._talk = self._deaf_for <= TAIL or not self._paused()
            if self._deaf_for > _TALK:
                self._voices.mark_talk()
        return self._talk

    def _go_on(self, turn: _Turn, block: bytes) -> Utterance | None:
        if turn.hear(block, speaking=self._voices.speaking):
            self._talk = True
            return self._ended(turn)
        if self._over(turn):
            return self._ended(turn)
        if turn.length > LONGEST:
            self._turn, self._talk = None, True
            self._voices.mark_talk()
        return None

    def _paused(self) -> bool:
        return self._voices.silence_of(HUSH) if self._doubtful else self._voices.pause_of(PAUSE)

    def _over(self, turn: _Turn) -> bool:
        if self._doubtful:
            return self._voices.silence_of(HUSH)
        short = self._voices.pause_of(SHORT) and turn.utterance().text in self._words.final
        return short or self._voices.pause_of(LONG)

    def _ended(self, turn: _Turn) -> Utterance | None:
        self._turn = None
        utterance = turn.utterance()
        if self._doubtful and utterance.text in self._words.confirming:
            self._voices.unmark_talk()
        elif not self._voices.calm or not self._answers_something(utterance.text):
            self._voices.mark_talk()  # amid talk, what sounds like an answer is talk too, until it is confirmed
        return utterance if utterance.text else None

    @property
    def _doubtful(self) -> bool:
        """Whether an answer is to be confirmed amid talk: by a word with a silence before and after it."""
        return bool(self._words.confirming) and not self._voices.calm

    def _answers_something(self, text: str) -> bool:
        return text in self._answers or bool(text and not self._words.final and set(text.split()) <= self._parts)


class _Turn:
    """An utterance under way."""

    def __init__(self, recogniser: Recogniser, words: Words, before: Iterable[bytes], *, calm: bool) -> None:
        self._recogniser, self._words, self._calm = recogniser, words, calm
        self._sound: list[bytes] = []
        self._recognition = self._begin()
        self._utterance: Utterance | None = None
        for block in before:
            self.hear(block, speaking=True)

    @property
    def length(self) -> int:
        """How many blocks it has."""
        return len(self._sound)

    def hear(self, block: bytes, *, speaking: bool) -> bool:
        """Hear a block; True if the recogniser, which also ends utterances, ended this one."""
        self._sound.append(block)
        if self._utterance is None:
            return self._take(block)
        if speaking:  # it did go on: a recogniser that gave its result must begin again
            self._utterance, self._recognition = None, self._begin()
            return any([self._take(earlier) for earlier in self._sound])
        return False

    def utterance(self) -> Utterance:
        """Read what was said so far."""
        if self._utterance is None:
            self._utterance = self._read()
        return self._utterance

    def _begin(self) -> Recognition:
        words = self._words
        return self._recogniser.hear(words.phrases, words.decoys, words.odds(calm=self._calm))

    def _take(self, block: bytes) -> bool:
        if self._utterance is None and self._recognition.accept(block):
            self._utterance = self._read()
        return self._utterance is not None

    def _read(self) -> Utterance:
        text, confidence = self._recognition.result()
        return Utterance(text, confidence, self._calm)
