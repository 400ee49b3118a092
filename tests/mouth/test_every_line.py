"""Lines are speech when they are rendered, and one that is none is found; `bench/lines.py` looks at all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.computer.paths import setup_file
from narrator.mouth.sound import Sound
from narrator.mouth.voice import load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of

from tests.speech.lines import Rendered, faults, measured, rendered, wordings

TABLE = load_table(setup_file(Path("all-roles")))
EVERY = 16
"""The lines that are rendered here: one of so many, so each kind of call has some."""

RATE = 16000


def test_lines_are_speech_as_they_are_rendered() -> None:
    lines = list(wordings(TABLE.script, "gentle"))
    assert len(lines) > 600
    found = [line for line, _ in rendered(lines[::EVERY], load_voice("system"), delivery_of(TABLE))]
    assert faults(found) == []


def speech(seconds: float, loudness: float = 0.3) -> NDArray[np.float32]:
    """A tone that stands for words."""
    wave: NDArray[np.float32] = np.sin(np.arange(round(seconds * RATE), dtype=np.float32) / 5)
    return wave * np.float32(loudness)


def silence(seconds: float) -> NDArray[np.float32]:
    return np.zeros(round(seconds * RATE), np.float32)


def look(*pieces: NDArray[np.float32], text: str = "Kto idzie, ten idzie.") -> Rendered:
    sound = Sound(np.concatenate(pieces), RATE)
    return measured("a.line.1", text, sound, sound)[0]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (look(speech(20.0)), "letters a second"),
        (look(speech(0.3)), "letters a second"),
        (look(silence(0.5), speech(1.5)), "silence before"),
        (look(speech(0.8), silence(1.5), speech(0.8)), "silence in"),
        (look(speech(1.5, 0.05)), "dB"),
        (look(speech(1.5, 1.0)), "peak"),
    ],
    ids=["slow", "cut", "late", "a hole", "faint", "clipped"],
)
def test_a_line_that_is_no_speech_is_found(line: Rendered, fault: str) -> None:
    usual = [look(speech(1.5))] * 3
    assert faults(usual) == []
    assert [one for one in faults([*usual, line]) if fault in one]
