"""A recorder: the sound of the microphone that the ears use, block by block, kept only as long as it is wanted.

Its process, which runs this module, stands alone because sound libraries can crash and chatter. Out: `ready` with the
device's name or `lost` with the reason, then `block` reports with the sound in base64. It ends with its requests.
"""

from __future__ import annotations

import base64
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, NamedTuple

from narrator.computer import worker
from narrator.computer.devices import tried
from narrator.computer.worker import Packet
from narrator.ears.sound import BLOCK, RATE, Gate, open_microphone
from narrator.errors import ChannelLost
from narrator.texts import message

TIMEOUT = 10.0
"""Seconds without a block after which the microphone is taken for lost; the first one takes longest."""


_ENDED = worker.fault(ChannelLost(message("doctor.ended")))


class Chunk(NamedTuple):
    """A piece of sound, and the moment (on the monotonic clock) when it was there."""

    at: float
    sound: bytes


class Recorder:
    """Records through the microphone whose name contains `device`, else the usual one. Raises ChannelLost."""

    def __init__(self, device: str = "") -> None:
        self._process = worker.start("narrator.ears.recorder", device)
        self._reports: Queue[tuple[float, Packet]] = Queue()
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

    def blocks(self) -> Iterator[Chunk]:
        """Yield block after block from now on; what came before is dropped. Raises ChannelLost."""
        with suppress(Empty):
            while "sound" in self._reports.get_nowait()[1]:
                continue
            self._reports.put((0.0, _ENDED))
        while True:
            at, report = self._next()
            yield Chunk(at, base64.b64decode(report["sound"]))

    def record(self, seconds: float) -> list[Chunk]:
        """Record from now on. Raises ChannelLost."""
        blocks = self.blocks()
        return [next(blocks) for _ in range(round(seconds * RATE / BLOCK))]

    def close(self) -> None:
        """End the recording; twice is harmless."""
        worker.kill(self._process)

    def _next(self) -> tuple[float, Packet]:
        try:
            at, report = self._reports.get(timeout=TIMEOUT)
        except Empty:
            raise ChannelLost(message("doctor.no-sound")) from None
        if report["said"] == "lost":
            raise ChannelLost(message("doctor.microphone-lost", why=worker.told(report)))
        return at, report

    def _read(self) -> None:
        for report in worker.reports_of(self._process):
            self._reports.put((time.monotonic(), report))
        self._reports.put((time.monotonic(), _ENDED))


class _OpenGate(Gate):
    """A gate that lets everything through."""

    def put(self, block: bytes) -> None:
        """Pass on a block of sound."""
        self.events.put(block)


def main() -> None:
    """Open the microphone and report its blocks until the requests end."""
    gate, report = _OpenGate(), worker.reporter()
    try:
        stream = open_microphone(sys.argv[1], gate)
        report({"said": "ready", "device": _name(stream)})
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the device is told, not traced
        report(worker.fault(error))
        return
    Thread(target=_pass_on, args=(gate.events, report), daemon=True).start()
    for _ in worker.requests():
        continue
    os._exit(0)  # closing a stuck device can hang


def _name(stream: Any) -> str:
    import sounddevice

    return str(tried(lambda: sounddevice.query_devices(stream.device)["name"], "") or "")


def _pass_on(blocks: Queue[bytes], report: Callable[[Packet], None]) -> None:
    while True:
        report({"said": "block", "sound": base64.b64encode(blocks.get()).decode("ascii")})


if __name__ == "__main__":
    main()
