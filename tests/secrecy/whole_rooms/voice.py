"""A mouth and a player that make no sound: they note what would sound when, and take as long for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.cues import Part
from narrator.mouth.ambience import Ambience

from tests.secrecy.whole_rooms.notes import Notes

LETTER = 0.07
"""Seconds that a letter of a line takes."""

AHEAD, LATENCY = 0.35, 0.15
"""Seconds before a line is due at which a sound device wants it, and that the device takes to begin with it."""

Listening = Callable[[Sequence[Part], float, float], None]
"""Takes a line that sounds: its parts, when it begins and when it will have ended."""


class Player:
    """What carries the lines to the loudspeakers: each begins no earlier than it is due."""

    ahead = AHEAD

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self.due = self.ended = 0.0
        self.begins: Callable[[float], None] = lambda _: None

    def rest(self, seconds: float) -> None:
        self.due = self.ended + seconds

    def surround(self, ambience: Ambience) -> None:
        del ambience
        self._notes.hear("the ambience begins")

    def chime(self) -> None:
        self._notes.hear("a tone")

    def fade(self, gain: float, seconds: float) -> None:
        self._notes.hear(f"the ambience goes to {gain:.3f} in {seconds} s")


class Voice:
    """A mouth; with a player, what it says waits there until it is due."""

    def __init__(self, notes: Notes, player: Player | None, heard: Listening) -> None:
        self._notes, self._player, self._heard = notes, player, heard
        self._ready: tuple[str, ...] = ()

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        del progress
        texts = tuple(line.text for line in lines)
        if texts != self._ready:  # what is ready already takes no time
            self._ready = texts
            self._notes.hear(f"made ready: {len(texts)} lines, {hash(texts)}")

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        clock = self._notes.clock
        due = self._player.due if self._player else clock.now
        begins = max(clock.now + LATENCY, due) if self._player else clock.now
        ends = begins + LETTER * len(text)
        self._notes.hear(text, begins, ends)
        if self._player:
            self._player.begins(begins)
        self._heard(parts, begins, ends)
        clock.until(ends)
        if self._player:
            self._player.ended, self._player.due = ends, 0.0

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        del parts
        return LETTER * len(text)

    def hush(self) -> None:
        """Have nothing to stop."""

    def close(self) -> None:
        """Have nothing to let go of."""
