"""The sound device: one stream, opened early and kept open, silent between lines."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.mouth.sound import at_rate, read_sound
from narrator.problems import ChannelLost

if TYPE_CHECKING:
    from narrator.mouth.sound import Samples

_GRACE = 3.0  # seconds that a device may take longer than the line before it counts as lost
_AHEAD = 0.15  # seconds of sound that the device holds: with its own short buffer a busy computer tears lines
_SOUND_SERVERS = ("pipewire", "pulse")  # Linux: safer than its default, which may be an unplugged screen
_NO_PORTAUDIO = (
    "PortAudio's library is missing: install the package libportaudio2 (Debian, Ubuntu) or portaudio (Fedora, Arch)."
)


class DevicePlayer:
    """Plays through the device whose name contains `device`, or the default one. Raises ChannelLost at once."""

    def __init__(self, device: str | None = None) -> None:
        self._device = device
        self._line: Samples | None = None
        self._at = 0
        self._tail = 0.0
        self._given = threading.Event()
        self._stopped = threading.Event()
        self._stream = self._open()

    def play(self, path: Path) -> None:
        """Play the WAV file; a device that was lost is opened anew first. Raises ChannelLost."""
        if not self._stream.active:
            self._stream.close()
            self._stream = self._open()
        sound = at_rate(read_sound(path), round(self._stream.samplerate))
        self._given.clear()
        self._stopped.clear()
        self._at = 0
        self._line = sound.samples
        given = self._given.wait(sound.seconds + _GRACE)
        if not given or not self._stream.active:
            self._line = None
            raise ChannelLost("The sound device is gone.")
        self._stopped.wait(self._tail)

    def stop(self) -> None:
        """Fall silent with the next block of samples."""
        self._line = None
        self._stopped.set()
        self._given.set()

    def close(self) -> None:
        """Stop and close the stream."""
        self.stop()
        self._stream.close()

    def _open(self) -> Any:
        with _quiet():
            sd = _sounddevice()
            faults = []
            for index in _candidates(sd, self._device):
                facts = sd.query_devices(index)
                try:
                    return self._start(sd, facts)
                except sd.PortAudioError as error:
                    faults.append(f"{facts['name']}: {error.args[0]}")
        raise ChannelLost(f"The sound device does not open ({'; '.join(faults)}).")

    def _start(self, sd: Any, facts: Any) -> Any:
        stream = sd.OutputStream(
            device=facts["index"],
            samplerate=facts["default_samplerate"],
            channels=min(2, facts["max_output_channels"]),
            dtype="float32",
            latency=_AHEAD,
            callback=self._fill,
            finished_callback=self._given.set,
        )
        try:
            stream.start()
        except sd.PortAudioError:
            stream.close()
            raise
        return stream

    def _fill(self, out: Any, frames: int, time: Any, _status: Any) -> None:
        out.fill(0.0)  # silence between lines; more sounds can be added to it here
        line = self._line
        if line is None:
            return
        part = line[self._at : self._at + frames]
        out[: len(part)] += part[:, None]
        self._at += len(part)
        if self._at >= len(line):
            block = frames / self._stream.samplerate
            ahead = time.outputBufferDacTime - time.currentTime  # 0 where the system does not tell
            self._tail = max(ahead, self._stream.latency) + block
            self._line = None
            self._given.set()


def _candidates(sd: Any, wanted: str | None) -> Iterator[int]:
    """List the devices to try, best first."""
    outputs = {facts["index"]: facts["name"] for facts in sd.query_devices() if facts["max_output_channels"]}
    if not outputs:
        raise ChannelLost("This computer has no sound device.")
    if wanted is None:
        yield from (index for name in _SOUND_SERVERS for index in outputs if outputs[index] == name)
        try:
            yield sd.query_devices(kind="output")["index"]
        except sd.PortAudioError:  # there is no default
            yield from outputs
        return
    found = [index for index, name in outputs.items() if wanted.casefold() in name.casefold()]
    if not found:
        raise ChannelLost(f"No sound device is called {wanted!r}; there are: {', '.join(outputs.values())}.")
    yield from found


def _sounddevice() -> Any:
    try:
        import sounddevice
    except OSError:
        raise ChannelLost(_NO_PORTAUDIO) from None
    return sounddevice


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the sound libraries' own chatter about devices that are not there off a Linux screen."""
    if sys.platform != "linux":
        yield
        return
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
