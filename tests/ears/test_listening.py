"""Where an utterance begins and ends, with the real detector of voices and the real recogniser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from speaker import MODEL, silence, speak

from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.listening import LONG, LONGEST, SHORT, TAIL, Listening, Utterance
from narrator.ears.question import Question, question
from narrator.ears.quiet import Quiet
from narrator.ears.sound import BLOCK, RATE, blocks, level

pytestmark = pytest.mark.xdist_group("vosk")

NAMES = {seat: "" for seat in range(1, 31)}
POLISH = read_lexicon("pl")


def asked(kind: Any, *choices: str, language: str = "ko", **more: Any) -> Question:
    ask = Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, **more)
    return question(ask, read_lexicon(language), NAMES)


SEAT = asked("seat", *map(str, NAMES), optional=True)


@pytest.fixture(scope="module")
def model() -> Any:
    import vosk

    vosk.SetLogLevel(-1)
    return vosk.Model(str(MODEL))


def pieces(sound: bytes) -> Iterator[bytes]:
    for begin in range(0, len(sound) // (2 * BLOCK) * 2 * BLOCK, 2 * BLOCK):
        yield sound[begin : begin + 2 * BLOCK]


def said(text: str) -> bytes:
    """Give the words without the silence around them."""
    samples = np.frombuffer(speak(text), np.int16)
    loud = np.flatnonzero(abs(samples) > abs(samples).max() / 100)
    return samples[loud[0] : loud[-1]].tobytes()


def heard(model: Any, asked: Question, *sounds: bytes) -> list[tuple[str, float]]:
    """Give what is heard, and how long after the end of the last sound but one."""
    listening = Listening(model, asked.grammar, asked.final)
    sound, found = b"".join(sounds), []
    end = len(sound) - len(sounds[-1])
    for number, block in enumerate(pieces(sound), 1):
        if utterance := listening.take(block):
            found.append((utterance.text, (number * 2 * BLOCK - end) / 2 / RATE))
    return found


def noisy(sound: bytes, noise: float) -> bytes:
    samples: NDArray[np.float64] = np.frombuffer(sound, np.int16) + np.random.default_rng(1).normal(
        0, noise, len(sound) // 2
    )
    return np.clip(samples, -32768, 32767).astype(np.int16).tobytes()


def test_a_phrase_that_nothing_can_follow_ends_at_once(model: Any) -> None:
    ((text, after),) = heard(model, SEAT, silence(0.5), said("번호 여섯"), silence(1.5))
    assert text == "번호 여섯"
    assert SHORT * BLOCK / RATE - 0.1 < after < 0.3
