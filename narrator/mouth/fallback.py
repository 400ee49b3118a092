"""Mouths in order of preference: when one is lost, the next says the same line, and the table hears why once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from narrator.cues import Part
from narrator.errors import ChannelLost, for_table
from narrator.mouth import Mouth
from narrator.mouth.timeouts import DeviceLost
from narrator.texts import Words

_LOST = 2  # lines in a row that a mouth may lose before it is left for good


LACKS = (ImportError, MemoryError, OSError, RuntimeError)
"""What a computer raises that has no room: no memory, a full disk, too many files open, or no further thread."""


class Fallback:
    """Tries the mouths in their order and loses no line; the last one must not fail.

    `notice` gets each mouth's fault, once. A lost device says so itself, and is tried again with every line. A better
    mouth that may come `later` is looked for beside every line, which does not wait for it.
    """

    def __init__(
        self, mouths: Sequence[Mouth], notice: Callable[[Words], None], *, later: Callable[[], Mouth] | None = None
    ) -> None:
        self._mouths = list(mouths)
        self._later, self._looking = later, Thread()
        self._notice = notice
        self._lost = [0] * len(self._mouths)
        self._told: set[int] = set()

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Prepare the lines with the first mouth that can. Raises ChannelLost if none can."""
        self._first(lambda mouth: mouth.prepare(lines, progress))

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say the line with the first mouth that can. Raises ChannelLost if none can."""
        self._first(lambda mouth: mouth.speak(text, parts))
        if self._later and not self._looking.is_alive():
            self._looking = Thread(target=self._look, name="loudspeaker", daemon=True)
            # Windows' sound wants to be used by the thread that began to use it
            (self._looking.run if sys.platform == "win32" else self._looking.start)()

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        """Measure the line in the slowest of the mouths: any of them may have to say it."""
        return max(mouth.seconds(text, parts) for mouth in self._mouths)

    def hush(self) -> None:
        """Hush every mouth: any of them may be the one that speaks."""
        for mouth in self._mouths:
            mouth.hush()

    def close(self) -> None:
        """Close every mouth, and one that is just found."""
        if self._looking.is_alive():
            self._looking.join()
        for mouth in self._mouths:
            mouth.close()

    def _first(self, act: Callable[[Mouth], None]) -> None:
        last = len(self._mouths) - 1
        for place, mouth in enumerate(self._mouths):
            if self._lost[place] >= _LOST and place < last:
                continue
            try:
                act(mouth)
            except (ChannelLost, *LACKS) as lost:
                if place == last:
                    raise
                if not isinstance(lost, DeviceLost):
                    self._lost[place] += 1
                    self._tell(place, for_table(lost))
            else:
                self._lost[place] = 0
                return

    def _look(self) -> None:
        assert self._later
        with suppress(DeviceLost):
            self._lost, self._mouths = [0, *self._lost], [self._later(), *self._mouths]
            self._later = None

    def _tell(self, place: int, fault: Words) -> None:
        if place not in self._told:
            self._told.add(place)
            self._notice(fault)
