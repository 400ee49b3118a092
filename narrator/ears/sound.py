"""Sound as the ears take it, 16 kHz, mono, 16 bit, in blocks of 32 ms; and where it comes from, through a gate."""

from __future__ import annotations

import sys
from array import array
from math import sqrt
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

from narrator.computer.devices import called
from narrator.texts import Message, message

RATE = 16_000
BLOCK = 512
"""Samples a block: what the detector of voices takes at a time."""

_SERVERS = ("pipewire", "pulse", "default")
"""Linux: the sound servers' names; the system's own default may be a socket with nothing plugged in."""


def blocks(seconds: float) -> int:
    """Count the blocks that make that time."""
    return round(seconds * RATE / BLOCK)


def rms(block: bytes) -> float:
    """Measure how loud a block is: the root mean square of its samples, 0…32768."""
    samples = array("h", block[: len(block) // 2 * 2])
    return sqrt(sum(sample * sample for sample in samples) / len(samples)) if samples else 0.0


class NoMicrophone(ValueError):
    """There is no microphone to hear through; `table` says why to the people at the table."""

    def __init__(self, why: str, table: Message) -> None:
        super().__init__(why)
        self.table = table


class Gate:
    """Lets blocks through only while a question is open, each marked with the question's number."""

    def __init__(self) -> None:
        self.events: Queue[Any] = Queue()
        self.opened = Event()
        self._question = 0

    def open(self, question: int) -> None:
        """Let blocks through to this question."""
        self._question = question
        self.opened.set()

    def shut(self) -> None:
        """Drop every block from now on."""
        self._question = 0

    def put(self, block: bytes) -> None:
        """Pass on a block of sound, or drop it. An empty one says that no more will come."""
        question = self._question
        if question:
            self.events.put((question, block))


def open_microphone(device: str, gate: Gate) -> Any:
    """Open the microphone whose name contains `device`; keep what is returned."""
    import sounddevice

    def take(block: Any, _frames: int, _time: Any, _status: Any) -> None:
        gate.put(bytes(block))

    number = find_microphone(sounddevice, device)
    stream = sounddevice.RawInputStream(
        samplerate=RATE,
        blocksize=BLOCK,
        channels=1,
        dtype="int16",
        latency="low",
        device=number,
        callback=take,
        extra_settings=_settings(sounddevice, number),
    )
    if int(stream.samplerate) != RATE:  # at another rate the recogniser hears rubbish and says nothing
        why = f"the microphone runs at {stream.samplerate} Hz instead of {RATE}"
        raise NoMicrophone(why, message("ears.wrong-rate", found=stream.samplerate, wanted=RATE))
    stream.start()
    return stream


def open_pcm(path: Path, gate: Gate) -> None:
    """Read sound from a file or named pipe, from the moment when the first question is open."""
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}")
    Thread(target=_read, args=(path, gate), daemon=True).start()


def _read(path: Path, gate: Gate) -> None:
    gate.opened.wait()
    with path.open("rb") as sound:
        while block := sound.read(BLOCK * 2):
            gate.put(block)
    gate.put(b"")


def find_microphone(sounddevice: Any, wanted: str) -> int | None:
    """Find the microphone whose name contains `wanted`; nothing means the system's usual one.

    Raises NoMicrophone.
    """
    devices = [
        (number, device["name"])
        for number, device in enumerate(sounddevice.query_devices())
        if device["max_input_channels"] > 0
    ]
    if not devices:
        raise NoMicrophone("there is no microphone", message("ears.no-microphone"))
    if wanted:
        return _named(wanted, devices)
    for server in _SERVERS if sys.platform == "linux" else ():
        for number, name in devices:
            if name == server:
                return number
    return None


def _named(wanted: str, devices: list[tuple[int, str]]) -> int:
    for number, name in devices:
        if called(wanted, name):
            return number
    names = ", ".join(name for _, name in devices)
    why = f"no microphone is called “{wanted}”; there are: {names}"
    raise NoMicrophone(why, message("ears.unknown-microphone", wanted=wanted, others=names))


def _settings(sounddevice: Any, number: int | None) -> Any:
    """Ask Windows' sound system to convert the rate, which it refuses to do unasked."""
    device = sounddevice.query_devices(number, "input")
    host = sounddevice.query_hostapis(device["hostapi"])["name"]
    return sounddevice.WasapiSettings(auto_convert=True) if host == "Windows WASAPI" else None
