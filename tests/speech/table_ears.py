"""The ears of a whole table, faster than real time: questions put while something sounds, and what is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from narrator.answers import Answer, Command, Heard, Unsure
from narrator.cues import Ask, At
from narrator.ears.listening import Listening
from narrator.ears.question import question, understand
from narrator.ears.sound import BLOCK, RATE
from narrator.ears.voice_activity import VoiceActivity
from narrator.lexicon import SEATS, Lexicon
from narrator.rooms.listener import CONFIRMATION, CONFIRMING
from narrator.studio.mixing import Samples

WINDOW = 20.0
"""Seconds that each question is open."""

SEATED = {seat: "" for seat in range(1, SEATS + 1)}
KINDS = {
    "seat": Ask(at=At(), line="", text="", to="all", kind="seat", choices=tuple(map(str, SEATED)), optional=True),
    "yes-no": Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", "no")),
    "ready": Ask(at=At(), line="", text="", to="all", kind="ready", choices=("ready",)),
}


class Ears:
    """The ears of one table: question after question, with one memory of how calm the room is."""

    def __init__(
        self, model: Any, lexicon: Lexicon, *, calm: bool = True, names: Mapping[int, str] | None = None
    ) -> None:
        self._model, self._lexicon, self._quiet = model, lexicon, VoiceActivity(calm=calm)
        self._names = SEATED if names is None else names

    def ask(self, ask: Ask, sound: Samples) -> tuple[list[Heard], list[Heard]]:
        """Put the question while this sounds, as a room does; give the answers taken, and those to be confirmed."""
        taken, asked = list[Heard](), list[Heard]()
        blocks = _blocks(sound)
        for heard in self._heard(ask, blocks, confirming=False):
            if isinstance(heard, Unsure):
                asked.append(heard)
                if self._confirmed(blocks):
                    taken.append(Answer(heard.canonical))
            elif isinstance(heard, Answer | Command):
                taken.append(heard)
        return taken, asked

    def _confirmed(self, blocks: Iterator[bytes]) -> bool:
        some = islice(blocks, round(CONFIRMING * RATE / BLOCK))
        return next(self._heard(CONFIRMATION, some, confirming=True), None) == Answer("confirm")

    def _heard(self, ask: Ask, blocks: Iterator[bytes], *, confirming: bool) -> Iterator[Heard]:
        """Every utterance; each but the first has ears that begin anew, as in a room."""
        asked = question(ask, self._lexicon, self._names, confirming=confirming)
        listening = Listening(self._model, asked.words, self._quiet)
        for block in blocks:
            utterance = listening.take(block)
            if utterance is not None:
                yield understand(utterance, asked, confirming=confirming)
                listening = Listening(self._model, asked.words, self._quiet)


def _blocks(sound: Samples) -> Iterator[bytes]:
    samples = (np.clip(sound, -1.0, 1.0) * 32767).astype(np.int16)
    for start in range(0, len(samples) - BLOCK + 1, BLOCK):
        yield samples[start : start + BLOCK].tobytes()
