"""Talk by rendered voices, for a room where too few people have read; the room itself is the program's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from narrator.ears.clips import readings
from narrator.ears.sound import RATE
from narrator.lexicon import Lexicon
from narrator.mouth.render import Renderer
from narrator.mouth.sound import at_rate
from narrator.mouth.voice import Voice
from narrator.studio.mixing import Samples

_VOICES = ((20, 130), (35, 160), (50, 145), (65, 175), (80, 155), (95, 190))
"""Pitch and words a minute of the rendered talkers."""

_SENTENCES = 6


def rendered_talk(lexicon: Lexicon) -> list[Samples]:
    """Render everyday sentences in several voices, each cut to what is said."""
    texts = [reading.text for reading in readings(lexicon, ()) if reading.other] or list(lexicon.decoys)
    return [sound for number in range(len(_VOICES)) for sound in _spoken(lexicon.language, texts, number)]


def _spoken(language: str, texts: Sequence[str], number: int) -> Iterator[Samples]:
    pitch, rate = _VOICES[number]
    renderer = Renderer(Voice(engine="system", language=language, pitch=pitch, rate=rate))
    try:
        for text in [*texts[number:], *texts[:number]][:_SENTENCES]:
            yield at_rate(renderer.render(text), RATE).samples
    finally:
        renderer.close()
