"""The real measurements: the quiet room, a voice, and the tone on its way from the loudspeaker to the microphone."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narrator.doctor.signals import block_level, decibels, find, rising_tone, samples_of
from narrator.ears.recorder import Chunk, Recorder
from narrator.ears.sound import BLOCK, RATE
from narrator.mouth.player import SoundPlayer, open_player
from narrator.mouth.sound import Sound, write_sound
from narrator.values import dataclass

_LEAD = 0.5
"""Seconds of silence before the tone in its file: a stream's first moments may be late."""

_AFTER = 1.5
"""Seconds that are recorded after the loudspeaker says that it is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """How loud it was at the microphone for a while, in dBFS; None where there were nothing but zeros."""

    soft: float | None
    loud: float | None
    peak: float
    """The loudest sample, 0…1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tone:
    """How the tone came back."""

    begin: float
    """Seconds from when it was given to the loudspeaker to when it was heard."""
    delay: float
    """Seconds from when the loudspeaker said that all had sounded to when the last of it was heard."""
    level: float
    """dBFS, while the tone was heard."""
    gain: float
    """dB from what was played to what was heard."""
    noise: float | None
    """dBFS, before the tone."""
    peak: float


def measure_levels(recorder: Recorder, seconds: float) -> Levels:
    """Measure what the microphone hears from now on. Raises ChannelLost."""
    samples = samples_of(b"".join(block.sound for block in recorder.record(seconds)))
    return Levels(soft=block_level(samples), loud=block_level(samples, 0.9), peak=float(abs(samples).max()))


def play_tone(speaker: str) -> None:
    """Play the tone as lines are played. Raises ChannelLost."""
    with _ready(speaker) as (player, path):
        player.play(path)


def measure_tone(recorder: Recorder, speaker: str) -> tuple[Levels, Tone | None]:
    """Play the tone and find it in what the microphone hears. Raises ChannelLost."""
    with _ready(speaker) as (player, path):
        blocks = recorder.blocks()
        recorded = [next(blocks) for _ in range(RATE // BLOCK)]
        given = time.monotonic() + _LEAD
        player.play(path)
        done = time.monotonic()
        while recorded[-1].at < done + _AFTER:
            recorded.append(next(blocks))
    return find_tone(recorded, given=given, done=done)


@contextmanager
def _ready(speaker: str) -> Iterator[tuple[SoundPlayer, Path]]:
    """Open the loudspeaker, and write the tone where it can be played from."""
    player = open_player(speaker or None)  # before numpy, which may not run here
    import numpy as np

    try:
        with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
            path = Path(folder) / "tone.wav"
            silence = np.zeros(round(_LEAD * RATE), np.float32)
            write_sound(path, Sound(np.concatenate([silence, rising_tone()]), RATE))
            yield player, path
    finally:
        player.close()


def find_tone(recorded: list[Chunk], *, given: float, done: float) -> tuple[Levels, Tone | None]:
    """Find the tone in what was recorded; it was given to the loudspeaker and done with at these moments."""
    samples, tone = samples_of(b"".join(block.sound for block in recorded)), rising_tone()
    heard = Levels(soft=block_level(samples), loud=block_level(samples, 0.9), peak=float(abs(samples).max()))
    found = find(tone, samples)
    if found is None:
        return heard, None
    start = _start(recorded)
    sounding = samples[found.begin : found.begin + len(tone)]
    return heard, Tone(
        begin=start + found.begin / RATE - given,
        delay=start + (found.begin + len(tone)) / RATE - done,
        level=decibels(sounding) or 0.0,
        gain=found.gain,
        noise=decibels(samples[: RATE // 2]),
        peak=float(abs(sounding).max()),
    )


def _start(recorded: list[Chunk]) -> float:
    """Reckon the moment of the first sample: some blocks come late, none too early."""
    seconds = BLOCK / RATE
    return min(block.at - number * seconds for number, block in enumerate(recorded)) - seconds
