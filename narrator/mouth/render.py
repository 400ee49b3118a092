"""Rendering: a warm child process makes the sound of a line; a stuck or dead one is replaced, once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import narrator
from narrator.errors import ChannelLost
from narrator.mouth.engines import Program, program_of
from narrator.mouth.sound import Sound, check_line, read_sound, tidy
from narrator.mouth.voice import Voice
from narrator.texts import message


class Renderer:
    """Renders one line at a time with one voice; two renderers work side by side."""

    def __init__(self, voice: Voice, *, timeout: float = 20.0, lines_a_child: int | None = None) -> None:
        self._voice = voice
        self._timeout = timeout
        self._lines_a_child = lines_a_child
        self._child: _Child | None = None
        self._rendered = 0  # by this child

    @property
    def engine(self) -> str:
        """Name the engine, its voice and their versions. Raises ChannelLost if there is no fitting voice."""
        return (self._child or self._ready()).engine

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
            why = f"A line could not be rendered: {lost}."
            raise ChannelLost(why, message("mouth.not-rendered", why=lost.table)) from None

    def close(self) -> None:
        """End the child; the next line starts another."""
        if self._child:
            self._child.end()
        self._child = None

    def _render(self, text: str) -> Sound:
        with tempfile.TemporaryDirectory(prefix="narrator-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "line.wav"
            child = self._ready()
            self._rendered += 1
            child.ask({"text": text, "path": str(path)})
            sound = read_sound(path)
        check_line(sound, text, self._voice.rate)
        return tidy(sound)

    def _ready(self) -> _Child:
        program = program_of(self._voice)
        if self._rendered >= (self._lines_a_child or program.lines):
            self.close()
        if self._child is None:
            self._child = _Child(program, self._timeout)
            self._rendered = 0
        return self._child


class _Child:
    """One process of a voice's program, killed when a reply takes longer than `timeout` seconds."""

    def __init__(self, program: Program, timeout: float) -> None:
        self._timeout = timeout
        self.process = _started(program.module)
        try:
            self.engine = str(self.ask(program.settings)["engine"])
        except ChannelLost as lost:
            self.end()
            why = f"There is no voice to speak with: {lost}.{program.cure}"
            raise ChannelLost(why, message("mouth.no-voice", why=lost.table, cure=program.cure)) from None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its reply. Raises ChannelLost."""
        assert self.process.stdin
        assert self.process.stdout
        clock = threading.Timer(self._timeout, self.process.kill)
        clock.daemon = True
        clock.start()
        try:
            self.process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = b""
        finally:
            clock.cancel()
        if not answer.endswith(b"\n"):
            raise ChannelLost("the voice's process ended or took too long", message("mouth.voice-late"))
        reply: dict[str, Any] = json.loads(answer)
        if "fault" in reply:
            raise ChannelLost(reply["fault"])
        return reply

    def end(self) -> None:
        """Kill the process and let go of its pipes."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                try:
                    pipe.close()
                except OSError:  # an unsent request to a process that is gone
                    continue


def _started(module: str) -> subprocess.Popen[bytes]:
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONPATH": _import_path()}
    command = [sys.executable, "-P", "-m", module]
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment)
    except OSError as error:
        why = f"The voice's process cannot be started ({error.strerror})."
        raise ChannelLost(why, message("mouth.voice-not-run", why=error.strerror)) from None


def _import_path() -> str:
    here = str(Path(narrator.__file__).resolve().parent.parent)
    return os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
