"""What ears take, and when, by the clock of the sound: what is computed takes the processor's own time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from functools import cache
from time import process_time
from typing import Any, NamedTuple, cast

import numpy as np

from narrator.ears.listening import Listening, Utterance, Words
from narrator.ears.reader import Reader
from narrator.ears.sound import BLOCK, RATE
from narrator.ears.voice_activity import VoiceActivity
from narrator.ears.weighing import Weighed
from narrator.studio.mixing import Samples


class Taken(NamedTuple):
    """An utterance, and at which second of the sound it was there."""

    utterance: Utterance
    at: float


class Ears:
    """The program's listening, of which a head's readings run beside the sound as in a thread of their own."""

    def __init__(self, model: Any, reading: float = 0.0) -> None:
        """Count each reading as so many seconds, for others slow them too, or as what it takes."""
        self._model, self._reading, self._now, self._free_at = model, reading, 0.0, 0.0
        self.readings: list[float] = []
        """Seconds of the processor that each reading took."""
        self.spent, self.heard = 0.0, 0.0
        """Seconds of the processor, readings too, and of the sound."""
        if isinstance(model, Reader):
            self._weigh, model.begin = model.weigh, self._begin  # type: ignore[assignment, method-assign]
            model._heard = cache(model._heard)

    def take(self, words: Words, sound: Samples, *, calm: bool = True) -> Iterator[Taken]:
        """Listen to the sound with one question open, and give each utterance."""
        listening = Listening(self._model, words, VoiceActivity(calm=calm))
        self._now = self._free_at = 0.0
        pcm = (np.clip(sound, -1.0, 1.0) * 32767).astype("<i2")
        for end in range(BLOCK, len(pcm) + 1, BLOCK):
            self._now = max(self._now, end / RATE)
            begun, read = process_time(), sum(self.readings)
            utterance = listening.take(pcm[end - BLOCK : end].tobytes())
            took = process_time() - begun
            self._now += took - (sum(self.readings) - read)
            self.spent, self.heard = self.spent + took, self.heard + BLOCK / RATE
            if utterance is not None:
                yield Taken(utterance, self._now)

    def _begin(self, parts: tuple[bytes, ...], *wanted: Any, several: bool) -> Future[Weighed | None]:
        begun = process_time()
        weighed = self._weigh(parts, *wanted, several=several)
        self.readings.append(process_time() - begun)
        self._free_at = max(self._now, self._free_at) + (self._reading or self.readings[-1])
        return cast(Future[Weighed | None], _Reading(self, self._free_at, weighed))

    def wait(self, until: float) -> None:
        """Let time go by."""
        self._now = max(self._now, until)


class _Reading:
    """What a reading will have found at a moment."""

    def __init__(self, ears: Ears, at: float, weighed: Weighed | None) -> None:
        self._ears, self._at, self._weighed = ears, at, weighed

    def result(self) -> Weighed | None:
        """Wait for it."""
        self._ears.wait(self._at)
        return self._weighed
