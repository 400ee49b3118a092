"""The microphone for recording a voice: at its own rate, open all the time, kept only while somebody reads."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from narrator.computer.devices import first_opened, reason, started
from narrator.ears.rates import Loudest
from narrator.ears.sound import find_microphones, formats
from narrator.errors import ChannelLost
from narrator.mouth.outputs import sound_library
from narrator.mouth.sound import Sound
from narrator.mouth.timeouts import with_timeout
from narrator.texts import message

if TYPE_CHECKING:
    from narrator.ears.rates import Converter
    from narrator.mouth.sound import Samples

_LATE = 0.3  # seconds that sound may be under way to us when the reader has finished
_TIMEOUT = 5.0


class Source(Protocol):
    """Anything that a reader speaks into."""

    def start(self) -> None:
        """Begin to keep what is heard."""

    def stop(self) -> Sound:
        """Return what was heard since the start. Raises ChannelLost."""

    def close(self) -> None:
        """Release the device."""


class Microphone:
    """The microphone whose name contains `device`, or the usual one. Raises ChannelLost."""

    def __init__(self, device: str = "") -> None:
        self._kept: list[Samples] = []
        self._keeping = False
        self._more = threading.Condition()
        self._stream = with_timeout(lambda: self._open(device), undo=lambda stream: stream.close())

    def start(self) -> None:
        """Begin to keep what is heard."""
        with self._more:
            self._kept, self._keeping = [], True

    def stop(self) -> Sound:
        """Return what was heard since the start, and what was still under way. Raises ChannelLost."""
        import numpy as np

        rate = round(self._stream.samplerate)
        with self._more:
            wanted = self._count() + _LATE * rate
            if not self._more.wait_for(lambda: self._count() >= wanted, _TIMEOUT):
                raise ChannelLost(message("studio.microphone-silent"))
            self._keeping = False
            return Sound(np.concatenate(self._kept), rate)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def _count(self) -> int:
        return sum(map(len, self._kept))

    def _take(self, loudest: Loudest, block: Any, _frames: int, _time: Any, _status: Any) -> None:
        with self._more:
            if self._keeping:
                self._kept.append(loudest(block))
                self._more.notify_all()

    def _open(self, device: str) -> Any:
        sounddevice = sound_library()
        try:
            return first_opened(
                partial(self._started, sounddevice, number, own)
                for number in find_microphones(sounddevice, device)
                for own in formats(sounddevice, number)
            )
        except Exception as error:  # noqa: BLE001 - whatever the library raises, there is no microphone
            why = error.table if isinstance(error, ChannelLost) else reason(error)
            raise ChannelLost(message("studio.microphone-fails", why=why)) from None

    def _started(self, sounddevice: Any, number: int | None, own: Converter) -> Any:
        wanted = {"device": number, "channels": own.channels, "samplerate": own.rate, "dtype": "float32"}
        return started(sounddevice.InputStream(**wanted, callback=partial(self._take, Loudest(own.rate))))
