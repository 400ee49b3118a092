"""The mouth: it says a line aloud, or shows it, and knows when the last of it has sounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from narrator.cues import Part


class Mouth(Protocol):
    """Anything that can say the lines of a night."""

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Prepare the lines to come, whole texts with their ids. Raises ChannelLost.

        `progress(done, total)` is called in the caller's thread.
        """

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say the text and return when its last sample has sounded; recordings know it by its parts.

        Raises ChannelLost.
        """

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        """Measure how long the line lasts, if it is ready to be played; 0 if nobody knows, or it has no sound."""

    def hush(self) -> None:
        """Stop the current line at once; may be called from another thread."""

    def close(self) -> None:
        """Release devices and helper processes; twice is harmless."""
