"""The ears: they listen for the answer to one question, on one channel or on several together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue
from typing import Protocol

from narrator.answers import EndOfInput, Heard, Silence
from narrator.cues import Ask
from narrator.errors import ChannelLost
from narrator.texts import Words, message
from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class Lost:
    """Instead of an utterance: this channel is gone, and why."""

    why: Words


OnHeard = Callable[[Heard | Lost], None]
"""Takes what was heard; it is called from the ears' own thread and must not block."""


class Ears(Protocol):
    """Anything that hears answers."""

    def listen(self, ask: Ask, heard: OnHeard) -> None:
        """Begin to listen for the answer; `heard` gets every utterance. Raises ChannelLost."""

    def rest(self) -> None:
        """Stop listening: nothing is heard after this returns."""

    def close(self) -> None:
        """Release devices and helper processes; twice is harmless."""


_Report = tuple[Ears, Heard | Lost]
"""Which channel heard what."""


class Together:
    """Several ears at once. A lost channel is reported once, and the others go on."""

    def __init__(self, ears: Sequence[Ears], notice: Callable[[Words], None]) -> None:
        self._ears = list(ears)
        self._notice = notice

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for the first utterance on any channel, or for `seconds`, then rest; Silence if there was none.

        Raises ChannelLost when no channel is left.
        """
        over = None if seconds is None else time.monotonic() + seconds
        reports: Queue[_Report] = Queue()
        for ears in list(self._ears):
            self._start(ears, ask, reports)
        try:
            while self._ears:
                ears, heard = _next(reports, over)
                if not isinstance(heard, Lost):
                    return heard
                self._drop(ears, heard.why)
        except Empty:
            return Silence()
        finally:
            self.rest()
        raise ChannelLost(message("ears.nobody"))

    def rest(self) -> None:
        """Stop listening on every channel."""
        for ears in self._ears:
            ears.rest()

    def close(self) -> None:
        """Close every channel."""
        for ears in self._ears:
            ears.close()
        self._ears = []

    def _start(self, ears: Ears, ask: Ask, reports: Queue[_Report]) -> None:
        try:
            ears.listen(ask, lambda heard: reports.put((ears, heard)))
        except ChannelLost as lost:
            self._drop(ears, lost.table)

    def _drop(self, ears: Ears, why: Words) -> None:
        self._ears.remove(ears)
        ears.close()
        self._notice(why)


def _next(reports: Queue[_Report], over: float | None) -> _Report:
    """Wait for the next utterance until the moment `over`. Raises Empty."""
    while over is None:
        with suppress(Empty):
            # In short waits, for an endless one cannot be interrupted with Ctrl+C on Windows.
            return reports.get(timeout=1.0)
    return reports.get(timeout=max(over - time.monotonic(), 0.0))


__all__ = ["Ears", "EndOfInput", "Lost", "OnHeard", "Together"]
