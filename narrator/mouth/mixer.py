"""The mixer: one line at a time and the ambience under it, block by block, placed to the very sample."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from narrator.mouth.sound import Samples


_RISE = 48_000  # frames in which an ambience comes in that was already faded up


class Line:
    """A line under way: `over` is set when the device has all of it (`whole`), or when it was dropped."""

    def __init__(self, samples: Samples, start: int) -> None:
        self.samples, self.start = samples, start
        self.begun = self.whole = False
        self.over = Event()


class Mixer:
    """Fills the device's blocks. Its clock, `frame`, is the number of samples that the device has had so far.

    `fill` belongs to the device's thread; what the others change, they change in one assignment.
    """

    def __init__(self) -> None:
        self.frame = 0
        self._line: Line | None = None
        self._loop: Samples | None = None
        self._at = 0
        self._gain = self._target = self._step = 0.0

    @property
    def speaking(self) -> bool:
        """Say whether a line has begun and goes on."""
        line = self._line
        return line is not None and line.begun and not line.whole

    def place(self, samples: Samples, start: int) -> Line:
        """Let the samples begin at that frame, or as soon as they can; what sounds now is dropped."""
        self.drop()
        line = Line(samples, start)
        self._line = line
        return line

    def drop(self) -> None:
        """Fall silent with the next block, but for the ambience."""
        line, self._line = self._line, None
        if line:
            line.over.set()

    def surround(self, loop: Samples | None) -> None:
        """Put an ambience under the lines, over and over; it rises to the gain that it was faded to."""
        self._gain, self._at = 0.0, 0
        self._step = max(self._step, self._target / _RISE)
        self._loop = loop

    def fade(self, gain: float, frames: int) -> None:
        """Bring the ambience from its gain now to this one in that many frames."""
        self._step = abs(gain - self._gain) / max(frames, 1)
        self._target = gain

    def fill(self, out: NDArray[np.float32], frames: int) -> None:
        """Write the next block into every channel of `out`."""
        import numpy as np

        mix = np.zeros(frames, np.float32)
        self._add_ambience(mix)
        self._add_line(mix)
        out[:] = np.clip(mix, -1.0, 1.0)[:, None]
        self.frame += frames

    def _add_line(self, mix: Samples) -> None:
        line = self._line
        if line is None or line.whole:
            return
        if not line.begun:
            line.begun, line.start = True, max(line.start, self.frame)
        begin = line.start - self.frame
        into = mix[max(begin, 0) :]
        part = line.samples[max(-begin, 0) :][: len(into)]
        into[: len(part)] += part
        if begin + len(line.samples) <= len(mix):
            line.whole = True
            line.over.set()

    def _add_ambience(self, mix: Samples) -> None:
        import numpy as np

        loop, begin, end = self._loop, self._gain, self._faded(len(mix))
        if loop is None or not (begin or end):
            return
        self._gain = end
        part = loop.take(np.arange(self._at, self._at + len(mix)), mode="wrap")
        mix += part * (np.linspace(begin, end, len(mix), dtype=np.float32) if begin != end else np.float32(end))
        self._at = (self._at + len(mix)) % len(loop)

    def _faded(self, frames: int) -> float:
        """Give the ambience's gain after so many frames."""
        way = self._step * frames
        if self._target > self._gain:
            return min(self._gain + way, self._target)
        return max(self._gain - way, self._target)
