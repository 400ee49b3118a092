"""Every spoken line of a script, rendered as at a table, and what can be measured of its sound."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narrator.cues import Delivery, Part
from narrator.games.night.script.script import Script
from narrator.games.night.told.spoken_lines import all_lines
from narrator.games.parts import people, person, split
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound
from narrator.mouth.timbres import finish_of, finished, speech_level
from narrator.mouth.voice import Voice

QUIET = 0.01
"""Below this part of full level a line is silent."""

LETTERS = (5.0, 25.0)
"""How many letters and digits a second are speech; a number of two digits is one long word."""

HEAD, HOLE, PEAK = 0.1, 0.8, 0.99
"""Seconds of silence before a line and within it, and the level of a sample, that are too much."""

DECIBELS = 4.0
"""By how much a line may be louder or softer than most."""

_DIGIT = 6
"""So many letters has a digit as it is spoken."""


class Rendered(NamedTuple):
    """What was measured of a line: its seconds, letters a second, decibels, seconds of silence, and peak."""

    line: str
    text: str
    seconds: float
    pace: float
    decibels: float
    head: float
    hole: float
    peak: float


MEASURES = Rendered._fields[2:]
"""What is measured of a line."""


def wordings(script: Script, profile: str) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Fill in every wording of every line that can be heard: its id, and its parts."""
    lines = script.lines[profile]
    for line, own in all_lines(script):
        for number, words in enumerate(script.wordings[line], 1):
            for values in lines.fillings(words, own, whole=False):
                filled = split(words, _values(lines.vocabulary) | values, f"{line}.{number}", lines.vocabulary)
                yield f"{line}.{number}", filled


def _values(names: Any) -> dict[str, Any]:
    """What stands for the placeholders: long names and numbers, cards of two words."""
    somebody, other = person("Małgorzata"), person("Krzysztof W.")
    values: dict[str, Any] = defaultdict(lambda: 27, names)
    values |= {
        "name": (somebody,),
        "other_name": (other,),
        "card": names["good-gunslinger"],
        "faction": names["gods"],
    }
    values |= {
        "seats": people([(7, "Małgorzata"), (28, "Krzysztof W.")]),
        "steps": (Part("", "pojedynek, karta, noc"),),
    }
    return values


def rendered(
    lines: Sequence[tuple[str, tuple[Part, ...]]], voice: Voice, delivery: Delivery
) -> Iterator[tuple[Rendered, Sound]]:
    """Render the lines one by one as a mouth does, and measure each. Raises ChannelLost if one cannot be rendered."""
    renderer = Renderer(voice)
    try:
        for line, parts in lines:
            text = "".join(part.text for part in parts)
            plain = renderer.render(voice.spelt(text, parts, delivery, renderer.engine))
            yield measured(line, text, plain, finished(plain, finish_of(parts, delivery, voice.timbre)))
    finally:
        renderer.close()


def measured(line: str, text: str, plain: Sound, whole: Sound) -> tuple[Rendered, Sound]:
    """Measure a line: how long its words are without a signal, the rest with all that belongs to it."""
    letters = sum(_DIGIT if sign.isdigit() else sign.isalpha() for sign in text)
    head, hole = _silences(whole)
    return (
        Rendered(
            line=line,
            text=text,
            seconds=whole.seconds,
            pace=letters / plain.seconds,
            decibels=float(20 * np.log10(speech_level(whole.samples[-len(plain.samples) :], whole.rate))),
            head=head,
            hole=hole,
            peak=float(abs(whole.samples).max()),
        ),
        whole,
    )


def _silences(sound: Sound) -> tuple[float, float]:
    """The seconds before the first sound, and the longest silence after it."""
    loud: NDArray[np.intp] = np.flatnonzero(abs(sound.samples) > QUIET)
    gaps = np.diff(loud, append=len(sound.samples))
    return float(loud[0] / sound.rate), float(gaps.max() / sound.rate)


def faults(lines: Sequence[Rendered]) -> list[str]:
    """Name each line that is no speech, begins late, has a hole, is far louder or softer than most, or clips."""
    usual = float(np.median([line.decibels for line in lines]))
    found = []
    for line in lines:
        wrong = {
            f"{line.pace:.1f} letters a second": not LETTERS[0] <= line.pace <= LETTERS[1],
            f"{line.head:.2f} s of silence before it": line.head > HEAD,
            f"{line.hole:.2f} s of silence in it": line.hole > HOLE,
            f"{line.decibels - usual:+.1f} dB beside most lines": abs(line.decibels - usual) > DECIBELS,
            f"a peak of {line.peak:.2f}": line.peak > PEAK,
        }
        found += [f"{line.line} “{line.text}”: {fault}" for fault, there in wrong.items() if there]
    return found
