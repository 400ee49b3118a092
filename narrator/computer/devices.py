"""The sound devices of this computer by name, listed in a process of their own: sound libraries chatter and crash."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Literal
from unicodedata import normalize

from narrator.computer import worker
from narrator.errors import ChannelLost
from narrator.texts import message
from narrator.values import dataclass

_SECONDS = 30.0

_NEAR = 0.01
"""The part of a rate by which a stream's may differ: clocks are not exact, and no ear hears it."""

_MOST = 128
"""Devices that are read one by one, where the library does not list all of them."""


def called(wanted: str, name: str) -> bool:
    """Whether this is the device asked for, by a part of its name: numbers change with what is plugged in."""
    return _typed(wanted) in _typed(name)


def _typed(name: str) -> str:
    """The name as a keyboard would write it: systems write it with other spaces, accents and apostrophes."""
    return " ".join(normalize("NFKC", name.replace("\u2019", "'")).split()).casefold()


def reason(error: Exception) -> str:
    """What the sound library says of its error, without the numbers behind it."""
    first = error.args[0] if error.args and not isinstance(error, UnicodeError) else error
    return " ".join(str(first).split()) or type(error).__name__


def tried(ask: Callable[[], Any], otherwise: Any) -> Any:
    """What the library says of something that a game can do without, such as a default; else `otherwise`."""
    try:
        return ask()
    except Exception:  # noqa: BLE001 - whatever it raises
        return otherwise


def first_opened(ways: Iterable[Callable[[], Any]]) -> Any:
    """Open a stream in the first way that works. Raises what the first one raised."""
    refused: Exception | None = None
    for way in ways:
        try:
            return way()
        except Exception as error:  # noqa: BLE001 - another way may work, whatever is wrong with this one
            refused = refused or error
    assert refused
    raise refused


def started(stream: Any, rate: int = 0) -> Any:
    """Start the stream, or close it: one that runs at another rate plays or hears rubbish and says nothing."""
    try:
        if not 0 < stream.samplerate < math.inf or (rate and abs(stream.samplerate - rate) > _NEAR * rate):
            raise ValueError(f"{stream.samplerate} Hz")
        stream.start()
    except Exception:
        with suppress(Exception):
            stream.close()
        raise
    return stream


def readable(library: Any) -> tuple[list[Any], dict[int, str]]:
    """The devices that the sound library can describe, and why it cannot describe others, by their numbers.

    A name in an encoding that the library does not expect makes its own list fail as a whole.
    """
    try:
        return [_described(facts) for facts in library.query_devices()], {}
    except Exception as error:  # noqa: BLE001 - whatever it is, one device after the other may still be read
        found, faults, whole = list[Any](), dict[int, str](), reason(error)
    for number in range(_MOST):
        try:
            found.append(_described(library.query_devices(number)))
        except library.PortAudioError:  # there is no device of that number
            break
        except Exception as error:  # noqa: BLE001 - the other devices may be read
            faults[number] = reason(error)
    return found, faults if found or faults else {0: whole}


def _described(facts: Any) -> dict[str, Any]:
    """The facts of a device. Raises LookupError or TypeError if what every device has is not among them."""
    whole = dict(facts)
    if not isinstance(whole["name"], str):
        raise TypeError(f"its name is {whole['name']!r}")
    return whole | {key: int(whole[key]) for key in ("index", "max_input_channels", "max_output_channels")}


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundDevice:
    """One device as its system lists it; `speaker` and `microphone` say what it can be, `usual` for what."""

    name: str
    system: str
    speaker: bool
    microphone: bool
    usual_speaker: bool = False
    usual_microphone: bool = False


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices, the version of the library that found them, and why others cannot be read, by number."""

    library: str
    devices: tuple[SoundDevice, ...]
    unreadable: tuple[tuple[int, str], ...] = ()

    def may_have(self, kind: Literal["speaker", "microphone"]) -> bool:
        """Whether there is one to try: where a device cannot be read, the usual one may open all the same."""
        return bool(self.unreadable) or any(getattr(one, kind) for one in self.devices)


def list_devices() -> Devices:
    """List what can sound and what can hear. Raises ChannelLost if the sound library is missing or broken."""
    try:
        reports = worker.ask_once("narrator.computer.devices", seconds=_SECONDS)
    except TimeoutError:
        raise ChannelLost(message("doctor.sound-silent")) from None
    if not reports:
        raise ChannelLost(message("doctor.sound-lost", why=message("doctor.ended")))
    report = reports[0]
    if "missing" in report:
        raise LibraryMissing(message("doctor.sound-lost", why=report["missing"]))
    if "lost" in report:
        raise ChannelLost(message("doctor.sound-lost", why=report["lost"]))
    devices = tuple(SoundDevice(**device) for device in report["devices"])
    return Devices(report["library"], devices, tuple(map(tuple, report["unreadable"])))


class LibraryMissing(ChannelLost):
    """The sound library, or PortAudio, which it needs, is not installed."""


def _report() -> worker.Packet:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: PortAudio itself is missing
        return {"missing": str(error)}
    except Exception as error:  # noqa: BLE001 - PortAudio is there, and does not start
        return {"lost": reason(error)}
    return _listed(sounddevice)


def _listed(sounddevice: Any) -> worker.Packet:
    hosts = tried(lambda: {place: str(host["name"]) for place, host in enumerate(sounddevice.query_hostapis())}, {})
    usual = tried(lambda: list(map(int, sounddevice.default.device)), [-1, -1])
    found, faults = readable(sounddevice)
    devices = [
        {
            "name": one["name"],
            "system": hosts.get(one.get("hostapi"), ""),
            "speaker": one["max_output_channels"] > 0,
            "microphone": one["max_input_channels"] > 0,
            "usual_speaker": one["index"] == usual[-1],
            "usual_microphone": one["index"] == usual[0],
        }
        for one in found
    ]
    version = tried(lambda: str(sounddevice.get_portaudio_version()[1]), "PortAudio")
    return {"library": version, "devices": devices, "unreadable": [*faults.items()]}


def main() -> None:
    """List the devices as a worker; a library that does not answer lets it end with whoever waits, and no later."""
    limit = threading.Timer(_SECONDS, os._exit, (1,))
    limit.daemon = True
    limit.start()
    report = worker.reporter()
    report(_report())


if __name__ == "__main__":
    main()
