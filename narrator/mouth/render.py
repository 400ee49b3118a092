"""Rendering: a warm worker process makes the sound of a line; a stuck or dead one is replaced, once."""

from __future__ import annotations

import tempfile
from pathlib import Path

from narrator.computer import worker
from narrator.computer.worker import Packet
from narrator.errors import ChannelLost
from narrator.mouth.engines import ENGINES, engine_of
from narrator.mouth.sound import Sound, check_line, read_sound, tidy
from narrator.mouth.voice import Voice
from narrator.texts import message


class Renderer:
    """Renders one line at a time with one voice; several renderers work side by side."""

    def __init__(self, voice: Voice, *, timeout: float = 20.0, lines_a_worker: int | None = None) -> None:
        self._voice = voice
        self._timeout = timeout
        self._lines_a_worker = lines_a_worker
        self._worker: EngineProcess | None = None
        self._rendered = 0  # by this worker

    @property
    def engine(self) -> str:
        """The name of what speaks, with its versions. Raises ChannelLost if there is no fitting voice."""
        return (self._worker or self._ready()).engine

    def render(self, text: str) -> Sound:
        """Make the sound of the text, whole and without silence around it; tries twice. Raises ChannelLost."""
        try:
            return self._render(text)
        except ChannelLost:
            self.close()
        try:
            return self._render(text)
        except ChannelLost as lost:
            self.close()
            raise ChannelLost(message("mouth.not-rendered", why=lost.table)) from None

    def close(self) -> None:
        """End the worker; the next line starts another."""
        if self._worker:
            self._worker.end()
        self._worker = None

    def _render(self, text: str) -> Sound:
        with tempfile.TemporaryDirectory(prefix="narrator-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "line.wav"
            ready = self._ready()
            self._rendered += 1
            ready.ask({"text": text, "path": str(path)})
            sound = read_sound(path)
        check_line(sound, text, self._voice.rate)
        return tidy(sound)

    def _ready(self) -> EngineProcess:
        if self._rendered >= (self._lines_a_worker or engine_of(self._voice).lines):
            self.close()
        if self._worker is None:
            self._worker = EngineProcess(self._voice, self._timeout)
            self._rendered = 0
        return self._worker


class EngineProcess:
    """A process of the voice's engine, killed when a reply takes longer than `timeout` seconds."""

    def __init__(self, voice: Voice, timeout: float) -> None:
        self._timeout = timeout
        engine = engine_of(voice)
        settings = engine.settings(voice)
        try:
            self.process = worker.start(ENGINES[voice.engine])
        except OSError as error:
            raise ChannelLost(message("mouth.voice-not-run", why=error.strerror)) from None
        try:
            self.engine = str(self.ask(settings)["engine"])
        except ChannelLost as lost:
            self.end()
            raise ChannelLost(message("mouth.no-voice", why=lost.table, cure=engine.advice)) from None

    def ask(self, request: Packet) -> Packet:
        """Send a request and wait for its reply. Raises ChannelLost."""
        reply = worker.ask(self.process, request, self._timeout)
        if reply is None:
            raise ChannelLost(message("mouth.voice-late"))
        if "fault" in reply:
            raise ChannelLost(reply["fault"])
        return reply

    def end(self) -> None:
        """Kill the process and let go of its pipes."""
        worker.kill(self.process)
        assert self.process.stdout
        self.process.stdout.close()
