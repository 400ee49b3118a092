"""Ears that open while the first words are spoken: a speech model takes seconds to load."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import TYPE_CHECKING

from narrator.answers import Silence

if TYPE_CHECKING:
    from narrator.answers import Heard
    from narrator.cues import Ask
    from narrator.ears import Together
    from narrator.mouth.player import SoundPlayer


class LazyEars:
    """Opens the ears in the background, once the `player`'s first line sounds; the first question waits for them.

    `asked` is told of a question that is open already while they are not.
    """

    def __init__(
        self,
        opening: Callable[[], Together],
        asked: Callable[[Ask], None] = lambda _: None,
        player: SoundPlayer | None = None,
    ) -> None:
        self._opening, self._asked = opening, asked
        self._ears: Together | None = None
        self._fault: BaseException | None = None
        self._closed, self._lock = False, Lock()
        # A daemon: a model that loads for long must not keep the program from ending.
        self._thread = Thread(target=self._open, name="ears", daemon=True)
        if player is None:
            self._begin()
        else:  # before that they would only make it late
            player.begins = lambda _: self._begin()

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer to the question, or for `seconds`. Raises what opening the ears raised."""
        self._begin()
        over = None if seconds is None else time.monotonic() + seconds
        if self._thread.is_alive():
            self._asked(ask)
        while self._thread.is_alive():
            left = 1.0 if over is None else min(over - time.monotonic(), 1.0)
            if left <= 0:
                return Silence()
            self._thread.join(left)  # in short waits, for an endless one cannot be interrupted with Ctrl+C on Windows
        if self._ears is None:
            assert self._fault
            raise self._fault
        return self._ears.hear(ask, None if over is None else max(over - time.monotonic(), 0.0))

    def close(self) -> None:
        """Close the ears, now or as soon as they are open."""
        with self._lock:
            self._closed = True
            ears = self._ears
        if ears:
            ears.close()

    def _begin(self) -> None:
        with self._lock:
            if self._thread.ident is None:
                self._thread.start()

    def _open(self) -> None:
        try:
            ears = self._opening()
        except BaseException as fault:  # noqa: BLE001 - it is raised where it can be told
            self._fault = fault
            return
        with self._lock:
            self._ears = ears
            closed = self._closed
        if closed:
            ears.close()
