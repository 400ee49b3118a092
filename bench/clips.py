"""Have natural voices read what a group reads, into a folder of clips: any recogniser gets its number from them.

Each voice is a reader, and says each phrase at a pace and pitch drawn by chance, the same in every run. Voices are
not people: docs/accuracy.md says what such clips prove.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np

from narrator.ears.clips import Clip, ClipText, keep_group, reader_folder, readings, write_clip
from narrator.ears.lexicon import read_lexicon
from narrator.ears.sound import RATE
from narrator.errors import BadData, ChannelLost, NarratorError
from narrator.games import registry
from narrator.lexicon import Lexicon
from narrator.mouth.engines import ENGINES, optional_engines
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound, at_rate
from narrator.mouth.voice import Voice, load_voice, voice_ids

PACES, PITCHES = (0.85, 1.0, 1.18), (-10, 0, 10)
"""How fast and how high a voice speaks, beside its own."""

NAMES = {
    "pl": (
        "Ania", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Henryk", "Iza", "Jan", "Kasia", "Łukasz",
        "Monika", "Olek", "Piotr", "Zosia",
    ),
    "en": (
        "Alice", "Ben", "Carol", "Daniel", "Emma", "Frank", "Grace", "Harry", "Ivy", "Jack", "Kate", "Liam", "Molly",
        "Oliver", "Peter", "Zoe",
    ),
}  # fmt: skip
"""Who sits at the table, by seat."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--voices", nargs="+", help="profiles, or files that end in .toml; every natural one that speaks"
    )
    parser.add_argument("--language", choices=NAMES, default="pl")
    wanted = parser.parse_args()
    try:
        for voice, count in made(wanted.folder, wanted.voices, wanted.language):
            print(f"{voice}: {count} clips")
    except BadData as bad:
        sys.exit("\n".join(map(str, bad.problems)))
    except NarratorError as error:
        sys.exit(str(error))


def made(folder: Path, voices: Sequence[str] | None = None, language: str = "pl") -> Iterator[tuple[str, int]]:
    """Have each voice read everything that is not there yet; tell how many clips each made. Raises NarratorError."""
    wanted = phrases(read_lexicon(language, *registry.folders()))
    for voice in [load_voice(name) for name in voices] if voices else speaking(language):
        keep_group(folder, language, dict(enumerate(NAMES[language])))
        yield voice.id, _read(voice, wanted, reader_folder(folder, voice.id))


def phrases(lexicon: Lexicon) -> list[ClipText]:
    """What a group reads, and each player by number and name, as the narrator calls them."""
    names = NAMES[lexicon.language]
    called = [ClipText(f"{lexicon.numbers[seat][0]} {name.casefold()}") for seat, name in enumerate(names)]
    return [*readings(lexicon, names), *called]


def speaking(language: str) -> list[Voice]:
    """Choose the natural voices that this computer has for the language; the system's own, if it has none."""
    profiles = [load_voice(name) for name in voice_ids()]
    fitting = [voice for voice in profiles if voice.language == language and voice.engine in ENGINES]
    natural = [voice for voice in fitting if voice.engine in optional_engines() and _speaks(voice)]
    return natural or [load_voice("system")]


def _speaks(voice: Voice) -> bool:
    renderer = Renderer(voice)
    try:
        return bool(renderer.engine)
    except ChannelLost:
        return False
    finally:
        renderer.close()


def _read(voice: Voice, wanted: Sequence[ClipText], folder: Path) -> int:
    """Read what is not there yet, manner by manner, since each has a process of its own."""
    manners = list(product(PACES, PITCHES))
    drawn = {reading: Random(f"{voice.id} {reading.file}").choice(manners) for reading in wanted}
    left = [reading for reading in wanted if not (folder / reading.file).exists()]
    for pace, pitch in manners:
        renderer = Renderer(replace(voice, rate=round(voice.rate * pace), pitch=voice.pitch + pitch))
        try:
            for reading in (one for one in left if drawn[one] == (pace, pitch)):
                text = voice.spelt(reading.text.capitalize() + ".", engine=renderer.engine)
                write_clip(folder / reading.file, Clip(_pcm(renderer.render(text))))
        finally:
            renderer.close()
    return len(left)


def _pcm(sound: Sound) -> bytes:
    return bytes((at_rate(sound, RATE).samples * 32767).astype(np.dtype("<i2")).tobytes())


if __name__ == "__main__":
    main()
