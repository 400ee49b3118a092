"""A recorder: the sound of the microphone that the ears use, block by block, kept only as long as it is wanted."""

from __future__ import annotations

import base64
import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, NamedTuple

from narrator.computer.worker import start
from narrator.ears.sound import BLOCK, RATE
from narrator.errors import ChannelLost

PATIENCE = 10.0
"""Seconds without a block after which the microphone is taken for lost; the first one takes longest."""


class Block(NamedTuple):
    """A piece of sound, and the moment (on the monotonic clock) when it was there."""

    at: float
    sound: bytes


class Recorder:
    """Records through the microphone whose name contains `device`, else the usual one. Raises ChannelLost."""

    def __init__(self, device: str = "") -> None:
        module = [sys.executable, "-m", "narrator.ears.recorder_worker"]
        self._process = start([*module, *(["--device", device] if device else [])])
        self._reports: Queue[tuple[float, dict[str, Any]]] = Queue()
        Thread(target=self._read, name="recorder", daemon=True).start()
        try:
            self.device = str(self._next()[1]["device"])
            """The microphone's whole name."""
        except ChannelLost:
            self.close()
            raise

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def blocks(self) -> Iterator[Block]:
        """Give block after block from now on; what came before is dropped. Raises ChannelLost."""
        with suppress(Empty):
            while "sound" in self._reports.get_nowait()[1]:
                continue
            self._reports.put((0.0, {"said": "lost", "why": "it has ended"}))
        while True:
            at, report = self._next()
            yield Block(at, base64.b64decode(report["sound"]))

    def record(self, seconds: float) -> list[Block]:
        """Record from now on. Raises ChannelLost."""
        blocks = self.blocks()
        return [next(blocks) for _ in range(round(seconds * RATE / BLOCK))]

    def close(self) -> None:
        """End the recording; twice is harmless."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _next(self) -> tuple[float, dict[str, Any]]:
        try:
            at, report = self._reports.get(timeout=PATIENCE)
        except Empty:
            raise ChannelLost("The microphone gives no sound at all.") from None
        if report["said"] == "lost":
            raise ChannelLost(f"The microphone cannot be used: {report['why']}.")
        return at, report

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as reports:
            for line in reports:
                self._reports.put((time.monotonic(), json.loads(line)))
        self._reports.put((time.monotonic(), {"said": "lost", "why": "it has ended"}))
