"""Ears that open while the first words are spoken: a speech model takes seconds to load."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrator.answers import Heard
    from narrator.cues import Ask
    from narrator.ears import Together


class LateEars:
    """Opens the ears beside the narration; the first question waits for them."""

    def __init__(self, opening: Callable[[], Together]) -> None:
        self._opening = opening
        self._ears: Together | None = None
        self._fault: BaseException | None = None
        self._closed, self._lock = False, Lock()
        # A daemon: a model that loads for long must not keep the program from ending.
        self._thread = Thread(target=self._open, name="ears", daemon=True)
        self._thread.start()

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer to the question. Raises what opening the ears raised."""
        while self._thread.is_alive():
            self._thread.join(1.0)  # in short waits, for an endless one cannot be interrupted with Ctrl+C on Windows
        if self._ears is None:
            assert self._fault
            raise self._fault
        return self._ears.hear(ask, seconds)

    def close(self) -> None:
        """Close the ears, now or as soon as they are open."""
        with self._lock:
            self._closed = True
            ears = self._ears
        if ears:
            ears.close()

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
