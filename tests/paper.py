"""A mouth that writes each line down, for tests of what happens where there is no sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.cues import Part
from narrator.rooms.captions import NoMouth


class Paper(NoMouth):
    """Takes down the lines in `lines`, in no time."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Say at once that all is done."""
        progress(len(lines), len(lines))

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - other mouths know recordings by it
        """Write the line down."""
        self.lines.append(text)
