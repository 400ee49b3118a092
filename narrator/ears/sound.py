"""Sound as the ears take it, 16 kHz, mono, 16 bit, in blocks of 32 ms; and where it comes from, through a gate."""

from __future__ import annotations

import sys
from array import array
from contextlib import suppress
from math import sqrt
from queue import Queue
from typing import Any

from narrator.computer.devices import called, readable
from narrator.ears.rates import BLOCK as BLOCK
from narrator.ears.rates import RATE as RATE
from narrator.ears.rates import Converter
from narrator.errors import ChannelLost
from narrator.texts import message

_SERVERS = ("pipewire", "pulse", "default")
"""Linux: the sound servers' names; the system's own default may be a socket with nothing plugged in."""


def blocks(seconds: float) -> int:
    """Count the blocks that make that time."""
    return round(seconds * RATE / BLOCK)


def rms(block: bytes) -> float:
    """Measure how loud a block is: the root mean square of its samples, 0…32768."""
    samples = array("h", block[: len(block) // 2 * 2])
    return sqrt(sum(sample * sample for sample in samples) / len(samples)) if samples else 0.0


class Gate:
    """Lets blocks through only while a question is open, each marked with the question's number."""

    def __init__(self) -> None:
        self.events: Queue[Any] = Queue()
        self._question = 0

    def open(self, question: int) -> None:
        """Let blocks through to this question."""
        self._question = question

    def shut(self) -> None:
        """Drop every block from now on."""
        self._question = 0

    def put(self, block: bytes) -> None:
        """Pass on a block of sound, or drop it. An empty one says that no more will come."""
        question = self._question
        if question:
            self.events.put((question, block))


def open_microphone(device: str, gate: Gate) -> Any:
    """Open the microphone whose name contains `device`, if need be in its own format; keep what is returned."""
    import sounddevice

    number = find_microphone(sounddevice, device)
    try:
        return _stream(sounddevice, number, Converter(RATE, 1), gate, extra_settings=_settings(sounddevice, number))
    except Exception as refused:
        for own in formats(sounddevice, number):
            with suppress(Exception):
                return _stream(sounddevice, number, own, gate)
        raise refused from None


def _stream(sounddevice: Any, number: int | None, own: Converter, gate: Gate, **options: Any) -> Any:
    """Start a stream that hands on blocks at the ears' rate, whatever its own is."""

    def take(block: Any, _frames: int, _time: Any, _status: Any) -> None:
        for converted in own.blocks(bytes(block)):
            gate.put(converted)

    stream = sounddevice.RawInputStream(
        samplerate=own.rate,
        blocksize=BLOCK * own.rate // RATE,
        channels=own.channels,
        dtype="int16",
        latency="low",
        device=number,
        callback=take,
        **options,
    )
    try:
        if round(stream.samplerate) != own.rate:  # at another rate the recogniser hears rubbish and says nothing
            raise ValueError(f"the microphone runs at {stream.samplerate} Hz instead of {own.rate}")
        stream.start()
    except Exception:
        with suppress(Exception):
            stream.close()
        raise
    return stream


def formats(sounddevice: Any, number: int | None) -> list[Converter]:
    """The formats that a device may insist on, likeliest first: its own rate, and what most devices know."""
    try:
        facts = sounddevice.query_devices(number, "input")
        own, most = round(facts["default_samplerate"]), int(facts["max_input_channels"])
    except Exception:  # noqa: BLE001 - it may open all the same
        own, most = 48_000, 2
    counts = dict.fromkeys((1, min(2, most), most))
    return [Converter(rate, count) for rate in dict.fromkeys((own, 48_000, 44_100)) for count in counts]


def find_microphone(sounddevice: Any, wanted: str) -> int | None:
    """Find the microphone whose name contains `wanted`; nothing means the system's usual one.

    Raises ChannelLost.
    """
    found, faults = readable(sounddevice)
    devices: list[tuple[int, str]] = [(one["index"], one["name"]) for one in found if one["max_input_channels"] > 0]
    if faults and not devices:
        return None
    if not devices:
        raise ChannelLost(message("ears.no-microphone"))
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
    raise ChannelLost(message("ears.unknown-microphone", wanted=wanted, others=names))


def _settings(sounddevice: Any, number: int | None) -> Any:
    """Ask Windows' sound system to convert the rate, which it refuses to do unasked."""
    with suppress(Exception):  # a device that cannot be described may open all the same
        device = sounddevice.query_devices(number, "input")
        host = sounddevice.query_hostapis(device["hostapi"])["name"]
        return sounddevice.WasapiSettings(auto_convert=True) if host == "Windows WASAPI" else None
    return None
