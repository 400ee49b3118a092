"""Sound as the ears take it, 16 kHz, mono, 16 bit, in blocks of 32 ms; and where it comes from, through a gate."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from math import sqrt
from queue import Queue
from typing import Any

from narrator.computer.devices import called, first_opened, readable, started, tried
from narrator.ears.rates import BLOCK as BLOCK
from narrator.ears.rates import RATE as RATE
from narrator.ears.rates import Converter
from narrator.errors import ChannelLost
from narrator.texts import message

_PERIOD = BLOCK // 2
"""Samples that a microphone is asked for at a time: a sound server gives its blocks up to one of them late."""

_RATES = (48_000, 44_100, RATE, 32_000, 96_000, 24_000, 22_050, 8_000)
"""What a microphone may insist on beside the rate that it states, likeliest first."""

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
    """Open the first microphone that can be opened, in a format that it takes; keep what is returned."""
    import sounddevice

    return first_opened(
        partial(_stream, sounddevice, number, own, gate, **options)
        for number in find_microphones(sounddevice, device)
        for own, options in _ways(sounddevice, number)
    )


def _ways(sounddevice: Any, number: int | None) -> Iterator[tuple[Converter, dict[str, Any]]]:
    own = formats(sounddevice, number)
    yield Converter(RATE, own[0].channels), {"extra_settings": _settings(sounddevice, number)}
    for options in {}, {"latency": "high", "blocksize": 0}:
        yield from ((one, options) for one in own)


def _stream(sounddevice: Any, number: int | None, own: Converter, gate: Gate, **options: Any) -> Any:
    """Start a stream that hands on blocks at the ears' rate, whatever its own is."""

    def take(block: Any, _frames: int, _time: Any, _status: Any) -> None:
        for converted in own.blocks(bytes(block)):
            gate.put(converted)

    wanted: dict[str, Any] = {"samplerate": own.rate, "blocksize": _PERIOD * own.rate // RATE}
    wanted |= {"channels": own.channels, "dtype": "int16", "latency": "low", "device": number, "callback": take}
    return started(sounddevice.RawInputStream(**wanted | options), own.rate)


def formats(sounddevice: Any, number: int | None) -> list[Converter]:
    """The formats that a device may insist on, likeliest first: its own rate and channels, and the usual ones.

    Of a device with two inputs both are wanted, since either may have the microphone; Windows alone mixes them.
    """
    facts = tried(lambda: dict(sounddevice.query_devices(number, "input")), {})
    own = tried(lambda: round(facts["default_samplerate"]), 48_000)
    most = tried(lambda: int(facts["max_input_channels"]), 2)
    usual = 2 if most == 2 and sys.platform != "win32" else 1
    counts = dict.fromkeys((usual, 1, min(2, most), most, *(count for count in (4, 8) if count < most)))
    return [Converter(rate, count) for rate in dict.fromkeys((own, *_RATES)) for count in counts]


def find_microphones(sounddevice: Any, wanted: str) -> list[int | None]:
    """Find the microphones whose name contains `wanted`, else all, best first; None is the system's usual one.

    Raises ChannelLost.
    """
    found, faults = readable(sounddevice)
    devices: list[tuple[int, str]] = [(one["index"], one["name"]) for one in found if one["max_input_channels"] > 0]
    if not (devices or faults):
        raise ChannelLost(message("ears.no-microphone"))
    if wanted and devices:
        return _named(wanted, devices)
    servers = _SERVERS if sys.platform == "linux" else ()
    best = [number for server in servers for number, name in devices if name == server]
    return list(dict.fromkeys([*best, None, *(number for number, _ in devices)]))


def _named(wanted: str, devices: list[tuple[int, str]]) -> list[int | None]:
    numbers: list[int | None] = [number for number, name in devices if called(wanted, name)]
    if numbers:
        return numbers
    names = ", ".join(name for _, name in devices)
    raise ChannelLost(message("ears.unknown-microphone", wanted=wanted, others=names))


def _settings(sounddevice: Any, number: int | None) -> Any:
    """Ask Windows' sound system to convert the rate, which it refuses to do unasked."""
    with suppress(Exception):  # a device that cannot be described may open all the same
        device = sounddevice.query_devices(number, "input")
        host = sounddevice.query_hostapis(device["hostapi"])["name"]
        return sounddevice.WasapiSettings(auto_convert=True) if host == "Windows WASAPI" else None
    return None
