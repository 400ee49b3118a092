"""Stands for the sound library: any of its calls may fail, and a device may insist on a format."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any


class PortAudioError(Exception):
    """The library's own error."""


def raising(error: Exception) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        raise error

    return call


def spoilt_name() -> str:
    return b"G\xc5\x82o\xc5".decode()


ERRORS = [
    UnicodeDecodeError("utf-8", b"\xc5", 0, 1, "unexpected end of data"),
    PortAudioError("Internal error", -9986),
    PortAudioError(),
    OSError("gone"),
    ValueError("bad"),
    KeyError("index"),
    AssertionError(),
    IndexError("list index out of range"),
    RuntimeError("lost"),
    TypeError("NoneType"),
    AttributeError("no"),
]


class Stream:
    """A stream that may fail once it is open."""

    def __init__(self, faults: dict[str, Exception], samplerate: float, **opened: Any) -> None:
        self._faults, self.samplerate, self.opened = faults, samplerate, opened
        self.device, self.closed, self.latency = 0, False, 0.1

    def start(self) -> None:
        self._fail("start")

    def close(self) -> None:
        self.closed = True
        self._fail("close")

    @property
    def active(self) -> bool:
        self._fail("active")
        return True

    def _fail(self, call: str) -> None:
        if call in self._faults:
            raise self._faults[call]


class Library(ModuleType):
    """Stands for sounddevice; one of its calls fails, and a microphone may insist on a format."""

    PortAudioError = PortAudioError

    def __init__(self, faults: dict[str, Exception], *, rate: int = 0, channels: int = 0) -> None:
        super().__init__("sounddevice")
        self.faults, self.rate, self.channels = faults, rate, channels
        self.opened: list[Stream] = []
        self.facts: dict[str, Any] = {}
        self.refuses: Callable[[dict[str, Any]], bool] = lambda _: False

    def _fail(self, call: str) -> None:
        if call in self.faults:
            raise self.faults[call]

    def query_devices(self, number: int | None = None, kind: str = "") -> Any:
        self._fail("query_devices")
        facts = [{"index": 0, "name": "Box", "hostapi": 0, "max_input_channels": self.channels or 1}]
        facts[0] |= {"max_output_channels": 2, "default_samplerate": self.rate or 48_000}
        facts[0] |= {"default_low_output_latency": 0.01}
        facts[0] |= self.facts
        if number is None and not kind:
            return facts
        if number:
            raise PortAudioError(f"Error querying device {number}")
        return facts[0]

    @property
    def default(self) -> SimpleNamespace:
        self._fail("default")
        return SimpleNamespace(device=[0, 0])

    def query_hostapis(self, number: int | None = None) -> Any:
        self._fail("query_hostapis")
        hosts = [{"name": "Windows WASAPI"}]
        return hosts if number is None else hosts[number]

    def get_portaudio_version(self) -> tuple[int, str]:
        self._fail("get_portaudio_version")
        return 1, "PortAudio"

    def WasapiSettings(self, **_: Any) -> Any:  # noqa: N802 - the library's name
        self._fail("WasapiSettings")

    def _initialize(self) -> None:
        self._fail("_initialize")

    def _terminate(self) -> None:
        self._fail("_terminate")

    def OutputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("OutputStream")
        if self.refuses(wanted):
            raise PortAudioError("Invalid sample rate", -9997)
        self.opened.append(Stream(self.faults, **wanted))
        return self.opened[-1]

    def RawInputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("RawInputStream")
        return self._opened(wanted)

    def _opened(self, wanted: dict[str, Any]) -> Stream:
        if (
            (self.rate and wanted["samplerate"] != self.rate)
            or (self.channels and wanted["channels"] != self.channels)
            or self.refuses(wanted)
        ):
            raise PortAudioError("Invalid sample rate", -9997)
        self.opened.append(Stream(self.faults, **wanted))
        return self.opened[-1]

    def InputStream(self, **wanted: Any) -> Stream:  # noqa: N802 - the library's name
        self._fail("InputStream")
        return self._opened(wanted)


def raised_by(do: Callable[..., object]) -> Exception | None:
    try:
        do()
    except Exception as error:  # noqa: BLE001 - which it may be is what is tested
        return error
    return None
