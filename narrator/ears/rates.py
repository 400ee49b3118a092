"""From a microphone's own rate, channels and blocks to what the ears take: 16 kHz, mono, 16 bit, blocks of 32 ms."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any

RATE = 16_000
BLOCK = 512
"""Samples a block: what the detector of voices takes at a time."""

_ZEROS = 16
"""Zero crossings of the filter on each side: 60 dB down at what would be folded back into speech."""

_HALF = 0.5
"""Seconds after which a channel's energy counts half."""

_LOUDER = 2.0
"""How many times another channel's energy must be that of the one that is heard (3 dB)."""

_PASSED = 0.94
"""The part of the narrower band that is passed."""


class Loudest:
    """Chooses the channel with the most energy of late: a mean would hide one microphone of many, and cancel two.

    Another takes over once it is clearly louder, so that equal channels do not take turns within a word.
    """

    def __init__(self, rate: int) -> None:
        self._rate, self._channel = rate, 0
        self._energy: Any = 0.0

    def __call__(self, samples: Any) -> Any:
        """Give the channel's samples of a block (sample, channel)."""
        import numpy as np

        count, channels = samples.shape
        if channels > 1 and count:
            varying = samples - samples.mean(axis=0)  # a channel with a constant voltage says nothing
            self._energy = 0.5 ** (count / self._rate / _HALF) * self._energy + np.square(varying).sum(axis=0)
            best = int(self._energy.argmax())
            if self._energy[best] > _LOUDER * self._energy[self._channel]:
                self._channel = best
        return samples[:, self._channel].copy()


class Converter:
    """Converts blocks of one stream, at `rate` hertz with `channels` channels; at 16 kHz mono they are only joined.

    Each sample of the result is a sum of samples around it, weighted by a sinc under a Hann window (J. O. Smith,
    Digital Audio Resampling); the weights for each place between two samples are computed once.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self.rate, self.channels = rate, channels
        common = gcd(rate, RATE)
        self._up, self._down = RATE // common, rate // common
        self._reach = round(_ZEROS * max(1.0, rate / RATE))
        self._weights: Any = None
        self._kept: Any = None
        self._next = 0
        self._made: Any = None
        self._joined = bytearray()
        self._loudest = Loudest(rate)

    def blocks(self, block: bytes) -> Iterator[bytes]:
        """Convert a block of interleaved 16-bit samples; what does not fill a block waits for the next one."""
        if (self.rate, self.channels) == (RATE, 1):
            yield from self._join(block)
            return
        import numpy as np

        if self._weights is None:
            self._prepare()
        self._kept = np.concatenate(
            [self._kept, self._loudest(np.frombuffer(block, np.int16).reshape(-1, self.channels))]
        )
        self._made = np.concatenate([self._made, self._converted()])
        while len(self._made) >= BLOCK:
            ready, self._made = self._made[:BLOCK], self._made[BLOCK:]
            yield np.clip(np.rint(ready), -32768, 32767).astype(np.int16).tobytes()

    def _join(self, block: bytes) -> Iterator[bytes]:
        self._joined += block
        while len(self._joined) >= 2 * BLOCK:
            yield bytes(self._joined[: 2 * BLOCK])
            del self._joined[: 2 * BLOCK]

    def _prepare(self) -> None:
        import numpy as np

        band = _PASSED * min(1.0, RATE / self.rate)
        place = np.arange(self._up)[:, None] / self._up - np.arange(-self._reach + 1, self._reach + 1)[None, :]
        window = 0.5 + 0.5 * np.cos(np.pi * np.clip(place / self._reach, -1.0, 1.0))
        weights = np.sinc(band * place) * window
        self._weights = weights / weights.sum(axis=1, keepdims=True)
        self._kept, self._made = np.zeros(self._reach - 1), np.zeros(0)

    def _converted(self) -> Any:
        """The samples that can be computed now, from what is kept: `_next` counts the results since its beginning."""
        import numpy as np

        most = (len(self._kept) - 2 * self._reach + 1) * self._up
        wanted = np.arange(self._next, max(self._next, -(-most // self._down)))
        if not len(wanted):
            return np.zeros(0)
        whole, part = np.divmod(wanted * self._down, self._up)
        around = self._kept[whole[:, None] + np.arange(2 * self._reach)[None, :]]
        result = np.einsum("ij,ij->i", around, self._weights[part])
        periods = int(wanted[-1] + 1) // self._up  # whole periods, so that the counting stays exact
        self._next = int(wanted[-1]) + 1 - periods * self._up
        self._kept = self._kept[periods * self._down :]
        return result
