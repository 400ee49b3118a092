"""Listening to one question: where an utterance begins and ends, and what the recogniser makes of it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from narrator.ears.quiet import Quiet
from narrator.ears.sound import RATE, blocks

TAIL = blocks(0.25)
"""Blocks dropped after listening begins: the narrator's own last sound, still in the room."""

PAUSE = blocks(0.2)
"""Blocks of quiet that must stand before an utterance if somebody spoke on just before."""

SHORT = blocks(0.16)
"""Blocks of quiet that end a phrase that nothing can follow."""

LONG = blocks(0.7)
"""Blocks of quiet that end any other, such as "twenty", or what is no phrase yet."""

LONGEST = blocks(5.0)
"""Blocks of an utterance; who speaks longer is talking and not answering."""

_LEAD = blocks(0.2)
"""Blocks before the first voice that belong to an utterance: a voice is noticed late."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said, and how sure the recogniser is of the word that it is least sure of, 0…1."""

    text: str
    confidence: float


class Listening:
    """One question: utterance after utterance, each with a recogniser of its own."""

    def __init__(self, model: Any, phrases: list[str], final: Collection[str]) -> None:
        """Listen for the phrases with a loaded Vosk model; after the `final` ones nothing can follow."""
        self._model, self._grammar, self._final = model, json.dumps(phrases, ensure_ascii=False), frozenset(final)
        self._quiet = Quiet()
        self._before: deque[bytes] = deque(maxlen=_LEAD)
        self._turn: _Turn | None = None
        self._tail, self._talk = TAIL, True

    def take(self, block: bytes) -> Utterance | None:
        """Hear a block; give the utterance that it completed, if any."""
        self._quiet.take(block)
        if self._turn is not None:
            return self._go_on(self._turn, block)
        if not self._deaf():
            self._before.append(block)
            if self._quiet.speaking:
                self._turn = _Turn(self._model, self._grammar, self._before)
                self._before.clear()
        return None

    def finish(self) -> Utterance | None:
        """Give what was heard so far, because no more sound will come."""
        return self._ended(self._turn) if self._turn is not None else None

    def _deaf(self) -> bool:
        """Say whether the tail still sounds, or talk that was under way goes on."""
        self._tail -= self._tail > 0
        self._talk = self._tail > 0 or (self._talk and not self._quiet.lasts(PAUSE))
        return self._talk

    def _go_on(self, turn: _Turn, block: bytes) -> Utterance | None:
        if turn.hear(block, speaking=self._quiet.speaking):
            self._talk = True
            return self._ended(turn)
        if self._quiet.lasts(LONG) or (self._quiet.lasts(SHORT) and turn.utterance().text in self._final):
            return self._ended(turn)
        if turn.length > LONGEST:
            self._turn, self._talk = None, True
        return None

    def _ended(self, turn: _Turn) -> Utterance | None:
        self._turn = None
        utterance = turn.utterance()
        return utterance if utterance.text else None


class _Turn:
    """An utterance under way."""

    def __init__(self, model: Any, grammar: str, before: Iterable[bytes]) -> None:
        self._model, self._grammar = model, grammar
        self._sound: list[bytes] = []
        self._recogniser = self._new()
        self._utterance: Utterance | None = None
        for block in before:
            self.hear(block, speaking=True)

    @property
    def length(self) -> int:
        """How many blocks it has."""
        return len(self._sound)

    def hear(self, block: bytes, *, speaking: bool) -> bool:
        """Hear a block; say whether the recogniser, which also ends utterances, ended this one."""
        self._sound.append(block)
        if self._utterance is None:
            return self._take(block)
        if speaking:  # it did go on: a recogniser that gave its result must begin again
            self._utterance, self._recogniser = None, self._new()
            return any([self._take(earlier) for earlier in self._sound])
        return False

    def utterance(self) -> Utterance:
        """Give what was said so far."""
        if self._utterance is None:
            self._utterance = _read(self._recogniser.FinalResult())
        return self._utterance

    def _new(self) -> Any:
        import vosk

        recogniser = vosk.KaldiRecognizer(self._model, RATE, self._grammar)
        recogniser.SetWords(True)
        recogniser.SetMaxAlternatives(0)  # alternatives come without words' confidences
        return recogniser

    def _take(self, block: bytes) -> bool:
        # A result must be fetched whenever it is due, or each block costs more than the last.
        if self._utterance is None and self._recogniser.AcceptWaveform(block):
            self._utterance = _read(self._recogniser.Result())
        return self._utterance is not None


def _read(result: str) -> Utterance:
    found = json.loads(result)
    confidence = min((word["conf"] for word in found.get("result", [])), default=1.0)
    return Utterance(found.get("text", ""), confidence)
