"""The system's own voice: lines rendered ahead into the cache, played from there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from narrator.cues import Part
from narrator.mouth.cache import LineCache
from narrator.mouth.player import Player
from narrator.mouth.render import Renderer
from narrator.mouth.voice import Voice

_WORKERS = 2


class SystemMouth:
    """Speaks with `voice` through `player`; it owns the player and closes it.

    Raises ChannelLost at once if this computer has no voice for the language.
    """

    def __init__(self, voice: Voice, player: Player, cache: LineCache) -> None:
        self._voice = voice
        self._player = player
        self._cache = cache
        self._hushed = threading.Event()
        self._renderers = [Renderer(voice) for _ in range(_WORKERS)]
        self._engine = self._renderers[0].engine
        self._free: SimpleQueue[Renderer] = SimpleQueue()
        for renderer in self._renderers:
            self._free.put(renderer)

    def prepare(self, texts: Sequence[str], progress: Callable[[int, int], None]) -> None:
        """Render every text that the cache lacks. Raises ChannelLost."""
        wanted = list(dict.fromkeys(filter(_has_words, map(self._voice.spelt, texts))))
        with ThreadPoolExecutor(_WORKERS) as pool:
            lines = [pool.submit(self._line, text) for text in wanted]
            try:
                for done, line in enumerate(as_completed(lines), 1):
                    line.result()
                    progress(done, len(lines))
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - other mouths know recordings by it
        """Say the text, then rest for the voice's pause. Raises ChannelLost."""
        self._hushed.clear()
        if _has_words(text):
            path = self._line(self._voice.spelt(text))
            if self._hushed.is_set():
                return
            self._player.play(path)
        self._hushed.wait(self._voice.pause)

    def hush(self) -> None:
        """Stop the line and its pause."""
        self._hushed.set()
        self._player.stop()

    def close(self) -> None:
        """Close the player and end the rendering processes."""
        self._player.close()
        for renderer in self._renderers:
            renderer.close()

    def _line(self, text: str) -> Path:
        found = self._cache.find(text, self._voice, self._engine)
        if found:
            return found
        renderer = self._free.get()
        try:
            sound = renderer.render(text)
        finally:
            self._free.put(renderer)
        return self._cache.keep(text, self._voice, self._engine, sound)


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)
