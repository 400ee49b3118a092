"""Put what was said into rooms: talk around it, walls, the microphone's own sound, and silence before and after."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from narrator.ears.sound import RATE
from narrator.mouth.sound import Sound, at_rate
from narrator.studio.mixing import Samples, mixed, voice_level

LEAD, TAIL = (0.08, 0.5), (0.1, 0.8)
"""Seconds of the room before and after a text: ears begin 0.2 s before a voice, and read at a pause."""

LOUDEST, SOFTEST = 0.0, 20.0
"""Decibels by which a voice stands above the talk."""

_OTHER_THROATS, _THROATS = 0.6, (0.86, 1.18)
"""How often somebody with a longer or shorter throat speaks, and times the pitch, pace and tones of the voice."""

Chance = np.random.Generator


def in_room(said: Samples, talk: Sequence[Samples], chance: Chance, *, amid_talk: bool) -> Samples:
    """The text as a microphone hears it in some room, at some level."""
    throat = round(RATE * chance.uniform(*_THROATS)) if chance.random() < _OTHER_THROATS else RATE
    said = at_rate(Sound(said, throat), RATE).samples
    sound = _walls(_microphone(said, chance), chance) if chance.random() < 0.6 else _microphone(said, chance)
    lead, tail = (round(chance.uniform(*of) * RATE) for of in (LEAD, TAIL))
    sound = np.pad(sound[: len(said) + RATE // 5], (lead, tail))
    if amid_talk:
        room = sum((_talker(talk, len(sound), chance) for _ in range(chance.integers(1, 7))), np.zeros_like(sound))
        sound = mixed(sound, room, chance.uniform(LOUDEST, SOFTEST))
    noise = chance.normal(0, 10 ** (-chance.uniform(30, 60) / 20), len(sound)) * (voice_level(said) or 1.0)
    level = 10 ** chance.uniform(-1.6, -0.3)
    return np.asarray((sound + noise) * level / (abs(sound).max() or 1.0), np.float32)


def _talker(talk: Sequence[Samples], length: int, chance: Chance) -> Samples:
    """Somebody who talks all the time."""
    said: list[Samples] = []
    ahead = int(chance.integers(RATE))
    while sum(map(len, said)) < length + ahead:
        one = talk[int(chance.integers(len(talk)))]
        said += [one / np.float32(voice_level(one) or 1.0), np.zeros(chance.integers(RATE // 3), np.float32)]
    found: Samples = np.concatenate(said)[ahead : ahead + length]
    return found


def _walls(sound: Samples, chance: Chance) -> Samples:
    """The echo of a room, by decaying noise of 0.05 to 0.45 s."""
    length = int(chance.uniform(0.05, 0.45) * RATE)
    echo = chance.normal(0, 1, length) * np.exp(-6.9 * np.arange(length) / length)
    echo[0] = chance.uniform(3, 15)
    size = 1 << (len(sound) + length).bit_length()
    heard = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(echo, size), size)[: len(sound) + length // 2]
    return np.asarray(heard / np.sqrt((echo**2).sum()), np.float32)


def _microphone(sound: Samples, chance: Chance) -> Samples:
    """Colour the sound: a tilt, no low tones, and at times no tones above a telephone's."""
    spectrum = np.fft.rfft(sound)
    tones = np.linspace(0, RATE / 2, len(spectrum))
    gain = (np.maximum(tones, 50) / 1000) ** chance.uniform(-0.35, 0.35)
    gain *= tones**2 / (tones**2 + chance.uniform(30, 250) ** 2)
    if chance.random() < 0.4:
        gain = gain / (1 + (tones / chance.uniform(3300, 4200)) ** 12)
    return np.asarray(np.fft.irfft(spectrum * gain, len(sound)), np.float32)
