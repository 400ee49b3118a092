"""Loudspeakers: found by name, opened for good, and looked for anew when they come and go."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from threading import Lock, Thread
from typing import Any, NamedTuple

from narrator.computer.devices import called, first_opened, readable, reason, started, tried
from narrator.errors import ChannelLost
from narrator.mouth.timeouts import TIMEOUT, DeviceLost, with_timeout
from narrator.texts import message

_SOUND_SERVERS = ("pipewire", "pulse")  # Linux: safer than its default, which may be an unplugged screen
_BLOCKS = 2  # Linux: how many make what the device holds; left to itself it takes four, and wakes us twice as often
_STDERR = 2

_LIBRARIES = ("numpy", "soundfile")
_first_faults: dict[str, str] = {}
"""Why a library cannot be loaded, by its name: a second try only says that it was the second."""

_one_at_a_time = Lock()

_USUAL: dict[str, Any] = {"index": None, "name": "", "max_output_channels": 2}
"""What is assumed of a usual device that the library cannot describe."""


class Output(NamedTuple):
    """An open stream, and the name of its device."""

    stream: Any
    name: str

    def close(self) -> None:
        """Close the stream. Raises DeviceLost if that takes too long, and what the sound library raises."""
        with_timeout(self.stream.close)


def open_output(
    wanted: str | None, fill: Callable[..., None], finished: Callable[[], None], *, ahead: float
) -> Output:
    """Open the device whose name contains `wanted`, else the usual one, else any; `fill` writes its blocks.

    The device is to hold `ahead` seconds of sound, or more if it cannot do with as little.

    The name stands first among what can be opened; where it is missing, another device is better than none.
    Raises DeviceLost, or ChannelLost where the sound library itself is missing.
    """
    return with_timeout(lambda: _opened(wanted, fill, finished, ahead), undo=lambda output: output.stream.close())


def load_beside() -> None:
    """Begin to load what sound needs beside all else; its faults are told where a device is opened.

    A program that ends meanwhile waits for it, if it does not hang: Python taken down beneath it would crash.
    """
    if sys.platform != "win32":  # whose sound wants to be used by the thread that began to use it
        _hush()
        loading = Thread(target=_load, name="sound library", daemon=True)
        loading.start()
        atexit.register(loading.join, TIMEOUT)


def _load() -> None:
    with suppress(Exception):
        sound_library()


def takes_samples(output: Output) -> bool:
    """Whether the device is still there; it fails where the library was started anew under it."""
    return bool(tried(lambda: output.stream.active, otherwise=False))


def look_again() -> None:
    """Look for what has been plugged in or out. Every stream must be closed. Raises DeviceLost."""
    with_timeout(_begin_anew)


def output_names() -> list[str]:
    """List the devices that can sound. Raises ChannelLost where the sound library is missing."""
    return list(_outputs(sound_library()).values())


def _opened(wanted: str | None, fill: Callable[..., None], finished: Callable[[], None], ahead: float) -> Output:
    sd = sound_library()
    faults = []
    for index in _candidates(sd, wanted):
        name = "" if index is None else str(index)
        try:
            facts = _USUAL if index is None else sd.query_devices(index)
            name = str(facts["name"] or "")
            return Output(_start(sd, facts, fill, finished, ahead), name)
        except Exception as error:  # noqa: BLE001 - another device may open, and if none does, the reasons are kept
            faults.append(f"{name}: {reason(error)}")
    if faults:
        raise DeviceLost(message("mouth.speaker-fails", why="; ".join(faults)))
    raise DeviceLost(message("mouth.no-device"))


def _begin_anew() -> None:
    sd = sound_library()
    with suppress(Exception):
        sd._terminate()
    try:
        sd._initialize()
    except Exception as error:  # noqa: BLE001 - whatever it is, there is no sound now
        raise DeviceLost(message("mouth.silent-system", why=reason(error))) from None


def _start(sd: Any, facts: Any, fill: Callable[..., None], finished: Callable[[], None], ahead: float) -> Any:
    """Open the device in the first format that it takes: its own, else one that most devices know."""
    own = tried(lambda: float(facts["default_samplerate"]), 48_000.0)
    held = tried(lambda: max(ahead, facts["default_low_output_latency"]), ahead)
    most = facts["max_output_channels"]

    def opened(rate: float, count: int) -> Any:
        block = round(held * rate / _BLOCKS) if sys.platform == "linux" else 0
        wanted = {"samplerate": rate, "channels": count, "blocksize": block, "latency": held, "dtype": "float32"}
        wanted |= {"device": facts["index"], "callback": fill, "finished_callback": finished}
        return started(sd.OutputStream(**wanted))

    counts = dict.fromkeys((min(2, most), 1, 2, most))
    return first_opened(
        partial(opened, rate, count) for rate in dict.fromkeys((own, 48_000, 44_100)) for count in counts
    )


def _candidates(sd: Any, wanted: str | None) -> list[int | None]:
    """List the devices to try, best first; None is the usual one where some device cannot be described."""
    outputs = _outputs(sd)
    named = [index for index, name in outputs.items() if wanted and called(wanted, name)]
    servers = [index for server in _SOUND_SERVERS for index, name in outputs.items() if name == server]
    usual = tried(lambda: [sd.query_devices(kind="output")["index"]], [])
    unseen = [None] if readable(sd)[1] else []
    return list(dict.fromkeys([*named, *servers, *usual, *unseen, *outputs]))


def _outputs(sd: Any) -> dict[int, str]:
    return {facts["index"]: facts["name"] for facts in readable(sd)[0] if facts["max_output_channels"]}


def load_libraries() -> None:
    """Load what makes and reads sound, whatever plays it. Raises ChannelLost, with what was raised at first."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts threads for matrices, which nobody needs here
    with _one_at_a_time:
        for name in _LIBRARIES:
            try:
                import_module(name)
            except Exception as error:  # noqa: BLE001 - numpy raises RuntimeError on an old processor
                why = _first_faults.setdefault(name, reason(error))
                raise ChannelLost(message("mouth.not-loaded", library=name, why=why.rstrip("."))) from None


def sound_library() -> Any:
    """Load the sound library. Raises ChannelLost if it, what it needs, or PortAudio does not start or is missing."""
    _hush()
    try:
        import sounddevice
    except OSError:
        raise ChannelLost(message("mouth.no-portaudio")) from None
    except Exception as error:  # noqa: BLE001 - PortAudio is there, and does not start
        raise ChannelLost(message("mouth.silent-system", why=reason(error))) from None
    load_libraries()
    return sounddevice


@cache
def _hush() -> None:
    """Keep the sound libraries' own chatter off a Linux screen, at any time: a lost device makes them talk too.

    What Python itself says goes to the screen as before.
    """
    stderr = sys.__stderr__
    if sys.platform != "linux" or stderr is None or sys.stderr is not stderr or stderr.fileno() != _STDERR:
        return
    stderr.flush()
    own = os.fdopen(os.dup(_STDERR), "w", buffering=1, encoding=stderr.encoding, errors="backslashreplace")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    os.close(nowhere)
    sys.stderr = own
