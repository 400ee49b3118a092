"""A rendered voice: lines made ahead into the cache by the voice's engine, and played from there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import LifoQueue

from narrator.cues import PLAINLY, Delivery, Part
from narrator.errors import ChannelLost
from narrator.mouth.cache import LineCache
from narrator.mouth.engines import engine_of
from narrator.mouth.player import SoundPlayer
from narrator.mouth.render import Renderer
from narrator.mouth.sound import read_sound
from narrator.mouth.timbres import Finish, finish_of, finished
from narrator.mouth.voice import Voice


class RenderedMouth:
    """Speaks with `voice` through `player`; it owns the player and closes it.

    Raises ChannelLost at once if its engine is not installed, or has no voice for the language. The voice's process
    starts when it is needed: lines that were rendered on another day need none.
    """

    def __init__(self, voice: Voice, player: SoundPlayer, cache: LineCache, delivery: Delivery = PLAINLY) -> None:
        self._voice, self._delivery = voice, delivery
        self._player = player
        self._cache = cache
        self._hushed = threading.Event()
        engine = engine_of(voice)
        engine.settings(voice)
        self._renderers = [Renderer(voice) for _ in range(engine.workers)]
        self._free: LifoQueue[Renderer] = LifoQueue()  # the one that is warm comes first
        for renderer in self._renderers:
            self._free.put(renderer)
        self._warming: threading.Thread | None = None
        self._engine = cache.engine(voice)
        if not self._engine:
            self._ask()

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Render every text that the cache lacks; `progress` hears of those alone. Raises ChannelLost."""
        wanted = dict.fromkeys((self._spelt(line.text, (line,)), self._finish((line,))) for line in lines)
        lacking = [
            (text, finish)
            for text, finish in wanted
            if _has_words(text) and not self._cache.has(text, self._voice, self._engine, finish)
        ]
        if not lacking:
            return
        from concurrent.futures import ThreadPoolExecutor, as_completed

        with ThreadPoolExecutor(len(self._renderers)) as pool:
            rendering = [pool.submit(self._line, text, finish) for text, finish in lacking]
            try:
                for done, line in enumerate(as_completed(rendering), 1):
                    line.result()
                    progress(done, len(rendering))
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        with self._renderer() as warm:  # one is enough for a line at a time
            for renderer in self._renderers:
                if renderer is not warm:
                    renderer.close()

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say the text, then rest for the voice's pause. Raises ChannelLost."""
        self._hushed.clear()
        if _has_words(spelt := self._spelt(text, parts)):
            path = self._line(spelt, self._finish(parts))
            if self._hushed.is_set():
                return
            self._warm_up()
            self._player.play(path)
        self._hushed.wait(self._voice.pause)

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        """Measure the line, with the voice's pause; 0 if it has not been rendered."""
        found = self._cache.find(self._spelt(text, parts), self._voice, self._engine, self._finish(parts))
        return read_sound(found).seconds + self._voice.pause if found else 0.0

    def hush(self) -> None:
        """Stop the line and its pause."""
        self._hushed.set()
        self._player.stop()

    def close(self) -> None:
        """Close the player and end the rendering processes."""
        self._player.close()
        if self._warming:
            self._warming.join()
        for renderer in self._renderers:
            renderer.close()

    def _spelt(self, text: str, parts: Sequence[Part] = ()) -> str:
        return self._voice.spelt(text, parts, self._delivery, self._engine)

    def _finish(self, parts: Sequence[Part]) -> Finish:
        return finish_of(parts, self._delivery, self._voice.timbre)

    def _warm_up(self) -> None:
        """Start the voice's process beside the first line: it may have changed, and a name wants it later."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._ask_quietly, name="voice", daemon=True)
            self._warming.start()

    def _ask_quietly(self) -> None:
        with suppress(ChannelLost):  # it is told when a line must be rendered
            self._ask()

    def _ask(self) -> None:
        with self._renderer() as renderer:
            self._know(renderer)

    def _line(self, text: str, finish: Finish) -> Path:
        found = self._cache.find(text, self._voice, self._engine, finish)
        if found:
            return found
        with self._renderer() as renderer:
            sound = finished(renderer.render(text), finish)
            self._know(renderer)
        return self._cache.keep(text, self._voice, self._engine, sound, finish)

    @contextmanager
    def _renderer(self) -> Iterator[Renderer]:
        renderer = self._free.get()
        try:
            yield renderer
        finally:
            self._free.put(renderer)

    def _know(self, renderer: Renderer) -> None:
        """Note which engine speaks: it may have changed since the last evening."""
        if renderer.engine != self._engine:
            self._engine = renderer.engine
            self._cache.remember(self._voice, self._engine)


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)
